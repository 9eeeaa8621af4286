import { expect, test } from 'vitest';
import { agoInWords, dayInWords } from './time-in-words.ts';

const NOW_MS = Date.parse('2026-03-10T12:00:00Z');
const MINUTE_MS = 60_000;

test.each([
  [-60, 'just now'],
  [4, 'just now'],
  [5, '5 minutes ago'],
  [59, '59 minutes ago'],
  [60, '1 hour ago'],
  [23 * 60 + 59, '23 hours ago'],
  [24 * 60, 'yesterday'],
  [48 * 60, '2 days ago'],
])('%i minutes are %s', (minutes, words) => {
  expect(agoInWords(new Date(NOW_MS - minutes * MINUTE_MS).toISOString(), NOW_MS)).toBe(words);
});

test('a day is written out', () => {
  expect(dayInWords('2026-03-10T12:00:00Z')).toBe('March 10, 2026');
});
