// Which tiles of parcels exist, by the numbers in their address.
import { PARCEL_TILE_ZOOM_MAX, PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { parseTileAddress, type TileParams } from '../parse-input.ts';

/** Undefined where the three are not a tile of parcels. */
export function parcelTileAddress(params: TileParams): TileAddress | undefined {
  const address = parseTileAddress(params);
  return address && address.z >= PARCEL_TILE_ZOOM_MIN && address.z <= PARCEL_TILE_ZOOM_MAX
    ? address
    : undefined;
}

/** '14/4511/6430', without leading zeros: every tile has exactly one path. */
export function tilePath({ z, x, y }: TileAddress): string {
  return `${z}/${x}/${y}`;
}
