import { createExpression, latest, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { FillLayerSpecification, StyleSpecification } from 'maplibre-gl';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MapLayer } from '../contract/client-config.ts';
import { exampleLayers } from '../test/example-layers.ts';
import { fakeMap } from '../test/fake-map.ts';
import { layerRows, switchLayer, withLayers } from './layer-table.ts';
import { layerColors } from './map/basemaps.ts';
import { followLayers } from './map/follow-layers.ts';
import { useMapStore } from './map-store.ts';

const font = ['Noto Sans Regular'];
const look = { colors: layerColors('streets-v12'), font };
const { source } = exampleLayers.at(-1)!;
const flood: MapLayer = {
  id: 'flood',
  kind: 'overlay',
  title: 'Flood zones',
  source: source!,
  property: 'ZONE',
  legend: [
    { label: '1% a year', color: '#3366cc', values: ['A', 'AE'] },
    // The operator's mistake: the first of the two counts.
    { label: 'Waves', color: '#112244', values: ['VE', 'AE'] },
    { label: 'Elsewhere', color: '#cccccc' },
  ],
};

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  return () => {
    useMapStore.setState(useMapStore.getInitialState());
    vi.unstubAllGlobals();
  };
});

const documentWith = (layers: readonly MapLayer[], colors = look.colors): StyleSpecification => {
  useMapStore.setState({ layers });
  const glyphs = 'https://platbook.example.org/{fontstack}/{range}';
  return withLayers({ version: 8, glyphs, sources: {}, layers: [] }, { colors, font });
};

test.each([
  ['streets', layerColors('streets-v12')],
  ['dark streets', layerColors('streets-v12', 'dark')],
  ['imagery', layerColors('satellite-streets-v12')],
])('MapLibre accepts every layer on %s', (_, colors) => {
  const style = documentWith([...exampleLayers, flood], colors);
  expect(style.layers.length).toBeGreaterThanOrEqual(12);
  expect(validateStyleMin(style)).toEqual([]);
});

test('a kind that the page does not know, and a layer without tiles, are left out', () => {
  const ours = layerRows([]);
  const { source: _, ...bare } = flood;
  expect(layerRows([{ ...flood, kind: 'hologram' }, bare])).toEqual(ours);
  expect(layerRows([flood])).toHaveLength(ours.length + 1);
});

test('a layer that is named like one of ours is another one', () => {
  const named = { ...flood, id: 'parcels' };
  const { sources, layers } = documentWith([named]);
  expect(Object.keys(sources)).toEqual(['parcels', 'counties', 'selected-parcel', 'layer:parcels']);
  expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
});

test('an overlay is drawn in the colors of its legend, and those of one color in that', () => {
  const colorOf = (layer: MapLayer, ZONE: unknown) => {
    const areas = documentWith([layer]).layers.find(({ id }) => id === 'layer:flood-areas');
    const { 'fill-color': color } = (areas as FillLayerSpecification).paint!;
    const expression = createExpression(color, latest.paint_fill['fill-color'] as never);
    if (expression.result === 'error') throw new Error('The color is not a valid expression.');
    return String(expression.value.evaluate({ zoom: 14 }, { type: 3, properties: { ZONE } }));
  };
  expect(colorOf(flood, 'AE')).toBe('#3366cc');
  expect(colorOf(flood, 'VE')).toBe('#112244');
  for (const zone of ['X', 7, null, undefined]) expect(colorOf(flood, zone)).toBe('#cccccc');
  const plain = { ...flood, legend: [{ label: 'Water', color: '#3366cc' }] };
  expect(colorOf(plain, 'X')).toBe('#3366cc');
});

test('[M12] [N4] owner names are shown at first, contour lines and their casing hidden; each follows its switch', () => {
  useMapStore.setState({ layers: exampleLayers });
  let { colors } = look;
  const { map, loadStyle, layerIds, layoutOf } = fakeMap({
    style: undefined,
    transformStyle: (style) => withLayers(style, { colors, font }),
  });
  const stop = followLayers(map, () => {});
  const hidden = () => layerIds().filter((id) => layoutOf(id).visibility === 'none');
  // Before the first style, and for it.
  switchLayer('layer:contours', true);
  loadStyle();
  expect(hidden()).toEqual([]);
  switchLayer('layer:contours', false);
  expect(hidden()).toEqual(['contour-lines', 'contour-labels']);
  useMapStore.setState({ shownLayers: {} });
  colors = layerColors('satellite-streets-v12');
  loadStyle();
  const contours = ['contour-casing', 'contour-lines', 'contour-labels'];
  expect(hidden()).toEqual(contours);
  switchLayer('owner-names', false);
  expect(hidden()).toEqual(['contour-casing', 'contour-lines', 'parcel-labels', 'contour-labels']);
  switchLayer('layer:contours', true);
  expect(hidden()).toEqual(['parcel-labels']);
  stop();
  switchLayer('owner-names', true);
  expect(hidden()).toEqual(['parcel-labels']);
});
