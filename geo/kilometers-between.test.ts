import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxAround, kilometersBetween } from './kilometers-between.ts';

const anyPlace = fc.record({
  lng: fc.double({ min: -120, max: -70, noNaN: true }),
  lat: fc.double({ min: 25, max: 50, noNaN: true }),
});

/** Great-circle distance on a sphere of the earth's mean radius. */
function haversineKilometers(from: { lng: number; lat: number }, to: { lng: number; lat: number }): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const h =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lng, to.lng);
  return 2 * 6371.0088 * Math.asin(Math.sqrt(h));
}

describe('distances in kilometers', () => {
  test('agree with the great circle to 1 percent within a county', () => {
    fc.assert(
      fc.property(
        anyPlace,
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        (from, east, north) => {
          const to = { lng: from.lng + east, lat: from.lat + north };
          const truth = haversineKilometers(from, to);
          expect(Math.abs(kilometersBetween(from, to) - truth)).toBeLessThanOrEqual(truth * 0.01 + 1e-6);
        },
      ),
    );
  });

  test('are 0 between a place and itself', () => {
    const place = { lng: -80.86, lat: 35.62 };
    expect(kilometersBetween(place, place)).toBe(0);
  });

  test('a box around a place holds all that is nearer than its reach', () => {
    fc.assert(
      fc.property(
        anyPlace,
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        fc.double({ min: 0, max: 6.28, noNaN: true }),
        (place, kilometers, angle) => {
          const { west, south, east, north } = boxAround(place, kilometers);
          expect(kilometersBetween(place, { lng: west, lat: place.lat })).toBeCloseTo(kilometers, 6);
          expect(kilometersBetween(place, { lng: place.lng, lat: north })).toBeCloseTo(kilometers, 6);
          const near = {
            lng: place.lng + ((east - west) / 2) * Math.cos(angle) * 0.99,
            lat: place.lat + ((north - south) / 2) * Math.sin(angle) * 0.99,
          };
          expect(kilometersBetween(place, near)).toBeLessThanOrEqual(kilometers * 1.01);
        },
      ),
    );
  });

  test('a box at the pole is still a box', () => {
    const { west, east } = boxAround({ lng: 0, lat: 90 }, 1);
    expect(east - west).toBeGreaterThan(0);
    expect(Number.isFinite(east)).toBe(true);
  });
});
