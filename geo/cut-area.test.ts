import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutArea } from './cut-area.ts';
import { type FlatRing, reversed, signedArea } from './flat-ring.ts';

const cornersOf = (rings: readonly FlatRing[]) => rings.reduce((sum, ring) => sum + ring.length / 2, 0);
const areaOf = (rings: readonly FlatRing[]) => rings.reduce((sum, ring) => sum + signedArea(ring), 0);

/** A ring around the middle, with bays. Whole numbers; counterclockwise. */
function star(reaches: readonly number[]): FlatRing {
  return reaches.flatMap((reach, at) => {
    const angle = (2 * Math.PI * at) / reaches.length;
    return [Math.round(1e6 * reach * Math.cos(angle)), Math.round(1e6 * reach * Math.sin(angle))];
  });
}

/** How often the rings wind around a point. */
function windings(rings: readonly FlatRing[], x: number, y: number): number {
  let count = 0;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [aX, aY] = [ring[i]!, ring[i + 1]!];
      const [bX, bY] = [ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!];
      if (aY > y === bY > y) continue;
      if (x < aX + ((y - aY) / (bY - aY)) * (bX - aX)) count += bY > aY ? 1 : -1;
    }
  }
  return count;
}

describe('[LAY-5] an area cut into areas of few corners', () => {
  test('covers the same ground, each point once, holes left out', () => {
    const reaches = fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 30, maxLength: 300 });
    const coordinate = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value + 0.25);
    fc.assert(
      fc.property(reaches, fc.array(fc.tuple(coordinate, coordinate), { minLength: 40 }), (outer, points) => {
        const hole = reversed(star(outer.slice(0, 20).map((reach) => reach * 0.4)));
        const area = [star(outer), hole];
        const pieces = [...cutArea(area, 16)];
        for (const piece of pieces) expect(cornersOf(piece)).toBeLessThanOrEqual(16);
        const total = pieces.reduce((sum, piece) => sum + areaOf(piece), 0);
        // Where an edge is cut, its new corner is rounded to the grid.
        expect(Math.abs(total / areaOf(area) - 1)).toBeLessThan(1e-5);
        for (const [x, y] of points) {
          const around = pieces.map((piece) => windings(piece, x, y));
          // Closer to an edge than the rounding, a point may change sides.
          if (
            [
              [3, 0],
              [-3, 0],
              [0, 3],
              [0, -3],
            ].some(([dx, dy]) => windings(area, x + dx!, y + dy!) !== windings(area, x, y))
          )
            continue;
          expect(around.every((count) => count === 0 || count === 1)).toBe(true);
          expect(around.reduce((sum, count) => sum + count, 0)).toBe(windings(area, x, y));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a comb has its teeth as rings of their own: no edge runs through the gaps', () => {
    const teeth = 40;
    const ring: FlatRing = [0, 0, 100 * teeth, 0];
    for (let tooth = teeth - 1; tooth >= 0; tooth--)
      ring.push(100 * tooth + 50, 10_000, 100 * tooth + 25, 10_000, 100 * tooth + 25, 100);
    const pieces = [...cutArea([ring], 12)];
    const total = pieces.reduce((sum, piece) => sum + areaOf(piece), 0);
    expect(Math.abs(total / signedArea(ring) - 1)).toBeLessThan(0.01);
    for (const piece of pieces)
      for (const part of piece) {
        for (let i = 0; i < part.length; i += 2) {
          const [aX, aY] = [part[i]!, part[i + 1]!];
          const [bX, bY] = [part[(i + 2) % part.length]!, part[(i + 3) % part.length]!];
          // A level edge high up is as wide as a tooth there; across a gap it would be 100.
          if (aY === bY && aY > 5000) expect(Math.abs(aX - bX)).toBeLessThan(75);
        }
      }
  });

  test('edges along the cut and corners on it add nothing and lose nothing', () => {
    // A staircase whose steps lie on the lines that halve it.
    const steps = 64;
    const ring: FlatRing = [0, 0, steps, 0];
    for (let step = steps; step > 0; step--) ring.push(step, steps - step + 1, step - 1, steps - step + 1);
    const pieces = [...cutArea([ring], 8)];
    expect(pieces.reduce((sum, piece) => sum + areaOf(piece), 0)).toBe(signedArea(ring));
    for (const piece of pieces) for (const part of piece) expect(signedArea(part)).toBeGreaterThan(0);
  });

  test('a small one stays as it is, and corners closer than the grid end the cutting', () => {
    const square = [0, 0, 9, 0, 9, 9, 0, 9];
    expect([...cutArea([square], 4)]).toEqual([[square]]);
    const point = Array.from({ length: 40 }, (_, at) => at % 2);
    expect([...cutArea([point], 4)]).toEqual([[point]]);
  });
});
