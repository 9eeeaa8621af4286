import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIsWet } from './is-wet.ts';
import type { Point } from './point.ts';
import { type Shape, shapeContains } from './ring.ts';

const at = (x: number, y: number): Point => ({ x, y });
const square = (from: number, to: number): Point[] => [
  at(from, from),
  at(to, from),
  at(to, to),
  at(from, to),
];
/** A lake over several of the squares that answers are kept for, with an island, and a pond within one square. */
const lake: Shape = [square(-430, 520), square(-120, 210).reverse()];
const pond: Shape = [square(710, 730)];

test('every point gets the answer of the shapes themselves, however often it is asked', () => {
  const isWet = createIsWet([lake, pond]);
  const coordinate = fc.integer({ min: -600, max: 800 });
  fc.assert(
    fc.property(coordinate, coordinate, (x, y) => {
      const expected = shapeContains(lake, { x, y }) || shapeContains(pond, { x, y });
      expect(isWet({ x, y })).toBe(expected);
      expect(isWet({ x, y })).toBe(expected);
    }),
    { numRuns: 400 },
  );
});

test('a square that the shore crosses is not answered as a whole', () => {
  const isWet = createIsWet([pond]);
  expect([isWet(at(720, 720)), isWet(at(750, 750)), isWet(at(720, 720))]).toEqual([true, false, true]);
});

test('without water everything is dry', () => {
  expect(createIsWet([])(at(0, 0))).toBe(false);
});
