import { expect, test } from 'vitest';
import { besideGreenwich } from './beside-greenwich.ts';
import type { Drawing, DrawnGeometry } from './drawing.ts';

const drawing = (geometry: DrawnGeometry): Drawing => ({
  type: 'Feature',
  id: 'a',
  properties: {},
  geometry,
});

test('[D8] what was drawn on another copy of the world is kept on the first', () => {
  const ring = [
    [300, 10],
    [310, 10],
    [310, 20],
    [300, 10],
  ];
  expect(besideGreenwich(drawing({ type: 'Polygon', coordinates: [ring] })).geometry.coordinates).toEqual([
    ring.map(([lng, lat]) => [lng! - 360, lat]),
  ]);
  expect(besideGreenwich(drawing({ type: 'Point', coordinates: [-700, 5] })).geometry.coordinates).toEqual([
    20, 5,
  ]);
});

test('what lies within reach is left as it is, over the date line too', () => {
  const line = drawing({
    type: 'LineString',
    coordinates: [
      [170, 0],
      [190, 0],
    ],
  });
  expect(besideGreenwich(line)).toBe(line);
  const unfinished = drawing({ type: 'LineString', coordinates: [] });
  expect(besideGreenwich(unfinished)).toBe(unfinished);
});

test('a line of a quarter of a million corners is no trouble', () => {
  const coordinates = Array.from({ length: 250_000 }, (_, at) => [300 + (at % 10), 5]);
  const { geometry } = besideGreenwich(drawing({ type: 'LineString', coordinates }));
  expect(geometry.coordinates[0]).toEqual([-60, 5]);
});
