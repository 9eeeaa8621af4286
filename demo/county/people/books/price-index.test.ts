// The price index falls after 2008 and has no jumps.
import { expect, test } from 'vitest';
import { priceIndex } from './price-index.ts';

test('prices of 2011 are lower than those of 2007, and those of 2022 higher than those of 2020', () => {
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
