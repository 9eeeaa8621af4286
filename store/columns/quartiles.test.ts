import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSeed } from '../../test/seeded-random.ts';
import { quartilesOf } from './quartiles.ts';

const once = (...values: number[]) => values.map((value) => ({ value, count: 1 }));

// numpy.percentile(values, [25, 50, 75])
test.each<[string, { value: number; count: number }[], [number, number, number]]>([
  ['one price', once(7), [7, 7, 7]],
  ['two', once(10, 20), [12.5, 15, 17.5]],
  ['three', once(3, 1, 2), [1.5, 2, 2.5]],
  ['four', once(1, 2, 3, 4), [1.75, 2.5, 3.25]],
  ['five', once(15, 20, 35, 40, 50), [20, 35, 40]],
  [
    'prices that occur several times',
    [
      { value: 100, count: 3 },
      { value: 1, count: 1 },
    ],
    [75.25, 100, 100],
  ],
])('[P12] the quartiles of %s', (_title, counted, [low, median, high]) => {
  expect(quartilesOf(counted)).toEqual({ low, median, high });
});

test('[P12] nothing has no quartiles', () => {
  expect(quartilesOf([])).toBeNull();
  expect(quartilesOf([{ value: 5, count: 0 }])).toBeNull();
});

test('[P12] a price counted several times is as good as that price several times', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });
  fc.assert(
    fc.property(prices, (all) => {
      const counts = new Map<number, number>();
      for (const price of all) counts.set(price, (counts.get(price) ?? 0) + 1);
      const counted = [...counts].map(([value, count]) => ({ value, count }));
      expect(quartilesOf(counted)).toEqual(quartilesOf(once(...all)));
    }),
    { seed: newSeed() },
  );
});
