// Reading Accept-Encoding.
import { expect, test } from 'vitest';
import { acceptsGzip } from './request-headers.ts';

test.each([
  [undefined, true],
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['x-gzip', true],
  ['*', true],
  ['*;q=0, gzip', true],
  ['', false],
  ['identity', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*;q=0', false],
  ['gzip ; q=0', false],
  [`gzip${' '.repeat(15_000)}x`, false],
])('a client that sends %j: gzip %j', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});
