import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance, nearestOnSegment, type Point } from './point.ts';
import { type PlaneRing, ringArea } from './ring.ts';
import { chaikinRing, cleanRing, simplifyRing } from './smooth-ring.ts';

const at = (x: number, y: number): Point => ({ x, y });
const square = [at(0, 0), at(8, 0), at(8, 8), at(0, 8)];

const anyStar: fc.Arbitrary<Point[]> = fc
  .array(fc.double({ min: 10, max: 100, noNaN: true }), { minLength: 3, maxLength: 30 })
  .map((rays) =>
    rays.map((ray, i) => ({
      x: ray * Math.cos((2 * Math.PI * i) / rays.length),
      y: ray * Math.sin((2 * Math.PI * i) / rays.length),
    })),
  );
const distanceToRing = (ring: PlaneRing, point: Point): number =>
  Math.min(...ring.map((a, i) => distance(point, nearestOnSegment(point, a, ring[(i + 1) % ring.length]!))));

describe('Chaikin smoothing of a ring', () => {
  test('cuts every corner, the first one too', () => {
    expect(chaikinRing(square, 1)).toEqual([
      at(2, 0),
      at(6, 0),
      at(8, 2),
      at(8, 6),
      at(6, 8),
      at(2, 8),
      at(0, 6),
      at(0, 2),
    ]);
  });

  test('doubles the points each round, and stays on the ring or inside its corners', () => {
    fc.assert(
      fc.property(anyStar, fc.integer({ min: 0, max: 3 }), (ring, rounds) => {
        const smooth = chaikinRing(ring, rounds);
        expect(smooth).toHaveLength(ring.length * 2 ** rounds);
        if (rounds === 1) for (const point of smooth) expect(distanceToRing(ring, point)).toBeLessThan(1e-9);
      }),
    );
  });

  test('of nothing is nothing', () => {
    expect(chaikinRing([], 2)).toEqual([]);
  });
});

describe('Douglas-Peucker simplification of a ring', () => {
  test('drops the points on its straight sides', () => {
    const withMiddles = square.flatMap((point, i) => {
      const next = square[(i + 1) % 4]!;
      return [point, at((point.x + next.x) / 2, (point.y + next.y) / 2)];
    });
    expect(simplifyRing(withMiddles, 0.01)).toEqual(square);
  });

  test('keeps every corner of the original within the tolerance', () => {
    fc.assert(
      fc.property(anyStar, fc.double({ min: 0, max: 60, noNaN: true }), (ring, tolerance) => {
        const simple = simplifyRing(ring, tolerance);
        expect(simple.length).toBeGreaterThanOrEqual(2);
        for (const point of ring) expect(distanceToRing(simple, point)).toBeLessThanOrEqual(tolerance + 1e-9);
      }),
    );
  });
});

describe('cleaning a ring', () => {
  test('drops duplicate points and points on the straight line between their neighbors', () => {
    const dirty = [at(0, 0), at(0.01, 0), at(4, 0), at(8, 0), at(8, 8), at(0, 8), at(0, 8)];
    const clean = cleanRing(dirty, 0.12);
    expect(clean).toHaveLength(4);
    expect(ringArea(clean)).toBeCloseTo(64, 0);
  });

  test('leaves a clean ring as it is, and never fewer than three points', () => {
    expect(cleanRing(square, 0.12)).toEqual(square);
    expect(cleanRing([at(0, 0), at(0, 0), at(0, 0), at(0, 0), at(0, 0)], 1)).toHaveLength(3);
  });

  test('changes the area by no more than the tolerance along its outline', () => {
    fc.assert(
      fc.property(anyStar, (ring) => {
        const doubled = ring.flatMap((point) => [point, at(point.x + 0.001, point.y)]);
        expect(Math.abs(ringArea(cleanRing(doubled, 0.12)) - ringArea(ring))).toBeLessThan(0.12 * 6000);
        expect(cleanRing(doubled, 0.12).length).toBeLessThanOrEqual(ring.length);
      }),
    );
  });
});
