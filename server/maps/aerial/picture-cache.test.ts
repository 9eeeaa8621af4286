import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPictureCache } from './picture-cache.ts';

const TILE = { z: 15, x: 9024, y: 12_900 };
const log = { warn: vi.fn() };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  log.warn.mockClear();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (version: string, bytesMax = 1000) => openPictureCache({ folder, version, bytesMax, log });

test('a picture is there after a restart', async () => {
  await open('one').write(TILE, Buffer.from('picture'));
  const cache = open('one');
  await cache.settled;
  expect(await cache.read(TILE)).toEqual(Buffer.from('picture'));
  expect(log.warn).not.toHaveBeenCalled();
});

test('another version begins anew, and what the old one left is removed', async () => {
  await open('one').write(TILE, Buffer.from('picture'));
  const cache = open('two');
  await cache.settled;
  expect(await cache.read(TILE)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('pictures that were used least go when there is no more room', async () => {
  const cache = open('one', 25);
  const [first, second, third] = [1, 2, 3].map((y) => ({ ...TILE, y }));
  await cache.write(first!, Buffer.alloc(10));
  await cache.write(second!, Buffer.alloc(10));
  await cache.read(first!);
  await cache.write(third!, Buffer.alloc(10));
  await vi.waitFor(async () => expect(await cache.read(second!)).toBeUndefined());
  expect(await cache.read(first!)).toHaveLength(10);
  expect(await cache.read(third!)).toHaveLength(10);
});

test('room is counted over restarts', async () => {
  const before = open('one', 25);
  await before.write({ ...TILE, y: 1 }, Buffer.alloc(20));
  const cache = open('one', 25);
  await cache.settled;
  await cache.write({ ...TILE, y: 2 }, Buffer.alloc(20));
  await vi.waitFor(async () => expect(await cache.read({ ...TILE, y: 1 })).toBeUndefined());
});

test('half-written files of a server that was stopped are removed', async () => {
  const half = join(folder, 'one', '15', '9024', '12900.webp.77-0');
  await mkdir(join(half, '..'), { recursive: true });
  await writeFile(half, 'pict');
  await open('one').settled;
  await expect(access(half)).rejects.toThrow();
});

test('a disk that refuses is logged and nothing else', async () => {
  await writeFile(join(folder, 'file'), '');
  const cache = openPictureCache({ folder: join(folder, 'file'), version: 'one', bytesMax: 1000, log });
  await cache.settled;
  await cache.write(TILE, Buffer.from('picture'));
  expect(await cache.read(TILE)).toBeUndefined();
  expect(log.warn).toHaveBeenCalled();
});
