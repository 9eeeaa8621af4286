// Tests the bounds and the outline of parcels, and where they are densest.
import { describe, expect, test } from 'vitest';
import { FlatArea } from '../geo/flat-area.ts';
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

const area = new FlatArea();

function add(coverage: Coverage, { west, south, east, north }: Bounds): void {
  const corners = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ] as const;
  area.clear();
  for (const [lng, lat] of corners) area.addPoint(lng, lat);
  area.endRing(false);
  coverage.add(area, { lng: (west + east) / 2, lat: (south + north) / 2 });
}

test('the bounds contain all parcels', () => {
  const coverage = new Coverage();
  const north = middleOf({ z: 16, x: 100, y: 200 });
  const south = middleOf({ z: 16, x: 101, y: 203 });
  add(coverage, north);
  add(coverage, south);
  expect(coverage.extent().bounds).toEqual({
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
  const { lng, lat } = coverage.extent().center;
  expect(lng).toBeCloseTo((town[0]!.west + town[3]!.west) / 2, 5);
  expect(lat).toBeCloseTo((town[0]!.north + town[3]!.north) / 2, 5);
});

/** The corners of all lines, as multiples of 0.01 degrees from 80 W, 35 N. */
function cornersOf(coverage: Coverage): number[][][] {
  const { outline = [] } = coverage.extent();
  return outline.map((line) =>
    line.map(([lng, lat]) => [Math.round((lng + 80) * 100), Math.round((lat - 35) * 100)]),
  );
}

function block(coverage: Coverage, x: number, y: number, size = 1): void {
  const at = { west: -80 + x / 100, south: 35 + y / 100 };
  // Roads between them.
  const width = size / 100 - 0.0002;
  add(coverage, { ...at, east: at.west + width, north: at.south + width });
}

describe('[IMP-7] the outline', () => {
  test('goes around all parcels, over the roads between them, and around each part of the land', () => {
    const coverage = new Coverage();
    // An L, and an island; what lies between its arms is not land.
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [0, 2],
    ] as const)
      block(coverage, x, y);
    block(coverage, 9, 9);
    const [land, island, ...others] = cornersOf(coverage).sort((one, other) => other.length - one.length);
    expect(others).toEqual([]);
    expect(new Set(land!.map(String))).toEqual(new Set(['0,0', '3,0', '3,1', '1,1', '1,3', '0,3']));
    expect(land!.at(-1)).toEqual(land![0]);
    expect(new Set(island!.map(String))).toEqual(new Set(['9,9', '10,9', '10,10', '9,10']));
  });

  test('is filled where a parcel is wide, and where a lake lies within', () => {
    const coverage = new Coverage();
    for (let x = 0; x < 12; x++)
      for (let y = 0; y < 12; y++) if (x < 4 || x > 7 || y < 4 || y > 7) block(coverage, x, y);
    block(coverage, 12, 0, 12);
    const lines = cornersOf(coverage);
    expect(lines).toHaveLength(1);
    expect(new Set(lines[0]!.map(String))).toEqual(new Set(['0,0', '24,0', '24,12', '0,12']));
  });

  test('of a state is as short as that of a town, and a single lot has one', () => {
    const coverage = new Coverage();
    block(coverage, 0, 0, 0.05);
    expect(coverage.extent().outline).toHaveLength(1);
    for (let x = 0; x < 200; x++) for (let y = 0; y < 100; y++) block(coverage, 5 * x, 5 * y, 5);
    const lines = cornersOf(coverage);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.length).toBeLessThan(20);
  });
});
