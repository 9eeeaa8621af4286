// Tests that a tile file returns the tiles that were written.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TileSlab, TileSlabWriter } from './tile-slab.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-slab-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function slabOf(tiles: { z: number; x: number; y: number; bytes: string }[][]): Promise<TileSlab> {
  const path = join(folder, 'tiles');
  const writer = await TileSlabWriter.create(path);
  for (const batch of tiles) {
    await writer.add(batch.map(({ bytes, ...address }) => ({ address, gzip: Buffer.from(bytes) })));
  }
  await writer.finish();
  await writer.close();
  return TileSlab.open(path);
}

test('tiles are read back whatever the order they were added in, and others are undefined', async () => {
  const slab = await slabOf([
    [
      { z: 16, x: 65_535, y: 65_535, bytes: 'last' },
      { z: 10, x: 0, y: 0, bytes: 'first' },
    ],
    [],
    [{ z: 12, x: 7, y: 9, bytes: 'middle' }],
  ]);
  const text = async (z: number, x: number, y: number) => {
    const bytes = await slab.read({ z, x, y });
    return bytes && Buffer.from(bytes).toString();
  };
  expect(await text(10, 0, 0)).toBe('first');
  expect(await text(12, 7, 9)).toBe('middle');
  expect(await text(16, 65_535, 65_535)).toBe('last');
  expect(await text(12, 9, 7)).toBeUndefined();
  expect(await text(0, 0, 0)).toBeUndefined();
  expect(await text(18, 262_143, 262_143)).toBeUndefined();
  await slab.close();
});

test('a slab without tiles opens and has none', async () => {
  const slab = await slabOf([]);
  expect(await slab.read({ z: 10, x: 0, y: 0 })).toBeUndefined();
  await slab.close();
});
