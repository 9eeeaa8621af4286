import { expect, test } from 'vitest';
import { boundsOf } from './bounds-of.ts';

test('the box holds every part of an area', () => {
  const bounds = boundsOf({
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [-80.9, 35.6],
          [-80.8, 35.6],
          [-80.8, 35.7],
          [-80.9, 35.6],
        ],
      ],
      [
        [
          [-80.7, 35.5],
          [-80.6, 35.5],
          [-80.6, 35.55],
          [-80.7, 35.5],
        ],
      ],
    ],
  });
  expect(bounds).toEqual({ west: -80.9, south: 35.5, east: -80.6, north: 35.7 });
});
