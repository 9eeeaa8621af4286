// The outlines and names of loaded counties. The map is a stub with a zoom, a source and move events.
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { layerColors } from '../layer-colors.ts';
import { useMapStore } from '../map-store.ts';
import { countyShapes, drawCounties, followCounties } from './county-layers.ts';

const counties = [
  {
    name: 'cambridge',
    title: 'City of Cambridge, Massachusetts',
    hasBarePins: true,
    center: { lng: -71.1, lat: 42.4 },
    bounds: { west: -71.2, south: 42.3, east: -71, north: 42.5 },
  },
];
const outline: [number, number][][] = [
  [
    [-71.2, 42.3],
    [-71, 42.5],
    [-71.2, 42.3],
  ],
];
const answer = { counties: [{ name: 'cambridge', outline }] };

const fetched = vi.fn<(path: string) => Promise<Response>>();
const setData = vi.fn();
let zoom: number;
let move = () => {};
let stop = () => {};

function follow(at: number): void {
  zoom = at;
  const map = {
    style: {},
    getZoom: () => zoom,
    getSource: () => ({ setData }),
    on: (_: string, listener: () => void) => {
      move = listener;
      return { unsubscribe: () => {} };
    },
  };
  stop = followCounties(map as unknown as MapLibreMap);
}

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json(answer));
  setData.mockReset();
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  useMapStore.setState({ counties, parcelVersion: '1' });
});
afterEach(() => {
  stop();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[IMP-7] below zoom 13 each county has an outline and its name, without the state, on every ground', () => {
  useMapStore.setState({ countyOutlines: answer.counties });
  const { features } = countyShapes(useMapStore.getState());
  expect(features.map(({ geometry }) => geometry)).toEqual([
    { type: 'MultiLineString', coordinates: outline },
    { type: 'Point', coordinates: [-71.1, 42.4] },
  ]);
  expect(features[1]!.properties).toEqual({ Name: 'City of Cambridge' });
  for (const id of ['streets-v12', 'satellite-streets-v12'] as const) {
    const { sources, layers } = drawCounties({
      colors: layerColors(id, 'light'),
      font: ['Noto Sans Regular'],
      style: { layers: [] },
    });
    const drawn = Object.values(layers).flat();
    expect(drawn.map(({ maxzoom }) => maxzoom)).toEqual([13, 13, 13]);
    const style = {
      version: 8 as const,
      glyphs: 'https://x.org/{fontstack}/{range}',
      sources,
      layers: drawn,
    };
    expect(validateStyleMin(style)).toEqual([]);
  }
});

test('[IMP-7] outlines are fetched once they are seen, once a version, and again after a failure', async () => {
  follow(15);
  move();
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockImplementationOnce(async () => Response.json({ message: 'No.' }, { status: 503 }));
  zoom = 11;
  move();
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  move();
  await vi.waitFor(() => expect(useMapStore.getState().countyOutlines).toEqual(answer.counties));
  expect(setData).toHaveBeenLastCalledWith(countyShapes(useMapStore.getState()));
  move();
  expect(fetched).toHaveBeenCalledTimes(2);
  useMapStore.setState({ parcelVersion: '2' });
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
});
