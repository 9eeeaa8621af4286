// Tiles of heights in a scratch file while a terrain is made, with NaN where the ground is not known.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { GridWindow } from '../../basemap/contours/contour-tiles.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { writeAt } from '../../runtime/write-at.ts';
import { joinTiles, TILE_SIZE_PX } from './tile-grid.ts';

const TILE_BYTES = TILE_SIZE_PX ** 2 * 4;
const CACHED_TILES = 24;

export type HeightStore = {
  write(address: TileAddress, heights: Float32Array): Promise<void>;
  /** Undefined where nothing is known. */
  read(address: TileAddress): Promise<Float32Array | undefined>;
  /** Of one zoom, row by row. */
  addresses(z: number): TileAddress[];
  /** Any rectangle of one zoom's pixels. */
  window(window: GridWindow): Promise<Float32Array>;
  close(): Promise<void>;
};

export async function openHeightStore(folder: string): Promise<HeightStore> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `heights-${randomUUID()}.bin`);
  const file = await open(path, 'wx+');
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
    async write(address, heights) {
      const slot = slots.size;
      await writeAt(file, new Uint8Array(heights.buffer), slot * TILE_BYTES);
      slots.set(tileNumber(address), { address, slot });
      cache.set(tileNumber(address), heights);
    },
    addresses: (z) =>
      [...slots.values()]
        .map(({ address }) => address)
        .filter((address) => address.z === z)
        .sort((one, other) => one.y - other.y || one.x - other.x),
    window: async ({ level, ...box }) =>
      (await joinTiles(box, (x, y) => read({ z: level, x, y }))) ??
      new Float32Array(box.columns * box.rows).fill(Number.NaN),
    close: () => file.close(),
  };
}
