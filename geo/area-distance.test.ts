import geodesic from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import { metersBetween, type Touch, touchOf } from './area-distance.ts';
import { AreaEdges } from './area-edges.ts';
import { FlatArea, flattenInto } from './flat-area.ts';
import type { AreaGeometry, Position } from './geometry.ts';
import { localPlane } from './local-plane.ts';

const wgs84 = geodesic.Geodesic.WGS84;

/** On a plane in meters, from the corners of rings: the outer one first. */
function inMeters(...polygons: (readonly [number, number][])[][]): AreaEdges {
  const area = new FlatArea();
  for (const rings of polygons) {
    rings.forEach((ring, i) => {
      for (const [x, y] of ring) area.addPoint(x, y);
      area.endRing(i > 0);
    });
  }
  return new AreaEdges().fill(area);
}

type Corners = [number, number][];
const box = (west: number, south: number, east: number, north: number): Corners => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

const lot = inMeters([box(0, 0, 30, 30)]);

const between = (one: AreaEdges, other: AreaEdges) => {
  const meters = metersBetween(one, other, Infinity);
  expect(metersBetween(other, one, Infinity)).toBeCloseTo(meters, 9);
  expect(metersBetween(new AreaEdges().fill(flatOf(one)).index(), other, Infinity)).toBeCloseTo(meters, 9);
  return meters;
};

function flatOf({ ends, count, outers }: AreaEdges): FlatArea {
  const area = new FlatArea();
  for (let edge = 0; edge < count; edge++) area.addPoint(ends[4 * edge]!, ends[4 * edge + 1]!);
  // Rings do not matter for what is asked of single ones.
  if (outers.length !== 1) throw new Error('Only of one ring.');
  area.endRing(false);
  return area;
}

describe('how far areas are apart', () => {
  test('from side to side, corner to side and corner to corner', () => {
    expect(between(lot, inMeters([box(50, 10, 60, 20)]))).toBe(20);
    expect(
      between(
        lot,
        inMeters([
          [
            [40, 15],
            [50, 5],
            [50, 25],
          ],
        ]),
      ),
    ).toBe(10);
    expect(between(lot, inMeters([box(33, 34, 40, 40)]))).toBe(5);
  });

  test('0 where they overlap, cross, or one lies in the other', () => {
    expect(between(lot, inMeters([box(20, 20, 40, 40)]))).toBe(0);
    expect(between(lot, inMeters([box(-10, 10, 40, 20)]))).toBe(0);
    expect(between(lot, inMeters([box(10, 10, 20, 20)]))).toBe(0);
    expect(between(lot, inMeters([box(0, 0, 30, 30)]))).toBe(0);
  });

  test('in a hole, to the edge of the hole', () => {
    const ring = inMeters([box(0, 0, 100, 100), box(40, 40, 60, 60)]);
    expect(metersBetween(ring, inMeters([box(45, 47, 50, 52)]), Infinity)).toBe(5);
    expect(metersBetween(ring, inMeters([box(40, 40, 60, 60)]), Infinity)).toBe(0);
  });

  test('to the nearest of several parts', () => {
    const parts = inMeters([box(100, 0, 110, 10)], [box(0, 37, 10, 40)]);
    expect(metersBetween(lot, parts, Infinity)).toBe(7);
    expect(metersBetween(parts, lot, Infinity)).toBe(7);
  });

  test('nothing beyond the limit', () => {
    expect(metersBetween(lot, inMeters([box(50, 10, 60, 20)]), 19.9)).toBe(Infinity);
    expect(metersBetween(lot, inMeters([box(50, 10, 60, 20)]), 20)).toBe(20);
  });

  test('an index of many edges finds the same', () => {
    const round = (x: number, y: number, radius: number, corners: number): Corners =>
      Array.from({ length: corners }, (_, i) => [
        x + radius * Math.cos((2 * Math.PI * i) / corners),
        y + radius * Math.sin((2 * Math.PI * i) / corners),
      ]);
    const pond = inMeters([round(0, 0, 100, 720)]);
    expect(between(pond, inMeters([box(150, -5, 160, 5)]))).toBeCloseTo(50, 2);
    expect(between(pond, inMeters([box(-5, 99, 5, 120)]))).toBe(0);
    expect(between(pond, inMeters([box(-5, -5, 5, 5)]))).toBe(0);
  });
});

describe('distances on the ellipsoid', () => {
  const small = ({ lng, lat }: { lng: number; lat: number }): AreaGeometry => {
    const d = 1e-6;
    const ring: Position[] = [
      [lng - d, lat - d],
      [lng + d, lat - d],
      [lng + d, lat + d],
      [lng - d, lat + d],
      [lng - d, lat - d],
    ];
    return { type: 'Polygon', coordinates: [ring] };
  };
  const placed = (geometry: AreaGeometry, plane: ReturnType<typeof localPlane>) => {
    const area = new FlatArea();
    flattenInto(area, geometry);
    return new AreaEdges().fill(area, plane);
  };

  test.each([0.1, 18, 35.5, 47, 61, 71, -33])(
    'at latitude %f they are right within a thousandth up to 50 miles',
    (lat) => {
      for (const meters of [30, 300, 1609, 16_093, 80_467]) {
        for (let azimuth = 0; azimuth < 360; azimuth += 30) {
          const { lat2, lon2 } = wgs84.Direct(lat, -80, azimuth, meters) as { lat2: number; lon2: number };
          const plane = localPlane({ lng: -80, lat });
          const found = metersBetween(
            placed(small({ lng: -80, lat }), plane),
            placed(small({ lng: lon2, lat: lat2 }), plane),
            Infinity,
          );
          // The two squares are up to 30 cm nearer than their middles.
          expect(Math.abs(found - meters)).toBeLessThan(0.32 + meters * 0.0005);
        }
      }
    },
  );
});

describe('how areas touch', () => {
  const touches: [name: string, other: AreaEdges, Touch | undefined][] = [
    ['a whole side', inMeters([box(30, 0, 60, 30)]), 'side'],
    ['a part of a side, at a T-junction', inMeters([box(30, 20, 60, 50)]), 'side'],
    ['a side of two feet', inMeters([box(30, 29.4, 60, 60)]), 'side'],
    ['a corner', inMeters([box(30, 30, 60, 60)]), 'corner'],
    [
      'a corner on a side',
      inMeters([
        [
          [30, 15],
          [50, 5],
          [50, 25],
        ],
      ]),
      'corner',
    ],
    ['a sliver of 2 cm along the side', inMeters([box(30.02, 0, 60, 30)]), 'side'],
    ['an overlap of 2 cm along the side', inMeters([box(29.98, 0, 60, 30)]), 'side'],
    ['a gap of 2 cm at the corner', inMeters([box(30.015, 30.015, 60, 60)]), 'corner'],
    ['an overlap of 2 cm at the corner', inMeters([box(29.98, 29.98, 60, 60)]), 'corner'],
    [
      'a side that was drawn at a slant of 3 cm',
      inMeters([
        [
          [30.03, 0],
          [60, 0],
          [60, 30],
          [29.99, 30],
        ],
      ]),
      'side',
    ],
    ['a gap of 20 cm', inMeters([box(30.2, 0, 60, 30)]), undefined],
    ['a street between', inMeters([box(45, 0, 60, 30)]), undefined],
    ['the same land', inMeters([box(0, 0, 30, 30)]), 'side'],
    ['an overlap', inMeters([box(20, 20, 60, 60)]), 'side'],
    ['across all of it', inMeters([box(-10, 10, 60, 20)]), 'side'],
    ['inside', inMeters([box(10, 10, 20, 20)]), 'side'],
    ['around', inMeters([box(-10, -10, 50, 50)]), 'side'],
    ['around, with a hole that it fills', inMeters([box(-10, -10, 50, 50), box(0, 0, 30, 30)]), 'side'],
    ['around, with a larger hole', inMeters([box(-10, -10, 50, 50), box(-5, -5, 35, 35)]), undefined],
    [
      'two parts, one at a corner, one at a side',
      inMeters([box(30, 30, 40, 40)], [box(-9, 0, 0, 30)]),
      'side',
    ],
  ];
  test.each(touches)('%s', (_, other, touch) => {
    expect(touchOf(lot, other)).toBe(touch);
    expect(touchOf(other, lot)).toBe(touch);
  });
});
