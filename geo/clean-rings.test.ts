import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { borderDistance } from '../test/geo/border-distance.ts';
import type { DecodedRing } from '../test/geo/decode-tile.ts';
import { polygonFaults, polygonsArea } from '../test/geo/polygon-faults.ts';
import { cleanRings } from './clean-rings.ts';
import { type FlatRing, reversed, signedArea } from './flat-ring.ts';

function pointsOf(ring: FlatRing): DecodedRing {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!]);
}

/** As a decoder sorts them: a positive ring begins a polygon, negative ones are its holes. */
function polygonsOf(rings: FlatRing[]): DecodedRing[][] {
  const polygons: DecodedRing[][] = [];
  for (const ring of rings) {
    if (signedArea(ring) > 0) polygons.push([]);
    polygons.at(-1)!.push(pointsOf(ring));
  }
  return polygons;
}

const inRange = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const isValid = (rings: FlatRing[]) => polygonFaults([rings.map(pointsOf)]).length === 0;

/** A star-shaped ring: corners by rising angle. Those that cross themselves are filtered out. */
const starRing = (reach: { least: number; most: number }) =>
  fc
    .record({
      x: inRange(20, 21),
      y: inRange(20, 21),
      spokes: fc.array(fc.record({ turn: inRange(0.05, 1), length: inRange(reach.least, reach.most) }), {
        minLength: 3,
        maxLength: 24,
      }),
    })
    .map(({ x, y, spokes }) => {
      const whole = spokes.reduce((sum, { turn }) => sum + turn, 0);
      let angle = 0;
      return spokes.flatMap(({ turn, length }) => {
        angle += (2 * Math.PI * turn) / whole;
        return [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
      });
    })
    .filter((ring) => isValid([ring]));

/** A rotated comb: rounding closes some of its gaps and collapses some of its teeth. */
const combRing = fc
  .record({
    widths: fc.array(inRange(0.01, 1.5), { minLength: 3, maxLength: 21 }),
    toothLength: inRange(0.5, 15),
    back: inRange(0.01, 2),
    angle: inRange(0, 2 * Math.PI),
  })
  .map(({ widths, toothLength, back, angle }): FlatRing => {
    const corners: [number, number][] = [];
    let x = 0;
    for (const [i, width] of widths.entries()) {
      const y = i % 2 === 0 ? toothLength : 0;
      corners.push([x, y], [x + width, y]);
      x += width;
    }
    corners.push([x, -back], [0, -back]);
    const ring = corners.flatMap(([x, y]) => [
      Math.cos(angle) * x - Math.sin(angle) * y,
      Math.sin(angle) * x + Math.cos(angle) * y,
    ]);
    return signedArea(ring) > 0 ? ring : reversed(ring);
  });

const polygonWithHole = fc
  .tuple(starRing({ least: 3.2, most: 15 }), starRing({ least: 0.1, most: 2 }))
  .map(([outer, hole]) => [outer, reversed(hole)])
  .filter(isValid);

function perimeter(ring: FlatRing): number {
  return pointsOf(ring).reduce((sum, [x, y], i, points) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return sum + Math.hypot(nextX - x, nextY - y);
  }, 0);
}

function expectGood(rings: FlatRing[]): void {
  const cleaned = cleanRings(rings);
  const polygons = polygonsOf(cleaned);
  expect(polygonFaults(polygons)).toEqual([]);
  for (const point of polygons.flat(2))
    expect(borderDistance(point, rings.map(pointsOf))).toBeLessThanOrEqual(0.5 + 1e-9);
  const lost = Math.abs(polygonsArea(polygons) - polygonsArea([rings.map(pointsOf)]));
  const border = rings.reduce((sum, ring) => sum + perimeter(ring), 0);
  expect(lost).toBeLessThanOrEqual(border * Math.SQRT1_2 + 1);
}

describe('rounding to whole cells', () => {
  test('spiky parcels stay valid and within half a cell', () => {
    fc.assert(
      fc.property(starRing({ least: 0.2, most: 15 }), (ring) => expectGood([ring])),
      { numRuns: 300 },
    );
  });

  test('parcels with gaps and teeth thinner than a cell stay valid and within half a cell', () => {
    fc.assert(
      fc.property(combRing, (ring) => expectGood([ring])),
      { numRuns: 600 },
    );
  });

  test('holes stay inside, or vanish where they merge with the border', () => {
    fc.assert(
      fc.property(polygonWithHole, (rings) => expectGood(rings)),
      { numRuns: 300 },
    );
  });

  test('two parts that touch in a point stay two parts', () => {
    const square = (x: number, y: number) => [x, y, x + 2, y, x + 2, y + 2, x, y + 2];
    expect(polygonsOf(cleanRings([square(0, 0), square(2, 2)]))).toHaveLength(2);
  });

  test('two parts that come to share a side become one', () => {
    const parts = [
      [0, 0, 2.1, 0, 2.1, 2, 0, 2],
      [2.2, 0, 4, 0, 4, 2, 2.2, 2],
    ];
    expect(polygonsOf(cleanRings(parts)).map(([outer]) => outer!.length)).toEqual([4]);
  });

  test('a hole as large as its polygon leaves nothing', () => {
    const outer = [0, 0, 8, 0, 8, 8, 0, 8];
    expect(cleanRings([outer, reversed(outer)])).toEqual([]);
  });

  test('an hourglass that touches itself in a corner keeps both halves', () => {
    const hourglass = [0, 0, 2, 2, 4, 4, 4, 0, 2, 2, 0, 4];
    expect(polygonsArea(polygonsOf(cleanRings([hourglass])))).toBe(8);
  });
});
