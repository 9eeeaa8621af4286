import { expect, test } from 'vitest';
import { acresInWords, bearingInWords, distanceInWords, squareFeetInWords } from './measure-words.ts';

test.each([
  [0, '0 ft'],
  [0.3048, '1 ft'],
  [1609.3, '1.00 mi'],
  [1609.344, '1.00 mi'],
  [1609.344 - 0.3048, '5,279 ft'],
  [54_972.271, '34.16 mi'],
  [5_853_226, '3,637.03 mi'],
])('[W3] %d m reads %s: feet below a mile, miles above', (meters, words) => {
  expect(distanceInWords(meters)).toBe(words);
});

test('[W3] a section of land is 640 acres, and an acre 43,560 square feet', () => {
  expect(acresInWords(1609.344 ** 2)).toBe('640.00 acres');
  expect(squareFeetInWords(4046.8564224)).toBe('43,560 sq ft');
  expect(squareFeetInWords(1609.344 ** 2)).toBe('27,878,400 sq ft');
});

test.each([
  [0, 'N 0°00′ E'],
  [45.5, 'N 45°30′ E'],
  [90, 'N 90°00′ E'],
  [89.996, 'N 90°00′ E'],
  [90.5, 'S 89°30′ E'],
  [180, 'S 0°00′ E'],
  [225.25, 'S 45°15′ W'],
  [270, 'N 90°00′ W'],
  [306.868158, 'N 53°08′ W'],
  [359.999, 'N 0°00′ E'],
])('[W3] an azimuth of %d° reads %s', (azimuth, words) => {
  expect(bearingInWords(azimuth)).toBe(words.replaceAll(' ', '\u00a0'));
});
