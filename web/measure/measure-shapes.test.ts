import { expect, test } from 'vitest';
import type { Position } from '../../geo/geometry.ts';
import { SIZES } from '../sizes.ts';
import { measureShapes, sideLabels } from './measure-shapes.ts';
import type { MeasureMode } from './measurement.ts';

const points: Position[] = [
  [-80.86, 35.62],
  [-80.85, 35.62],
  [-80.85, 35.63],
];

const typesOf = (mode: MeasureMode, placed: Position[]) =>
  measureShapes({ mode, points: placed, cursor: undefined, isFinished: false }).features.map(
    ({ geometry }) => geometry.type,
  );

test('[W2] distance draws a line, area a polygon, each with its points', () => {
  expect(typesOf('distance', points)).toEqual(['LineString', 'Point', 'Point', 'Point']);
  expect(typesOf('area', points)).toEqual(['Polygon', 'Point', 'Point', 'Point']);
});

test('[W2] an area of two points is still a line, and one point only a point', () => {
  expect(typesOf('area', points.slice(0, 2))).toEqual(['LineString', 'Point', 'Point']);
  expect(typesOf('area', points.slice(0, 1))).toEqual(['Point']);
  expect(measureShapes({ mode: 'none' }).features).toEqual([]);
});

test('the polygon is closed', () => {
  const [area] = measureShapes({ mode: 'area', points, cursor: undefined, isFinished: true }).features;
  expect(area).toMatchObject({ geometry: { coordinates: [[...points, points[0]]] } });
});

test('[W2] the length of a side stands beside it, not across it', () => {
  const from: Position = [-80.86, 35.62];
  const anchorTo = (to: Position) =>
    sideLabels({ mode: 'distance', points: [from, to], cursor: undefined, isFinished: true }, SIZES.us)
      .features[0]!.properties!.anchor;
  const [west, south] = from;
  const ways: Record<string, Position[]> = {
    left: [
      [west, south + 0.01],
      [west, south - 0.01],
    ],
    'top-left': [
      [west + 0.0123, south + 0.01],
      [west - 0.0123, south - 0.01],
    ],
    bottom: [
      [west + 0.01, south],
      [west - 0.01, south],
    ],
    'bottom-left': [
      [west + 0.0123, south - 0.01],
      [west - 0.0123, south + 0.01],
    ],
  };
  for (const [anchor, ends] of Object.entries(ways)) {
    expect(ends.map(anchorTo)).toEqual([anchor, anchor]);
  }
});
