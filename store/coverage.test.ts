// Tests the bounds of parcels, and where they are densest.
import { expect, test } from 'vitest';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import { Coverage } from './coverage.ts';

/** The middle of a tile, so that nothing touches its neighbors. */
function middleOf(address: TileAddress): Bounds {
  const { west, south, east, north } = tileBounds(address);
  const lng = (west + east) / 2;
  const lat = (south + north) / 2;
  return { west: lng, south: lat, east: lng, north: lat };
}

function add(coverage: Coverage, bounds: Bounds): void {
  coverage.add(bounds, { lng: (bounds.west + bounds.east) / 2, lat: (bounds.south + bounds.north) / 2 });
}

test('the bounds contain all parcels', () => {
  const coverage = new Coverage();
  const north = middleOf({ z: 16, x: 100, y: 200 });
  const south = middleOf({ z: 16, x: 101, y: 203 });
  add(coverage, north);
  add(coverage, south);
  expect(coverage.bounds).toEqual({
    west: north.west,
    south: south.south,
    east: south.east,
    north: north.north,
  });
});

test('the center lies where most parcels are near each other, not in the middle of the bounds', () => {
  const coverage = new Coverage();
  // A village of five, and a town of six that lies across a corner where four tiles of z13 meet.
  for (let at = 0; at < 5; at++) add(coverage, middleOf({ z: 16, x: 17_004, y: 25_004 }));
  const town = [7, 8].flatMap((x) => [7, 8].map((y) => middleOf({ z: 16, x: 18_000 + x, y: 26_000 + y })));
  for (const parcel of [...town, town[0]!, town[3]!]) add(coverage, parcel);
  const { lng, lat } = coverage.center();
  expect(lng).toBeCloseTo((town[0]!.west + town[3]!.west) / 2, 5);
  expect(lat).toBeCloseTo((town[0]!.north + town[3]!.north) / 2, 5);
});
