import { expect, test } from 'vitest';
import { areNumbers } from './find-calls.ts';

const of = (texts: (string | null)[], distinct = texts.length) => ({
  values: texts.map((value) => ({ value, count: 10 })),
  distinct,
});
const twenty = Array.from({ length: 20 }, (_, at) => String(at * 1.5));

test.each([
  ['many numbers', of(twenty), true],
  ['numbers, and parcels without one', of([null, '', ...twenty]), true],
  ['few different numbers, which are picked', of(['1', '2', '3']), false],
  ['codes', of(twenty.map((text) => `R${text}`)), false],
  ['numbers and many words', of([...twenty, 'NONE', 'N/A', 'SEE CARD']), false],
  ['nothing', of([]), false],
])('[F8] %s', (_what, values, isRange) => {
  expect(areNumbers(values)).toBe(isRange);
});
