// Tests which tiles parcels cover.
import { expect, test } from 'vitest';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import { Coverage } from './coverage.ts';

/** The middle of a tile, so that nothing touches its neighbors. */
function middleOf(address: { z: number; x: number; y: number }) {
  const { west, south, east, north } = tileBounds(address);
  const lng = (west + east) / 2;
  const lat = (south + north) / 2;
  return { west: lng, south: lat, east: lng, north: lat };
}

test('a parcel in one deep tile covers that tile and those above it', () => {
  const coverage = new Coverage();
  coverage.add(middleOf({ z: 16, x: 18_047, y: 25_839 }));
  expect(coverage.tiles()).toEqual(
    [10, 11, 12, 13, 14, 15, 16].map((z) => ({ z, x: 18_047 >> (16 - z), y: 25_839 >> (16 - z) })),
  );
});

test('each tile is listed once, lowest zoom first, and the bounds contain all parcels', () => {
  const coverage = new Coverage();
  const north = middleOf({ z: 16, x: 100, y: 200 });
  const south = middleOf({ z: 16, x: 101, y: 203 });
  coverage.add(north);
  coverage.add(south);
  coverage.add(south);
  const tiles = coverage.tiles();
  expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(tiles.length);
  expect(tiles.map(({ z }) => z)).toEqual(tiles.map(({ z }) => z).sort((a, b) => a - b));
  expect(tiles.filter(({ z }) => z === 16)).toEqual([
    { z: 16, x: 100, y: 200 },
    { z: 16, x: 101, y: 203 },
  ]);
  expect(coverage.bounds).toEqual({
    west: north.west,
    south: south.south,
    east: south.east,
    north: north.north,
  });
});

test('a parcel as wide as the world is refused', () => {
  expect(() => new Coverage().add({ west: -180, south: -80, east: 180, north: 80 })).toThrow(
    'The parcels cover too wide an area',
  );
});
