// The tiles of a county, in a random order that is the same in every run.
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { tileRange } from '../../geo/tile-address.ts';
import { seededRandom, shuffled } from '../measure/statistics.ts';

/** As a page asks for it: it names the version of the parcels. */
export const tilePath = ({ z, x, y }: TileAddress, version?: string) =>
  `/tiles/${z}/${x}/${y}.pbf${version === undefined ? '' : `?v=${encodeURIComponent(version)}`}`;

export function shuffledTiles(bounds: Bounds, z: number): TileAddress[] {
  const { minX, maxX, minY, maxY } = tileRange(bounds, z);
  const tiles: TileAddress[] = [];
  for (let x = minX; x <= maxX; x++) for (let y = minY; y <= maxY; y++) tiles.push({ z, x, y });
  return shuffled(tiles, seededRandom(z));
}
