import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { layerColors } from '../layer-colors.ts';
import { withLayers } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import { chooseShading } from '../shading.ts';
import { followShading } from './shading-layers.ts';

const colors = layerColors('streets-v12');
const zones = (...values: (string | null)[]) => ({
  values: values.map((value) => ({ value, count: 1 })),
  distinct: values.length,
});

let answer: () => Promise<Response>;
let asked: string[];
let fake: ReturnType<typeof fakeMap>;
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  vi.stubGlobal('localStorage', memoryStorage());
  asked = [];
  answer = async () => Response.json(zones('R-12', null, 'RA'));
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return answer();
  });
  useMapStore.setState({ ...useMapStore.getInitialState(), parcelVersion: '1' });
  fake = fakeMap({
    style: undefined,
    transformStyle: (style) => withLayers(style, { colors, font: ['Noto Sans Regular'] }),
  });
  stop = followShading(fake.map);
});
afterEach(() => {
  stop();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

const values = () => useMapStore.getState().zoningValues;
const isDrawn = () => fake.layerIds().includes('parcel-shading');

test('[N7] the shading lies below outlines, highlights and marks, on every style, until it is switched off', () => {
  fake.loadStyle();
  expect(isDrawn()).toBe(false);
  chooseShading('acres');
  const expectBottom = () =>
    expect(fake.layerIds().slice(0, 3)).toEqual(['parcel-shading', 'parcel-areas', 'parcel-outlines']);
  expectBottom();
  const byAcres = fake.paintOf('parcel-shading')['fill-color'];
  chooseShading('sale');
  expectBottom();
  expect(fake.paintOf('parcel-shading')['fill-color']).not.toEqual(byAcres);
  fake.loadStyle();
  expectBottom();
  chooseShading(undefined);
  expect(isDrawn()).toBe(false);
  expect(asked).toEqual([]);
  fake.removeMap();
  chooseShading('acres');
});

test('[N7] zoning is asked for once, when it is first shaded by, and again after other parcels were loaded', async () => {
  fake.loadStyle();
  chooseShading('zoning');
  expect(isDrawn()).toBe(false);
  await expect.poll(values).toEqual({ values: ['R-12', 'RA'], hasMore: false });
  expect(isDrawn()).toBe(true);
  chooseShading('acres');
  chooseShading('zoning');
  expect(asked).toHaveLength(1);
  answer = async () => Response.json(zones(...Array.from({ length: 13 }, (_, index) => `Z-${index}`)));
  useMapStore.setState({ parcelVersion: '2' });
  await expect.poll(values).toMatchObject({ hasMore: true });
  expect(asked).toHaveLength(2);
});

test('[N7] zoning that could not be loaded is asked for again when it is chosen again', async () => {
  fake.loadStyle();
  answer = async () => new Response(null, { status: 500 });
  chooseShading('zoning');
  await expect.poll(values).toBe('failed');
  answer = async () => Response.json(zones('RA'));
  chooseShading('zoning');
  await expect.poll(values).toEqual({ values: ['RA'], hasMore: false });
  expect(isDrawn()).toBe(true);
});
