import { expect, test } from 'vitest';
import type { Point } from '../plane/point.ts';
import { type Shape, shapeArea } from '../plane/ring.ts';
import { dissolveShapes } from './dissolve-shapes.ts';

const at = (x: number, y: number): Point => ({ x, y });
/** One step wide, counter-clockwise from its southwest corner. */
const square = (x: number, y: number): Shape => [[at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]];

test('two pieces with a common border are one, with every corner of the outline', () => {
  expect(dissolveShapes([square(0, 0), square(1, 0)])).toEqual([
    [[at(0, 0), at(1, 0), at(2, 0), at(2, 1), at(1, 1), at(0, 1)]],
  ]);
});

test('pieces around the land of others leave it out as a hole', () => {
  const around = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => [x, y] as const));
  const dissolved = dissolveShapes(
    around.filter(([x, y]) => x !== 1 || y !== 1).map(([x, y]) => square(x, y)),
  );
  expect(dissolved.map((rings) => rings.map(({ length }) => length))).toEqual([[12, 4]]);
  expect(shapeArea(dissolved[0]!)).toBe(8);
});

test('pieces that are apart, or touch in one corner, stay as they are', () => {
  for (const pieces of [
    [square(0, 0), square(3, 0)],
    [square(0, 0), square(1, 1)],
  ]) {
    expect(dissolveShapes(pieces)).toEqual(pieces);
  }
});
