import { expect, test } from 'vitest';
import { edgeDistance } from './edge-distance.ts';

const SIDE = 9;

test('grows with every step away from the edge, up to the given maximum', () => {
  const mask = new Uint8Array(SIDE * SIDE).fill(1);
  for (let row = 0; row < SIDE; row++) mask[row * SIDE] = 0;
  const distance = edgeDistance({ mask, side: SIDE, most: 5 });
  expect(Array.from(distance.subarray(4 * SIDE, 5 * SIDE))).toEqual([0, 1, 2, 3, 4, 5, 5, 5, 5]);
});

test('is measured in all directions, diagonals included', () => {
  const mask = new Uint8Array(SIDE * SIDE).fill(1);
  mask[4 * SIDE + 4] = 0;
  const distance = edgeDistance({ mask, side: SIDE, most: 50 });
  expect(distance[4 * SIDE + 1]).toBe(3);
  expect(distance[7 * SIDE + 4]).toBe(3);
  expect(distance[2 * SIDE + 6]).toBeCloseTo(2 * Math.SQRT2, 5);
});

test('the border of the picture is no edge of the mask', () => {
  const distance = edgeDistance({ mask: new Uint8Array(SIDE * SIDE).fill(1), side: SIDE, most: 3 });
  expect(new Set(distance)).toEqual(new Set([3]));
});
