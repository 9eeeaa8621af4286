import { describe, expect, test } from 'vitest';
import { geometryProblem } from './drawing.ts';

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

  test('a geometry of nothing is none', () => {
    for (const type of ['Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon']) {
      expect(geometryProblem({ type, coordinates: [] })).toMatch(/nothing/);
    }
  });
});
