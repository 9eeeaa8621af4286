import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { asMapLibreStyle } from './mapbox-style.ts';

const line = { type: 'line', source: 'roads', 'source-layer': 'road' };
const style = (parts: object) => ({
  version: 8,
  name: 'Mapbox Streets',
  sources: { roads: { type: 'vector', url: 'mapbox://mapbox.mapbox-streets-v8' } },
  sprite: 'mapbox://sprites/mapbox/streets-v12/a1b2',
  glyphs: 'mapbox://fonts/mapbox/{fontstack}/{range}.pbf',
  layers: [],
  ...parts,
});
const layersOf = (...layers: object[]) => asMapLibreStyle(style({ layers })).layers;
const isAccepted = (document: unknown) => validateStyleMin(asMapLibreStyle(document)).length === 0;

test('supported parts stay unchanged', () => {
  const known = style({
    layers: [{ ...line, id: 'road', paint: { 'line-color': '#fff' }, metadata: { a: 1 } }],
  });
  expect(asMapLibreStyle(known)).toEqual(known);
});

test('projection, fog, lights, terrain, imports and other unsupported root keys are dropped', () => {
  const foreign = {
    projection: { name: 'globe' },
    fog: { range: [1, 7] },
    lights: [{ id: 'sun', type: 'directional' }],
    terrain: { source: 'dem', exaggeration: ['interpolate', ['linear'], ['zoom'], 5, 0, 10, 1] },
    camera: { 'camera-projection': 'orthographic' },
    imports: [{ id: 'basemap', url: 'mapbox://styles/mapbox/standard' }],
    schema: { lightPreset: { default: 'day' } },
    models: {},
    pitch: 45,
  };
  expect(asMapLibreStyle(style(foreign))).toEqual(style({}));
});

test('layers of unknown types are dropped, and unknown keys of the others', () => {
  const layers = layersOf(
    { id: 'sky', type: 'sky' },
    { id: 'top', type: 'slot' },
    { id: 'trees', type: 'model', source: 'roads', 'source-layer': 'tree' },
    { ...line, id: 'road', slot: 'middle' },
  );
  expect(layers).toEqual([{ ...line, id: 'road' }]);
});

test('a filter by pitch or distance gets its constant value on a flat map, and the layer stays', () => {
  const byPitch = [
    'case',
    ['<=', ['pitch'], 50],
    true,
    ['step', ['pitch'], true, 60, ['<', ['distance-from-center'], 2]],
  ];
  const [layer] = layersOf({ ...line, id: 'road', filter: byPitch });
  const zero = ['literal', 0];
  expect(layer).toMatchObject({
    filter: ['case', ['<=', zero, 50], true, ['step', zero, true, 60, ['<', zero, 2]]],
  });
  // Not even a warning, which bare numbers would cause.
  expect(validateStyleMin(asMapLibreStyle(style({ layers: [layer] })))).toEqual([]);
});

test('a feature class called pitch is not read as an expression', () => {
  const filter = ['match', ['get', 'class'], ['pitch'], true, false];
  expect(layersOf({ ...line, id: 'ground', filter })).toEqual([{ ...line, id: 'ground', filter }]);
});

test('an invalid paint or layout property is dropped alone', () => {
  const [layer] = layersOf({
    ...line,
    id: 'road',
    paint: { 'line-color': ['config', 'roads'], 'line-width': 2, 'line-emissive-strength': 1 },
    layout: { 'line-cap': 'round', 'line-join': ['config', 'join'] },
  });
  expect(layer).toEqual({ ...line, id: 'road', paint: { 'line-width': 2 }, layout: { 'line-cap': 'round' } });
});

test('an invalid filter drops its layer, which would show too much without it', () => {
  expect(layersOf({ ...line, id: 'a', filter: ['==', ['config', 'x'], 1] }, { ...line, id: 'b' })).toEqual([
    { ...line, id: 'b' },
  ]);
});

test('a source of an unknown type is dropped with its layers', () => {
  const document = style({
    sources: {
      wind: { type: 'raster-array', url: 'mapbox://mapbox.gfs-winds' },
      roads: { type: 'vector', url: 'mapbox://x' },
    },
    layers: [
      { id: 'wind', type: 'raster', source: 'wind' },
      { ...line, id: 'road' },
    ],
  });
  const { sources, layers } = asMapLibreStyle(document);
  expect(Object.keys(sources)).toEqual(['roads']);
  expect(layers.map(({ id }) => id)).toEqual(['road']);
  expect(isAccepted(document)).toBe(true);
});

test('a document that is not a style is refused', () => {
  expect(() => asMapLibreStyle({ message: 'Not Authorized - Invalid Token' })).toThrow(
    'The style cannot be shown',
  );
});
