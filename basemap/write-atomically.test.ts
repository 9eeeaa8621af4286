// Atomic writes: no reader sees a partial file, even with several writers.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../test/test-folder.ts';
import { writeAtomically } from './write-atomically.ts';

const folder = emptyFolder();

test('processes with the same process id do not write into each other’s file', async () => {
  const path = join(folder, 'county.pmtiles');
  // Different lengths: if two writers shared a file, the end of the longer text would show.
  const texts = Array.from({ length: 8 }, (_, at) => String(at).repeat(200_000 * (at + 1)));
  await Promise.all(texts.map((text) => writeAtomically(path, text)));
  expect(texts).toContain(await readFile(path, 'utf8'));
  expect(await readdir(folder)).toEqual(['county.pmtiles']);
});

test('a write that fails leaves no temporary file behind', async () => {
  const path = join(folder, 'county.pmtiles');
  await mkdir(join(path, 'a folder in its place'), { recursive: true });
  await expect(writeAtomically(path, 'bytes')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['county.pmtiles']);
});
