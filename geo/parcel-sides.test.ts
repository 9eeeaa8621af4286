import { expect, test } from 'vitest';
import type { Position, Ring } from './geometry.ts';
import { sidesOf } from './parcel-sides.ts';

/** Meters east and north of a place, near enough for lots. */
const at = (east: number, north: number): Position => [-80.86 + east / 90500, 35.62 + north / 110950];
const closed = (points: Position[]): Ring => [...points, points[0]!];
const lot = (...points: [number, number][]) => closed(points.map(([east, north]) => at(east, north)));
const sidesOfRing = (ring: Ring) => sidesOf({ type: 'Polygon', coordinates: [ring] })[0]!.sides;
const corners = (ring: Ring) => sidesOfRing(ring).map(({ points }) => points[0]);

const arc = (center: [number, number], radius: number, degrees: number[]): [number, number][] =>
  degrees.map((degree) => {
    const angle = (degree * Math.PI) / 180;
    return [center[0] + radius * Math.sin(angle), center[1] + radius * Math.cos(angle)];
  });

test('a rectangle has four sides, clockwise from its first corner, in whichever order it is stored', () => {
  const [a, b, c, d] = [at(0, 0), at(0, 40), at(30, 40), at(30, 0)];
  expect(corners(closed([a, b, c, d]))).toEqual([a, b, c, d]);
  expect(corners(closed([a, d, c, b]))).toEqual([a, b, c, d]);
});

test('points along a straight side do not divide it, not even half a foot beside it', () => {
  const ring = lot([0, 0], [0.1, 10], [-0.1, 25], [0, 40], [12, 40.05], [30, 40], [30, 0]);
  const sides = sidesOfRing(ring);
  expect(sides).toHaveLength(4);
  expect(sides[0]!.points).toHaveLength(4);
  expect(sides.every(({ isCurved }) => !isCurved)).toBe(true);
});

test('a ring that begins in the middle of a side has its first side from the next corner', () => {
  const ring = lot([0, 20], [0, 40], [30, 40], [30, 0], [0, 0]);
  expect(corners(ring)).toEqual([at(0, 40), at(30, 40), at(30, 0), at(0, 0)]);
  expect(sidesOfRing(ring).at(-1)!.points).toEqual([at(0, 0), at(0, 20), at(0, 40)]);
});

test('a rounded corner is a side of its own, and the straight ones beside it end where it begins', () => {
  const round = arc([20, 30], 10, [0, 15, 30, 45, 60, 75, 90]);
  const sides = sidesOfRing(lot([0, 0], [0, 40], ...round, [30, 0]));
  expect(sides.map(({ isCurved }) => isCurved)).toEqual([false, false, true, false, false]);
  expect(sides[2]!.points).toHaveLength(round.length);
  expect(sides[2]!.points[0]).toEqual(at(...round[0]!));
});

test('a frontage that bends by a few degrees at each point is one curved side', () => {
  const front = arc([50, -400], 400, [-7, -4.5, -3, 0, 1, 4, 7]);
  const sides = sidesOfRing(lot(...front, [100, -60], [0, -60]));
  expect(sides).toHaveLength(4);
  expect(sides[0]).toMatchObject({ isCurved: true });
  expect(sides[0]!.points).toHaveLength(front.length);
});

test('a bend of 8 degrees between two long sides is a corner', () => {
  const ring = lot([0, 0], [0, 50], [14, 150], [80, 150], [80, 0]);
  expect(sidesOfRing(ring)).toHaveLength(5);
});

test('a round island has a single side around it', () => {
  const circle = arc(
    [0, 0],
    20,
    Array.from({ length: 36 }, (_, index) => index * 10),
  );
  const sides = sidesOfRing(lot(...circle));
  expect(sides).toHaveLength(1);
  expect(sides[0]!.points).toHaveLength(37);
  expect(sides[0]).toMatchObject({ isCurved: true });
});

test('parts and holes are told apart', () => {
  const outer = lot([0, 0], [0, 90], [90, 90], [90, 0]);
  const hole = lot([30, 30], [60, 30], [60, 60], [30, 60]);
  const other = lot([200, 0], [200, 20], [220, 20], [220, 0]);
  const rings = sidesOf({ type: 'MultiPolygon', coordinates: [[outer, hole], [other]] });
  expect(rings.map(({ part, hole: number, sides }) => [part, number, sides.length])).toEqual([
    [0, undefined, 4],
    [0, 1, 4],
    [1, undefined, 4],
  ]);
});

test('a ring of 50,000 points is divided in a moment, and one without an area has no sides', () => {
  const many = arc(
    [0, 0],
    500,
    Array.from({ length: 50_000 }, (_, index) => index * 0.0072),
  );
  expect(sidesOfRing(lot(...many))).toHaveLength(1);
  expect(sidesOfRing(lot([0, 0], [10, 0]))).toEqual([]);
});
