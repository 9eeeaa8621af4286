// Quadtree tiling: clips a shape to squares of tiles, which are quartered until single tiles are left. Clipping a long
// coast once for every tile would be much slower.
import { clipLine } from './clip-line.ts';
import { type ClipSquare, clipRing } from './clip-ring.ts';
import type { ZoomShape } from './shape-at-zoom.ts';
import { TILE_BUFFER, TILE_EXTENT } from './tile-address.ts';

/** A square of the quadtree: its north-western tile, and how many tiles a side has. */
export type TileSquare = { x: number; y: number; tiles: number };

/** `parts` are in tile units from the north-west corner of the square, not yet rounded. */
export type SquareShape = ZoomShape & { square: TileSquare };

export type CutOptions = {
  /** How many tiles a side of the smallest squares has; 1 for single tiles. */
  tiles: number;
  /** Only what is in this square or its buffer. */
  within?: TileSquare | undefined;
};

/** Each part is clipped to its square and the buffer around it. */
export function cutIntoTiles(
  shape: SquareShape,
  { tiles: smallest, within }: CutOptions,
  onPart: (part: SquareShape) => void,
): void {
  const { kind } = shape;
  const clip = clipperOf(kind);

  function quarter(parts: readonly number[][], square: TileSquare): void {
    const { x, y, tiles } = square;
    const limits = { low: -TILE_BUFFER, high: tiles * TILE_EXTENT + TILE_BUFFER };
    const inside = parts.flatMap((part) => clip(part, limits));
    if (inside.length === 0) return;
    if (tiles === smallest) {
      onPart({ kind, parts: inside, square });
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

  if (within === undefined || isInside(shape.square, within)) quarter(shape.parts, shape.square);
  else if (isInside(within, shape.square)) {
    const right = (within.x - shape.square.x) * TILE_EXTENT;
    const down = (within.y - shape.square.y) * TILE_EXTENT;
    quarter(
      shape.parts.map((part) => moveOrigin(part, right, down)),
      within,
    );
  }
}

/** Two squares of a quadtree are apart, or one is inside the other. */
function isInside(inner: TileSquare, outer: TileSquare): boolean {
  return (
    inner.x >= outer.x &&
    inner.x + inner.tiles <= outer.x + outer.tiles &&
    inner.y >= outer.y &&
    inner.y + inner.tiles <= outer.y + outer.tiles
  );
}

/** Moves a shape from the corner of the world to that of the smallest square it fits in, of `tilesMin` or more a side. */
export function inSquare({ kind, parts }: ZoomShape, z: number, tilesMin = 1): SquareShape {
  const square = smallestSquare(parts, z, tilesMin);
  const moved = parts.map((part) => moveOrigin(part, square.x * TILE_EXTENT, square.y * TILE_EXTENT));
  return { kind, parts: moved, square };
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
function smallestSquare(parts: readonly number[][], z: number, tilesMin: number): TileSquare {
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
  let doublings = Math.log2(tilesMin);
  while (left >> doublings !== right >> doublings || top >> doublings !== bottom >> doublings) doublings++;
  return { x: (left >> doublings) << doublings, y: (top >> doublings) << doublings, tiles: 2 ** doublings };
}
