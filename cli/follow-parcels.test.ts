// What the server shows the moment an import has taken the place of the demo county.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LiveMaps, type MapParts } from '../server/maps/live-maps.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { LAYERS_FILE, layersFolderOf, type StoredLayer, writeLayers } from '../store/layer-folder.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { drawTestMaps, TEST_COUNTY } from '../test/draw-test-maps.ts';
import { eventually } from '../test/eventually.ts';
import { testFolder } from '../test/test-folder.ts';
import { followParcels, showParcels } from './follow-parcels.ts';

const folder = testFolder();

/** Pictures of elsewhere. */
const photos: StoredLayer = {
  name: 'photos',
  kind: 'imagery',
  title: 'Photos',
  source: 'somewhere',
  recipe: '{}',
  addedAt: '2026-01-01T00:00:00Z',
  dataDate: null,
  count: 0,
  bytes: 0,
  bounds: TEST_COUNTY,
  credit: null,
  files: {},
  remote: { url: 'http://127.0.0.1/{z}/{x}/{y}', zoomMin: 10, zoomMax: 19, tileSizePx: 256 },
};

const setOf = (kind: ParcelSet['kind']) => ({ kind }) as ParcelSet;

/** A server that shows the demo county, whose parcels are then replaced. */
function serverOfDemoCounty({
  dataDir = folder,
  layers = [],
}: {
  dataDir?: string;
  layers?: StoredLayer[];
} = {}) {
  const drawn = { close: async () => {} };
  const without = { archives: new Map([['world', drawn]]), elevation: undefined };
  const archives = new Map(['world', 'basemap', 'contours'].map((name) => [name, drawn]));
  const demoMaps = { archives, elevation: {}, layers, withoutCounty: () => without, close: drawn.close };
  const imagery = {};
  const maps = new LiveMaps({ maps: demoMaps, imagery } as unknown as MapParts);
  const listeners: ((set: ParcelSet | undefined) => void)[] = [];
  const parcels = {
    current: () => setOf('demo'),
    onChange: (listener: (set: ParcelSet | undefined) => void) => {
      listeners.push(listener);
      return () => {};
    },
  } as unknown as ParcelStore;
  const asked: string[] = [];
  const places = {
    close: async () => void asked.push('close'),
    reload: async () => void asked.push('reload'),
  } as unknown as PlaceFileStore;
  const config = { dataDir, databaseUrl: undefined, maps: {} } as Parameters<
    typeof followParcels
  >[0]['config'];
  const onWarning = (line: string) => void asked.push(line);
  const parts = { config, parcels, places, maps, onWarning };
  const follow = () => followParcels({ ...parts, signature: undefined });
  const announce = (set: ParcelSet | undefined) => {
    for (const listener of listeners) listener(set);
  };
  return { drawn, imagery, maps, asked, parts, follow, announce };
}

test('map, contours, imagery and places of the demo county leave before anything new is drawn', async () => {
  const { drawn, maps, asked, follow, announce } = serverOfDemoCounty();
  const stop = follow();
  announce(setOf('imported'));
  const { archives, elevation } = maps.current().maps;
  expect({ archives, elevation }).toEqual({ archives: new Map([['world', drawn]]) });
  expect(maps.current().imagery).toBeUndefined();
  await eventually(() => expect(asked).toEqual(['close', 'reload']));
  await stop();
  expect(asked).toEqual(['close', 'reload']);
});

test('a server that stops does not wait for what is being prepared, and warns of nothing', async () => {
  const { asked, follow, announce } = serverOfDemoCounty();
  const stop = follow();
  announce(setOf('imported'));
  await stop();
  expect(asked).toEqual(['close']);
});

test('[LAY-4] imagery that a layer brings stays while the demo county is replaced', () => {
  const { imagery, maps, parts, announce } = serverOfDemoCounty({ layers: [photos] });
  const { stop } = showParcels(parts);
  announce(setOf('imported'));
  expect(maps.current().maps.archives.has('basemap')).toBe(false);
  expect(maps.current().imagery).toBe(imagery);
  stop();
});

test('[LAY-4] maps that are being opened while the demo county is replaced do not bring it back', async () => {
  const dataDir = join(folder, 'drawn');
  await mkdir(mapsFolderOf({ dataDir }), { recursive: true });
  await drawTestMaps(mapsFolderOf({ dataDir }));
  const { maps, asked, parts, announce } = serverOfDemoCounty({ dataDir });
  const { reload, stop } = showParcels(parts);
  const served: MapParts['maps'][] = [];
  maps.follow((now) => served.push(now.maps));
  await reload({ places: false });
  expect(maps.current().maps.archives.has('basemap')).toBe(true);
  const reloaded = reload({ places: true });
  announce(setOf('imported'));
  await reloaded;
  expect([...maps.current().maps.archives.keys()]).toEqual(['world']);
  expect(maps.current().imagery).toBeUndefined();
  await eventually(() => expect(asked).toEqual(['reload', 'close']));
  stop();
  await Promise.all(served.map((one) => one.close()));
});

test('[LAY-1] layers that changed during the start are shown; a layers.json that is damaged then changes nothing', async () => {
  const dataDir = join(folder, 'layers');
  const { maps, asked, follow } = serverOfDemoCounty({ dataDir });
  await writeLayers(layersFolderOf({ dataDir }), [photos]);
  const stop = follow();
  const shown = () => maps.current().maps.layers.map(({ name }) => name);
  await eventually(() => expect(shown()).toEqual(['photos']));
  await eventually(() => expect(asked).toEqual(['reload']));
  await writeFile(join(layersFolderOf({ dataDir }), LAYERS_FILE), '{');
  await eventually(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toMatch(/^Layers that have changed cannot be shown: .*layers\.json is damaged/);
  expect(shown()).toEqual(['photos']);
  await stop();
});
