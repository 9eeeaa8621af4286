// The projection has the official origin, and is true to scale on its two standard parallels.
import { expect, test } from 'vitest';
import { statePlaneFeet } from './state-plane.ts';

const METERS_PER_US_FOOT = 1200 / 3937;

/** Meters on the ground to the east, for a small step along a parallel of GRS 80. */
function groundMeters(lat: number, degrees: number): number {
  const phi = (lat * Math.PI) / 180;
  const e2 = 0.00669438002290079;
  return (((6_378_137 * Math.cos(phi)) / Math.sqrt(1 - e2 * Math.sin(phi) ** 2)) * degrees * Math.PI) / 180;
}

function gridScale(lat: number): number {
  const west = statePlaneFeet({ lng: -80.001, lat });
  const east = statePlaneFeet({ lng: -79.999, lat });
  const feet = Math.hypot(east.eastingFeet - west.eastingFeet, east.northingFeet - west.northingFeet);
  return (feet * METERS_PER_US_FOOT) / groundMeters(lat, 0.002);
}

test('the origin lies two million feet east of the zero line', () => {
  const origin = statePlaneFeet({ lng: -79, lat: 33.75 });
  expect(origin.eastingFeet).toBeCloseTo(2_000_000, 1);
  expect(origin.northingFeet).toBeCloseTo(0, 6);
});

test('a foot is a foot on both standard parallels, and a little less between them', () => {
  expect(gridScale(34 + 20 / 60)).toBeCloseTo(1, 8);
  expect(gridScale(36 + 10 / 60)).toBeCloseTo(1, 8);
  expect(gridScale(35.25)).toBeGreaterThan(0.9998);
  expect(gridScale(35.25)).toBeLessThan(0.9999);
});
