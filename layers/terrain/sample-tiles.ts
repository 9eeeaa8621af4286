// Draws square tiles in Web Mercator from GeoTIFFs side by side: bicubic where there are neighbors, bilinear at edges.
import { LRUCache } from 'lru-cache';
import type { TileAddress } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import type { OpenGeoTiff } from './open-geotiff.ts';
import { type ReducedRaster, reducedRaster } from './reduced-raster.ts';
import { type GridBox, TILE_SIZE_PX } from './tile-grid.ts';

/** One array for each channel, row by row; NaN in the first where there is nothing. Undefined for an empty tile. */
export type TileSampler = (address: TileAddress) => Promise<Float32Array[] | undefined>;

type SamplerOptions = {
  /** Where several have a pixel, the finest counts. */
  tiffs: readonly OpenGeoTiff[];
  zoom: number;
  signal?: AbortSignal | undefined;
};

const CACHE_BYTES_MAX = 96 * 1024 * 1024;

export function createTileSampler({ tiffs, zoom, signal }: SamplerOptions): TileSampler {
  const chunks = new LRUCache<string, Float32Array[]>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: (channels) => channels.reduce((sum, { byteLength }) => sum + byteLength, 1),
  });
  const layers = [...tiffs]
    .sort((one, other) => one.resolution - other.resolution)
    .map((tiff, i) => reducedRaster({ tiff, zoom, chunks, name: String(i), signal }));
  return async (address) => {
    const sum = new Accumulator();
    for (const layer of layers) {
      if (sum.isComplete) break;
      await addLayer(sum, layer, address);
    }
    return sum.finish();
  };
}

/** Sums of weighted values, until each pixel has a weight of 1. */
class Accumulator {
  channels: Float32Array[] = [];
  readonly weights = new Float32Array(TILE_SIZE_PX ** 2);
  isComplete = false;

  finish(): Float32Array[] | undefined {
    const [first] = this.channels;
    if (!first) return undefined;
    let isEmpty = true;
    for (let i = 0; i < this.weights.length; i++) {
      const weight = this.weights[i]!;
      if (weight < WEIGHT_MIN) first[i] = Number.NaN;
      else {
        isEmpty = false;
        for (const channel of this.channels) channel[i]! /= weight;
      }
    }
    return isEmpty ? undefined : this.channels;
  }
}

/** Half a pixel beyond the last center a file ends. */
const WEIGHT_MIN = 0.5 - 1e-6;
/** Positions are projected at every so many pixels, and interpolated in between. */
const STEP_PX = 16;
const KNOTS = TILE_SIZE_PX / STEP_PX + 1;

async function addLayer(sum: Accumulator, layer: ReducedRaster, address: TileAddress): Promise<void> {
  const knots = knotsOf(layer, address);
  const window = windowOf(layer, knots);
  if (!window) return;
  const source = await layer.read(window);
  while (sum.channels.length < source.length) sum.channels.push(new Float32Array(TILE_SIZE_PX ** 2));
  let isComplete = true;
  const xs = new Float64Array(KNOTS);
  const ys = new Float64Array(KNOTS);
  for (let row = 0; row < TILE_SIZE_PX; row++) {
    // Centers of pixels, between knots at the edges of pixels.
    const down = (row + 0.5) / STEP_PX;
    const above = Math.floor(down);
    for (let knot = 0; knot < KNOTS; knot++) {
      const at = above * KNOTS + knot;
      xs[knot] = knots.x[at]! + (knots.x[at + KNOTS]! - knots.x[at]!) * (down - above);
      ys[knot] = knots.y[at]! + (knots.y[at + KNOTS]! - knots.y[at]!) * (down - above);
    }
    for (let column = 0; column < TILE_SIZE_PX; column++) {
      const at = row * TILE_SIZE_PX + column;
      const missing = 1 - sum.weights[at]!;
      if (missing <= 0) continue;
      const along = (column + 0.5) / STEP_PX;
      const knot = Math.floor(along);
      const x = xs[knot]! + (xs[knot + 1]! - xs[knot]!) * (along - knot) - window.left;
      const y = ys[knot]! + (ys[knot + 1]! - ys[knot]!) * (along - knot) - window.top;
      const weight = Math.min(missing, interpolate(source, window, x, y));
      if (weight > 0) {
        for (let c = 0; c < source.length; c++) sum.channels[c]![at]! += found[c]! * weight;
        sum.weights[at]! += weight;
      }
      if (sum.weights[at]! < 1) isComplete = false;
    }
  }
  sum.isComplete = isComplete;
}

type Knots = { x: Float64Array; y: Float64Array };

function knotsOf({ pixelAt }: ReducedRaster, { z, x, y }: TileAddress): Knots {
  const knots = { x: new Float64Array(KNOTS ** 2), y: new Float64Array(KNOTS ** 2) };
  for (let row = 0; row < KNOTS; row++) {
    const lat = latOfWorldY((y + row / (KNOTS - 1)) / 2 ** z);
    for (let column = 0; column < KNOTS; column++) {
      const lng = lngOfWorldX((x + column / (KNOTS - 1)) / 2 ** z);
      const pixel = pixelAt({ lng, lat });
      knots.x[row * KNOTS + column] = pixel.x;
      knots.y[row * KNOTS + column] = pixel.y;
    }
  }
  return knots;
}

/** The pixels around a tile, as far as the raster reaches; undefined where the two do not touch. */
function windowOf({ width, height }: ReducedRaster, knots: Knots): GridBox | undefined {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < knots.x.length; i++) {
    const x = knots.x[i]!;
    const y = knots.y[i]!;
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  const left = Math.max(0, Math.floor(west) - 1);
  const right = Math.min(width, Math.ceil(east) + 3);
  const top = Math.max(0, Math.floor(north) - 1);
  const bottom = Math.min(height, Math.ceil(south) + 3);
  return right > left && bottom > top ? { left, top, columns: right - left, rows: bottom - top } : undefined;
}

/** The values that interpolate has found, one for each channel: one array for all calls. */
const found = new Float64Array(4);
const cubicX = new Float64Array(4);
const cubicY = new Float64Array(4);

/** Returns the weight of what it has found: 1 inside, less where neighbors are missing, 0 where all are. */
function interpolate(source: readonly Float32Array[], box: GridBox, x: number, y: number): number {
  const { columns: width, rows: height } = box;
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (!(left >= -1 && top >= -1 && left < width && top < height)) return 0;
  if (left >= 1 && top >= 1 && left + 2 < width && top + 2 < height) {
    const start = (top - 1) * width + left - 1;
    setCubic(cubicX, x - left);
    setCubic(cubicY, y - top);
    for (let c = 0; c < source.length; c++) {
      const channel = source[c]!;
      let sum = 0;
      for (let row = 0; row < 4; row++) {
        const at = start + row * width;
        sum +=
          cubicY[row]! *
          (cubicX[0]! * channel[at]! +
            cubicX[1]! * channel[at + 1]! +
            cubicX[2]! * channel[at + 2]! +
            cubicX[3]! * channel[at + 3]!);
      }
      found[c] = sum;
    }
    // A missing neighbor makes the sum NaN.
    if (!Number.isNaN(found[0])) return 1;
  }
  return bilinear(source, box, { left, top, shareX: x - left, shareY: y - top });
}

type Corner = { left: number; top: number; shareX: number; shareY: number };

function bilinear(
  source: readonly Float32Array[],
  { columns: width, rows: height }: GridBox,
  { left, top, shareX, shareY }: Corner,
): number {
  let total = 0;
  found.fill(0);
  for (let corner = 0; corner < 4; corner++) {
    const column = left + (corner & 1);
    const row = top + (corner >> 1);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const at = row * width + column;
    if (Number.isNaN(source[0]![at]!)) continue;
    const weight = (corner & 1 ? shareX : 1 - shareX) * (corner >> 1 ? shareY : 1 - shareY);
    total += weight;
    for (let c = 0; c < source.length; c++) found[c]! += source[c]![at]! * weight;
  }
  if (total > 0) for (let c = 0; c < source.length; c++) found[c]! /= total;
  return total;
}

/** Catmull-Rom. */
function setCubic(weights: Float64Array, share: number): void {
  const square = share * share;
  const cube = square * share;
  weights[0] = (-cube + 2 * square - share) / 2;
  weights[1] = (3 * cube - 5 * square + 2) / 2;
  weights[2] = (-3 * cube + 4 * square + share) / 2;
  weights[3] = (cube - square) / 2;
}
