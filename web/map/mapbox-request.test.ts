import { expect, test } from 'vitest';
import { mapboxRequest } from './mapbox-request.ts';

const requestTo = (address: string) => mapboxRequest(address, 'pk.ours')?.url;

test.each([
  [
    'mapbox://styles/mapbox/streets-v12',
    'https://api.mapbox.com/styles/v1/mapbox/streets-v12?access_token=pk.ours',
  ],
  [
    'mapbox://sprites/mapbox/streets-v12/a1b2@2x.json',
    'https://api.mapbox.com/styles/v1/mapbox/streets-v12/a1b2/sprite@2x.json?access_token=pk.ours',
  ],
  [
    'mapbox://sprites/mapbox/outdoors-v12.png',
    'https://api.mapbox.com/styles/v1/mapbox/outdoors-v12/sprite.png?access_token=pk.ours',
  ],
  [
    'mapbox://fonts/mapbox/DIN Pro Regular,Arial Unicode MS Regular/0-255.pbf',
    'https://api.mapbox.com/fonts/v1/mapbox/DIN%20Pro%20Regular,Arial%20Unicode%20MS%20Regular/0-255.pbf?access_token=pk.ours',
  ],
  [
    'mapbox://mapbox.mapbox-streets-v8,mapbox.mapbox-terrain-v2',
    'https://api.mapbox.com/v4/mapbox.mapbox-streets-v8,mapbox.mapbox-terrain-v2.json?secure=&access_token=pk.ours',
  ],
  [
    'https://a.tiles.mapbox.com/v4/mapbox.satellite/3/2/3.webp',
    'https://api.mapbox.com/v4/mapbox.satellite/3/2/3.webp?access_token=pk.ours',
  ],
])('%s becomes a request with the token', (address, url) => {
  expect(requestTo(address)).toBe(url);
});

test('a URL that has a token keeps it', () => {
  const address = 'https://api.mapbox.com/v4/mapbox.satellite/3/2/3.webp?access_token=pk.theirs';
  expect(requestTo(address)).toBe(address);
});

test.each([
  'http://localhost:3000/tiles/13/1/2.pbf',
  'https://example.org/v4/mapbox.satellite/3/2/3.webp',
  'https://api.mapbox.com.example.org/styles/v1/mapbox/streets-v12',
  'http://api.mapbox.com/styles/v1/mapbox/streets-v12',
  'data:image/png;base64,AA==',
])('the token never goes to %s', (address) => {
  expect(mapboxRequest(address, 'pk.ours')).toBeUndefined();
});
