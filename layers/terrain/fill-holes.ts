// Fills in heights that are not known, so that hills have no holes and no cliffs at their edge.
//
// Push-pull: a missing pixel takes its height from the next coarser zoom, where a pixel is the mean of those below that
// are known. So a small hole takes on the ground around it, and far from the known ground everything levels out.
import { LRUCache } from 'lru-cache';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import type { HeightStore } from './height-store.ts';
import { copyGrid, TILE_SIZE_PX } from './tile-grid.ts';

const CACHED_TILES = 24;

/** The mean of each two by two values, of those that are known. */
export function halved(values: Float32Array, columns: number, rows: number): Float32Array {
  const half = new Float32Array((columns / 2) * (rows / 2));
  for (let row = 0, at = 0; row < rows; row += 2) {
    for (let column = 0; column < columns; column += 2, at++) {
      let sum = 0;
      let count = 0;
      for (let corner = 0; corner < 4; corner++) {
        const value = values[(row + (corner >> 1)) * columns + column + (corner & 1)]!;
        if (Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
      half[at] = sum / count;
    }
  }
  return half;
}

export type HoleFiller = (address: TileAddress) => Promise<Float32Array>;

/** `zoomMin` is the zoom of the coarsest tiles in the store. */
export function createHoleFiller(store: HeightStore, zoomMin: number): HoleFiller {
  const coarsest = store.addresses(zoomMin);
  const origin = {
    x: Math.min(...coarsest.map(({ x }) => x)),
    y: Math.min(...coarsest.map(({ y }) => y)),
  };
  const across = Math.max(...coarsest.map(({ x }) => x)) - origin.x + 1;
  const down = Math.max(...coarsest.map(({ y }) => y)) - origin.y + 1;
  let ground: Promise<Float32Array> | undefined;
  const cache = new LRUCache<number, Float32Array>({ max: CACHED_TILES });

  /** All tiles of the coarsest zoom as one grid. */
  function coarseGround(): Promise<Float32Array> {
    ground ??= store
      .window({
        level: zoomMin,
        left: origin.x * TILE_SIZE_PX,
        top: origin.y * TILE_SIZE_PX,
        columns: across * TILE_SIZE_PX,
        rows: down * TILE_SIZE_PX,
      })
      .then((heights) => fillGrid(heights, across * TILE_SIZE_PX, down * TILE_SIZE_PX));
    return ground;
  }

  async function filled(address: TileAddress): Promise<Float32Array> {
    const number = tileNumber(address);
    const known = cache.get(number);
    if (known) return known;
    const raw = await store.read(address);
    const heights = raw?.some(Number.isNaN) === false ? raw : await fill(address, raw);
    cache.set(number, heights);
    return heights;
  }

  async function fill({ z, x, y }: TileAddress, raw: Float32Array | undefined): Promise<Float32Array> {
    const heights = raw ? raw.slice() : new Float32Array(TILE_SIZE_PX ** 2).fill(Number.NaN);
    if (z === zoomMin) {
      const grid = await coarseGround();
      const column = clamp(x - origin.x, across) * TILE_SIZE_PX;
      const row = clamp(y - origin.y, down) * TILE_SIZE_PX;
      const whole = { left: 0, top: 0, columns: across * TILE_SIZE_PX, rows: down * TILE_SIZE_PX };
      const tile = { left: column, top: row, columns: TILE_SIZE_PX, rows: TILE_SIZE_PX };
      copyGrid(grid, whole, heights, tile);
      return heights;
    }
    const half = TILE_SIZE_PX / 2;
    takeMissing(heights, TILE_SIZE_PX, {
      values: await filled({ z: z - 1, x: x >> 1, y: y >> 1 }),
      columns: TILE_SIZE_PX,
      left: (x & 1) * half,
      top: (y & 1) * half,
    });
    return heights;
  }

  return filled;
}

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));

/** Fills a grid from its own halves. */
function fillGrid(heights: Float32Array, columns: number, rows: number): Float32Array {
  if (!heights.some(Number.isNaN)) return heights;
  if (columns <= 2 || rows <= 2 || columns % 2 === 1 || rows % 2 === 1) {
    let sum = 0;
    let count = 0;
    for (const height of heights) {
      if (Number.isNaN(height)) continue;
      sum += height;
      count++;
    }
    return heights.map((height) => (Number.isNaN(height) ? sum / count : height));
  }
  const coarse = fillGrid(halved(heights, columns, rows), columns / 2, rows / 2);
  takeMissing(heights, columns, { values: coarse, columns: columns / 2, left: 0, top: 0 });
  return heights;
}

/** `left` and `top` say where the fine grid begins in the coarse one. */
type Coarse = { values: Float32Array; columns: number; left: number; top: number };

/** Bilinear interpolation of the coarse grid, whose pixels are twice as wide; at its edge the last slope goes on. */
function takeMissing(heights: Float32Array, columns: number, coarse: Coarse): void {
  const { values, columns: across } = coarse;
  const down = values.length / across;
  for (let at = 0; at < heights.length; at++) {
    if (!Number.isNaN(heights[at]!)) continue;
    const x = ((at % columns) + 0.5) / 2 - 0.5 + coarse.left;
    const y = (Math.floor(at / columns) + 0.5) / 2 - 0.5 + coarse.top;
    const left = clamp(Math.floor(x), across - 1);
    const top = clamp(Math.floor(y), down - 1);
    const corner = top * across + left;
    const above = values[corner]! + (values[corner + 1]! - values[corner]!) * (x - left);
    const below =
      values[corner + across]! + (values[corner + across + 1]! - values[corner + across]!) * (x - left);
    heights[at] = above + (below - above) * (y - top);
  }
}
