import { describe, expect, test } from 'vitest';
import { type Drawing, type DrawnGeometry, geometryProblem, onPrimaryWorld } from './drawing.ts';

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

describe('[D8] the rules of a drawn geometry', () => {
  test.each([
    { type: 'Point', coordinates: [-80, 35] },
    { type: 'Point', coordinates: [-270, 90] },
    { type: 'Point', coordinates: [270, -90, 120] },
    { type: 'LineString', coordinates: square.slice(0, 2) },
    { type: 'Polygon', coordinates: [square] },
    { type: 'Polygon', coordinates: [[square[0], square[1], square[2], square[0]]] },
    { type: 'MultiPoint', coordinates: square },
    { type: 'MultiLineString', coordinates: [square, square] },
    { type: 'MultiPolygon', coordinates: [[square], [square]] },
  ])('a proper $type is accepted', (geometry) => {
    expect(geometryProblem(geometry)).toBeUndefined();
  });

  test('no geometry', () => {
    expect(geometryProblem(null)).toBe('Invalid geometry: null');
    expect(geometryProblem(undefined)).toBe('Invalid geometry: null');
  });

  test.each(['Circle', 'GeometryCollection', 'toString', undefined])('an unknown type: %s', (type) => {
    expect(geometryProblem({ type, coordinates: [] })).toContain('Invalid geometry type');
  });

  test.each([[[]], [[1]], [['1', '2']], [[271, 0]], [[0, 90.1]], [[Number.NaN, 0]], ['1,2'], [null]])(
    'a point needs two numbers within the world: %j',
    (coordinates) => {
      expect(geometryProblem({ type: 'Point', coordinates })).toMatch(/position/);
    },
  );

  test('a line needs two points', () => {
    expect(geometryProblem({ type: 'LineString', coordinates: [[0, 0]] })).toMatch(/2 points/);
    expect(geometryProblem({ type: 'MultiLineString', coordinates: [square, [[0, 0]]] })).toMatch(/2 points/);
    expect(geometryProblem({ type: 'LineString' })).toMatch(/2 points/);
  });

  test('a ring is closed, has four positions or more and three different points', () => {
    for (const ring of [
      square.slice(0, 3),
      square.slice(0, 4),
      [square[0], square[1], square[0], square[0]],
      [],
    ]) {
      expect(geometryProblem({ type: 'Polygon', coordinates: [ring] })).toMatch(/3 different points/);
      expect(geometryProblem({ type: 'MultiPolygon', coordinates: [[square], [ring]] })).toMatch(
        /3 different/,
      );
    }
  });

  test('a geometry without coordinates is invalid', () => {
    for (const type of ['Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon']) {
      expect(geometryProblem({ type, coordinates: [] })).toMatch(/nothing/);
    }
  });
});

const drawing = (geometry: DrawnGeometry): Drawing => ({
  type: 'Feature',
  id: 'a',
  properties: {},
  geometry,
});

test('[D8] a drawing made on another copy of the world is stored on the primary one', () => {
  const ring = [
    [300, 10],
    [310, 10],
    [310, 20],
    [300, 10],
  ];
  expect(onPrimaryWorld(drawing({ type: 'Polygon', coordinates: [ring] })).geometry.coordinates).toEqual([
    ring.map(([lng, lat]) => [lng! - 360, lat]),
  ]);
  expect(onPrimaryWorld(drawing({ type: 'Point', coordinates: [-700, 5] })).geometry.coordinates).toEqual([
    20, 5,
  ]);
});

test('a drawing within the longitude limits is left as it is, across the date line too', () => {
  const line = drawing({
    type: 'LineString',
    coordinates: [
      [170, 0],
      [190, 0],
    ],
  });
  expect(onPrimaryWorld(line)).toBe(line);
  const unfinished = drawing({ type: 'LineString', coordinates: [] });
  expect(onPrimaryWorld(unfinished)).toBe(unfinished);
});

test('a line of 250,000 vertices is shifted without overflowing the call stack', () => {
  const coordinates = Array.from({ length: 250_000 }, (_, at) => [300 + (at % 10), 5]);
  const { geometry } = onPrimaryWorld(drawing({ type: 'LineString', coordinates }));
  expect(geometry.coordinates[0]).toEqual([-60, 5]);
});
