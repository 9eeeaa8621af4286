import { expect, test } from 'vitest';
import type { AreaGeometry, Position } from '../../geo/geometry.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { isReshaped } from './is-reshaped.ts';
import { normalShape } from './normal-shape.ts';

/** Meters of latitude from a corner in North Carolina; a meter of longitude is shorter. */
const area = (...rings: [number, number][][]): AreaGeometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => {
    const positions = ring.map(([x, y]): Position => [-80.9 + x / 111_320, 35.7 + y / 111_320]);
    return [...positions, positions[0]!];
  }),
});
const reshaped = (before: AreaGeometry, after: AreaGeometry) =>
  isReshaped(encodeGeometry(before), encodeGeometry(after));

const square: [number, number][] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];
const moved = (by: number) => square.map(([x, y]): [number, number] => [x + by, y - by]);
const hole: [number, number][] = [
  [20, 20],
  [20, 30],
  [30, 30],
];

test('rounding, another first corner and another way of projecting are not a new shape', () => {
  expect(reshaped(area(square), area(square))).toBe(false);
  expect(reshaped(area(square), area([...square.slice(2), ...square.slice(0, 2)]))).toBe(false);
  expect(reshaped(area(square), area(moved(0.03)))).toBe(false);
});

test('a corner on a straight line is not a new shape', () => {
  expect(reshaped(area(square), area([[0, 0], [50, 0.01], ...square.slice(1)]))).toBe(false);
});

test('a border moved by a hand, a hole and a part are', () => {
  expect(reshaped(area(square), area(moved(0.1)))).toBe(true);
  expect(reshaped(area(square), area([[0, 0], [50, 5], ...square.slice(1)]))).toBe(true);
  expect(reshaped(area(square), area(square, hole))).toBe(true);
  const two: AreaGeometry = {
    type: 'MultiPolygon',
    coordinates: [area(square).coordinates, area(moved(500)).coordinates] as never,
  };
  expect(reshaped(area(square), two)).toBe(true);
  expect(reshaped(two, area(square))).toBe(true);
});

test('the same land has the same bytes, wherever the drawing began', () => {
  const turned = area([...square.slice(3), ...square.slice(0, 3)], [...hole.slice(1), hole[0]!]);
  expect(encodeGeometry(normalShape(turned))).toEqual(encodeGeometry(normalShape(area(square, hole))));
  const parts = [area(square).coordinates, area(moved(500)).coordinates] as never[];
  const multi = (coordinates: never[]) => normalShape({ type: 'MultiPolygon', coordinates });
  expect(multi(parts.toReversed())).toEqual(multi(parts));
  expect(multi(parts.slice(0, 1)).type).toBe('Polygon');
});
