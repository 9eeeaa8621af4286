import { expect, test } from 'vitest';
import type { Position } from '../../geo/geometry.ts';
import type { Boundary } from '../county/county.ts';
import { boundaryFeatures } from './boundary-features.ts';

const square = (west: number, east: number): Position[] => [
  [west, 0],
  [east, 0],
  [east, 1],
  [west, 1],
  [west, 0],
];
const area = (kind: Boundary['kind'], ...ring: Position[]): Boundary => ({
  kind,
  name: kind,
  geometry: { type: 'Polygon', coordinates: [ring] },
});

test('a line between two areas is drawn once, and one along the county line is the county’s', () => {
  const county: Position[] = [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [0, 1],
    [0, 0],
  ];
  const features = boundaryFeatures([
    area('township', ...square(0, 1)),
    area('township', ...square(1, 2)),
    area('county', ...county),
  ]);
  const lines = features.map(({ properties, geometry }) => [properties.kind, geometry.coordinates]);
  expect(lines).toEqual([
    ['county', county],
    [
      'locality',
      [
        [1, 0],
        [1, 1],
      ],
    ],
  ]);
});
