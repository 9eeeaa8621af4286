import { expect, test } from 'vitest';
import { SIZES } from '../sizes.ts';
import type { Drawing, DrawnGeometry } from './drawing.ts';
import { sizeLines } from './drawing-size.ts';

const drawing = (geometry: DrawnGeometry): Drawing => ({
  type: 'Feature',
  id: 'a',
  properties: {},
  geometry,
});
const sizes = (...geometries: DrawnGeometry[]) => sizeLines(geometries.map(drawing), SIZES.us);

/** The corner that measuring is tested with: the same numbers must come out. */
const corner = [
  [-80.86, 35.62],
  [-80.84, 35.62],
  [-80.84, 35.63],
];
const ring = [...corner, corner[0]!];
const line: DrawnGeometry = { type: 'LineString', coordinates: corner };
const area: DrawnGeometry = { type: 'Polygon', coordinates: [ring] };
const point: DrawnGeometry = { type: 'Point', coordinates: [-80.86, 35.62] };
const hole = [
  [-80.845, 35.622],
  [-80.842, 35.622],
  [-80.842, 35.624],
  [-80.845, 35.622],
];

test('[W3] a line and a polygon have the numbers that measuring gives', () => {
  expect(sizes(line)).toEqual(['1.82 mi']);
  expect(sizes({ type: 'LineString', coordinates: corner.slice(1) })).toEqual(['3,640 ft']);
  expect(sizes(area)).toEqual(['248.38 acres', '10,819,473 sq ft', 'Perimeter 3.14 mi']);
});

test('[N2] the same in meters and hectares', () => {
  const inMeters = (...geometries: DrawnGeometry[]) => sizeLines(geometries.map(drawing), SIZES.metric);
  expect(inMeters(line)).toEqual(['2.92 km']);
  expect(inMeters(area)).toEqual(['100.516 hectares', '1,005,162 m²', 'Perimeter 5.05 km']);
  expect(inMeters(area, area)[1]).toBe('Area 201.032 hectares');
});

test('a point shows its place, latitude first, wherever on the repeated world it was drawn', () => {
  expect(sizes(point)).toEqual(['35.620000, -80.860000']);
  expect(sizes({ type: 'Point', coordinates: [-80.86 + 360, 35.62] })).toEqual(['35.620000, -80.860000']);
});

test('a hole is not part of the area', () => {
  const [acres] = sizes({ type: 'Polygon', coordinates: [ring, hole] });
  const [holeAcres] = sizes({ type: 'Polygon', coordinates: [hole] });
  expect(Number.parseFloat(acres!)).toBeCloseTo(248.38 - Number.parseFloat(holeAcres!), 1);
});

test('a polygon that crosses itself gets no number', () => {
  const bowTie = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
    [0, 0],
  ];
  expect(sizes({ type: 'Polygon', coordinates: [bowTie] })).toEqual(['The lines cross: no area']);
});

test('a Multi feature is measured as a whole', () => {
  expect(sizes({ type: 'MultiLineString', coordinates: [corner, corner] })).toEqual(['3.63 mi']);
  expect(sizes({ type: 'MultiPolygon', coordinates: [[ring]] })).toEqual(sizes(area));
  expect(sizes({ type: 'MultiPoint', coordinates: corner })).toEqual(['3 points']);
});

test('several shapes show their totals', () => {
  expect(sizes(line, line, area, area, point)).toEqual([
    '5 shapes',
    'Length 3.63 mi',
    'Area 496.76 acres',
    '21,638,946 sq ft',
    'Perimeter 6.27 mi',
  ]);
  expect(sizes(point, point)).toEqual(['2 shapes']);
  expect(sizes()).toEqual([]);
});

test('a polygon of two points, as at the start of drawing, has no area yet', () => {
  const begun: DrawnGeometry = { type: 'Polygon', coordinates: [[...corner.slice(0, 2), corner[0]!]] };
  expect(sizes(begun)).toEqual(['Three points make an area']);
});
