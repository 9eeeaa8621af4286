// What the server shows the moment an import has taken the place of the demo county.
import { expect, test } from 'vitest';
import { LiveMaps, type MapParts } from '../server/maps/live-maps.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { eventually } from '../test/eventually.ts';
import { testFolder } from '../test/test-folder.ts';
import { followParcels } from './follow-parcels.ts';

const dataDir = testFolder();

const setOf = (kind: ParcelSet['kind']) => ({ kind }) as ParcelSet;

/** A server that shows the demo county, whose parcels are then replaced. */
function serverOfDemoCounty() {
  const drawn = { close: async () => {} };
  const without = { archives: new Map([['world', drawn]]), elevation: undefined };
  const archives = new Map(['world', 'basemap', 'contours'].map((name) => [name, drawn]));
  const demoMaps = { archives, elevation: {}, withoutCounty: () => without, close: drawn.close };
  const maps = new LiveMaps({ maps: demoMaps, imagery: {} } as unknown as MapParts);
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
  const stop = followParcels({ config, parcels, places, maps, onWarning: (line) => asked.push(line) });
  const announce = (set: ParcelSet | undefined) => {
    for (const listener of listeners) listener(set);
  };
  return { drawn, maps, asked, stop, announce };
}

test('map, contours, imagery and places of the demo county leave before anything new is drawn', async () => {
  const { drawn, maps, asked, stop, announce } = serverOfDemoCounty();
  announce(setOf('imported'));
  const { archives, elevation } = maps.current().maps;
  expect({ archives, elevation }).toEqual({ archives: new Map([['world', drawn]]) });
  expect(maps.current().imagery).toBeUndefined();
  await eventually(() => expect(asked).toEqual(['close', 'reload']));
  await stop();
  expect(asked).toEqual(['close', 'reload']);
});

test('a server that stops does not wait for what is being prepared, and warns of nothing', async () => {
  const { asked, stop, announce } = serverOfDemoCounty();
  announce(setOf('imported'));
  await stop();
  expect(asked).toEqual(['close']);
});
