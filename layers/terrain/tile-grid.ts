// The grid of pixels that terrain and imagery are drawn on: square tiles in Web Mercator, side by side.
import type { Bounds } from '../../geo/geometry.ts';

export const TILE_SIZE_PX = 512;
const EARTH_METERS = 40_075_016.686;

/** The width of a pixel on the ground, in meters. */
export function metersPerPixel(z: number, lat: number): number {
  return (EARTH_METERS * Math.cos((lat * Math.PI) / 180)) / (TILE_SIZE_PX * 2 ** z);
}

/** The zoom whose pixels are about as wide as the file's. */
export function zoomOf({ resolution, bounds }: { resolution: number; bounds: Bounds }): number {
  const lat = (bounds.south + bounds.north) / 2;
  return Math.max(0, Math.ceil(Math.log2(metersPerPixel(0, lat) / resolution) - 0.4));
}

/** A rectangle of pixels. */
export type GridBox = { left: number; top: number; columns: number; rows: number };

/** Copies what the two have in common, row by row. */
export function copyGrid(from: Float32Array, source: GridBox, to: Float32Array, target: GridBox): void {
  const left = Math.max(source.left, target.left);
  const right = Math.min(source.left + source.columns, target.left + target.columns);
  if (right <= left) return;
  const bottom = Math.min(source.top + source.rows, target.top + target.rows);
  for (let row = Math.max(source.top, target.top); row < bottom; row++) {
    const start = (row - source.top) * source.columns + left - source.left;
    to.set(
      from.subarray(start, start + right - left),
      (row - target.top) * target.columns + left - target.left,
    );
  }
}

export const tileOfPixel = (pixel: number): number => Math.floor(pixel / TILE_SIZE_PX);

/** Any rectangle of one zoom's pixels, out of its tiles; undefined where none of them is there, NaN where one is not. */
export async function joinTiles(
  box: GridBox,
  read: (x: number, y: number) => Promise<Float32Array | undefined>,
): Promise<Float32Array | undefined> {
  let joined: Float32Array | undefined;
  for (let y = tileOfPixel(box.top); y <= tileOfPixel(box.top + box.rows - 1); y++) {
    for (let x = tileOfPixel(box.left); x <= tileOfPixel(box.left + box.columns - 1); x++) {
      const tile = await read(x, y);
      if (!tile) continue;
      joined ??= new Float32Array(box.columns * box.rows).fill(Number.NaN);
      const place = { left: x * TILE_SIZE_PX, top: y * TILE_SIZE_PX };
      copyGrid(tile, { ...place, columns: TILE_SIZE_PX, rows: TILE_SIZE_PX }, joined, box);
    }
  }
  return joined;
}
