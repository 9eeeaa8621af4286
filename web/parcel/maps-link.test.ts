import { expect, test } from 'vitest';
import { mapsLink } from './maps-link.ts';

test('[S8] the link names the latitude, then the longitude of the center', () => {
  expect(mapsLink({ lng: -80.8601234, lat: 35.62 })).toBe(
    'https://www.google.com/maps/search/?api=1&query=35.62,-80.8601234',
  );
});
