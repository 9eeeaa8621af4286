import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interiorPoint } from './interior-point.ts';
import type { Point } from './point.ts';
import { shapeContains } from './ring.ts';

const at = (x: number, y: number): Point => ({ x, y });
const square = (from: number, to: number): Point[] => [
  at(from, from),
  at(to, from),
  at(to, to),
  at(from, to),
];

describe('a point well inside a shape', () => {
  test('is the centroid of a plain square', () => {
    expect(interiorPoint([square(0, 20)])).toEqual(at(10, 10));
  });

  test('lies on the land where a hole takes the centroid', () => {
    const shape = [square(0, 100), square(30, 70).reverse()];
    expect(shapeContains(shape, interiorPoint(shape))).toBe(true);
  });

  test('lies in a horseshoe whose centroid is outside', () => {
    const horseshoe = [
      [at(0, 0), at(90, 0), at(90, 90), at(70, 90), at(70, 20), at(20, 20), at(20, 90), at(0, 90)],
    ];
    expect(shapeContains(horseshoe, interiorPoint(horseshoe))).toBe(true);
  });

  test('lies inside any star, with duplicate points too', () => {
    const rays = fc.array(fc.integer({ min: 20, max: 100 }), { minLength: 3, maxLength: 15 });
    fc.assert(
      fc.property(rays, (lengths) => {
        const ring = lengths.map((length, i) =>
          at(
            length * Math.cos((2 * Math.PI * i) / lengths.length),
            length * Math.sin((2 * Math.PI * i) / lengths.length),
          ),
        );
        expect(shapeContains([ring], interiorPoint([ring]))).toBe(true);
        const doubled = ring.flatMap((point) => [point, point]);
        expect(shapeContains([ring], interiorPoint([doubled]))).toBe(true);
      }),
    );
  });

  test('is a point of the shape where there is no area', () => {
    expect(interiorPoint([[at(3, 3), at(3, 3), at(3, 3)]])).toEqual(at(3, 3));
  });
});
