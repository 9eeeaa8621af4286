import { featureFilter } from '@maplibre/maplibre-gl-style-spec';
import { beforeEach, expect, test, vi } from 'vitest';
import { exampleParcel, exampleShape } from '../../test/example-parcel.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { layerColors } from '../layer-colors.ts';
import { withLayers } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import {
  followSelected,
  SELECTED_SOURCE,
  selectedEdge,
  selectedName,
  selectedShapes,
} from './selected-parcel-layers.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  return () => {
    useMapStore.setState(useMapStore.getInitialState());
    vi.unstubAllGlobals();
  };
});

const font = ['Noto Sans Regular'];
const parcel = exampleParcel();
const { pin } = parcel;
const geometry = exampleShape;
const nothing = { type: 'FeatureCollection', features: [] };

test('the selected parcel has one name, at its own point, and one edge, as soon as they have arrived', () => {
  expect(selectedShapes({ status: 'none' })).toEqual(nothing);
  expect(selectedShapes({ status: 'loading', pin })).toEqual(nothing);
  const nameAt = (coordinates: number[], properties: object) => ({
    type: 'Feature',
    properties: { Name: parcel.name, ...properties },
    geometry: { type: 'Point', coordinates },
  });
  const middle = [parcel.centroid!.lng, parcel.centroid!.lat];
  expect(selectedShapes({ status: 'loaded', pin, parcel, geometry: null }).features).toEqual([
    nameAt(middle, { roomZoom: 0, isAbove: false }),
  ]);
  // One degree is 1.42 px wide at zoom 0, so 91 px at 6, and 182 px at 7.
  expect(selectedShapes({ status: 'loaded', pin, parcel, geometry }).features).toEqual([
    { type: 'Feature', properties: {}, geometry },
    nameAt(middle, { roomZoom: 7, isAbove: false }),
    nameAt([0.5, 1], { roomZoom: 7, isAbove: true }),
  ]);
});

test.each([
  ['above a lot that it would hide', 6.9, [true]],
  ['in the lot from the zoom at which it fits', 7, [false]],
])('the name stands %s', (_, zoom, places) => {
  const { features } = selectedShapes({ status: 'loaded', pin, parcel, geometry });
  const { filter } = featureFilter(
    selectedName({ colors: layerColors('streets-v12'), font }).filter,
    'layers[0].filter',
  );
  const shown = features.filter(({ properties }) =>
    // A tile is laid out for its own zoom, a whole number.
    filter({ zoom: Math.floor(zoom) }, { type: 1, properties: properties ?? {} }),
  );
  expect(shown.map(({ properties }) => properties!.isAbove)).toEqual(places);
});

test('a name that would cover its surroundings is cut short', () => {
  const long = { ...parcel, name: 'Heirs of '.repeat(25) };
  const [name] = selectedShapes({ status: 'loaded', pin, parcel: long, geometry: null }).features;
  expect(name!.properties!.Name).toMatch(/^Heirs of .{1,60}…$/);
  expect(name!.properties!.Name.length).toBeLessThanOrEqual(60);
});

test('the edge is 2.5 px wide on a casing that sets it off, and the name is never left out', () => {
  for (const style of ['streets-v12', 'satellite-streets-v12'] as const) {
    const [casing, edge] = selectedEdge(layerColors(style));
    expect(edge!.paint!['line-width']).toBe(2.5);
    expect(casing!.paint!['line-width']).toBeGreaterThan(2.5);
    expect(casing!.paint!['line-color']).not.toBe(edge!.paint!['line-color']);
    const { layout } = selectedName({ colors: layerColors(style), font });
    expect(layout!['text-allow-overlap']).toBe(true);
  }
});

test('[M11] the map follows the selection, with owner names off too, and across styles', () => {
  const { map, loadStyle, layerIds, layoutOf, sourceData, removeMap } = fakeMap({
    style: undefined,
    transformStyle: (style) => withLayers(style, { colors: layerColors('streets-v12'), font }),
  });
  const stop = followSelected(map);
  const loaded = { status: 'loaded', pin, parcel, geometry } as const;
  useMapStore.setState({ selection: loaded, shownLayers: { 'owner-names': false } });
  loadStyle();
  const selected = ['parcel-selected-casing', 'parcel-selected-outline', 'parcel-selected-name'];
  expect(layerIds().filter((id) => id.startsWith('parcel-selected'))).toEqual(selected);
  expect(selected.map((id) => layoutOf(id).visibility)).toEqual(['visible', 'visible', 'visible']);
  expect(layoutOf('parcel-labels').visibility).toBe('none');
  expect(sourceData(SELECTED_SOURCE)).toEqual(selectedShapes(loaded));
  useMapStore.setState({ selection: { status: 'none' } });
  expect(sourceData(SELECTED_SOURCE)).toEqual(nothing);
  useMapStore.setState({ selection: loaded });
  loadStyle();
  expect(sourceData(SELECTED_SOURCE)).toEqual(selectedShapes(loaded));
  removeMap();
  useMapStore.setState({ selection: { status: 'none' } });
  stop();
});
