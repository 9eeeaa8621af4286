// Which tiles of parcels exist, and what one is answered with: by one function, wherever it is asked for.
import type { IncomingHttpHeaders } from 'node:http';
import { PARCEL_TILE_ZOOM_MAX, PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { parseTileAddress, type TileParams } from '../parse-input.ts';
import { acceptsGzip, matchesEtag } from '../request-headers.ts';
import type { FoundTile, TileSource } from './tile-source.ts';

/** Raise it with every change of the tiles drawn on demand: the same parcels then make other bytes. */
const TILE_REVISION = 4;

export type TileAccess = 'signed-in' | 'public';

const cacheControl: Readonly<Record<TileAccess, string>> = {
  /** Cached by the browser, but revalidated every time: access depends on the session. */
  'signed-in': 'private, no-cache',
  public: 'public, max-age=60, must-revalidate',
};

/** Undefined where the three are not a tile of parcels. */
export function parcelTileAddress(params: TileParams): TileAddress | undefined {
  const address = parseTileAddress(params);
  return address && address.z >= PARCEL_TILE_ZOOM_MIN && address.z <= PARCEL_TILE_ZOOM_MAX
    ? address
    : undefined;
}

export type TileAnswer = {
  status: 200 | 204 | 304;
  /** Names and values in turn: to put an object together would cost microseconds. */
  headers: string[];
  /** Gzipped. */
  body?: Uint8Array;
  /** The client does not understand gzip: the body has to be unpacked. */
  isPlain: boolean;
};

/** Undefined where the tile has to be found first. `found` is what was. */
export type AnswerTile = (
  address: TileAddress,
  asked: IncomingHttpHeaders,
  found?: FoundTile,
) => TileAnswer | undefined;

type Parts = { tiles: Pick<TileSource, 'version' | 'recall'>; access: TileAccess };

/** Pages name the version of the parcels (`?v=`), so that no cache mixes two. Whatever they name, the answer is the current tile. */
export function createAnswerTile({ tiles, access }: Parts): AnswerTile {
  return (address, asked, found) => {
    const isPlain = !acceptsGzip(asked['accept-encoding']);
    const headers = ['cache-control', cacheControl[access], 'vary', 'Accept-Encoding'];
    const version = found ? found.version : tiles.version();
    if (version !== undefined) {
      const etag = tileEtag(address, { version, isPlain });
      headers.push('etag', etag);
      if (matchesEtag(asked['if-none-match'], etag)) return { status: 304, headers, isPlain };
    }
    const tile = found ?? tiles.recall(address);
    if (!tile) return undefined;
    if (!tile.gzip) return { status: 204, headers, isPlain };
    headers.push('content-type', 'application/vnd.mapbox-vector-tile');
    if (!isPlain) headers.push('content-encoding', 'gzip');
    return { status: 200, headers, body: tile.gzip, isPlain };
  };
}

/** A strong ETag names exact bytes, so the gzipped and the plain tile need different ones. */
function tileEtag(address: TileAddress, { version, isPlain }: { version: string; isPlain: boolean }): string {
  return `"${version}-${tileNumber(address)}-${TILE_REVISION}${isPlain ? '-plain' : ''}"`;
}
