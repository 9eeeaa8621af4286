// An area as the rings of one tile: project, clip, round and clean.
import { cleanRings } from './clean-rings.ts';
import { clipRing } from './clip-ring.ts';
import type { FlatRing } from './flat-ring.ts';
import { type AreaGeometry, polygonsOf, type TileAddress } from './geometry.ts';
import { projectRing, windRing } from './project-ring.ts';
import { TILE_BUFFER, TILE_EXTENT } from './tile-address.ts';

export type TileRingsOptions = {
  geometry: AreaGeometry;
  address: TileAddress;
  /** Positions are rounded to multiples of this many tile units: a power of two, 1 for full detail. */
  unitsPerCell: number;
};

/** In tile units, each outer ring followed by its holes; empty where the area has no part in the tile or its buffer. */
export function tileRings({ geometry, address, unitsPerCell }: TileRingsOptions): FlatRing[] {
  const projection = { address, cellsPerTile: TILE_EXTENT / unitsPerCell };
  const buffer = TILE_BUFFER / unitsPerCell;
  const square = { low: -buffer, high: projection.cellsPerTile + buffer };
  const clipped: FlatRing[] = [];
  for (const polygon of polygonsOf(geometry)) {
    for (let i = 0; i < polygon.length; i++) {
      const part = clipRing(projectRing(polygon[i]!, projection), square);
      if (part.length > 0) clipped.push(windRing(part, i === 0 ? 'outer' : 'hole'));
    }
  }
  if (clipped.length === 0) return [];
  const rings = cleanRings(clipped);
  return unitsPerCell === 1 ? rings : rings.map((ring) => ring.map((cells) => cells * unitsPerCell));
}
