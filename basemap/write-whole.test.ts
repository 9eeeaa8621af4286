// A file is whole or not there, whoever else writes it.
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWhole } from './write-whole.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-write-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('processes of the same number do not write into each other’s file', async () => {
  const path = join(folder, 'county.pmtiles');
  // Different lengths: of two in one file, something of the longer would show.
  const texts = Array.from({ length: 8 }, (_, at) => String(at).repeat(200_000 * (at + 1)));
  await Promise.all(texts.map((text) => writeWhole(path, text)));
  expect(texts).toContain(await readFile(path, 'utf8'));
  expect(await readdir(folder)).toEqual(['county.pmtiles']);
});

test('what cannot be put in place leaves nothing behind', async () => {
  const path = join(folder, 'county.pmtiles');
  await mkdir(join(path, 'a folder in its place'), { recursive: true });
  await expect(writeWhole(path, 'bytes')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['county.pmtiles']);
});
