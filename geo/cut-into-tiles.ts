// Quadtree tiling: clips a shape to squares of tiles, which are quartered until single tiles are left. Clipping a long
// coast once for every tile would be much slower.
import { clipLine } from './clip-line.ts';
import { type ClipSquare, clipRing } from './clip-ring.ts';
import type { ZoomShape } from './shape-at-zoom.ts';
import { TILE_BUFFER, TILE_EXTENT } from './tile-address.ts';

/** `parts` are in tile units, clipped to the tile and its buffer, not yet rounded. */
export type TilePart = { x: number; y: number; parts: number[][] };

export function cutIntoTiles(shape: ZoomShape, z: number, onPart: (piece: TilePart) => void): void {
  const clip = clipperOf(shape.kind);

  /** `parts` are relative to the north-west corner of the square, whose first tile is (x, y). */
  function quarter(parts: readonly number[][], square: { x: number; y: number; tiles: number }): void {
    const { x, y, tiles } = square;
    const limits = { low: -TILE_BUFFER, high: tiles * TILE_EXTENT + TILE_BUFFER };
    const inside = parts.flatMap((part) => clip(part, limits));
    if (inside.length === 0) return;
    if (tiles === 1) {
      onPart({ x, y, parts: inside });
      return;
    }
    const half = tiles / 2;
    for (const right of [0, half]) {
      for (const down of [0, half]) {
        const moved = inside.map((part) => moveOrigin(part, right * TILE_EXTENT, down * TILE_EXTENT));
        quarter(moved, { x: x + right, y: y + down, tiles: half });
      }
    }
  }

  const start = smallestSquare(shape.parts, z);
  const moved = shape.parts.map((part) => moveOrigin(part, start.x * TILE_EXTENT, start.y * TILE_EXTENT));
  quarter(moved, start);
}

/** Exact, as both offsets are whole numbers: a position rounds to the same world unit in every tile. */
function moveOrigin(part: readonly number[], right: number, down: number): number[] {
  return part.map((value, i) => value - (i % 2 === 0 ? right : down));
}

function clipperOf(kind: ZoomShape['kind']): (part: number[], square: ClipSquare) => number[][] {
  switch (kind) {
    case 'area':
      return (ring, square) => {
        const clipped = clipRing(ring, square);
        return clipped.length > 0 ? [clipped] : [];
      };
    case 'line':
      return clipLine;
    case 'point':
      return (point, { low, high }) => (point.every((value) => value >= low && value <= high) ? [point] : []);
  }
}

/** The smallest quadtree square that holds the shape and all buffers it reaches into. */
function smallestSquare(parts: readonly number[][], z: number): { x: number; y: number; tiles: number } {
  const last = 2 ** z - 1;
  const min = [Infinity, Infinity];
  const max = [-Infinity, -Infinity];
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) {
      const value = part[i]!;
      if (value < min[i % 2]!) min[i % 2] = value;
      if (value > max[i % 2]!) max[i % 2] = value;
    }
  }
  const tileOf = (units: number) => Math.min(last, Math.max(0, Math.floor(units / TILE_EXTENT)));
  const [left, top] = min.map((units) => tileOf(units - TILE_BUFFER)) as [number, number];
  const [right, bottom] = max.map((units) => tileOf(units + TILE_BUFFER)) as [number, number];
  let doublings = 0;
  while (left >> doublings !== right >> doublings || top >> doublings !== bottom >> doublings) doublings++;
  return { x: (left >> doublings) << doublings, y: (top >> doublings) << doublings, tiles: 2 ** doublings };
}
