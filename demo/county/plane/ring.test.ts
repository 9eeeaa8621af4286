import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point } from './point.ts';
import {
  boxesMeet,
  boxOf,
  type PlaneRing,
  ringArea,
  ringCenter,
  ringContains,
  ringLength,
  shapeArea,
  shapeContains,
} from './ring.ts';

const square = (x: number, y: number, side: number): Point[] => [
  { x, y },
  { x: x + side, y },
  { x: x + side, y: y + side },
  { x, y: y + side },
];
/** A star around the origin: simple, counter-clockwise, not convex. */
const anyStar: fc.Arbitrary<PlaneRing> = fc
  .array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 3, maxLength: 12 })
  .map((rays) =>
    rays.map((ray, i) => ({
      x: ray * Math.cos((2 * Math.PI * i) / rays.length),
      y: ray * Math.sin((2 * Math.PI * i) / rays.length),
    })),
  );

describe('the area of a ring', () => {
  test('is positive counter-clockwise and negative clockwise', () => {
    expect(ringArea(square(5, 5, 4))).toBe(16);
    expect(ringArea(square(5, 5, 4).reverse())).toBe(-16);
  });

  test('is 0 for nothing, a point, a line and points on one line', () => {
    const line = [0, 1, 2, 5].map((x) => ({ x, y: 2 * x }));
    for (const ring of [[], line.slice(0, 1), line.slice(0, 2), line]) expect(ringArea(ring)).toBe(0);
  });

  test('does not change with duplicate or collinear points, nor with the place it begins', () => {
    fc.assert(
      fc.property(anyStar, fc.nat(), (ring, turn) => {
        const doubled = ring.flatMap((point, i) => {
          const next = ring[(i + 1) % ring.length]!;
          return [point, point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }];
        });
        const start = turn % ring.length;
        const turned = [...ring.slice(start), ...ring.slice(0, start)];
        expect(ringArea(doubled)).toBeCloseTo(ringArea(ring), 6);
        expect(ringArea(turned)).toBeCloseTo(ringArea(ring), 6);
      }),
    );
  });

  test('leaves the holes of a shape out', () => {
    expect(shapeArea([square(0, 0, 10), square(2, 2, 3).reverse()])).toBe(91);
    expect(shapeArea([])).toBe(0);
  });
});

test('the length of a ring counts the edge that closes it', () => {
  expect(ringLength(square(0, 0, 10))).toBe(40);
  expect(ringLength([{ x: 1, y: 1 }])).toBe(0);
  expect(ringLength([])).toBe(0);
});

describe('containing a point', () => {
  test('holes are outside, and an island in a hole is inside again', () => {
    const shape = [square(0, 0, 10), square(2, 2, 6).reverse(), square(4, 4, 2)];
    const answers = [1, 3, 5].map((at) => shapeContains(shape, { x: at, y: at }));
    expect(answers).toEqual([true, false, true]);
  });

  test('two squares side by side share no point of their common edge', () => {
    const [west, east] = [square(0, 0, 10), square(10, 0, 10)];
    for (const y of [0, 0.5, 5, 9.9]) {
      const point = { x: 10, y };
      expect([ringContains(west, point), ringContains(east, point)].filter(Boolean)).toHaveLength(1);
    }
  });

  test('nothing lies in an empty ring or in a line', () => {
    expect(ringContains([], { x: 0, y: 0 })).toBe(false);
    expect(
      ringContains(
        [
          { x: 0, y: 0 },
          { x: 4, y: 4 },
        ],
        { x: 2, y: 2 },
      ),
    ).toBe(false);
  });

  test('a star contains the points inside its rays and none beyond them', () => {
    fc.assert(
      fc.property(anyStar, fc.nat(), (ring, ray) => {
        const { x, y } = ring[ray % ring.length]!;
        expect(ringContains(ring, { x: x * 1.01, y: y * 1.01 })).toBe(false);
        // With three corners the origin may lie on an edge, so look just inside the corner of a wider star.
        if (ring.length > 4) expect(ringContains(ring, { x: x * 0.9, y: y * 0.9 })).toBe(true);
      }),
    );
  });
});

describe('boxes', () => {
  test('hold all points; the box of nothing meets no other', () => {
    expect(boxOf(square(-3, 2, 5))).toEqual({ minX: -3, minY: 2, maxX: 2, maxY: 7 });
    expect(boxesMeet(boxOf([]), boxOf(square(-100, -100, 200)))).toBe(false);
  });

  test('meet where they only touch', () => {
    const box = boxOf(square(0, 0, 10));
    expect(boxesMeet(box, boxOf(square(10, 10, 5)))).toBe(true);
    expect(boxesMeet(box, boxOf(square(10.001, 0, 5)))).toBe(false);
  });
});

describe('the center of a ring', () => {
  test('is its centroid, wherever it lies', () => {
    expect(ringCenter(square(100, 200, 10))).toEqual({ x: 105, y: 205 });
  });

  test('is the first point where there is no area', () => {
    const line = [0, 1, 2].map((x) => ({ x, y: x }));
    expect(ringCenter(line)).toEqual({ x: 0, y: 0 });
  });
});
