import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import { bufferedTileBounds, isOnGrid, tileAt, tileNumber, tileOfNumber, tileRange } from './tile-address.ts';

const anyTile = fc.integer({ min: 0, max: 18 }).chain((z) =>
  fc.record({
    z: fc.constant(z),
    x: fc.integer({ min: 0, max: 2 ** z - 1 }),
    y: fc.integer({ min: 0, max: 2 ** z - 1 }),
  }),
);

describe('tile addresses', () => {
  test('the map begins in the tile that others call 14/4511/6455', () => {
    expect(tileAt({ lng: -80.86, lat: 35.62 }, 14)).toEqual({ z: 14, x: 4511, y: 6455 });
  });

  test('the world is one tile at zoom 0, from -180 to 180 and to 85.0511 degrees north and south', () => {
    const margin = (360 * 64) / 4096;
    const { west, east } = bufferedTileBounds({ z: 0, x: 0, y: 0 });
    expect([west, east]).toEqual([-180 - margin, 180 + margin]);
    const one = { z: 0, x: 0, y: 0 };
    for (const lat of [85.0511287798, -85.0511287798]) expect(tileAt({ lng: 0, lat }, 0)).toEqual(one);
    expect(tileAt({ lng: 0, lat: 85.05 }, 12).y).toBe(0);
    expect(tileAt({ lng: 0, lat: -85.05 }, 12).y).toBe(2 ** 12 - 1);
  });

  test('the middle of the box of a tile and its buffer lies in the tile', () => {
    fc.assert(
      fc.property(anyTile, (address) => {
        const { west, south, east, north } = bufferedTileBounds(address);
        expect(tileAt({ lng: (west + east) / 2, lat: (south + north) / 2 }, address.z)).toEqual(address);
      }),
    );
  });

  test('positions off the map are clamped to its outermost tiles', () => {
    expect(tileAt({ lng: 180, lat: -90 }, 3)).toEqual({ z: 3, x: 7, y: 7 });
    expect(tileAt({ lng: -180, lat: 90 }, 3)).toEqual({ z: 3, x: 0, y: 0 });
  });

  test('a box touches the tiles from its north-west to its south-east corner', () => {
    const { west, south, east, north } = tileBounds({ z: 12, x: 1100, y: 1600 });
    const quarter = { lng: (east - west) / 4, lat: (north - south) / 4 };
    const bounds = {
      west: west + quarter.lng,
      south: south - quarter.lat,
      east: east + quarter.lng,
      north: north - quarter.lat,
    };
    expect(tileRange(bounds, 12)).toEqual({ minX: 1100, maxX: 1101, minY: 1600, maxY: 1601 });
  });

  test('the box of parcels that a tile needs is 64 units wider on each side', () => {
    fc.assert(
      fc.property(anyTile, (address) => {
        const inner = tileBounds(address);
        const outer = bufferedTileBounds(address);
        expect((inner.west - outer.west) / (inner.east - inner.west)).toBeCloseTo(64 / 4096, 6);
        expect((outer.east - inner.east) / (inner.east - inner.west)).toBeCloseTo(64 / 4096, 6);
        expect(outer.north).toBeGreaterThan(inner.north);
        expect(outer.south).toBeLessThan(inner.south);
      }),
    );
  });

  test.each([
    [{ z: 0, x: 0, y: 0 }, true],
    [{ z: 18, x: 262143, y: 262143 }, true],
    [{ z: 18, x: 262144, y: 0 }, false],
    [{ z: 4, x: -1, y: 0 }, false],
    [{ z: 4, x: 0, y: 1e9 }, false],
    [{ z: 4, x: 0.5, y: 0 }, false],
    [{ z: -1, x: 0, y: 0 }, false],
    [{ z: 4, x: Number.NaN, y: 0 }, false],
  ])('%o is on the grid: %s', (address, expected) => {
    expect(isOnGrid(address)).toBe(expected);
  });

  test('tile numbers are unique', () => {
    const numbers = [0, 1, 2, 3, 4].flatMap((z) =>
      Array.from({ length: 4 ** z }, (_, i) => tileNumber({ z, x: i % 2 ** z, y: Math.floor(i / 2 ** z) })),
    );
    expect(numbers).toEqual(numbers.map((_, i) => i));
    const last = tileNumber({ z: 18, x: 2 ** 18 - 1, y: 2 ** 18 - 1 });
    expect(last).toBe((4 ** 19 - 1) / 3 - 1);
    expect(Number.isSafeInteger(last)).toBe(true);
  });
});

test('a tile is found again by its number', () => {
  for (const z of [0, 1, 10, 16, 25]) {
    const last = 2 ** z - 1;
    for (const address of [
      { z, x: 0, y: 0 },
      { z, x: last, y: 0 },
      { z, x: 0, y: last },
      { z, x: last, y: last },
    ]) {
      expect(tileOfNumber(tileNumber(address))).toEqual(address);
    }
  }
});
