import { describe, expect, test } from 'vitest';
import type { LngLat } from '../../geo/geometry.ts';
import { REFUSALS } from '../geometry/clean-words.ts';
import { createPlaceCheck } from './place-check.ts';

/** A grid of places, so many degrees wide. */
function spread(middle: LngLat, degrees: number, count = 400): LngLat[] {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => ({
    lng: middle.lng + degrees * ((index % side) / side - 0.5),
    lat: middle.lat + degrees * (Math.floor(index / side) / side - 0.5),
  }));
}

const IREDELL: LngLat = { lng: -80.86, lat: 35.62 };

describe('a place far away from the rest is refused', () => {
  const check = createPlaceCheck([...spread(IREDELL, 0.6), { lng: 0, lat: 0 }, { lng: -100, lat: 40 }]);

  test.each([
    ['the null island', 0, 0],
    ['another state', -90, 35.62],
    ['the other hemisphere', -80.86, -35.62],
  ])('%s', (_, lng, lat) => {
    expect(check({ lng, lat })).toBe(REFUSALS.farAway);
  });

  test('neighbors and islands off the coast are fine', () => {
    expect(check({ lng: -80.5, lat: 36 })).toBeUndefined();
    expect(check({ lng: -78, lat: 34.5 })).toBeUndefined();
  });

  test('a few parcels are enough to know', () => {
    const few = createPlaceCheck([...spread(IREDELL, 0.1, 4), { lng: 0, lat: 0 }]);
    expect(few({ lng: 0, lat: 0 })).toBe(REFUSALS.farAway);
    expect(few(IREDELL)).toBeUndefined();
  });
});

describe('wide data passes', () => {
  test('a county of 330 km', () => {
    const sample = spread({ lng: -116.2, lat: 34.8 }, 3);
    const check = createPlaceCheck(sample);
    expect(sample.filter(check)).toEqual([]);
  });

  test('all of Texas', () => {
    const sample = spread({ lng: -99, lat: 31.2 }, 11);
    const check = createPlaceCheck(sample);
    expect(sample.filter(check)).toEqual([]);
    expect(check({ lng: -106.6, lat: 25.9 })).toBeUndefined();
  });

  test('islands on both sides of the 180th meridian', () => {
    const sample = [...spread({ lng: 178, lat: 51.5 }, 2), ...spread({ lng: -177, lat: 51.8 }, 2)];
    const check = createPlaceCheck(sample);
    expect(sample.filter(check)).toEqual([]);
    expect(check({ lng: -80, lat: 51 })).toBe(REFUSALS.farAway);
  });

  test('of one or two parcels nobody can say which is astray', () => {
    expect(createPlaceCheck([])({ lng: 0, lat: 0 })).toBeUndefined();
    expect(createPlaceCheck([IREDELL, { lng: 0, lat: 0 }])({ lng: 0, lat: 0 })).toBeUndefined();
  });
});
