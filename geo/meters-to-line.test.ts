import { expect, test } from 'vitest';
import type { PolygonGeometry, Position } from './geometry.ts';
import { metersToLine } from './meters-to-line.ts';

/** A degree of latitude at 35.62, in meters. */
const METERS_PER_DEGREE = 110_947;
const at = (east: number, north: number): Position => [
  -80.86 + east / (METERS_PER_DEGREE * 0.8148),
  35.62 + north / METERS_PER_DEGREE,
];
const square = (size: number): Position[] => [
  at(-size, -size),
  at(size, -size),
  at(size, size),
  at(-size, size),
  at(-size, -size),
];
const point = (east: number, north: number) => {
  const [lng, lat] = at(east, north);
  return { lng, lat };
};

test('[M17] the distance to the nearest line counts from inside and from outside', () => {
  const lot: PolygonGeometry = { type: 'Polygon', coordinates: [square(100)] };
  expect(metersToLine(lot, point(0, 0))).toBeCloseTo(100, 0);
  expect(metersToLine(lot, point(0, 88))).toBeCloseTo(12, 0);
  expect(metersToLine(lot, point(0, 130))).toBeCloseTo(30, 0);
  // From a corner, not from the line that goes on beyond it.
  expect(metersToLine(lot, point(130, 140))).toBeCloseTo(50, 0);
});

test('[M17] the line of a hole, and of each part, is a line of the lot', () => {
  expect(metersToLine({ type: 'Polygon', coordinates: [square(100), square(10)] }, point(0, 15))).toBeCloseTo(
    5,
    0,
  );
  expect(
    metersToLine({ type: 'MultiPolygon', coordinates: [[square(100)], [square(10)]] }, point(0, 8)),
  ).toBeCloseTo(2, 0);
});
