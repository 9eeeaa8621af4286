import { expect, test } from 'vitest';
import type { Drawing } from './drawing.ts';
import { readDrawings, validDrawings, withUniqueIds } from './drawings-geojson.ts';

const point = { type: 'Point', coordinates: [-80.86, 35.62] };
const feature = { type: 'Feature', id: 'a', properties: { name: 'Well' }, geometry: point };
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const read = (value: unknown) => readDrawings(JSON.stringify(value));

test('[D8] a feature, a collection and a bare geometry are all read', () => {
  expect(read(feature)).toEqual({ drawings: [feature] });
  expect(read(collection(feature))).toEqual({ drawings: [feature] });
  expect(read(point)).toEqual({
    drawings: [{ type: 'Feature', id: expect.any(String), properties: {}, geometry: point }],
  });
});

test.each([
  ['words', 'It is not a GeoJSON file.'],
  ['', 'It is not a GeoJSON file.'],
  ['[]', 'It is not a GeoJSON file.'],
  ['{}', 'Invalid FeatureCollection'],
  ['{"type":"FeatureCollection"}', 'Invalid FeatureCollection'],
  ['{"type":"Topology"}', 'Invalid FeatureCollection'],
  ['{"type":"FeatureCollection","features":[]}', 'There is nothing in it to draw.'],
  ['{"type":"Feature","geometry":null}', 'Invalid geometry: null'],
  ['{"type":"Feature","geometry":{"type":"Circle"}}', 'Invalid geometry type: Circle.'],
])('[D8] a bad file is refused with its reason: %s', (text, problem) => {
  expect(readDrawings(text)).toEqual({ problem });
});

test('[D8] one bad feature refuses the file and is named by its number', () => {
  expect(read(collection(feature, { type: 'Feature', geometry: null }))).toEqual({
    problem: 'Feature 2: Invalid geometry: null',
  });
  expect(read(collection(feature, 7))).toEqual({ problem: 'Feature 2: Invalid geometry: null' });
});

test('heights are dropped, numeric ids replaced, missing properties filled in', () => {
  const high = {
    type: 'LineString',
    coordinates: [
      [0, 0, 9],
      [1, 1, 9],
    ],
  };
  expect(read({ type: 'Feature', id: 7, properties: null, geometry: high })).toEqual({
    drawings: [
      {
        type: 'Feature',
        id: expect.not.stringMatching(/^7$/),
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    ],
  });
});

test('a corrupt feature does not cost the valid ones', () => {
  const text = JSON.stringify(collection(feature, { type: 'Feature', geometry: null }, 'rust'));
  expect(validDrawings(text)).toEqual([feature]);
  expect(validDrawings('{"type":')).toEqual([]);
});

test('an imported drawing never replaces a present one', () => {
  const present = [feature] as Drawing[];
  const [first, second] = withUniqueIds([feature, { ...feature, id: 'b' }] as Drawing[], present);
  expect(first?.id).not.toBe('a');
  expect(second?.id).toBe('b');
  const twins = withUniqueIds([feature, feature] as Drawing[], []);
  expect(new Set(twins.map(({ id }) => id)).size).toBe(2);
});
