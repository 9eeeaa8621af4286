// What an interrupted preparation leaves in the folder of maps, and what becomes of it.
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeLeftovers } from './draw-missing-maps.ts';

const YOUNG = 'county.pmtiles.5f0c6a52-30f4-4f0e-8c39-0d6a4b1f7e11.new';
const OLD = [
  'county.pmtiles.8d3f1b1e-64b9-4b0c-9d75-2f8e21c1a001.new',
  'places.db.8d3f1b1e-64b9-4b0c-9d75-2f8e21c1a002.loading',
  'places.db.4711.loading',
];
const WHOLE = ['county.pmtiles', 'maps.json', 'places.db'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-maps-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('unfinished files older than an hour go; younger ones, which may still grow, and whole ones stay', async () => {
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of [...OLD, ...WHOLE, YOUNG]) await writeFile(join(folder, name), 'bytes');
  for (const name of [...OLD, ...WHOLE]) await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);
  await removeLeftovers(folder);
  expect((await readdir(folder)).sort()).toEqual([...WHOLE, YOUNG].sort());
});

test('before the first preparation there is no folder, and nothing to remove', async () => {
  await removeLeftovers(join(folder, 'maps'));
  expect(await readdir(folder)).toEqual([]);
});
