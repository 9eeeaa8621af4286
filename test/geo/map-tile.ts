// One tile of a map, for tests that need the bytes of a given address.
import type { TileAddress } from '../../geo/geometry.ts';
import { type MapFeature, mapTiles } from '../../geo/map-tiles.ts';

/** In full detail; undefined where nothing lies in the tile or its buffer. */
export function mapTile(address: TileAddress, features: readonly MapFeature[]): Uint8Array | undefined {
  const tiles = mapTiles({ z: address.z, features, tolerance: 0, smallestArea: 0 });
  return tiles.find((tile) => tile.address.x === address.x && tile.address.y === address.y)?.bytes;
}
