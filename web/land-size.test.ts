import { expect, test } from 'vitest';
import type { Position } from '../geo/geometry.ts';
import { areaWithin, formatAcres, formatDistance, formatSquareFeet } from './land-size.ts';

test.each([
  [0, '0 ft'],
  [0.3048, '1 ft'],
  [1609.3, '1.00 mi'],
  [1609.344, '1.00 mi'],
  [1609.344 - 0.3048, '5,279 ft'],
  [54_972.271, '34.16 mi'],
  [5_853_226, '3,637.03 mi'],
])('[W3] %d m reads %s: feet below a mile, miles above', (meters, words) => {
  expect(formatDistance(meters)).toBe(words);
});

test('[W3] a section of land is 640 acres, and an acre 43,560 square feet', () => {
  expect(formatAcres(1609.344 ** 2)).toBe('640.00 acres');
  expect(formatSquareFeet(4046.8564224)).toBe('43,560 sq ft');
  expect(formatSquareFeet(1609.344 ** 2)).toBe('27,878,400 sq ft');
});

test('the area of a ring from a file with fifty thousand points does not stall the page', () => {
  const ring: Position[] = Array.from({ length: 50_000 }, (_, step) => {
    const angle = (step / 50_000) * 2 * Math.PI;
    return [-80.86 + 0.01 * Math.cos(angle), 35.62 + 0.01 * Math.sin(angle)];
  });
  const begun = performance.now();
  expect(areaWithin(ring)).toMatchObject({ status: 'found' });
  expect(performance.now() - begun).toBeLessThan(3000);
});
