// The overlays of the demo county beside others: they go when real land comes, and are not refreshed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DEMO_SOURCE } from '../demo/map/county-map.ts';
import { layersFolderOf, readLayers, type StoredLayer, writeLayers } from '../store/layer-folder.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { testFolder } from '../test/test-folder.ts';

const dataDir = testFolder();
const folder = layersFolderOf({ dataDir });

const layerOf = (name: string, source: string, recipe: string): StoredLayer => ({
  name,
  kind: 'overlay',
  title: name,
  source,
  recipe,
  addedAt: '2026-01-01T00:00:00.000Z',
  dataDate: null,
  count: 1,
  bytes: 1,
  bounds: { west: -81, south: 35, east: -80, north: 36 },
  credit: null,
  files: {},
});

const names = async () => (await readLayers(folder)).map(({ name }) => name);

beforeEach(async () => {
  await mkdir(folder, { recursive: true });
  const own = layerOf('own', '/gone.geojson', JSON.stringify({ sources: ['/gone.geojson'] }));
  await writeLayers(folder, [layerOf('flood-zones', DEMO_SOURCE, ''), own]);
});

test('[LAY-5] an import of real land takes the overlays of the demo county away, and no other', async () => {
  const path = join(dataDir, 'polk.geojson');
  await writeFile(path, countyText(rowsOf('SMITH')));
  const dryRun = await callPlatbook(['import', path, '--as', 'polk', '--dry-run'], { DATA_DIR: dataDir });
  expect(dryRun.code).toBe(0);
  expect(await names()).toEqual(['flood-zones', 'own']);
  const imported = await callPlatbook(['import', path, '--as', 'polk'], { DATA_DIR: dataDir });
  expect(imported.code).toBe(0);
  expect(await names()).toEqual(['own']);
});

test('[LAY-5] a refresh of all layers leaves those of the demo county alone', async () => {
  const { code, stderr } = await callPlatbook(['layers', 'refresh'], { DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toContain('own: ');
  expect(stderr).not.toContain('flood-zones');
  expect(await names()).toEqual(['flood-zones', 'own']);
});
