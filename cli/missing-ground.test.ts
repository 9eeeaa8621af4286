// What the operator is told of missing ground.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openPmtilesWriter } from '../basemap/pmtiles-writer.ts';
import type { LngLat } from '../geo/geometry.ts';
import { tileAt } from '../geo/tile-address.ts';
import { layersFolderOf, type StoredLayer, writeLayers } from '../store/layer-folder.ts';
import { temporaryFolder } from '../test/small-county.ts';
import { missingGround } from './missing-ground.ts';

const boston = { name: 'boston', kind: 'imported', center: { lng: -71.1, lat: 42.4 } } as const;
const angeles = { name: 'angeles', kind: 'imported', center: { lng: -118.2, lat: 34 } } as const;
const denver = { name: 'denver', kind: 'imported', center: { lng: -104.9, lat: 39.7 } } as const;
/** Around all three. */
const bounds = { west: -119, south: 33, east: -71, north: 43 };

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
  await mkdir(layersFolderOf({ dataDir }), { recursive: true });
});

const config = (maps = {}) => ({
  dataDir,
  maps: { provider: 'embedded' as const, mapboxAccessToken: undefined, basemapFile: undefined, ...maps },
});

async function layerOf(
  kind: StoredLayer['kind'],
  places: readonly LngLat[],
  zoom = 12,
): Promise<StoredLayer> {
  const file = `${kind}-0000000${places.length}.pmtiles`;
  const isPicture = kind === 'imagery' || kind === 'terrain';
  const writer = await openPmtilesWriter({
    path: join(layersFolderOf({ dataDir }), file),
    type: isPicture ? 'webp' : 'mvt',
  });
  for (const at of places) await writer.add({ address: tileAt(at, zoom), bytes: Buffer.from([26, 0]) });
  await writer.finish({ bounds, metadata: {} });
  return {
    name: kind,
    kind,
    title: kind,
    source: '',
    recipe: '{}',
    addedAt: '',
    dataDate: null,
    count: 1,
    bytes: 1,
    bounds,
    credit: null,
    files: { tiles: file },
  };
}

const add = async (...layers: Promise<StoredLayer>[]) =>
  writeLayers(layersFolderOf({ dataDir }), await Promise.all(layers));

test('[LAY-4] names what is missing, and the command that adds it', async () => {
  expect(await missingGround(config(), [boston])).toBe(
    'Missing: street map, imagery, hills. Add them: platbook layers add osm imagery terrain',
  );
  await add(layerOf('roads', [boston.center]), layerOf('imagery', [boston.center], 10));
  expect(await missingGround(config(), [boston])).toBe(
    'Missing: hills. Add them: platbook layers add terrain',
  );
});

test('[LAY-4] says nothing where nothing is missing', async () => {
  await add(layerOf('imagery', [boston.center]), layerOf('terrain', [boston.center]));
  expect(await missingGround(config(), [boston])).toContain('Missing: street map.');
  const streets = await layerOf('basemap', [boston.center]);
  const basemapFile = join(layersFolderOf({ dataDir }), streets.files.tiles!);
  expect(await missingGround(config({ basemapFile }), [boston])).toBeUndefined();
  expect(await missingGround(config({ provider: 'mapbox' }), [denver])).toBeUndefined();
  expect(await missingGround(config(), [{ ...denver, kind: 'demo' }])).toBeUndefined();
});

test('[LAY-4] names the counties, also one between those that have it', async () => {
  const both = [boston.center, angeles.center];
  const remote = { url: 'https://tiles.test/{z}/{x}/{y}', zoomMin: 0, zoomMax: 16, tileSizePx: 256 };
  await add(
    layerOf('basemap', both),
    layerOf('terrain', [boston.center]),
    layerOf('imagery', []).then((layer) => ({ ...layer, files: {}, remote })),
  );
  expect(await missingGround(config(), [boston, angeles, denver])).toBe(
    'Missing for angeles: hills. Missing for denver: street map, hills. Add them: platbook layers add terrain osm',
  );
});

test('[LAY-4] a map that ends before streets begin is no street map', async () => {
  await add(layerOf('basemap', [boston.center], 10));
  expect(await missingGround(config(), [boston])).toContain('street map');
});
