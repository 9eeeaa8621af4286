// A shortcut in front of the framework, for tiles that memory alone can answer: it knows the session, and the tile or its
// ETag. Everything else (a look-up, a refusal, an unusual request) is left to the route, with the same headers.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { acceptsGzip, matchesEtag } from '../request-headers.ts';
import { parcelTileAddress } from './parcel-tile-address.ts';
import { TILE_TYPE, type TileAccess, tileCacheControl, tileEtag } from './tile-headers.ts';
import type { TileSource } from './tile-source.ts';

type Parts = {
  tiles: TileSource;
  access: TileAccess;
  /** Whether these headers carry a session that needs no look-up. */
  isReaderKnown: (headers: IncomingHttpHeaders) => boolean;
  count: (answer: { method: string; status: number; seconds: number }) => void;
};

/** False if it has not answered. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean;

const TILE_PATH = /^\/tiles\/(\d+)\/(\d+)\/(\d+)\.pbf$/;

export function answerKnownTiles({ tiles, access, isReaderKnown, count }: Parts): Shortcut {
  /** A flat list of names and values, which Node writes without looking each one up. */
  const headersOf = (etag: string) => [
    'Cache-Control',
    tileCacheControl[access],
    'X-Content-Type-Options',
    'nosniff',
    'Vary',
    'Accept-Encoding',
    'ETag',
    etag,
  ];

  return (request, response) => {
    const { url = '', method } = request;
    if (method !== 'GET' || !url.startsWith('/tiles/')) return false;
    const startMs = performance.now();
    const [, z, x, y] = TILE_PATH.exec(url) ?? [];
    const address = z && x && y ? parcelTileAddress({ z, x, y }) : undefined;
    const version = tiles.version();
    const { headers } = request;
    if (!address || version === undefined || !isPlain(headers) || !isReaderKnown(headers)) return false;

    const etag = tileEtag(address, { version, isGzipped: true });
    const end = (status: number, headers: string[], body?: Uint8Array) => {
      response.writeHead(status, headers);
      response.end(body);
      count({ method, status, seconds: (performance.now() - startMs) / 1000 });
      return true;
    };
    if (matchesEtag(headers['if-none-match'], etag)) return end(304, headersOf(etag));
    const tile = tiles.recall(address);
    if (!tile) return false;
    if (!tile.gzip) return end(204, headersOf(etag));
    const length = String(tile.gzip.byteLength);
    const described = ['Content-Type', TILE_TYPE, 'Content-Encoding', 'gzip', 'Content-Length', length];
    return end(200, [...headersOf(etag), ...described], tile.gzip);
  };
}

/** A request as browsers make it: with a host, without a body, and content with gzip. */
function isPlain(headers: IncomingHttpHeaders): boolean {
  return (
    headers.host !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    acceptsGzip(headers['accept-encoding'])
  );
}
