// Tiles of heights in a scratch file while a terrain is made, with NaN where the ground is not known.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { GridWindow } from '../../basemap/contours/contour-tiles.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { TILE_SIZE_PX } from './sample-tiles.ts';

const TILE_BYTES = TILE_SIZE_PX ** 2 * 4;
const CACHED_TILES = 24;

export type HeightStore = {
  write(address: TileAddress, heights: Float32Array): Promise<void>;
  /** Undefined where nothing is known. */
  read(address: TileAddress): Promise<Float32Array | undefined>;
  has(address: TileAddress): boolean;
  /** Of one zoom, row by row. */
  addresses(z: number): TileAddress[];
  /** Any rectangle of one zoom's pixels. */
  window(window: GridWindow): Promise<Float32Array>;
  close(): Promise<void>;
};

export async function openHeightStore(folder: string): Promise<HeightStore> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `heights-${randomUUID()}.bin`);
  const file: FileHandle = await open(path, 'wx+');
  // Without a name, so that not even a killed process leaves it behind.
  await rm(path);
  const slots = new Map<number, { address: TileAddress; slot: number }>();
  const cache = new LRUCache<number, Float32Array>({ max: CACHED_TILES });

  async function read(address: TileAddress): Promise<Float32Array | undefined> {
    const number = tileNumber(address);
    const known = cache.get(number);
    if (known) return known;
    const entry = slots.get(number);
    if (!entry) return undefined;
    const heights = new Float32Array(TILE_SIZE_PX ** 2);
    await file.read(new Uint8Array(heights.buffer), 0, TILE_BYTES, entry.slot * TILE_BYTES);
    cache.set(number, heights);
    return heights;
  }

  return {
    read,
    has: (address) => slots.has(tileNumber(address)),
    async write(address, heights) {
      const slot = slots.size;
      await file.write(new Uint8Array(heights.buffer), 0, TILE_BYTES, slot * TILE_BYTES);
      slots.set(tileNumber(address), { address, slot });
      cache.set(tileNumber(address), heights);
    },
    addresses: (z) =>
      [...slots.values()]
        .map(({ address }) => address)
        .filter((address) => address.z === z)
        .sort((one, other) => one.y - other.y || one.x - other.x),
    async window({ level, left, top, columns, rows }) {
      const joined = new Float32Array(columns * rows).fill(Number.NaN);
      const tileOf = (pixel: number) => Math.floor(pixel / TILE_SIZE_PX);
      for (let y = tileOf(top); y <= tileOf(top + rows - 1); y++) {
        for (let x = tileOf(left); x <= tileOf(left + columns - 1); x++) {
          const heights = await read({ z: level, x, y });
          if (heights)
            copyTile(joined, { left, top, columns, rows }, heights, x * TILE_SIZE_PX, y * TILE_SIZE_PX);
        }
      }
      return joined;
    },
    close: () => file.close(),
  };
}

function copyTile(
  joined: Float32Array,
  { left, top, columns, rows }: Omit<GridWindow, 'level'>,
  heights: Float32Array,
  tileLeft: number,
  tileTop: number,
): void {
  const from = Math.max(left, tileLeft);
  const to = Math.min(left + columns, tileLeft + TILE_SIZE_PX);
  for (let y = Math.max(top, tileTop); y < Math.min(top + rows, tileTop + TILE_SIZE_PX); y++) {
    const start = (y - tileTop) * TILE_SIZE_PX + from - tileLeft;
    joined.set(heights.subarray(start, start + to - from), (y - top) * columns + from - left);
  }
}
