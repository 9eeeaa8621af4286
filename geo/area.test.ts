import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from './area.ts';
import type { AreaGeometry, Position } from './geometry.ts';

type Box = { west: number; south: number; east: number; north: number };

function boxRing({ west, south, east, north }: Box): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

const boxArea = (box: Box): AreaGeometry => ({ type: 'Polygon', coordinates: [boxRing(box)] });

/** Thin strips along parallels, each with the ellipsoid's radii of curvature at its middle. */
function boxByStrips({ west, south, east, north }: Box): number {
  const a = 6378137;
  const eSquared = 0.0066943799901413165;
  const strips = 2000;
  const height = (((north - south) / strips) * Math.PI) / 180;
  let sum = 0;
  for (let i = 0; i < strips; i++) {
    const lat = (south + ((north - south) * (i + 0.5)) / strips) * (Math.PI / 180);
    const w = 1 - eSquared * Math.sin(lat) ** 2;
    const meridian = (a * (1 - eSquared)) / w ** 1.5;
    const parallel = (a / Math.sqrt(w)) * Math.cos(lat);
    sum += meridian * height * parallel * (((east - west) * Math.PI) / 180);
  }
  return sum;
}

describe('the area in square meters', () => {
  test('the whole earth has its published 510,065,622 square kilometers', () => {
    const earth = areaSquareMeters(boxArea({ west: -180, south: -90, east: 180, north: 90 }));
    expect(earth / 1e6).toBeCloseTo(510065621.724, 2);
  });

  test('a box agrees with one added up from thin strips, at any latitude', () => {
    fc.assert(
      fc.property(fc.double({ min: -80, max: 79, noNaN: true }), (south) => {
        const box = { west: -80.9, south, east: -80.7, north: south + 0.2 };
        expect(areaSquareMeters(boxArea(box)) / boxByStrips(box)).toBeCloseTo(1, 6);
      }),
    );
  });

  test('a slanted county-sized field is right to 0.3 percent', () => {
    // A square of 20 km standing on its corner: half of the box around it, on ground this flat.
    const { lng, lat } = { lng: -80.86, lat: 35.62 };
    const dLat = 14_142.1356 / 110_957;
    const dLng = 14_142.1356 / 90_600;
    const diamond: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [lng - dLng, lat],
          [lng, lat - dLat],
          [lng + dLng, lat],
          [lng, lat + dLat],
          [lng - dLng, lat],
        ],
      ],
    };
    const box = boxByStrips({ west: lng - dLng, south: lat - dLat, east: lng + dLng, north: lat + dLat });
    expect(Math.abs(areaSquareMeters(diamond) / (box / 2) - 1)).toBeLessThan(0.003);
  });

  test('holes are left out, whichever way they wind, and parts add up', () => {
    const field = { west: -80.9, south: 35.6, east: -80.8, north: 35.7 };
    const pond = { west: -80.87, south: 35.62, east: -80.84, north: 35.65 };
    const island = { west: -80.5, south: 35.6, east: -80.4, north: 35.7 };
    const dry = areaSquareMeters(boxArea(field)) - areaSquareMeters(boxArea(pond));
    for (const hole of [boxRing(pond), boxRing(pond).toReversed()]) {
      expect(
        areaSquareMeters({
          type: 'MultiPolygon',
          coordinates: [[boxRing(field), hole], [boxRing(island)]],
        }),
      ).toBeCloseTo(dry + areaSquareMeters(boxArea(island)), 3);
    }
  });

  test('an acre is a furlong by a chain', () => {
    expect(SQUARE_METERS_PER_ACRE).toBeCloseTo(201.168 * 20.1168, 9);
  });
});
