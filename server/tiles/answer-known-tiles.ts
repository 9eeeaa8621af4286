// Answers tiles before Fastify sees the request, if the session and the tile are in memory: most requests are such, and
// Fastify's part of them costs more than all the rest. Every other request is left to the route, which sends the same headers.
import type { AnswerHeaders } from '../answer-headers.ts';
import type { AnswerEarly } from '../http-server.ts';
import type { KnownReader } from '../parcel-readers.ts';
import { acceptsGzip, matchesEtag, namesOneHost } from '../request-headers.ts';
import { nextRequestId } from '../request-id.ts';
import { TILE_TYPE, type TileAccess, tileCaching } from './tile-headers.ts';
import type { TileSource } from './tile-source.ts';

type Parts = {
  tiles: Pick<TileSource, 'recall'>;
  access: TileAccess;
  headers: AnswerHeaders;
  knownReader: KnownReader;
  count: (answer: { method: string; status: number; seconds: number }) => void;
};

const PATH = /^\/tiles\/(\d+\/\d+\/\d+)\.pbf$/;

export function answerKnownTiles({ tiles, access, headers, knownReader, count }: Parts): AnswerEarly {
  const constantHeaders = Object.entries({ ...headers.byName, ...tileCaching(access) }).flat();

  return (request, response) => {
    const { url = '', method, headers } = request;
    const path = method === 'GET' ? PATH.exec(url)?.[1] : undefined;
    if (path === undefined || !namesOneHost(request) || !acceptsGzip(headers['accept-encoding'])) {
      return false;
    }
    // In whole milliseconds: right on average, and the finer clock costs 3 µs a look.
    const startMs = Date.now();
    const reader = knownReader(request);
    const tile = reader && tiles.recall(path);
    if (!tile) return false;
    const { etag, gzip } = tile;
    const status = matchesEtag(headers['if-none-match'], etag) ? 304 : gzip ? 200 : 204;
    const lines = [...constantHeaders, 'X-Request-Id', nextRequestId(), 'ETag', etag];
    if (status !== 200) response.writeHead(status, lines).end();
    else {
      lines.push('Content-Type', TILE_TYPE, 'Content-Encoding', 'gzip', 'Content-Length', `${gzip!.length}`);
      response.writeHead(status, lines).end(gzip);
      reader.limit.countUnread(response, reader.name);
    }
    count({ method: 'GET', status, seconds: (Date.now() - startMs) / 1000 });
    return true;
  };
}
