import { expect, test } from 'vitest';
import type { Drawing } from './drawing.ts';
import { nameOf } from './drawing-name.ts';
import { importSummary, readDrawings, toGeoJson, validDrawings, withUniqueIds } from './drawings-geojson.ts';

const point = { type: 'Point', coordinates: [-80.86, 35.62] };
const feature = { type: 'Feature', id: 'a', properties: { name: 'Well' }, geometry: point };
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const read = (value: unknown) => readDrawings(JSON.stringify(value));

test('[D8] a feature, a collection and a bare geometry are all read', () => {
  expect(read(feature)).toEqual({ drawings: [feature], skipped: [] });
  expect(read(collection(feature))).toEqual({ drawings: [feature], skipped: [] });
  expect(read(point)).toEqual({
    drawings: [{ type: 'Feature', id: expect.any(String), properties: {}, geometry: point }],
    skipped: [],
  });
});

test('[D8] ids and properties that no server keeps are replaced and left out', () => {
  const read = readDrawings(
    JSON.stringify({ ...feature, id: 'a\ud800' }).replace(
      '{"name"',
      '{"__proto__":{"a":1},"tags":{"__pro\\u0074o__":1},"name"',
    ),
  );
  const properties = { tags: {}, name: 'Well' };
  const id = expect.stringMatching(/^[0-9a-z]+$/);
  expect(read).toEqual({ drawings: [{ ...feature, id, properties }], skipped: [] });
  expect(JSON.stringify(read)).not.toContain('__proto__');
});

test.each([
  ['words', 'It is not GeoJSON, KML, GPX or a zipped Shapefile.'],
  ['', 'It is not GeoJSON, KML, GPX or a zipped Shapefile.'],
  ['[]', 'It is not GeoJSON, KML, GPX or a zipped Shapefile.'],
  ['{}', 'Invalid FeatureCollection'],
  ['{"type":"FeatureCollection"}', 'Invalid FeatureCollection'],
  ['{"type":"Topology"}', 'Invalid FeatureCollection'],
  ['{"type":"FeatureCollection","features":[]}', 'There is nothing in it to draw.'],
  ['{"type":"Feature","geometry":null}', 'Invalid geometry: null'],
  ['{"type":"Feature","geometry":{"type":"Circle"}}', 'Invalid geometry type: Circle.'],
])('[D8] a bad file is refused with its reason: %s', (text, problem) => {
  expect(readDrawings(text)).toEqual({ problem });
});

test('[D8] a bad feature is skipped and named by its number, and the others are read', () => {
  const noShape = { type: 'Feature', geometry: null };
  expect(read(collection(feature, noShape, 7))).toEqual({
    drawings: [feature],
    skipped: ['Feature 2: Invalid geometry: null', 'Feature 3: Invalid geometry: null'],
  });
  expect(read(collection(noShape, 7))).toEqual({ problem: 'Feature 1: Invalid geometry: null' });
});

test('[D8] a collection of geometries becomes one drawing for its points and one for its lines; what is bad in it is told', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  };
  const mixed = { type: 'GeometryCollection', geometries: [point, line, { ...point, coordinates: [1, 2] }] };
  const both = [{ type: 'MultiPoint', coordinates: [point.coordinates, [1, 2]] }, line];
  const shapes = (value: unknown) =>
    (read(value) as { drawings: Drawing[] }).drawings.map(({ geometry }) => geometry);
  expect(shapes(mixed)).toEqual(both);
  expect(shapes({ ...feature, geometry: mixed })).toEqual(both);
  const bad = { ...mixed, geometries: [point, { type: 'Circle' }, null] };
  expect(read(collection(feature, { ...feature, id: 'b', geometry: bad }))).toEqual({
    drawings: [feature, { ...feature, id: 'b' }],
    skipped: ['Feature 2: Invalid geometry type: Circle.', 'Feature 2: Invalid geometry: null'],
  });
});

test.each([
  [
    'urn:ogc:def:crs:EPSG::2264',
    'Its coordinates are in EPSG:2264. It needs degrees: longitude and latitude.',
  ],
  ['EPSG:3857', 'Its coordinates are in EPSG:3857. It needs degrees: longitude and latitude.'],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', undefined],
  ['urn:ogc:def:crs:EPSG::4326', undefined],
  ['EPSG:4269', undefined],
])('[D8] a file in another system of coordinates says which one: %s', (name, problem) => {
  const answer = read({ ...collection(feature), crs: { type: 'name', properties: { name } } });
  expect(answer).toEqual(problem ? { problem } : { drawings: [feature], skipped: [] });
});

test('the summary says how many shapes came, how many were skipped, and why', () => {
  const drawings = [feature, feature, feature] as Drawing[];
  expect(importSummary({ drawings, skipped: [] })).toBe('3 shapes added.');
  expect(importSummary({ drawings: drawings.slice(1, 2), skipped: ['Feature 2: No.'] })).toBe(
    '1 shape added, 1 skipped. Feature 2: No.',
  );
  const skipped = Array.from({ length: 1500 }, (_, index) => `Feature ${index + 4}: No.`);
  expect(importSummary({ drawings, skipped })).toBe(
    '3 shapes added, 1,500 skipped. Feature 4: No. Feature 5: No. And 1,498 more.',
  );
});

test.each([
  [{ name: 'Well' }, 'Well'],
  [{ Name: 'Well' }, 'Well'],
  [{ NAME: '  Old \n well ' }, 'Old well'],
  [{ title: 'Well' }, 'Well'],
  [{ title: 'Sheet 7', Name: 'Well' }, 'Well'],
  [{ name: '', title: 'Well' }, 'Well'],
  [{ name: 7 }, '7'],
])('a file’s name for a shape is kept under `name`, beside all else: %j', (properties, name) => {
  const [drawing] = (read({ ...feature, properties }) as { drawings: Drawing[] }).drawings;
  expect(nameOf(drawing!)).toBe(name);
  expect(drawing!.properties).toMatchObject({ ...properties, name: expect.anything() });
});

test('names and other properties survive a download and an import', () => {
  const properties = { name: 'Well', depth_ft: 120, dry: false, tags: ['a', 'b'] };
  const text = toGeoJson([{ ...feature, properties } as Drawing]);
  expect(readDrawings(text)).toEqual({ drawings: [{ ...feature, properties }], skipped: [] });
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
    skipped: [],
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
