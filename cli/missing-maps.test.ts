// Damaged maps are set aside, so that they count as missing and are drawn again.
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ParcelSet } from '../store/parcel-store.ts';
import { drawTestMaps } from '../test/draw-test-maps.ts';
import { missingMaps, placesVersion } from './missing-maps.ts';

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
