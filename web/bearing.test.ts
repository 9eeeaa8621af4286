import { expect, test } from 'vitest';
import { formatBearing } from './bearing.ts';

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
  expect(formatBearing(azimuth)).toBe(words.replaceAll(' ', '\u00a0'));
});

test.each([
  [45 + 30 / 60 + 12 / 3600, 'N 45°30′12″ E'],
  [0, 'N 0°00′00″ E'],
  [89.99999, 'N 90°00′00″ E'],
  // 44°59′59.64″, rounded up to a whole degree.
  [135.0001, 'S 45°00′00″ E'],
  [180.5, 'S 0°30′00″ W'],
  [306.868158, 'N 53°07′55″ W'],
  [359.99995, 'N 0°00′00″ E'],
])('[S16] an azimuth of %d° reads %s to the second', (azimuth, words) => {
  expect(formatBearing(azimuth, 'seconds')).toBe(words.replaceAll(' ', '\u00a0'));
});
