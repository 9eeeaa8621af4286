import { expect, test } from 'vitest';
import type { Drawing, DrawnGeometry } from './drawing.ts';
import { nameLabels, renamed } from './drawing-name.ts';

const named = (name: string, geometry: DrawnGeometry): Drawing => ({
  type: 'Feature',
  id: name,
  properties: { name },
  geometry,
});
const point: DrawnGeometry = { type: 'Point', coordinates: [-80.86, 35.62] };
const labels = (...drawings: Drawing[]) =>
  nameLabels(drawings).features.map(({ properties, geometry }) => ({
    ...properties,
    at: geometry.type === 'Point' && geometry.coordinates,
  }));

test('a new name takes the old one’s place, and no name leaves none', () => {
  const well = { ...named('Well', point), properties: { name: 'Well', depth: 120 } };
  expect(renamed(well, '  Old\twell ').properties).toEqual({ depth: 120, name: 'Old well' });
  expect(renamed(well, ' ').properties).toEqual({ depth: 120 });
  expect(well.properties.name).toBe('Well');
});

test('only shapes with a name have a label', () => {
  expect(labels(named('', point))).toEqual([]);
  expect(labels(named('Well', point))).toEqual([{ name: 'Well', kind: 'point', at: [-80.86, 35.62] }]);
});

test('a line is labeled halfway along, an area inside, also where its middle is outside', () => {
  const road: DrawnGeometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [3, 0],
      [3, 1],
    ],
  };
  expect(labels(named('Road', road))).toEqual([{ name: 'Road', kind: 'line', at: [2, 0] }]);
  const horseshoe = [
    [0, 0],
    [9, 0],
    [9, 9],
    [8, 9],
    [8, 1],
    [1, 1],
    [1, 9],
    [0, 9],
    [0, 0],
  ];
  const [label] = labels(named('Shoe', { type: 'Polygon', coordinates: [horseshoe] }));
  const [lng, lat] = label!.at as [number, number];
  expect(lng < 1 || lng > 8 || lat < 1).toBe(true);
});

test('a very long name is cut on the map only', () => {
  const long = named('x'.repeat(500), point);
  expect(labels(long)[0]).toMatchObject({ name: `${'x'.repeat(59)}…` });
  expect(long.properties.name).toHaveLength(500);
});
