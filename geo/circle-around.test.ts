import { Geodesic } from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import { circleAround } from './circle-around.ts';

describe('a circle on the ground', () => {
  test.each([
    [{ lng: -80.86, lat: 35.62 }, 20],
    [{ lng: -80.86, lat: 35.62 }, 50_000],
    [{ lng: 179.99, lat: 70 }, 3000],
  ])('around %o, every corner is %d meters away, to half a percent', (center, radiusMeters) => {
    const [ring] = circleAround(center, radiusMeters).coordinates;
    for (const [lng, lat] of ring!) {
      const { s12 } = Geodesic.WGS84.Inverse(center.lat, center.lng, lat, lng);
      expect(Math.abs(s12! / radiusMeters - 1)).toBeLessThan(0.005);
    }
  });

  test('the ring is closed, counterclockwise, and not cut at the date line', () => {
    const [ring] = circleAround({ lng: 179.999, lat: 0 }, 5000).coordinates;
    expect(ring!.at(-1)).toEqual(ring![0]);
    expect(Math.max(...ring!.map(([lng]) => lng))).toBeGreaterThan(180);
    const twiceArea = ring!.slice(1).reduce((sum, [lng, lat], index) => {
      const [fromLng, fromLat] = ring![index]!;
      return sum + fromLng * lat - lng * fromLat;
    }, 0);
    expect(twiceArea).toBeGreaterThan(0);
  });
});
