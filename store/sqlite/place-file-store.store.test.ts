// Tests the place store across restarts, new loads and failures.
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallGazetteer } from '../../test/small-gazetteer.ts';
import type { PlaceStore, ReplacePlaces } from '../place-store.ts';
import { PlaceFileStore } from './place-file-store.ts';

let folder: string;
let store: PlaceStore | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-places-'));
});
afterEach(async () => {
  await store?.close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<PlaceStore> {
  await store?.close();
  store = await PlaceFileStore.open(join(folder, 'maps'));
  return store;
}

async function namesFor(places: PlaceStore, text: string): Promise<string[]> {
  const conditions = { types: undefined, near: undefined, bounds: undefined, limit: 5 };
  const found = await places.search({ text, ...conditions, isBeingTyped: true, forgivesErrors: true });
  return found.map(({ name }) => name);
}

const otherPlaces: ReplacePlaces = {
  places: [{ id: 1, type: 'place', name: 'Elsewhere', at: { lng: 1, lat: 2 }, within: {}, importance: 1 }],
  houses: [],
  crossings: [],
  parcelVersion: 'another test',
  attribution: '',
};

test('before the first load nothing is found, and no folder is created', async () => {
  const places = await open();
  expect(places.current()).toBeUndefined();
  expect(await namesFor(places, 'penhallow')).toEqual([]);
  expect(await places.findAt({ point: { lng: 0, lat: 0 }, types: undefined, limit: 1 })).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('loaded places are found at once, and after a restart', async () => {
  const places = await open();
  await places.replaceAll(smallGazetteer);
  expect(await namesFor(places, 'penhallow')).toEqual(['Penhallow']);
  const again = await open();
  expect(again.current()).toEqual({ parcelVersion: 'a test', attribution: 'Written by hand.' });
  expect(await namesFor(again, 'penhallow')).toEqual(['Penhallow']);
});

test('a new load replaces the old one while queries run', async () => {
  const places = await open();
  await places.replaceAll(smallGazetteer);
  const loading = places.replaceAll(otherPlaces);
  const asked = await Promise.all(Array.from({ length: 20 }, () => namesFor(places, 'penhallow')));
  for (const names of asked) expect([['Penhallow'], []]).toContainEqual(names);
  await loading;
  expect(await namesFor(places, 'penhallow')).toEqual([]);
  expect(await namesFor(places, 'elsewhere')).toEqual(['Elsewhere']);
  expect(places.current()?.parcelVersion).toBe('another test');
});

test('a failed load keeps the old places and leaves no files', async () => {
  const places = await open();
  await places.replaceAll(smallGazetteer);
  function* broken() {
    yield* otherPlaces.places;
    throw new Error('The source ended early.');
  }
  await expect(places.replaceAll({ ...otherPlaces, places: broken() })).rejects.toThrow('ended early');
  expect(await namesFor(places, 'penhallow')).toEqual(['Penhallow']);
  expect(await readdir(join(folder, 'maps'))).toEqual(['places.db']);
});

test('concurrent loads, as from two containers on one volume, write to separate files', async () => {
  const one = await open();
  const other = await PlaceFileStore.open(join(folder, 'maps'));
  try {
    await Promise.all([one.replaceAll(otherPlaces), other.replaceAll(otherPlaces)]);
    expect(await namesFor(one, 'elsewhere')).toEqual(['Elsewhere']);
    expect(await namesFor(other, 'elsewhere')).toEqual(['Elsewhere']);
    expect(await readdir(join(folder, 'maps'))).toEqual(['places.db']);
  } finally {
    await other.close();
  }
});

test('a file of another format, or a broken file, counts as missing and can be replaced', async () => {
  const path = join(folder, 'maps', 'places.db');
  await (await open()).replaceAll(smallGazetteer);
  await store?.close();
  const db = new DatabaseSync(path);
  db.exec('PRAGMA user_version = 999');
  db.close();
  expect((await open()).current()).toBeUndefined();

  await store?.close();
  await writeFile(path, 'These are not the places you are looking for.');
  const places = await open();
  expect(places.current()).toBeUndefined();
  await places.replaceAll(smallGazetteer);
  expect(await namesFor(places, 'penhallow')).toEqual(['Penhallow']);
});

test.each([
  ['garbage', (path: string) => writeFile(path, 'no places at all '.repeat(999))],
  ['cut off at half', async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2))],
  ['cut off by one page', async (path: string) => truncate(path, (await stat(path)).size - 4096)],
  ['empty', (path: string) => truncate(path, 0)],
])('a file that is %s counts as missing, and can be made again', async (_how, damage) => {
  await (await open()).replaceAll(smallGazetteer);
  await store!.close();
  await damage(join(folder, 'maps', 'places.db'));
  const places = await open();
  expect(places.current()).toBeUndefined();
  expect(await namesFor(places, 'penhallow')).toEqual([]);
  await places.replaceAll(smallGazetteer);
  expect(await namesFor(places, 'penhallow')).toEqual(['Penhallow']);
});
