import { expect, test } from 'vitest';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { dotsOverLand, dotsOverTime, nearestTo, rangeOf } from './sales-dots.ts';

const sale = (changes: Partial<SetParcel>) =>
  ({
    pin: '1',
    taxacres: 2,
    shape_acres: 9,
    sales_price: 100_000,
    sale_date: '2026-01-02',
    ...changes,
  }) as SetParcel;

test('[F14] dots stand from left to right, by the acres of the shape where there are no tax acres', () => {
  const dots = dotsOverLand(
    [
      sale({ pin: 'large', taxacres: 3 }),
      sale({ pin: 'by shape', taxacres: null, shape_acres: 1 }),
      sale({ pin: 'dear', sales_price: 200_000 }),
      sale({ pin: 'cheap' }),
      sale({ pin: 'no acres', taxacres: null, shape_acres: null }),
      sale({ pin: 'no price', sales_price: null }),
    ],
    1,
  );
  expect(dots.map(({ x, price, parcel }) => [parcel.pin, x, price])).toEqual([
    ['by shape', 1, 100_000],
    ['cheap', 2, 100_000],
    ['dear', 2, 200_000],
    ['large', 3, 100_000],
  ]);
});

test('[F14] dots over time stand at the day of the sale, in any time zone; a day that does not exist is left out', () => {
  const dots = dotsOverTime([sale({ sale_date: '2026-02-30' }), sale({}), sale({ sale_date: null })]);
  expect(dots.map(({ x }) => x)).toEqual([Date.UTC(2026, 0, 2) / 1000]);
});

test.each([
  ['a margin on both sides', [100, 200], [94, 206]],
  ['never below 0', [1, 101], [0, 107]],
  ['around a single value', [500, 500], [495, 505]],
  ['around a single 0', [0], [0, 5]],
  ['of nothing', [], [0, 10]],
])('[F14] an axis reaches: %s', (_, values, range) => {
  expect(rangeOf({ values, least: 10 })).toEqual(range);
});

test('[F14] the nearest dot within reach is picked, the first of those at one place, and none beyond', () => {
  const places = [
    { x: 10, y: 10 },
    { x: 20, y: 10 },
    { x: 20, y: 10 },
    { x: 300, y: 10 },
  ];
  expect(nearestTo({ x: 14, y: 10 }, places)).toBe(0);
  expect(nearestTo({ x: 16, y: 10 }, places)).toBe(1);
  expect(nearestTo({ x: 300, y: 34 }, places)).toBe(3);
  expect(nearestTo({ x: 300, y: 34.1 }, places)).toBeUndefined();
  expect(nearestTo({ x: 0, y: 0 }, [])).toBeUndefined();
});
