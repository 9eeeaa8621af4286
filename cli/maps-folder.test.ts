// The maps folder: a data folder without write permission fails early, and leftovers of interrupted runs are removed.
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OperatorError } from '../runtime/operator-error.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { loadDemoCounty } from './demo.ts';
import { makeMapsFolder, removeLeftovers } from './maps-folder.ts';
import { prepareMaps } from './prepare-maps.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-data-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

describe('a data folder that cannot be written to is refused in one line', () => {
  /** Below a file, where no folder can be made. */
  let dataDir: string;
  beforeEach(async () => {
    dataDir = join(folder, 'a-file', 'data');
    await writeFile(join(folder, 'a-file'), '');
  });

  async function expectRefusal(preparing: Promise<unknown>): Promise<void> {
    const printed = vi.spyOn(console, 'log');
    const error = await preparing.then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(OperatorError);
    expect(error.message).toMatch(/^The data folder .*a-file.data\S+ cannot be used: E[A-Z]+.*\.$/);
    expect(error.message).not.toContain('\n');
    expect(printed).not.toHaveBeenCalled();
  }

  test('before the demo county is made', async () => {
    const replaceSource = vi.fn();
    const parcels = { replaceSource } as unknown as ParcelStore;
    await expectRefusal(loadDemoCounty({ parcels, places: {} as PlaceStore, dataDir }));
    expect(replaceSource).not.toHaveBeenCalled();
  });

  test('before maps of loaded parcels are drawn', async () => {
    const set = { version: '1', kind: 'demo' } as ParcelSet;
    const places = { current: () => undefined } as unknown as PlaceStore;
    const parcels = { readSource: vi.fn() } as unknown as ParcelStore;
    await expectRefusal(
      prepareMaps({
        folder: join(dataDir, 'maps'),
        layersFolder: dataDir,
        workFolder: dataDir,
        set,
        parcels,
        places,
      }),
    );
  });
});

test('a folder that is missing is made', async () => {
  const maps = join(folder, 'data', 'maps');
  await makeMapsFolder(maps);
  expect((await stat(maps)).isDirectory()).toBe(true);
});

describe('leftovers', () => {
  const YOUNG = 'county.pmtiles.5f0c6a52-30f4-4f0e-8c39-0d6a4b1f7e11.new';
  const OLD = [
    'county.pmtiles.8d3f1b1e-64b9-4b0c-9d75-2f8e21c1a001.new',
    'places.db.8d3f1b1e-64b9-4b0c-9d75-2f8e21c1a002.loading',
    'places.db.4711.loading',
  ];
  const WHOLE = ['county.pmtiles', 'maps.json', 'places.db'];

  test('temporary files older than an hour are removed; younger ones, which may still grow, and whole files stay', async () => {
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
});
