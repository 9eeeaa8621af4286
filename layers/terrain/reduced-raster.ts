// A GeoTIFF in coarser pixels. Memory stays flat: a window is read by chunks of the file's own blocks. Where its pixels are finer,
// whole squares of them are averaged, so nothing flickers between them.
import type { LRUCache } from 'lru-cache';
import type { OpenGeoTiff } from './open-geotiff.ts';
import { copyGrid, type GridBox, metersPerPixel } from './tile-grid.ts';

/** A GeoTIFF in pixels that are about as large as those of the tiles. */
export type ReducedRaster = {
  width: number;
  height: number;
  /** Of pixel centers: the first is at 0, 0. */
  pixelAt: OpenGeoTiff['pixelAt'];
  read(window: GridBox): Promise<Float32Array[]>;
};

const CHUNK_PX_MIN = 512;
const CHUNK_ROWS_MIN = 64;

type ReducedOptions = {
  tiff: OpenGeoTiff;
  zoom: number;
  chunks: LRUCache<string, Float32Array[]>;
  name: string;
  signal: AbortSignal | undefined;
};

export function reducedRaster({ tiff, zoom, chunks, name, signal }: ReducedOptions): ReducedRaster {
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
      const { left, top, columns, rows } = window;
      const lastRow = Math.floor((top + rows - 1) / chunkHeight);
      const lastColumn = Math.floor((left + columns - 1) / chunkWidth);
      for (let row = Math.floor(top / chunkHeight); row <= lastRow; row++) {
        for (let column = Math.floor(left / chunkWidth); column <= lastColumn; column++) {
          const channels = await chunkAt(column, row);
          joined ??= channels.map(() => new Float32Array(columns * rows));
          const chunk = { left: column * chunkWidth, top: row * chunkHeight };
          const size = {
            columns: Math.min(chunkWidth, width - chunk.left),
            rows: Math.min(chunkHeight, height - chunk.top),
          };
          channels.forEach((channel, i) => {
            copyGrid(channel, { ...chunk, ...size }, joined![i]!, window);
          });
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
