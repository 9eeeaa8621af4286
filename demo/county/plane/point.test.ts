import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { direction, distance, left, nearestOnSegment, type Point, snap, toPosition, unit } from './point.ts';

const meters = fc.double({ min: -10_000, max: 10_000, noNaN: true });
const anyPoint: fc.Arbitrary<Point> = fc.record({ x: meters, y: meters });

describe('snapping to the stored grid', () => {
  test('moves a point by half a grid step at most, and a snapped point not at all', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        const snapped = snap(point);
        expect(Math.abs(snapped.x - point.x)).toBeLessThanOrEqual(0.00903902 / 2 + 1e-9);
        expect(Math.abs(snapped.y - point.y)).toBeLessThanOrEqual(0.011119508 / 2 + 1e-9);
        expect(snap(snapped)).toEqual(snapped);
      }),
    );
  });

  test('the origin lies at the center of the map, and a shift moves it by whole grid steps', () => {
    expect(toPosition({ x: 0, y: 0 }, { east: 0, north: 0 })).toEqual([-80.86, 35.62]);
    expect(toPosition({ x: 0, y: 0 }, { east: 1, north: -1 })).toEqual([-80.8599999, 35.6199999]);
  });
});

describe('the nearest point of a segment', () => {
  const a = { x: 0, y: 0 };
  const b = { x: 10, y: 0 };

  test.each([
    ['beside the middle', { x: 4, y: 3 }, { x: 4, y: 0 }],
    ['before the start', { x: -5, y: 2 }, a],
    ['behind the end', { x: 15, y: -2 }, b],
    ['on the segment', { x: 7, y: 0 }, { x: 7, y: 0 }],
  ])('%s', (_, point, expected) => {
    expect(nearestOnSegment(point, a, b)).toEqual(expected);
  });

  test('is the one point of a segment without length', () => {
    expect(nearestOnSegment({ x: 3, y: 4 }, a, a)).toEqual(a);
  });

  test('is no farther away than any other point of the segment', () => {
    fc.assert(
      fc.property(
        anyPoint,
        anyPoint,
        anyPoint,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (point, from, to, share) => {
          const other = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
          const nearest = nearestOnSegment(point, from, to);
          expect(distance(point, nearest)).toBeLessThanOrEqual(distance(point, other) + 1e-6);
        },
      ),
    );
  });
});

describe('directions', () => {
  test('have length 1', () => {
    fc.assert(
      fc.property(anyPoint, fc.double({ min: -7, max: 7, noNaN: true }), (point, radians) => {
        fc.pre(distance(point, { x: 0, y: 0 }) > 1e-6);
        expect(distance(unit(point), { x: 0, y: 0 })).toBeCloseTo(1, 9);
        expect(distance(direction(radians), { x: 0, y: 0 })).toBeCloseTo(1, 5);
      }),
    );
  });

  test('that of no vector at all is east', () => {
    expect(unit({ x: 0, y: 0 })).toEqual({ x: 1, y: 0 });
  });

  test('left is a quarter turn counter-clockwise', () => {
    expect(left({ x: 3, y: 1 })).toEqual({ x: -1, y: 3 });
  });
});
