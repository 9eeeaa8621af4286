// The headers of parcel tiles, the same from memory and from the route.
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';

/** Raise it with every change of the tiles drawn on demand: the same parcels then make other bytes. */
const TILE_REVISION = 4;

export const TILE_TYPE = 'application/vnd.mapbox-vector-tile';

export type TileAccess = 'signed-in' | 'public';

const cacheControl: Readonly<Record<TileAccess, string>> = {
  /** Cached by the browser, but revalidated every time: access depends on the session. */
  'signed-in': 'private, no-cache',
  public: 'public, max-age=60, must-revalidate',
};

export const tileCaching = (access: TileAccess) => ({
  'Cache-Control': cacheControl[access],
  Vary: 'Accept-Encoding',
});

/** A strong ETag names exact bytes, so the gzipped and the plain tile need different ones. */
export function tileEtag(
  address: TileAddress,
  { version, isGzipped }: { version: string; isGzipped: boolean },
): string {
  return `"${version}-${tileNumber(address)}-${TILE_REVISION}${isGzipped ? '' : '-plain'}"`;
}
