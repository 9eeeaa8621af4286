import { createExpression, featureFilter, latest } from '@maplibre/maplibre-gl-style-spec';
import { expect, test, vi } from 'vitest';
import { exampleLayers } from '../../test/example-layers.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { layerColors } from '../layer-colors.ts';
import { withLayers } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import { PARCEL_SOURCE } from './layers-on-map.ts';
import { followParcels, lotNames, parcelLabels, parcelOutlines, parcelSource } from './parcel-layers.ts';

const font = ['Noto Sans Regular'];
const colors = layerColors('streets-v12');

test('[M13] parcels come in tiles of 512 px, from zoom 10 to 18', () => {
  expect(parcelSource('https://platbook.example.org', undefined)).toMatchObject({
    tiles: ['https://platbook.example.org/tiles/{z}/{x}/{y}.pbf'],
    tileSize: 512,
    minzoom: 10,
    maxzoom: 18,
  });
});

test('[M13] outlines are black, and yellow on satellite styles', () => {
  const colorOn = (id: 'streets-v12' | 'satellite-streets-v12') =>
    parcelOutlines(layerColors(id)).paint?.['line-color'];
  expect(colorOn('streets-v12')).toBe('#000000');
  expect(colorOn('satellite-streets-v12')).toBe('#ffff00');
});

test('[M13] labels grow from 8 to 11 px and show the first property present of Name, name, OwnerName, Owner', () => {
  const { minzoom, layout } = parcelLabels({ colors, font });
  expect(minzoom).toBe(14);
  expect(layout?.['text-size']).toEqual(['interpolate', ['linear'], ['zoom'], 14, 8, 18, 11]);
  const names = ['Name', 'name', 'OwnerName', 'Owner'].map((key) => ['get', key]);
  expect(layout?.['text-field']).toEqual(['coalesce', ...names]);
});

/** The value of a line's property at a zoom. */
function lineAt(property: 'line-width' | 'line-opacity', zoom: number): number {
  const value = parcelOutlines(colors).paint?.[property];
  const expression = createExpression(value, latest.paint_line[property] as never);
  if (expression.result === 'error') throw new Error(`${property} is not a valid expression.`);
  return expression.value.evaluate({ zoom });
}

test('[M13] outlines begin thin and faint at zoom 13 and are full from zoom 15.5', () => {
  expect(lineAt('line-width', 13)).toBeLessThan(0.5);
  expect(lineAt('line-opacity', 13)).toBeLessThan(0.3);
  expect(lineAt('line-opacity', 15.5)).toBe(lineAt('line-opacity', 19));
  for (const property of ['line-width', 'line-opacity'] as const) {
    expect(lineAt(property, 14)).toBeGreaterThan(lineAt(property, 13));
    expect(lineAt(property, 15.5)).toBeGreaterThan(lineAt(property, 14));
  }
});

const labels = parcelLabels({ colors, font });

/** Whether a lot of these acres is named at a zoom. */
function isNamed(zoom: number, properties: Record<string, unknown>): boolean {
  const { filter } = featureFilter(labels.filter, 'layers[0].filter');
  return filter({ zoom }, { type: 3, properties: { Label: true, ...properties } });
}

test.each([
  { zoom: 14, acres: 10 },
  { zoom: 15, acres: 2 },
  { zoom: 16, acres: 0.4 },
])('[M13] at zoom $zoom a lot from $acres acres is named, which its name fits into', ({ zoom, acres }) => {
  expect(isNamed(zoom, { TaxAcres: acres })).toBe(true);
  expect(isNamed(zoom, { TaxAcres: acres - 0.01 })).toBe(false);
});

test('[M13] from zoom 17 names stand where their tile says that they fit, at its size and in its lines', () => {
  const { minzoom, layout, ...layer } = lotNames({ colors, font });
  expect([labels.maxzoom, minzoom]).toEqual([17, 17]);
  expect(layer['source-layer']).toBe('labels');
  expect([layout!['text-field'], layout!['text-size']]).toEqual([
    ['get', 'Name'],
    ['get', 'Size'],
  ]);
});

test('only one of the tiles that share a lot names it', () => {
  const { filter } = featureFilter(labels.filter, 'layers[0].filter');
  expect(filter({ zoom: 16 }, { type: 3, properties: { TaxAcres: 40 } })).toBe(false);
});

test.each([{}, { TaxAcres: null }, { TaxAcres: 0 }])(
  'a lot without acres, %o, is named like a town lot',
  (acres) => {
    expect([14, 15, 16].map((zoom) => isNamed(zoom, acres))).toEqual([false, false, true]);
  },
);

test('of two names that collide, the larger lot’s stays', () => {
  const key = labels.layout?.['symbol-sort-key'];
  const expression = createExpression(key, latest.layout_symbol['symbol-sort-key'] as never);
  if (expression.result === 'error') throw new Error('The sort key is not a valid expression.');
  const keyOf = (TaxAcres: number) =>
    expression.value.evaluate({ zoom: 17 }, { type: 3, properties: { TaxAcres } });
  // MapLibre places the lowest key first.
  expect(keyOf(12)).toBeLessThan(keyOf(0.3));
});

test('other parcels are loaded as soon as the page knows of them, and stay after a change of style', () => {
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  useMapStore.setState({ parcelVersion: '1', layers: exampleLayers });
  const { map, loadStyle, layerIds, sourceOf } = fakeMap({
    style: undefined,
    transformStyle: (style) => withLayers(style, { colors, font }),
  });
  const addSource = vi.spyOn(map, 'addSource');
  const url = () => (sourceOf(PARCEL_SOURCE) as { tiles: string[] }).tiles[0];
  const tiles = 'https://platbook.example.org/tiles/{z}/{x}/{y}.pbf';
  const stop = followParcels(map);
  loadStyle();
  expect(url()).toBe(`${tiles}?v=1`);
  useMapStore.setState({ parcelVersion: '2' });
  useMapStore.setState({ parcelVersion: '2' });
  expect(url()).toBe(`${tiles}?v=2`);
  expect(addSource).toHaveBeenCalledOnce();
  const inOrder = layerIds();
  loadStyle();
  expect(url()).toBe(`${tiles}?v=2`);
  // All of them are removed.
  useMapStore.setState({ parcelVersion: undefined });
  expect(url()).toBe(tiles);
  expect(layerIds()).toEqual(inOrder);
  expect(layerIds()).toEqual([
    'contour-lines',
    'parcel-areas',
    'parcel-outlines',
    'county-casing',
    'county-outlines',
    'parcel-selected-casing',
    'parcel-selected-outline',
    'house-numbers',
    'county-names',
    'parcel-labels',
    'lot-names',
    'contour-labels',
    'side-lengths',
    'parcel-selected-name',
  ]);
  stop();
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});
