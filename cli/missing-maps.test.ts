// Damaged maps are set aside, so that they count as missing and are drawn again.
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore, ReplacePlaces } from '../store/place-store.ts';
import { drawTestMaps, drawTestWorld, TEST_COUNTY } from '../test/draw-test-maps.ts';
import { missingMaps, placesVersion } from './missing-maps.ts';
import { prepareMaps } from './prepare-maps.ts';

let folder: string;
let printed: ReturnType<typeof vi.spyOn>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-maps-'));
  await drawTestMaps(folder);
  printed = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  printed.mockRestore();
  await rm(folder, { recursive: true });
});

const files = ['county.pmtiles', 'contours.pmtiles', 'elevation.bin'];
const damages: [string, (path: string) => Promise<unknown>][] = [
  ['garbage', (path) => writeFile(path, 'no map at all '.repeat(999))],
  ['cut off at half', async (path) => truncate(path, Math.floor((await readFile(path)).length / 2))],
  ['empty', (path) => truncate(path, 0)],
];
const cases = files.flatMap((file) => damages.map(([how, damage]) => [file, how, damage] as const));

test.each(cases)('%s that is %s is set aside by its name', async (file, _how, damage) => {
  const path = join(folder, file);
  await damage(path);
  const damaged = await readFile(path);
  const before = await readdir(folder);
  await missingMaps({
    folder,
    layersFolder: join(folder, 'layers'),
    set: { kind: 'demo', version: '1' } as ParcelSet,
    places: { current: () => undefined },
  });
  expect(printed).toHaveBeenCalledOnce();
  expect(printed.mock.calls[0]![0]).toMatch(/^platbook: .* It was set aside, and is drawn again\.$/);
  expect(printed.mock.calls[0]![0]).toContain(path);
  const now = await readdir(folder);
  expect(now).toHaveLength(before.length);
  expect(now).not.toContain(file);
  const aside = now.find((name) => name.startsWith(`${file}.damaged-`));
  expect(await readFile(join(folder, aside!))).toEqual(damaged);
});

test('sound maps stay as they are', async () => {
  const before = await readdir(folder);
  await missingMaps({
    folder,
    layersFolder: join(folder, 'layers'),
    set: { kind: 'demo', version: '1' } as ParcelSet,
    places: { current: () => undefined },
  });
  expect(await readdir(folder)).toEqual(before);
  expect(printed).not.toHaveBeenCalled();
});

test('[LAY-bad] places are prepared beside a damaged layers.json, which another part warns of', async () => {
  await writeFile(join(folder, 'layers.json'), '{');
  const set = { kind: 'imported', version: '1' } as ParcelSet;
  expect(await placesVersion({ set, layersFolder: folder })).toBe('1');
  expect(printed).not.toHaveBeenCalled();
});

test('[LAY-4] the streets of BASEMAP_PMTILES are places, which belong to that file', async () => {
  const basemapFile = join(folder, 'county.pmtiles');
  const source = {
    name: 'harrow',
    title: 'Harrow',
    bounds: TEST_COUNTY,
    center: { lng: -80.85, lat: 35.65 },
  };
  const set = { kind: 'imported', version: '1', source: 'Harrow', sources: [source] } as unknown as ParcelSet;
  const replaceAll = vi.fn(async (_: ReplacePlaces) => {});
  const places = { current: () => undefined, replaceAll } as unknown as PlaceStore;
  const parcels = { readSource: async function* () {} } as unknown as ParcelStore;
  const about = { folder, layersFolder: join(folder, 'layers'), set, basemapFile };
  await drawTestWorld(folder);
  await prepareMaps({ ...about, workFolder: folder, places, parcels, withoutGround: true });
  const [found] = replaceAll.mock.calls[0]!;
  expect([...found.places].map(({ name }) => name)).toContain('Kestrel Lane');
  expect(await placesVersion(about)).toBe(found.parcelVersion);
  expect(await placesVersion({ ...about, basemapFile: undefined })).not.toBe(found.parcelVersion);
});
