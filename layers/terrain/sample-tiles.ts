// Draws square tiles in Web Mercator from GeoTIFFs side by side: bicubic where there are neighbors, bilinear at edges.
//
// Memory stays flat: a tile reads the window of pixels that it needs, by chunks of the file's own blocks. Where pixels are
// finer than the tile's, whole squares of them are averaged first, so nothing flickers between them.
import { LRUCache } from 'lru-cache';
import type { TileAddress } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import type { OpenGeoTiff } from './open-geotiff.ts';

export const TILE_SIZE_PX = 512;
const EARTH_METERS = 40_075_016.686;

/** The width of a pixel on the ground, in meters. */
export function metersPerPixel(z: number, lat: number): number {
  return (EARTH_METERS * Math.cos((lat * Math.PI) / 180)) / (TILE_SIZE_PX * 2 ** z);
}

/** The zoom whose pixels are about as wide as the file's. */
export function zoomOf({ resolution, bounds }: Pick<OpenGeoTiff, 'resolution' | 'bounds'>): number {
  const lat = (bounds.south + bounds.north) / 2;
  return Math.max(0, Math.ceil(Math.log2(metersPerPixel(0, lat) / resolution) - 0.4));
}

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

/** A GeoTIFF in pixels that are about as large as those of the tiles. */
type ReducedRaster = {
  width: number;
  height: number;
  /** Of pixel centers: the first is at 0, 0. */
  pixelAt: OpenGeoTiff['pixelAt'];
  read(window: Window): Promise<Float32Array[]>;
};

type Window = { left: number; top: number; width: number; height: number };

const CHUNK_PX_MIN = 512;
const CHUNK_ROWS_MIN = 64;

type ReducedOptions = {
  tiff: OpenGeoTiff;
  zoom: number;
  chunks: LRUCache<string, Float32Array[]>;
  name: string;
  signal: AbortSignal | undefined;
};

function reducedRaster({ tiff, zoom, chunks, name, signal }: ReducedOptions): ReducedRaster {
  const lat = (tiff.bounds.south + tiff.bounds.north) / 2;
  const factor = Math.max(1, Math.floor(metersPerPixel(zoom, lat) / tiff.resolution + 0.01));
  const width = Math.ceil(tiff.width / factor);
  const height = Math.ceil(tiff.height / factor);
  // Chunks end where the file's blocks end, so that each block is decoded once.
  const isStriped = tiff.block.width >= tiff.width;
  const chunkWidth = isStriped ? width : chunkSide(tiff.block.width, factor, CHUNK_PX_MIN);
  const chunkHeight = chunkSide(tiff.block.height, factor, isStriped ? CHUNK_ROWS_MIN : CHUNK_PX_MIN);

  async function chunkAt(column: number, row: number): Promise<Float32Array[]> {
    const key = `${name} ${column} ${row}`;
    const known = chunks.get(key);
    if (known) return known;
    signal?.throwIfAborted();
    const window = {
      left: column * chunkWidth * factor,
      top: row * chunkHeight * factor,
      right: Math.min(tiff.width, (column + 1) * chunkWidth * factor),
      bottom: Math.min(tiff.height, (row + 1) * chunkHeight * factor),
    };
    const size = { width: window.right - window.left, height: window.bottom - window.top };
    const channels = averaged(await tiff.read(window, signal), size, factor);
    chunks.set(key, channels);
    return channels;
  }

  return {
    width,
    height,
    pixelAt: (place) => {
      const { x, y } = tiff.pixelAt(place);
      return { x: x / factor - 0.5, y: y / factor - 0.5 };
    },
    async read(window) {
      let joined: Float32Array[] | undefined;
      const columns = rangeOf(window.left, window.width, chunkWidth);
      const rows = rangeOf(window.top, window.height, chunkHeight);
      for (let row = rows.first; row <= rows.last; row++) {
        for (let column = columns.first; column <= columns.last; column++) {
          const channels = await chunkAt(column, row);
          joined ??= channels.map(() => new Float32Array(window.width * window.height));
          const left = column * chunkWidth;
          const top = row * chunkHeight;
          const from = { left, top, width: Math.min(chunkWidth, width - left) };
          for (const [i, channel] of channels.entries())
            copyInto(joined[i]!, window, channel, from, chunkHeight);
        }
      }
      return joined!;
    },
  };
}

/** In reduced pixels: a multiple of the block that is also a multiple of the factor, and not tiny. */
function chunkSide(block: number, factor: number, leastPx: number): number {
  const side = block / commonDivisor(block, factor);
  return side * Math.max(1, Math.ceil(leastPx / (side * factor)));
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

function rangeOf(start: number, length: number, chunk: number): { first: number; last: number } {
  return { first: Math.floor(start / chunk), last: Math.floor((start + length - 1) / chunk) };
}

function copyInto(
  target: Float32Array,
  window: Window,
  source: Float32Array,
  from: { left: number; top: number; width: number },
  chunkHeight: number,
): void {
  const left = Math.max(window.left, from.left);
  const right = Math.min(window.left + window.width, from.left + from.width);
  const top = Math.max(window.top, from.top);
  const bottom = Math.min(window.top + window.height, from.top + chunkHeight);
  for (let row = top; row < bottom; row++) {
    const start = (row - from.top) * from.width + left - from.left;
    target.set(
      source.subarray(start, start + right - left),
      (row - window.top) * window.width + left - window.left,
    );
  }
}

type Size = { width: number; height: number };

/** The mean of squares of pixels, of those that have a value. */
function averaged(channels: Float32Array[], { width, height }: Size, factor: number): Float32Array[] {
  if (factor === 1) return channels;
  const columns = Math.ceil(width / factor);
  const rows = Math.ceil(height / factor);
  const validity = channels[0]!;
  const counts = new Float32Array(columns * rows);
  const sums = channels.map(() => new Float64Array(columns * rows));
  channels.forEach((channel, c) => {
    const sum = sums[c]!;
    for (let y = 0; y < height; y++) {
      const start = Math.floor(y / factor) * columns;
      for (let column = 0, x = 0; column < columns; column++) {
        const end = Math.min(width, x + factor);
        for (; x < end; x++) {
          const at = y * width + x;
          if (Number.isNaN(validity[at]!)) continue;
          sum[start + column]! += channel[at]!;
          if (c === 0) counts[start + column]!++;
        }
      }
    }
  });
  return sums.map((sum) => {
    const means = new Float32Array(sum.length);
    for (let i = 0; i < means.length; i++) means[i] = sum[i]! / counts[i]!;
    return means;
  });
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
function windowOf({ width, height }: ReducedRaster, knots: Knots): Window | undefined {
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
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : undefined;
}

/** The values that interpolate has found, one for each channel: one array for all calls. */
const found = new Float64Array(4);
const cubicX = new Float64Array(4);
const cubicY = new Float64Array(4);

/** Returns the weight of what it has found: 1 inside, less where neighbors are missing, 0 where all are. */
function interpolate(source: readonly Float32Array[], { width, height }: Size, x: number, y: number): number {
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
  return bilinear(source, { width, height }, { left, top, shareX: x - left, shareY: y - top });
}

type Corner = { left: number; top: number; shareX: number; shareY: number };

function bilinear(
  source: readonly Float32Array[],
  { width, height }: Size,
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
