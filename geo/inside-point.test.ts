import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jitteredTiling } from '../test/geo/jittered-tiling.ts';
import { areaContains } from './area-contains.ts';
import { type AreaGeometry, GRID_PER_DEGREE } from './geometry.ts';
import { insidePoint } from './inside-point.ts';

describe('the representative point of an area', () => {
  test('is the centroid of a plain field', () => {
    const field: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [-80.9, 35.6],
          [-80.8, 35.6],
          [-80.8, 35.8],
          [-80.9, 35.8],
          [-80.9, 35.6],
        ],
      ],
    };
    expect(insidePoint(field)).toEqual({ lng: -80.85, lat: 35.7 });
  });

  test('lies well inside a horseshoe, whose centroid is outside', () => {
    const horseshoe: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [3, 0],
          [3, 9],
          [2, 9],
          [2, 1],
          [1, 1],
          [1, 9],
          [0, 9],
          [0, 0],
        ],
      ],
    };
    const { lng, lat } = insidePoint(horseshoe);
    expect(areaContains(horseshoe, { lng, lat })).toBe(true);
    const fromSides = Math.min(...[0, 1, 2, 3].map((side) => Math.abs(lng - side)));
    expect(fromSides).toBeGreaterThan(0.4);
  });

  test('lies on land where a pond covers the middle', () => {
    const ring = (reach: number): [number, number][] => [
      [-reach, -reach],
      [reach, -reach],
      [reach, reach],
      [-reach, reach],
      [-reach, -reach],
    ];
    const shore: AreaGeometry = { type: 'Polygon', coordinates: [ring(3), ring(1).toReversed()] };
    expect(areaContains(shore, insidePoint(shore))).toBe(true);
  });

  test('lies in one of the parts of a scattered holding', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const place = { west: -808_600_000, south: 356_200_000, step: 4000 };
        const areas = jitteredTiling({
          seed,
          columns: 5,
          rows: 5,
          ...place,
          cornersPerSide: 2,
          islandEvery: 2,
        });
        for (const area of areas) expect(areaContains(area, insidePoint(area))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('exists even for a sliver without any width', () => {
    const sliver: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [5, 5],
          [5 + 3 / GRID_PER_DEGREE, 5],
          [5, 5],
        ],
      ],
    };
    expect(insidePoint(sliver)).toEqual({ lng: 5, lat: 5 });
  });
});
