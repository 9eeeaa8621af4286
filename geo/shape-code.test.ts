import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeShape, encodeShape, flatRings, SHAPE_KINDS } from './shape-code.ts';

const coordinate = fc.integer({ min: -180e9, max: 180e9 });
const path = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1 }).map((points) => points.flat());

test('[LAY-5] shapes come out as they went in, seen from the same or another origin', () => {
  fc.assert(
    fc.property(
      fc.record({ kind: fc.constantFrom(...SHAPE_KINDS), paths: fc.array(path) }),
      fc.record({ x: coordinate, y: coordinate }),
      (shape, origin) => {
        const bytes = encodeShape(shape, origin);
        expect(decodeShape(bytes, origin)).toEqual(shape);
        const moved = shape.paths.map((values) =>
          values.map((value, at) => value + (at % 2 === 0 ? origin.x : origin.y)),
        );
        expect(decodeShape(bytes, { x: 0, y: 0 })).toEqual({ ...shape, paths: moved });
      },
    ),
  );
});

test('[LAY-5] rings have the interior on their left, whichever way they came', () => {
  const outer = [
    [1, 2],
    [3, 2],
    [3, 4],
    [1, 4],
    [1, 2],
  ] as const;
  const hole = [
    [1.5, 2.5],
    [2, 2.5],
    [2, 3],
    [1.5, 2.5],
  ] as const;
  for (const coordinates of [
    [outer, hole],
    [outer.toReversed(), hole.toReversed()],
  ]) {
    const { rings, origin, width, height } = flatRings({ type: 'Polygon', coordinates });
    expect({ origin, width, height }).toEqual({ origin: { x: 1e9, y: 2e9 }, width: 2e9, height: 2e9 });
    expect(rings.map((ring) => ring.length)).toEqual([8, 6]);
    expect(rings.map(turn)).toEqual(['left', 'right']);
  }
});

function turn(ring: readonly number[]): string {
  const [aX, aY, bX, bY, cX, cY] = ring as [number, number, number, number, number, number];
  return (bX - aX) * (cY - bY) - (bY - aY) * (cX - bX) > 0 ? 'left' : 'right';
}
