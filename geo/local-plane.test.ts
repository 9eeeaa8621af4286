import { expect, test } from 'vitest';
import { localPlane } from './local-plane.ts';

/** Arcs of the equator, a meridian and a parallel of WGS 84, by their radii. */
test.each([
  // A degree of longitude on the equator: 1/360 of its length.
  { from: [0, 0], to: [0.1, 0], meters: 11_131.949_1 },
  // From the equator to 0.1 degree north: the meridian's radius of curvature there is a(1 - e²).
  { from: [0, 0], to: [0, 0.1], meters: 11_057.427_6 },
  // At 60 degrees north the parallel has the radius a·cos(60°)/sqrt(1 - e²·sin²(60°)).
  { from: [10, 60], to: [10.01, 60], meters: 558.0 },
] as const)('[LAY-5] $from to $to is $meters m', ({ from: [lng, lat], to, meters }) => {
  const { east, north } = localPlane({ lng, lat })(to[0], to[1]);
  expect(Math.hypot(east, north) / meters).toBeCloseTo(1, 5);
});

test('[LAY-5] east and north are positive, and the middle is zero', () => {
  const project = localPlane({ lng: -80.86, lat: 35.62 });
  expect(project(-80.86, 35.62)).toEqual({ east: 0, north: expect.closeTo(0, 9) });
  expect(project(-80.85, 35.62).east).toBeGreaterThan(900);
  expect(project(-80.86, 35.63).north).toBeGreaterThan(1100);
});
