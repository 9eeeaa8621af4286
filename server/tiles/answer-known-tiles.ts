// Answers tiles before the framework, if memory knows the session, and the tile or its ETag (see whole-answer.ts).
import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerHeaders } from '../answer-headers.ts';
import { acceptsGzip, matchesEtag } from '../request-headers.ts';
import type { IsReaderKnown } from '../require-session.ts';
import {
  type CountAnswer,
  isPlain,
  RepeatedAnswer,
  type Shortcut,
  sendWhole,
  wholeHead,
} from '../whole-answer.ts';
import { TILE_TYPE, type TileAccess, tileCacheControl, tileEtag } from './tile-headers.ts';
import { parseTilePath } from './tile-path.ts';
import type { CachedTile, TileSource } from './tile-source.ts';

type Parts = {
  tiles: TileSource;
  access: TileAccess;
  headers: AnswerHeaders;
  isReaderKnown: IsReaderKnown;
  count: CountAnswer;
};

type Answer = { status: number; whole: string | RepeatedAnswer };

export function answerKnownTiles({
  tiles,
  access,
  headers: answerHeaders,
  isReaderKnown,
  count,
}: Parts): Shortcut {
  const headersOf = (etag: string) =>
    `Vary: Accept-Encoding\r\nCache-Control: ${tileCacheControl[access]}\r\nETag: ${etag}\r\n`;

  /** Made at the first request, and kept with the tile: one piece of memory is sent faster than headers and body. */
  function messageOf(tile: CachedTile, gzip: Uint8Array): RepeatedAnswer {
    if (!tile.message) {
      const described = `Content-Type: ${TILE_TYPE}\r\nContent-Encoding: gzip\r\nContent-Length: ${gzip.byteLength}\r\n\r\n`;
      const head = Buffer.from(
        wholeHead('200 OK', answerHeaders) + headersOf(tile.etag) + described,
        'latin1',
      );
      const whole = Buffer.concat([head, gzip]);
      tile.message = new RepeatedAnswer(whole);
      // The same bytes are not kept twice.
      tile.gzip = whole.subarray(head.byteLength);
    }
    return tile.message;
  }

  /** Undefined if memory does not know the answer. */
  function answerFor(path: string, ifNoneMatch: string | undefined): Answer | undefined {
    const tile = tiles.recall(path);
    if (ifNoneMatch !== undefined) {
      const etag = tile?.etag ?? etagOf(path, tiles.version());
      if (etag !== undefined && matchesEtag(ifNoneMatch, etag)) {
        return {
          status: 304,
          whole: `${wholeHead('304 Not Modified', answerHeaders)}${headersOf(etag)}\r\n`,
        };
      }
    }
    if (!tile) return undefined;
    return tile.gzip
      ? { status: 200, whole: messageOf(tile, tile.gzip) }
      : { status: 204, whole: `${wholeHead('204 No Content', answerHeaders)}${headersOf(tile.etag)}\r\n` };
  }

  return (request, response) => {
    const { url = '', headers } = request;
    if (!url.startsWith('/tiles/') || !url.endsWith('.pbf')) return false;
    // In whole milliseconds: right on average, and the finer clock costs 3 µs a look.
    const startMs = Date.now();
    if (!isPlain(request) || !takesGzip(headers) || !isReaderKnown(request)) return false;
    const answer = answerFor(url.slice('/tiles/'.length, -'.pbf'.length), headers['if-none-match']);
    if (!answer) return false;
    sendWhole(response, answer.status, answer.whole);
    count({ method: 'GET', status: answer.status, seconds: (Date.now() - startMs) / 1000 });
    return true;
  };
}

const takesGzip = (headers: IncomingHttpHeaders) => acceptsGzip(headers['accept-encoding']);

/** For a tile that is not in memory. Undefined if the path names none, or no parcels are loaded. */
function etagOf(path: string, version: string | undefined): string | undefined {
  if (version === undefined) return undefined;
  const address = parseTilePath(path);
  return address && tileEtag(address, { version, isGzipped: true });
}
