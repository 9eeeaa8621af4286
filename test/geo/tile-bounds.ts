// The box of a tile without its buffer, for tests and benches that place things inside one.
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';

export function tileBounds({ z, x, y }: TileAddress): Bounds {
  const tiles = 2 ** z;
  return {
    west: lngOfWorldX(x / tiles),
    south: latOfWorldY((y + 1) / tiles),
    east: lngOfWorldX((x + 1) / tiles),
    north: latOfWorldY(y / tiles),
  };
}
