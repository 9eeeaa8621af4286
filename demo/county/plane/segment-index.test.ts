import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { direction, distance, nearestOnSegment, type Point } from './point.ts';
import { SegmentIndex } from './segment-index.ts';

const at = (x: number, y: number): Point => ({ x, y });
const square = [at(0, 0), at(100, 0), at(100, 100), at(0, 100)];

function squareIndex(): SegmentIndex {
  const index = new SegmentIndex(30);
  index.addRing(square, 7);
  return index;
}

describe('casting a ray', () => {
  test('finds the first segment on the way, not a farther one', () => {
    const index = squareIndex();
    index.addLine([at(60, 0), at(60, 100)], 8);
    const hit = index.raycast({ from: at(10, 50), along: at(1, 0), reach: 500, skip: 0 });
    expect(hit).toMatchObject({ distance: 50, segment: { tag: 8 } });
  });

  test('ends at its reach and begins after its skip', () => {
    const index = squareIndex();
    expect(index.raycast({ from: at(50, 50), along: at(1, 0), reach: 49, skip: 0 })).toBeUndefined();
    expect(index.raycast({ from: at(50, 50), along: at(1, 0), reach: 50, skip: 0 })?.distance).toBe(50);
    // From a point on the outline the skip passes over the edge it stands on.
    expect(index.raycast({ from: at(0, 50), along: at(1, 0), reach: 500, skip: 0.5 })?.distance).toBe(100);
  });

  test('hits a corner, and no segment that runs along the ray', () => {
    const index = squareIndex();
    expect(index.raycast({ from: at(-50, 0), along: at(1, 0), reach: 500, skip: 0 })?.distance).toBe(50);
    const parallel = new SegmentIndex(30);
    parallel.addLine([at(0, 0), at(10, 0)], 1);
    expect(parallel.raycast({ from: at(-5, 0), along: at(1, 0), reach: 50, skip: 0 })).toBeUndefined();
  });

  test('finds nothing in an empty index', () => {
    expect(
      new SegmentIndex(10).raycast({ from: at(0, 0), along: at(1, 0), reach: 100, skip: 0 }),
    ).toBeUndefined();
  });

  test('agrees with trying every segment', () => {
    const anyPoint = fc.record({
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -200, max: 200 }),
    });
    const anyLine = fc.array(anyPoint, { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(anyLine, anyPoint, fc.double({ min: 0, max: 6.28, noNaN: true }), (line, from, radians) => {
        const ray = { from, along: direction(radians), reach: 300, skip: 0.5 };
        const [fine, coarse] = [new SegmentIndex(17), new SegmentIndex(10_000)];
        fine.addLine(line, 0);
        coarse.addLine(line, 0);
        expect(fine.raycast(ray)?.distance).toBe(coarse.raycast(ray)?.distance);
      }),
    );
  });
});

describe('segments near a place', () => {
  test('none is missed that lies within the distance', () => {
    const anyPoint = fc.record({
      x: fc.integer({ min: -300, max: 300 }),
      y: fc.integer({ min: -300, max: 300 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyPoint, { minLength: 2, maxLength: 15 }),
        anyPoint,
        fc.integer({ min: 0, max: 100 }),
        (line, place, meters) => {
          const index = new SegmentIndex(40);
          index.addLine(line, 3);
          const found = new Set(
            [...index.near(place, meters)].map(({ a, b }) => `${a.x},${a.y} ${b.x},${b.y}`),
          );
          line.slice(1).forEach((b, i) => {
            const a = line[i]!;
            if (distance(place, nearestOnSegment(place, a, b)) > meters) return;
            expect(found).toContain(`${a.x},${a.y} ${b.x},${b.y}`);
          });
        },
      ),
    );
  });

  test('a ring has an edge from its last point to its first', () => {
    const edges = [...squareIndex().near(at(0, 50), 1)];
    expect(edges).toContainEqual({ a: at(0, 100), b: at(0, 0), tag: 7 });
  });
});
