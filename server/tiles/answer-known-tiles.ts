// A shortcut in front of the framework, for tiles that memory alone can answer: it knows the session, and the tile or its
// ETag. Everything else (a look-up, a refusal, an unusual request) is left to the route, which sends the same headers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsGzip, matchesEtag } from '../request-headers.ts';
import type { Credentials } from '../require-session.ts';
import { TILE_TYPE, type TileAccess, tileCacheControl, tileEtag } from './tile-headers.ts';
import { parseTilePath } from './tile-path.ts';
import type { CachedTile, TileSource } from './tile-source.ts';

type Parts = {
  tiles: TileSource;
  access: TileAccess;
  /** Whether these credentials belong to a session that needs no look-up. */
  isReaderKnown: (credentials: Credentials) => boolean;
  count: (answer: { method: string; status: number; seconds: number }) => void;
};

/** False if it has not answered. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean;

/** An answer as it goes over the line: status, headers and body. */
type WholeAnswer = { status: number; bytes: Uint8Array | string };

export function answerKnownTiles({ tiles, access, isReaderKnown, count }: Parts): Shortcut {
  const nowLine = createDateLine();
  const head = (status: string, etag: string) =>
    `HTTP/1.1 ${status}\r\n${nowLine()}Connection: keep-alive\r\nVary: Accept-Encoding\r\nX-Content-Type-Options: nosniff\r\n` +
    `Cache-Control: ${tileCacheControl[access]}\r\nETag: ${etag}\r\n`;

  /** Made at the first request, and kept with the tile: one piece of memory is sent faster than headers and body. */
  function messageOf(tile: CachedTile, gzip: Uint8Array): Uint8Array {
    if (!tile.message) {
      const described = `Content-Type: ${TILE_TYPE}\r\nContent-Encoding: gzip\r\nContent-Length: ${gzip.byteLength}\r\n\r\n`;
      const headers = Buffer.from(head('200 OK', tile.etag) + described, 'latin1');
      tile.message = Buffer.concat([headers, gzip]);
      // The same bytes are not kept twice.
      tile.gzip = tile.message.subarray(headers.byteLength);
    }
    tile.message.write(nowLine(), DATE_AT, 'latin1');
    return tile.message;
  }

  /** Undefined if memory does not know the answer. */
  function answerFor(path: string, ifNoneMatch: string | undefined): WholeAnswer | undefined {
    const version = tiles.version();
    if (version === undefined) return undefined;
    const tile = tiles.recall(path);
    if (ifNoneMatch !== undefined) {
      const etag = tile?.etag ?? etagOf(path, version);
      if (etag !== undefined && matchesEtag(ifNoneMatch, etag)) {
        return { status: 304, bytes: `${head('304 Not Modified', etag)}\r\n` };
      }
    }
    if (!tile) return undefined;
    return tile.gzip
      ? { status: 200, bytes: messageOf(tile, tile.gzip) }
      : { status: 204, bytes: `${head('204 No Content', tile.etag)}\r\n` };
  }

  return (request, response) => {
    const { url = '', method, headers } = request;
    if (method !== 'GET' || !url.startsWith('/tiles/') || !url.endsWith('.pbf')) return false;
    // In whole milliseconds: right on average, and the finer clock costs 3 µs a look.
    const startMs = Date.now();
    if (!isPlain(request) || !isReaderKnown(headers)) return false;
    const answer = answerFor(url.slice('/tiles/'.length, -'.pbf'.length), headers['if-none-match']);
    if (!answer) return false;
    sendWhole(response, answer);
    count({ method, status: answer.status, seconds: (Date.now() - startMs) / 1000 });
    return true;
  };
}

/** For a tile that is not in memory. Undefined if the path names none. */
function etagOf(path: string, version: string): string | undefined {
  const address = parseTilePath(path);
  return address && tileEtag(address, { version, isGzipped: true });
}

/** As browsers ask: with a host, without a body, content with gzip, on a connection that stays open. */
function isPlain({ headers, httpVersionMinor }: IncomingMessage): boolean {
  return (
    httpVersionMinor === 1 &&
    headers.host !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers.connection === undefined || headers.connection === 'keep-alive') &&
    acceptsGzip(headers['accept-encoding'])
  );
}

/**
 * Node writes headers one by one and checks each, which costs more than all the rest of this file. These two properties are
 * what it sets when that is done: then `end` only sends, and does all the bookkeeping of the connection.
 */
function sendWhole(response: ServerResponse, { status, bytes }: WholeAnswer): void {
  const written = response as unknown as { _header: string; _headerSent: boolean };
  response.statusCode = status;
  if (typeof bytes === 'string') {
    // Headers without a body.
    written._header = bytes;
    response.end();
  } else {
    written._header = 'part of the body';
    written._headerSent = true;
    response.end(bytes);
  }
}

/** Where the line begins in a message with status 200. */
const DATE_AT = 'HTTP/1.1 200 OK\r\n'.length;

/** The text is made once a second. It always has the same length. */
function createDateLine(): () => string {
  let second = 0;
  let line = '';
  return () => {
    const nowSecond = Math.floor(Date.now() / 1000);
    if (nowSecond !== second) {
      second = nowSecond;
      line = `Date: ${new Date(nowSecond * 1000).toUTCString()}\r\n`;
    }
    return line;
  };
}
