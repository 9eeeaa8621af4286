// Medians, and ratios of sides that ran in the same rounds.
import { expect, test } from 'vitest';
import { median, medianRatio, quantile, roundOrder, seededRandom, shuffled } from './statistics.ts';

test('the median of an even number of values lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('a quantile is the value below which that share lies', () => {
  const values = Array.from({ length: 101 }, (_, value) => value);
  expect(quantile(values, 0.99)).toBe(99);
  expect(quantile([7], 0.99)).toBe(7);
  expect(() => quantile([], 0.5)).toThrow('nothing');
});

test('a round in which the machine was busy does not change the ratio', () => {
  // The second round slowed both sides, the third one only the peer; the ratio of the medians would be 0.73.
  expect(medianRatio([20, 60, 22], [10, 30, 33])).toBe(2);
  expect(() => medianRatio([1, 2], [1])).toThrow('same rounds');
});

test('every side begins a round once', () => {
  expect([0, 1, 2].map((round) => roundOrder(['a', 'b', 'c'], round).join(''))).toEqual([
    'abc',
    'bca',
    'cab',
  ]);
});

test('a seed makes the same numbers every time', () => {
  const list = Array.from({ length: 50 }, (_, at) => at);
  const once = shuffled(list, seededRandom(5));
  expect(once).toEqual(shuffled(list, seededRandom(5)));
  expect(once).not.toEqual(shuffled(list, seededRandom(6)));
  expect(once.toSorted((a, b) => a - b)).toEqual(list);
});
