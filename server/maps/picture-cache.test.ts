// The disk cache of pictures: eviction, restarts, damaged files, and races.
import fs, { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { openPictureCache } from './picture-cache.ts';

const TILE = { z: 15, x: 9024, y: 12_900 };
const log = { warn: vi.fn() };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  log.warn.mockClear();
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(folder, { recursive: true, force: true });
});

/** Only the header of a WebP, with a correct length. */
function pictureOf(bytes: number): Buffer {
  const picture = Buffer.alloc(bytes);
  picture.write('RIFF');
  picture.writeUInt32LE(bytes - 8, 4);
  return picture;
}

const open = (version: string, bytesMax = 1000) => openPictureCache({ folder, version, bytesMax, log });

test('a picture is there after a restart', async () => {
  await open('one').write(TILE, pictureOf(10));
  const cache = open('one');
  await cache.settled;
  expect(await cache.read(TILE)).toEqual(pictureOf(10));
  expect(log.warn).not.toHaveBeenCalled();
});

test('a new version starts with an empty cache, and the files of the old one are removed', async () => {
  await open('one').write(TILE, pictureOf(10));
  const cache = open('two');
  await cache.settled;
  expect(await cache.read(TILE)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('the least recently used pictures are evicted when the cache is full', async () => {
  const cache = open('one', 25);
  const [first, second, third] = [1, 2, 3].map((y) => ({ ...TILE, y }));
  await cache.write(first!, pictureOf(10));
  await cache.write(second!, pictureOf(10));
  await cache.read(first!);
  await cache.write(third!, pictureOf(10));
  await eventually(async () => expect(await cache.read(second!)).toBeUndefined());
  expect(await cache.read(first!)).toHaveLength(10);
  expect(await cache.read(third!)).toHaveLength(10);
});

test('the size is counted across restarts', async () => {
  const before = open('one', 25);
  await before.write({ ...TILE, y: 1 }, pictureOf(20));
  const cache = open('one', 25);
  await cache.settled;
  await cache.write({ ...TILE, y: 2 }, pictureOf(20));
  await eventually(async () => expect(await cache.read({ ...TILE, y: 1 })).toBeUndefined());
});

test('temporary files of a server that was killed are removed', async () => {
  const half = join(folder, 'one', '15', '9024', '12900.webp.77-0');
  await mkdir(join(half, '..'), { recursive: true });
  await writeFile(half, 'pict');
  await open('one').settled;
  await expect(access(half)).rejects.toThrow();
});

test('a disk error is logged and not thrown', async () => {
  await writeFile(join(folder, 'file'), '');
  const cache = openPictureCache({ folder: join(folder, 'file'), version: 'one', bytesMax: 1000, log });
  await cache.settled;
  await cache.write(TILE, pictureOf(10));
  expect(await cache.read(TILE)).toBeUndefined();
  expect(log.warn).toHaveBeenCalled();
});

test('[LAY-2] an enlarged picture is a cache miss after a day, and never takes the place of a real one', async () => {
  const cache = open('one');
  await cache.writeEnlarged(TILE, pictureOf(10));
  expect(await cache.read(TILE)).toBeUndefined();
  expect(await cache.readEnlarged(TILE)).toEqual(pictureOf(10));
  const [name] = await readdir(join(folder, 'one', '15', '9024'));
  const yesterday = new Date(Date.now() - 25 * 3600_000);
  await utimes(join(folder, 'one', '15', '9024', name!), yesterday, yesterday);
  expect(await cache.readEnlarged(TILE)).toBeUndefined();
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['cut off', pictureOf(100).subarray(0, 90)],
  ['full of zeros', Buffer.alloc(100)],
])('a file that a power cut left %s is a cache miss, until it is written again', async (_, left) => {
  const path = join(folder, 'one', '15', '9024', '12900.webp');
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, left);
  const cache = open('one');
  await cache.settled;
  expect(await cache.read(TILE)).toBeUndefined();
  await cache.write(TILE, pictureOf(100));
  expect(await cache.read(TILE)).toEqual(pictureOf(100));
});

test('a file that vanishes during the count does not stop the count (race)', async () => {
  const before = open('one');
  for (const y of [1, 2, 3]) await before.write({ ...TILE, y }, pictureOf(20));
  const { stat } = fs;
  const counted = vi.spyOn(fs, 'stat').mockImplementationOnce(async (path) => {
    await rm(path as string);
    return stat(path);
  });
  syncBuiltinESMExports();
  const cache = open('one', 25);
  await cache.settled;
  expect(counted).toHaveBeenCalledTimes(3);
  // Two files were left and there is room for one, so the other is evicted.
  await eventually(async () => expect(await readdir(join(folder, 'one', '15', '9024'))).toHaveLength(1));
  expect(log.warn).not.toHaveBeenCalled();
});

test('a file that is being written is not removed as a leftover (race)', async () => {
  const { readdir: list, rename } = fs;
  let isHalfway = () => {};
  const halfway = new Promise<void>((resolve) => {
    isHalfway = resolve;
  });
  vi.spyOn(fs, 'readdir').mockImplementation((async (...options: Parameters<typeof list>) => {
    await halfway;
    return list(...options);
  }) as typeof list);
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    isHalfway();
    await cache.settled;
    await rename(from, to);
  });
  syncBuiltinESMExports();
  const cache = open('one');
  await cache.write(TILE, pictureOf(10));
  expect(await cache.read(TILE)).toEqual(pictureOf(10));
  expect(log.warn).not.toHaveBeenCalled();
});
