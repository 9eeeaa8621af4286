// The {z}/{x}/{y} of an address: undefined where it is none, or lies off the grid.
import type { TileAddress } from '../geo/geometry.ts';
import { isOnGrid } from '../geo/tile-address.ts';

export type TileParams = { z: string; x: string; y: string };

export function parseTileAddress({ z, x, y }: TileParams): TileAddress | undefined {
  const isReadable = [z, x, y].every((text) => /^(0|[1-9]\d{0,7})$/.test(text));
  const address = { z: Number(z), x: Number(x), y: Number(y) };
  return isReadable && isOnGrid(address) ? address : undefined;
}
