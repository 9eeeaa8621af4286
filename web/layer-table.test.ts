import { createExpression, latest, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { FillLayerSpecification, StyleSpecification } from 'maplibre-gl';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MapLayer } from '../contract/client-config.ts';
import { exampleLayers } from '../test/example-layers.ts';
import { fakeMap } from '../test/fake-map.ts';
import { memoryStorage } from '../test/memory-storage.ts';
import { layerColors } from './layer-colors.ts';
import { layerRows, overlayRows, switchLayer, withLayers } from './layer-table.ts';
import { followLayers } from './map/follow-layers.ts';
import { useMapStore } from './map-store.ts';
import { changeOpacity, moveOverlay } from './overlay-choices.ts';
import { SHADINGS } from './shading-classes.ts';

const font = ['Noto Sans Regular'];
const look = { colors: layerColors('streets-v12'), font };
const { source } = exampleLayers.at(-1)!;
const flood: MapLayer = {
  id: 'flood',
  kind: 'overlay',
  title: 'Flood zones',
  source: source!,
  property: 'ZONE',
  labelProperty: 'ZONE',
  legend: [
    { label: '1% a year', color: '#3366cc', values: ['A', 'AE'] },
    // The operator's mistake: the first of the two counts.
    { label: 'Waves', color: '#112244', values: ['VE', 'AE'] },
    { label: 'Elsewhere', color: '#cccccc' },
  ],
};

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  vi.stubGlobal('localStorage', memoryStorage());
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
  expect(style.layers.length).toBeGreaterThanOrEqual(15);
  expect(validateStyleMin(style)).toEqual([]);
});

test.each(SHADINGS)('[N7] MapLibre accepts parcels shaded by $id, on every ground', ({ id: shading }) => {
  useMapStore.setState({ shading, zoningValues: { values: ['R-12', "O'Hare", ''], hasMore: true } });
  const grounds = [
    layerColors('streets-v12'),
    layerColors('streets-v12', 'dark'),
    layerColors('satellite-streets-v12'),
  ];
  for (const colors of grounds) {
    const style = documentWith([flood], colors);
    // Below the overlays, and all else of ours.
    expect(style.layers[0]!.id).toBe('parcel-shading');
    expect(validateStyleMin(style)).toEqual([]);
  }
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
  expect(Object.keys(sources)).toEqual([
    'parcels',
    'counties',
    'selected-parcel',
    'side-lengths',
    'layer:parcels',
  ]);
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
  expect(hidden()).toEqual([
    'contour-casing',
    'contour-lines',
    'parcel-labels',
    'lot-names',
    'contour-labels',
  ]);
  switchLayer('layer:contours', true);
  expect(hidden()).toEqual(['parcel-labels', 'lot-names']);
  stop();
  switchLayer('owner-names', true);
  expect(hidden()).toEqual(['parcel-labels', 'lot-names']);
});

const overlayNamed = (id: string): MapLayer => ({ ...flood, id, title: id });

/** From bottom to top. */
const stack = (ids: readonly string[], part: string) =>
  ids.flatMap((id) => new RegExp(`^layer:([a-z]+)-${part}$`).exec(id)?.[1] ?? []);

test('[LAY-5] the first overlay of the list is drawn on top, also after a move, without another style', () => {
  useMapStore.setState({ layers: ['zoning', 'flood', 'soils'].map(overlayNamed) });
  const changeStyle = vi.fn();
  const basemap = { layers: [{ id: 'towns', type: 'symbol' }] };
  const { map, loadStyle, layerIds } = fakeMap({
    style: undefined,
    transformStyle: (style) => withLayers(style, look),
  });
  const stop = followLayers(map, changeStyle);
  loadStyle(basemap);
  const listed = () => overlayRows(useMapStore.getState()).map(({ id }) => id.slice('layer:'.length));
  const expectOrder = (...top: string[]) => {
    expect(listed()).toEqual(top);
    for (const part of ['areas', 'casing', 'lines', 'points', 'line-labels', 'labels'])
      expect(stack(layerIds(), part)).toEqual(top.toReversed());
    // One overlay is not drawn into another.
    const own = layerIds().filter((id) => id.startsWith(`layer:${top[0]}-`));
    expect(layerIds().slice(layerIds().indexOf(own[0]!)).slice(0, 4)).toEqual(own.slice(0, 4));
    const ours = ['parcel-areas', 'parcel-outlines', 'parcel-labels'].map((id) => layerIds().indexOf(id));
    expect(layerIds().indexOf(`layer:${top[0]}-points`)).toBeLessThan(ours[0]!);
    expect(layerIds().indexOf(`layer:${top.at(-1)}-line-labels`)).toBeGreaterThan(ours[2]!);
    expect(layerIds().indexOf(`layer:${top[0]}-labels`)).toBeLessThan(layerIds().indexOf('towns'));
  };
  expectOrder('zoning', 'flood', 'soils');
  moveOverlay('layer:soils', 0);
  expectOrder('soils', 'zoning', 'flood');
  moveOverlay('layer:zoning', 2);
  expectOrder('soils', 'flood', 'zoning');
  expect(changeStyle).not.toHaveBeenCalled();
  // The next style begins with it, and a layer that the server adds is the last.
  useMapStore.setState({ layers: ['new', 'zoning', 'flood', 'soils'].map(overlayNamed) });
  loadStyle(basemap);
  expectOrder('soils', 'flood', 'zoning', 'new');
  stop();
});

test('[LAY-5] an opacity fades fill, lines, points and labels of its overlay alone, at once and in the next style', () => {
  useMapStore.setState({ layers: [flood, overlayNamed('zoning')] });
  const { map, loadStyle, paintOf } = fakeMap({
    style: undefined,
    transformStyle: (style) => withLayers(style, look),
  });
  const stop = followLayers(map, () => {});
  loadStyle();
  const opacities = (id: string) => [
    paintOf(`layer:${id}-areas`)['fill-opacity'],
    paintOf(`layer:${id}-casing`)['line-opacity'],
    paintOf(`layer:${id}-lines`)['line-opacity'],
    paintOf(`layer:${id}-points`)['circle-opacity'],
    paintOf(`layer:${id}-points`)['circle-stroke-opacity'],
    paintOf(`layer:${id}-line-labels`)['text-opacity'],
    paintOf(`layer:${id}-labels`)['text-opacity'],
  ];
  const usual = opacities('zoning');
  for (const opacity of usual) expect(opacity).toSatisfy((value: number) => value > 0.3 && value < 1);
  changeOpacity('layer:flood', 100);
  expect(opacities('flood')).toEqual(usual.map(() => 1));
  changeOpacity('layer:flood', 0);
  expect(opacities('flood')).toEqual(usual.map(() => 0));
  expect(opacities('zoning')).toEqual(usual);
  loadStyle();
  expect(opacities('flood')).toEqual(usual.map(() => 0));
  stop();
});

test('[LAY-5] an overlay without a property for labels has none', () => {
  const { labelProperty: _, ...bare } = flood;
  const symbols = documentWith([bare]).layers.filter(({ id }) => id.startsWith('layer:'));
  expect(symbols.map(({ type }) => type)).toEqual(['fill', 'line', 'line', 'circle']);
});
