import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { addInOrder, onEachStyle, type Place, withOverlays } from './layers-on-map.ts';

const ours = (id: string, type: string) => ({ id, type, source: 'parcels' }) as LayerSpecification;

test('our lines and owner names go below the labels of the basemap, in whatever order their places are filled', () => {
  const layers = [
    { id: 'land', type: 'fill' },
    { id: 'arrows', type: 'symbol' },
    { id: 'bridges', type: 'line' },
    { id: 'road-names', type: 'symbol' },
    { id: 'towns', type: 'symbol' },
  ];
  const { map, layerIds } = fakeMap({ style: { layers } });
  addInOrder(map, 'owner-names', ours('parcel-labels', 'symbol'));
  addInOrder(map, 'selected-name', ours('parcel-selected-name', 'symbol'));
  addInOrder(map, 'parcels', ours('parcel-areas', 'fill'));
  addInOrder(map, 'heights', ours('contour-labels', 'symbol'));
  addInOrder(map, 'selected-edge', ours('parcel-selected-outline', 'line'));
  addInOrder(map, 'contours', ours('contour-lines', 'line'));
  addInOrder(map, 'parcels', ours('parcel-outlines', 'line'));
  addInOrder(map, 'overlays', ours('flood', 'fill'));
  expect(layerIds()).toEqual([
    'land',
    'arrows',
    'bridges',
    'flood',
    'contour-lines',
    'parcel-areas',
    'parcel-outlines',
    'parcel-selected-outline',
    'parcel-labels',
    'contour-labels',
    'road-names',
    'towns',
    'parcel-selected-name',
  ]);
});

test('in the document of a style our layers stand as they would on the map, and our sources beside its own', () => {
  const style = {
    version: 8,
    sources: { roads: { type: 'vector' } },
    layers: [
      { id: 'land', type: 'background' },
      { id: 'bridges', type: 'line', source: 'roads' },
      { id: 'road-names', type: 'symbol', source: 'roads' },
    ],
  } as StyleSpecification;
  const layers: Partial<Record<Place, LayerSpecification[]>> = {
    'owner-names': [ours('parcel-labels', 'symbol')],
    'selected-name': [ours('parcel-selected-name', 'symbol')],
    parcels: [ours('parcel-areas', 'fill'), ours('parcel-outlines', 'line')],
  };
  const sources = { parcels: { type: 'vector' } } as const;
  const complete = withOverlays(style, [{ row: 'parcels', isShown: true, sources, layers }]);
  expect(complete.layers.map(({ id }) => id)).toEqual([
    'land',
    'bridges',
    'parcel-areas',
    'parcel-outlines',
    'parcel-labels',
    'road-names',
    'parcel-selected-name',
  ]);
  expect(Object.keys(complete.sources)).toEqual(['roads', 'parcels']);
  expect(style.layers).toHaveLength(3);
});

test("the drawing library's layers stay on top, even if they were added first after a change of style", () => {
  const layers = [
    { id: 'land', type: 'fill' },
    { id: 'towns', type: 'symbol' },
    { id: 'draw-areas.cold', type: 'fill' },
    { id: 'draw-vertices.hot', type: 'circle' },
  ];
  const { map, layerIds } = fakeMap({ style: { layers } });
  addInOrder(map, 'parcels', ours('parcel-outlines', 'line'));
  addInOrder(map, 'owner-names', ours('parcel-labels', 'symbol'));
  addInOrder(map, 'selected-name', ours('parcel-selected-name', 'symbol'));
  expect(layerIds()).toEqual([
    'land',
    'parcel-outlines',
    'parcel-labels',
    'towns',
    'parcel-selected-name',
    'draw-areas.cold',
    'draw-vertices.hot',
  ]);
});

test('on a basemap without labels our layers keep their order', () => {
  const { map, layerIds } = fakeMap({ style: { layers: [{ id: 'land', type: 'fill' }] } });
  addInOrder(map, 'measure', ours('measure-line', 'line'));
  addInOrder(map, 'owner-names', ours('parcel-labels', 'symbol'));
  addInOrder(map, 'heights', ours('contour-labels', 'symbol'));
  addInOrder(map, 'parcels', ours('parcel-outlines', 'line'));
  expect(layerIds()).toEqual(['land', 'parcel-outlines', 'parcel-labels', 'contour-labels', 'measure-line']);
});

test('on a basemap without labels our lines are on top', () => {
  const layers = [{ id: 'land', type: 'fill' }];
  const { map, layerIds } = fakeMap({ style: { layers } });
  addInOrder(map, 'parcels', ours('parcel-outlines', 'line'));
  expect(layerIds()).toEqual(['land', 'parcel-outlines']);
});

test('[M11] our layers are added to the current style and to every later one', () => {
  const { map, loadStyle } = fakeMap();
  const add = vi.fn();
  const stop = onEachStyle(map, add);
  expect(add).toHaveBeenCalledTimes(1);
  loadStyle();
  expect(add).toHaveBeenCalledTimes(2);
  stop();
  loadStyle();
  expect(add).toHaveBeenCalledTimes(2);
});

test('before the first style nothing is added', () => {
  const { map, loadStyle } = fakeMap({ style: undefined });
  const add = vi.fn();
  onEachStyle(map, add);
  expect(add).not.toHaveBeenCalled();
  loadStyle();
  expect(add).toHaveBeenCalledOnce();
});

test('[M15] a layer that fails to be added is logged and skipped', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { map } = fakeMap();
  onEachStyle(map, () => {
    throw new Error('no such source');
  });
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
