// Answers tiles before Fastify sees the request, where the session is in memory and the tile need not be found first: most requests
// are such, and Fastify's part of them costs more than all the rest. Every other request is left to the route.
import type { AnswerHeaders } from '../answer-headers.ts';
import type { AnswerEarly } from '../http-server.ts';
import type { KnownReader } from '../parcel-readers.ts';
import { namesOneHost } from '../request-headers.ts';
import { nextRequestId } from '../request-id.ts';
import { type AnswerTile, parcelTileAddress } from './answer-tile.ts';

type Parts = {
  answerTile: AnswerTile;
  headers: AnswerHeaders;
  knownReader: KnownReader;
  count: (answer: { method: string; status: number; seconds: number }) => void;
};

/** Pages add the version of the parcels. */
const PATH = /^\/tiles\/(\d+)\/(\d+)\/(\d+)\.pbf(?:\?|$)/;

export function answerKnownTiles({ answerTile, headers: usual, knownReader, count }: Parts): AnswerEarly {
  const usualHeaders = Object.entries(usual.byName).flat();

  return (request, response) => {
    const match = request.method === 'GET' ? PATH.exec(request.url!) : null;
    if (!match || !namesOneHost(request)) return false;
    // In whole milliseconds: right on average, and the finer clock costs 3 µs a look.
    const startMs = Date.now();
    const address = parcelTileAddress({ z: match[1]!, x: match[2]!, y: match[3]! });
    const reader = address && knownReader(request);
    const answer = reader && answerTile(address, request.headers);
    if (!answer || (answer.body && answer.isPlain)) return false;
    const { status, headers, body } = answer;
    if (body) headers.push('content-length', `${body.byteLength}`);
    headers.push(...usualHeaders, 'X-Request-Id', nextRequestId());
    response.writeHead(status, headers).end(body);
    reader.limit.countUnread(response, reader.name);
    count({ method: 'GET', status, seconds: (Date.now() - startMs) / 1000 });
    return true;
  };
}
