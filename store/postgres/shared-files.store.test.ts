// Files that one process keeps in the database for others.
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postgresPlace } from '../../test/store-places.ts';
import { type ReadFiles, SharedFiles, type SharedFilesId } from './shared-files.ts';

const maps = { kind: 'maps', key: 'version 1' };
const nextMaps = { kind: 'maps', key: 'version 2' };

let folder: string;
let one: SharedFiles;
let other: SharedFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-shared-'));
  const { databaseUrl } = await postgresPlace();
  [one, other] = [new SharedFiles(databaseUrl), new SharedFiles(databaseUrl)];
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
  await rm(folder, { recursive: true });
});

async function keep(id: SharedFilesId, contents: Record<string, Buffer>): Promise<void> {
  const files = Object.keys(contents).map((name) => ({ name, path: join(folder, name) }));
  for (const { name, path } of files) await writeFile(path, contents[name]!);
  await one.write([{ ...id, files }]);
}

const fromOther: ReadFiles = (...wanted) => other.reading((read) => read(...wanted));

/** The files in their order; undefined if there are none. */
async function fetch(id: SharedFilesId) {
  const found: { name: string; bytes: Buffer }[] = [];
  const hasAny = await fromOther(id, async ({ name, parts }) => {
    const bytes: Uint8Array[] = [];
    for await (const part of parts) bytes.push(part);
    found.push({ name, bytes: Buffer.concat(bytes) });
  });
  return hasAny ? found : undefined;
}

/** Bytes of all values, longer than one part. */
const long = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 256));

test('files of any size come back as they were, in their order', async () => {
  const contents = { 'world.pmtiles': long, empty: Buffer.alloc(0), 'maps.json': Buffer.from('{}') };
  await keep(maps, contents);
  const fetched = await fetch(maps);
  expect(fetched!.map(({ name }) => name)).toEqual(Object.keys(contents));
  for (const { name, bytes } of fetched!) {
    expect(bytes.equals(contents[name as keyof typeof contents])).toBe(true);
  }
});

test('the time of a file comes along, for its version is made of it', async () => {
  const path = join(folder, 'a');
  await writeFile(path, 'a');
  await utimes(path, 1_700_000_000, 1_700_000_000.123);
  await one.write([{ ...maps, files: [{ name: 'a', path }] }]);
  const times: number[] = [];
  await fromOther(maps, async ({ modifiedMs }) => void times.push(modifiedMs));
  expect(times).toEqual([Math.round((await stat(path)).mtimeMs)]);
});

test('there is nothing in a new database, nor for another version; new files take the place of those before', async () => {
  expect(await fetch(maps)).toBeUndefined();
  await keep(maps, { old: long, older: long });
  await keep({ kind: 'places', key: '1' }, { places: Buffer.from('places') });
  expect(await fetch(nextMaps)).toBeUndefined();
  await keep(nextMaps, { next: Buffer.from('next') });
  expect(await fetch(maps)).toBeUndefined();
  expect(await fetch(nextMaps)).toEqual([{ name: 'next', bytes: Buffer.from('next') }]);
  expect(await fetch({ kind: 'places', key: '1' })).toHaveLength(1);
});

test('files that are replaced while they are fetched arrive whole', async () => {
  await keep(maps, { first: long, second: long });
  const sizes: number[] = [];
  await fromOther(maps, async ({ name, parts }) => {
    if (name === 'first') await keep(nextMaps, { next: Buffer.from('next') });
    let size = 0;
    for await (const part of parts) size += part.length;
    sizes.push(size);
  });
  expect(sizes).toEqual([long.length, long.length]);
});

test('a write that fails leaves the files before', async () => {
  await keep(maps, { whole: Buffer.from('whole') });
  const missing = [
    { name: 'whole', path: join(folder, 'whole') },
    { name: 'none', path: join(folder, 'none') },
  ];
  await expect(one.write([{ ...nextMaps, files: missing }])).rejects.toThrow('ENOENT');
  expect(await fetch(maps)).toEqual([{ name: 'whole', bytes: Buffer.from('whole') }]);
});

test('of two processes one makes them, while the other waits', async () => {
  const steps: string[] = [];
  let finish = () => {};
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const making = one.inTurn(async () => {
    steps.push('one begins');
    await new Promise<void>((resolve) => {
      finish = resolve;
      begun();
    });
    steps.push('one ends');
  });
  await beginning;
  const waiting = other.inTurn(async () => void steps.push('the other'), { onProgress: () => finish() });
  await Promise.all([making, waiting]);
  expect(steps).toEqual(['one begins', 'one ends', 'the other']);
});
