// A data folder that cannot be written to is told in one line, before anything long is begun.

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OperatorError } from '../runtime/operator-error.ts';
import { readConfig } from '../server/config.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { drawMissingMaps } from './draw-missing-maps.ts';
import { DEMO_SOURCE, loadDemoCounty } from './load-demo-county.ts';
import { makeMapsFolder } from './make-maps-folder.ts';

let folder: string;
/** Below a file, where nobody can make a folder. */
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-data-'));
  dataDir = join(folder, 'a-file', 'data');
  await writeFile(join(folder, 'a-file'), '');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

async function expectRefusal(preparing: Promise<unknown>): Promise<void> {
  const said = vi.spyOn(console, 'log');
  const error = await preparing.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).toMatch(/^The data folder .*a-file.data cannot be used: E[A-Z]+.*\.$/);
  expect(error.message).not.toContain('\n');
  expect(said).not.toHaveBeenCalled();
}

test('before the demo county is made', async () => {
  const replaceAll = vi.fn();
  const parcels = { replaceAll } as unknown as ParcelStore;
  await expectRefusal(
    loadDemoCounty({ parcels, places: {} as PlaceStore, mapsFolder: join(dataDir, 'maps') }),
  );
  expect(replaceAll).not.toHaveBeenCalled();
});

test('before maps are drawn of parcels that are there', async () => {
  const config = { ...readConfig({}), port: 0, dataDir };
  const set = {
    version: '1',
    count: 1,
    source: DEMO_SOURCE,
    kind: 'demo' as const,
    bounds: { west: 0, south: 0, east: 1, north: 1 },
  };
  const places = { current: () => undefined } as unknown as PlaceStore;
  await expectRefusal(drawMissingMaps({ config, set, places }));
});

test('a folder that is missing is made', async () => {
  const maps = join(folder, 'data', 'maps');
  await makeMapsFolder(maps);
  expect((await stat(maps)).isDirectory()).toBe(true);
});
