import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jitteredTiling } from '../test/geo/jittered-tiling.ts';
import { areaContains, encodedAreaContains } from './area-contains.ts';
import { type AreaGeometry, GRID_PER_DEGREE, type LngLat, type Position, polygonsOf } from './geometry.ts';
import { encodeGeometry } from './geometry-code.ts';

const square = (low: number, high: number): Position[] => [
  [low, low],
  [high, low],
  [high, high],
  [low, high],
  [low, low],
];

/** Every corner and the middle of every edge. All lie on the grid, as corners have even coordinates. */
function delicatePoints(areas: AreaGeometry[]): LngLat[] {
  return areas.flatMap(polygonsOf).flatMap((polygon) =>
    polygon.flatMap((ring) =>
      ring.slice(1).flatMap(([lng, lat], i) => {
        const [lngBefore, latBefore] = ring[i]!;
        return [
          { lng, lat },
          { lng: (lng + lngBefore) / 2, lat: (lat + latBefore) / 2 },
        ];
      }),
    ),
  );
}

describe('whether a point lies in an area', () => {
  test('holes are outside and the parts of a multipolygon inside', () => {
    const area: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [[square(0, 10), square(4, 6).toReversed()], [square(20, 30)]],
    };
    const code = encodeGeometry(area);
    for (const contains of [
      (at: LngLat) => areaContains(area, at),
      (at: LngLat) => encodedAreaContains(code, at),
    ]) {
      const answers = [2, 5, 15, 25].map((at) => contains({ lng: at, lat: at }));
      expect(answers).toEqual([true, false, false, true]);
    }
  });

  test('a square owns its south-west corner, its west and its south side, and nothing else of its border', () => {
    const area: AreaGeometry = { type: 'Polygon', coordinates: [square(0, 10)] };
    const owned = [
      [0, 0],
      [5, 0],
      [0, 5],
      [10, 0],
      [10, 5],
      [10, 10],
      [5, 10],
      [0, 10],
    ].map(([lng, lat]) => areaContains(area, { lng: lng!, lat: lat! }));
    expect(owned).toEqual([true, true, true, false, false, false, false, false]);
  });

  test('[P3] on a shared border exactly one of the neighbors answers, at corners and along edges', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer(),
          // From lots of a meter to blocks of some hundred kilometers, whose products outgrow a double's digits.
          step: fc.constantFrom(40, 400, 9_000, 1_000_000, 300_000_000),
          cornersPerSide: fc.integer({ min: 0, max: 2 }),
        }),
        ({ seed, step, cornersPerSide }) => {
          const origin = { west: -808_600_000, south: -200_000_000 };
          const areas = jitteredTiling({
            seed,
            columns: 4,
            rows: 3,
            ...origin,
            step,
            cornersPerSide,
            islandEvery: 3,
          });
          const isWellInside = ({ lng, lat }: LngLat) => {
            const column = (lng * GRID_PER_DEGREE - origin.west) / step;
            const row = (lat * GRID_PER_DEGREE - origin.south) / step;
            return column > 0.25 && column < 3.75 && row > 0.25 && row < 2.75;
          };
          const codes = areas.map(encodeGeometry);
          for (const point of delicatePoints(areas).filter(isWellInside)) {
            const owners = areas.map((area) => areaContains(area, point));
            expect(owners.filter(Boolean)).toHaveLength(1);
            expect(codes.map((code) => encodedAreaContains(code, point))).toEqual(owners);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test('[P3] a point one grid step beside a very long edge is told apart from one on it', () => {
    const area: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [-179.9999999, -89.9999999],
          [179.9999999, -89.9999999],
          [179.9999999, 89.9999999],
          [-179.9999999, -89.9999999],
        ],
      ],
    };
    expect(areaContains(area, { lng: 0, lat: 0 })).toBe(true);
    expect(areaContains(area, { lng: -1e-7, lat: 0 })).toBe(false);
    expect(areaContains(area, { lng: 0, lat: 1e-7 })).toBe(false);
  });
});
