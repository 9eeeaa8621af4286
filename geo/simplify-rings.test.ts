import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crossingEdges } from './crossing-edges.ts';
import { type FlatRing, signedArea } from './flat-ring.ts';
import { simplifyRings } from './simplify-rings.ts';

function star(rays: readonly number[]): FlatRing {
  return rays.flatMap((length, i) => {
    const angle = (2 * Math.PI * i) / rays.length;
    return [length * Math.cos(angle), length * Math.sin(angle)];
  });
}

const anyRays = fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 3, maxLength: 200 });

describe('simplified rings', () => {
  test('cross neither themselves nor each other, though one lies close inside the other', () => {
    fc.assert(
      fc.property(anyRays, fc.double({ min: 0, max: 80, noNaN: true }), (rays, tolerance) => {
        const outer = star(rays);
        const hole = star(rays.map((length) => length * 0.98));
        const simplified = simplifyRings({ rings: [outer, hole], tolerance, smallestArea: 0 });
        expect(simplified).toHaveLength(2);
        expect(crossingEdges(simplified)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('keep only points they had, in their order, and at least three of them', () => {
    fc.assert(
      fc.property(anyRays, fc.double({ min: 0, max: 80, noNaN: true }), (rays, tolerance) => {
        const ring = star(rays);
        const [simplified] = simplifyRings({ rings: [ring], tolerance, smallestArea: 0 });
        expect(simplified!.length).toBeGreaterThanOrEqual(6);
        let from = 0;
        for (let i = 0; i < simplified!.length; i += 2) {
          while (
            from < ring.length &&
            (ring[from] !== simplified![i] || ring[from + 1] !== simplified![i + 1])
          )
            from += 2;
          expect(from).toBeLessThan(ring.length);
        }
      }),
    );
  });

  test('lose the points that a smooth curve does not need', () => {
    const circle = star(Array.from({ length: 400 }, () => 1000));
    const [simplified] = simplifyRings({ rings: [circle], tolerance: 4, smallestArea: 0 });
    expect(simplified!.length / 2).toBeLessThan(80);
    expect(signedArea(simplified!) / signedArea(circle)).toBeGreaterThan(0.98);
  });

  test('are left out where they are too small', () => {
    const rings = [star([100, 100, 100, 100]), star([3, 3, 3, 3])];
    expect(simplifyRings({ rings, tolerance: 1, smallestArea: 100 })).toEqual([rings[0]]);
  });

  test('that cross in the source do not loop for ever', () => {
    const hourglass = [0, 0, 10, 10, 10, 0, 0, 10, -1, 6, -1, 4];
    expect(simplifyRings({ rings: [hourglass], tolerance: 1.5, smallestArea: 0 })).toHaveLength(1);
  });
});
