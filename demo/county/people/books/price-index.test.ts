// Prices have a history: they fall after 2008, and never otherwise by much.
import { expect, test } from 'vitest';
import { priceIndex } from './price-index.ts';

test('a house of 2011 is cheaper than in 2007, and one of 2022 dearer than ever before', () => {
  expect(priceIndex(2011)).toBeLessThan(0.85 * priceIndex(2007.5));
  expect(priceIndex(2022.5)).toBeGreaterThan(1.4 * priceIndex(2020));
});

test('the curve has no jumps, and holds its ends', () => {
  for (let year = 1950; year < 2030; year += 0.1) {
    expect(Math.abs(priceIndex(year + 0.1) - priceIndex(year))).toBeLessThan(0.02);
  }
  expect(priceIndex(1900)).toBe(priceIndex(1960));
  expect(priceIndex(2040)).toBe(1);
});
