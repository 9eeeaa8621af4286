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
 * The tile's corner is subtracted last. Scaling by a power of two and subtracting a whole number of cells are both
 * exact, so a position rounds to the same world cell in every tile.
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

/** Reverses a ring with the wrong winding: sources vary, but MVT prescribes it. */
export function windRing(ring: FlatRing, role: 'outer' | 'hole'): FlatRing {
  return signedArea(ring) > 0 === (role === 'outer') ? ring : reversed(ring);
}
