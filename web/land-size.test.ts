import { expect, test } from 'vitest';
import type { Position } from '../geo/geometry.ts';
import { areaInBoth, areaWithin } from './land-size.ts';
import { SIZES } from './sizes.ts';

test('a very small area is given once, in the small unit', () => {
  expect(areaInBoth(10, SIZES.us)).toEqual(['108 sq ft']);
  expect(areaInBoth(4, SIZES.metric)).toEqual(['4 m²']);
  expect(areaInBoth(0, SIZES.us)).toEqual(['0.00 acres', '0 sq ft']);
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
