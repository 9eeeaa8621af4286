// Draws a tile deeper than the stored ones. It runs in worker threads: encoding and compressing take a millisecond or more.
import { gzipSync } from 'node:zlib';
import { PARCEL_TILE_BYTES_MAX } from '../contract/limits.ts';
import { parseSiteAddress } from '../contract/parse-site-address.ts';
import type { TileAddress } from '../geo/geometry.ts';
import { encodeParcelTile, type TileParcel } from '../geo/parcel-tile.ts';
import { TILE_GZIP } from './draw-tiles.ts';
import type { ParcelInBox } from './parcel-store.ts';

/** A safety limit: these tiles are about 300 m wide, so only faulty data has more parcels in one. */
export const DEEP_TILE_PARCELS_MAX = 20_000;

/** Undefined where the tile is empty. */
export function drawDeepTile(address: TileAddress, parcels: readonly ParcelInBox[]): Uint8Array | undefined {
  const tile = encodeParcelTile({
    address,
    parcels: parcels.map(withHouseNumber),
    bytesMax: PARCEL_TILE_BYTES_MAX,
  });
  return tile && gzipSync(tile, TILE_GZIP);
}

/** Only deep tiles carry it: it is legible from their first zoom, and stored tiles stay as they are. */
function withHouseNumber({ siteAddress, ...parcel }: ParcelInBox): TileParcel {
  const house = siteAddress === null ? undefined : parseSiteAddress(siteAddress)?.house;
  const HouseNumber = house ? `${house.number}${house.suffix}` : null;
  return { ...parcel, properties: { ...parcel.properties, HouseNumber } };
}
