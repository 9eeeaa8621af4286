import { expect, test } from 'vitest';
import { SIZES } from '../sizes.ts';
import { cropFor, scaleFor } from './map-picture.ts';

const screen = (width: number, height: number, focus?: { x: number; y: number }) =>
  cropFor({ width, height, focus });

test('a wide map is cut at its sides, a phone’s to a square, around the middle', () => {
  expect(screen(1400, 900)).toEqual({ left: 70, top: 0, width: 1260, height: 900 });
  expect(screen(1200, 900)).toEqual({ left: 0, top: 0, width: 1200, height: 900 });
  expect(screen(360, 640)).toEqual({ left: 0, top: 140, width: 360, height: 360 });
});

test('the selected parcel is on the picture, wherever on the screen it is', () => {
  expect(screen(1400, 900, { x: 20, y: 450 })).toMatchObject({ left: 0 });
  expect(screen(1400, 900, { x: 1390, y: 450 })).toMatchObject({ left: 140 });
  expect(screen(360, 640, { x: 100, y: 200 })).toMatchObject({ left: 0, top: 20 });
  expect(screen(1400, 900, { x: 5000, y: 450 })).toMatchObject({ left: 70 });
});

test.each([
  [1000, '500 ft', 0.1524],
  [3000, '1,000 ft', 0.1016],
  [8000, '5,000 ft', 0.1905],
  [9000, '1 mi', 0.1788],
  [60_000, '5 mi', 0.1341],
])('a map %d m wide has a scale bar of %s', (meters, label, share) => {
  expect(scaleFor(meters, SIZES.us)).toEqual({ label, share: expect.closeTo(share, 4) });
});

test('[N2] the scale bar is in meters for who reads meters', () => {
  expect(scaleFor(1000, SIZES.metric)).toEqual({ label: '200 m', share: 0.2 });
  expect(scaleFor(60_000, SIZES.metric).label).toBe('10 km');
});
