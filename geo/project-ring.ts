// First step of a tile: from degrees to the tile's own plane.
import { type FlatRing, reversed, signedArea } from './flat-ring.ts';
import type { Ring, TileAddress } from './geometry.ts';
import { worldX, worldY } from './mercator.ts';

export type Projection = {
  address: TileAddress;
  /** How many cells of the plane a tile is wide; a power of two. */
  cellsPerTile: number;
};

/**
 * The tile's corner is taken off last. The numbers before it are whole powers of two times the world's, and the corner
 * is a whole number of cells, so both steps are exact: a position rounds to the same place of the world in every tile.
 */
export function projectRing(ring: Ring, { address, cellsPerTile }: Projection): FlatRing {
  const cellsPerWorld = cellsPerTile * 2 ** address.z;
  const cornerX = cellsPerTile * address.x;
  const cornerY = cellsPerTile * address.y;
  const projected: FlatRing = [];
  for (let i = 0; i < ring.length - 1; i++) {
    const position = ring[i]!;
    projected.push(
      worldX(position[0]) * cellsPerWorld - cornerX,
      worldY(position[1]) * cellsPerWorld - cornerY,
    );
  }
  return projected;
}

/** Source files wind their rings as they like; the tile's rule is strict. */
export function windRing(ring: FlatRing, role: 'outer' | 'hole'): FlatRing {
  return signedArea(ring) > 0 === (role === 'outer') ? ring : reversed(ring);
}
