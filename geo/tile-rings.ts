// An area as the rings of one tile: scale, clip, round and clean.
import { cleanRings } from './clean-rings.ts';
import { type ClipSquare, clipRing } from './clip-ring.ts';
import { type FlatRing, reversed, signedArea } from './flat-ring.ts';
import type { TileAddress } from './geometry.ts';
import { TILE_BUFFER, TILE_EXTENT, TILE_MARGIN } from './tile-address.ts';
import type { WorldAreas } from './world-areas.ts';

/** The plane of a tile, in cells that positions are rounded to. */
export type TilePlane = {
  address: TileAddress;
  unitsPerCell: number;
  cellsPerWorld: number;
  /** The tile's north-west corner. */
  cornerX: number;
  cornerY: number;
  /** The tile with its buffer. */
  square: ClipSquare;
};

/** `unitsPerCell`: positions are rounded to multiples of so many tile units; a power of two, 1 for full detail. */
export function tilePlane(address: TileAddress, unitsPerCell: number): TilePlane {
  const cellsPerTile = TILE_EXTENT / unitsPerCell;
  const buffer = TILE_BUFFER / unitsPerCell;
  return {
    address,
    unitsPerCell,
    cellsPerWorld: cellsPerTile * 2 ** address.z,
    cornerX: cellsPerTile * address.x,
    cornerY: cellsPerTile * address.y,
    square: { low: -buffer, high: cellsPerTile + buffer },
  };
}

/** Of a ring. */
const POINTS_MIN = 3;

export type TileRingsOptions = {
  areas: WorldAreas;
  area: number;
  plane: TilePlane;
  /** One flag for each point of the areas: those without it are left out. */
  isNeeded: Uint8Array | undefined;
};

/** In tile units, each outer ring followed by its holes; empty where the area has no part in the tile or its buffer. */
export function tileRings({ areas, area, plane, isNeeded }: TileRingsOptions): FlatRing[] {
  const isInside = areas.isWithin(area, plane.address, TILE_MARGIN);
  const parts: FlatRing[] = [];
  const end = areas.firstRing(area + 1);
  for (let ring = areas.firstRing(area); ring < end; ring++) {
    const whole = scaleRing(areas, ring, plane);
    const scaled = isNeeded
      ? simplified(whole, { first: areas.ringStart(ring) / 2, isNeeded, plane })
      : whole;
    const part = isInside ? scaled : clipRing(scaled, plane.square);
    if (part.length > 0) parts.push(windRing(part, areas.isHole(ring)));
  }
  if (parts.length === 0) return [];
  const cleaned = cleanRings(parts);
  const { unitsPerCell } = plane;
  return unitsPerCell === 1 ? cleaned : cleaned.map((ring) => ring.map((cells) => cells * unitsPerCell));
}

/**
 * The tile's corner is subtracted last. Scaling by a power of two and subtracting a whole number of cells are both
 * exact, so a position rounds to the same world cell in every tile.
 */
function scaleRing(
  areas: WorldAreas,
  ring: number,
  { cellsPerWorld, cornerX, cornerY }: TilePlane,
): FlatRing {
  const { points } = areas;
  const end = areas.ringStart(ring + 1);
  const scaled: FlatRing = [];
  for (let i = areas.ringStart(ring); i < end; i += 2) {
    scaled.push(points[i]! * cellsPerWorld - cornerX, points[i + 1]! * cellsPerWorld - cornerY);
  }
  return scaled;
}

/**
 * Without the points that are not needed. `first` is the number of the ring's first point. Edges that leave the tile stay
 * as they are, so that they are cut where the true border is.
 */
function simplified(
  ring: FlatRing,
  { first, isNeeded, plane: { square } }: { first: number; isNeeded: Uint8Array; plane: TilePlane },
): FlatRing {
  const kept: FlatRing = [];
  for (let i = 0; i < ring.length; i += 2) {
    const isDropped =
      isNeeded[first + i / 2] === 0 &&
      isInSquare(ring, i, square) &&
      isInSquare(ring, i === 0 ? ring.length - 2 : i - 2, square) &&
      isInSquare(ring, i + 2 === ring.length ? 0 : i + 2, square);
    if (!isDropped) kept.push(ring[i]!, ring[i + 1]!);
  }
  // Nothing would be left of it. Rounding decides whether it can be seen.
  return kept.length < POINTS_MIN * 2 ? ring : kept;
}

function isInSquare(ring: FlatRing, i: number, { low, high }: ClipSquare): boolean {
  return ring[i]! >= low && ring[i]! <= high && ring[i + 1]! >= low && ring[i + 1]! <= high;
}

/** Reverses a ring with the wrong winding: sources vary, but MVT prescribes it. */
function windRing(ring: FlatRing, isHole: boolean): FlatRing {
  return signedArea(ring) > 0 === isHole ? reversed(ring) : ring;
}
