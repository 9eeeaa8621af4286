import { expect, test } from 'vitest';
import { cropFor, scaleFor } from './map-picture.ts';

test('a desktop’s map is printed whole', () => {
  expect(cropFor({ width: 1440, height: 900, coveredPx: 300 })).toEqual({
    left: 0,
    top: 0,
    width: 1440,
    height: 900,
  });
});

test('a phone’s map is cut to a square around what its panel leaves free', () => {
  expect(cropFor({ width: 360, height: 640, coveredPx: 0 })).toEqual({
    left: 0,
    top: 140,
    width: 360,
    height: 360,
  });
  expect(cropFor({ width: 360, height: 640, coveredPx: 340 })).toMatchObject({ top: 0, height: 360 });
});

test('a very wide map is cut at its sides', () => {
  expect(cropFor({ width: 3000, height: 1000, coveredPx: 0 })).toMatchObject({ left: 500, width: 2000 });
});

test.each([
  [1000, '500 ft', 0.1524],
  [3000, '1,000 ft', 0.1016],
  [8000, '5,000 ft', 0.1905],
  [9000, '1 mi', 0.1788],
  [60_000, '5 mi', 0.1341],
])('a map %d m wide has a scale bar of %s', (meters, label, share) => {
  expect(scaleFor(meters)).toEqual({ label, share: expect.closeTo(share, 4) });
});
