import { expect, test } from 'vitest';
import { monthsBefore } from './months-before.ts';

test.each([
  ['2026-11-18', 24, '2024-11-18'],
  ['2026-11-18', 11, '2025-12-18'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-01-15', 1200, '1926-01-15'],
])('[P12] before %s, %i months ago was %s', (now, months, since) => {
  expect(monthsBefore(new Date(`${now}T23:59:59Z`), months)).toBe(since);
});
