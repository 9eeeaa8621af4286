// Terrain tiles, decoded as a map library decodes them.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type ElevationGrid, heightAt } from '../../geo/elevation-grid.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { tileBounds } from '../../test/geo/tile-bounds.ts';
import { createTerrain, heightsBeyond, LEVEL_BEYOND_DEGREES, RIM_DEGREES } from './terrain-tiles.ts';

/** A slope that rises from 100 m in the west to 300 m in the east. */
const grid: ElevationGrid = {
  bounds: { west: -80.95, south: 35.55, east: -80.75, north: 35.75 },
  columns: 21,
  rows: 21,
  meters: Float32Array.from({ length: 21 * 21 }, (_, i) => 100 + (i % 21) * 10),
};
const MEAN = 200;

async function heightsOf(picture: Uint8Array): Promise<{ size: number; heights: number[] }> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const heights = Array.from({ length: info.width * info.height }, (_, i) => {
    const [red, green, blue] = [0, 1, 2].map((channel) => data[i * info.channels + channel]!);
    return red! * 256 + green! + blue! / 256 - 32_768;
  });
  return { size: info.width, heights };
}

test('each pixel of a tile has the height of its ground', async () => {
  const terrain = createTerrain({ grid, version: 'a' });
  const address = tileAt({ lng: -80.85, lat: 35.65 }, 12);
  const { size, heights } = await heightsOf((await terrain.find(address))!);
  const { west, east } = tileBounds(address);
  expect(size).toBe(512);
  for (const column of [0, 100, 511]) {
    const lng = west + ((east - west) * (column + 0.5)) / size;
    const meters = 100 + ((lng - grid.bounds.west) / 0.2) * 200;
    expect(heights[256 * size + column]).toBeCloseTo(meters, 1);
  }
});

test('a tile is drawn once for all requests', async () => {
  const terrain = createTerrain({ grid, version: 'a' });
  const address = tileAt({ lng: -80.85, lat: 35.65 }, 10);
  const [one, other] = await Promise.all([terrain.find(address), terrain.find(address)]);
  expect(other).toBe(one);
  expect(await terrain.find(address)).toBe(one);
});

test('between a few rows of a tile the thread does what else there is, however many tiles are asked for', async () => {
  let looks = 0;
  let most = 0;
  const counted = {
    ...grid,
    get meters() {
      looks++;
      return grid.meters;
    },
  };
  const terrain = createTerrain({ grid: counted, version: 'a' });
  const look = () => {
    most = Math.max(most, looks);
    looks = 0;
    timer = setImmediate(look);
  };
  let timer = setImmediate(look);
  const { x, y } = tileAt({ lng: -80.85, lat: 35.65 }, 12);
  await Promise.all([0, 1, 2].map((beside) => terrain.find({ z: 12, x: x + beside, y })));
  clearImmediate(timer);
  expect(most).toBeGreaterThan(0);
  // Of 262,144 pixels, each looked at twice.
  expect(most).toBeLessThanOrEqual(20_000);
});

test('tiles exist on the grid and next to it, not far from it', async () => {
  const terrain = createTerrain({ grid, version: 'a' });
  const { west, south, east, north } = terrain.bounds;
  const { x, y } = tileAt({ lng: west, lat: north }, 12);
  const { x: eastmost, y: southmost } = tileAt({ lng: east, lat: south }, 12);
  expect(await terrain.find({ z: 12, x, y })).toBeDefined();
  expect(await terrain.find({ z: 12, x: eastmost, y: southmost })).toBeDefined();
  const outside = [
    { x: x - 1, y },
    { x, y: y - 1 },
    { x: eastmost + 1, y },
    { x, y: southmost + 1 },
    { x: 0, y: 0 },
  ];
  for (const { x, y } of outside) expect(await terrain.find({ z: 12, x, y })).toBeUndefined();
  expect(await terrain.find({ z: 8, x: 0, y: 0 })).toBeUndefined();
});

/** Hills of 80 m on that slope, two kilometers from one to the next. */
const hilly: ElevationGrid = {
  ...grid,
  columns: 201,
  rows: 201,
  meters: Float32Array.from({ length: 201 * 201 }, (_, i) => 100 + (i % 201) + 40 * Math.sin((i % 201) / 3)),
};

test('hills fade at the edge of the grid, and the ground levels out beyond without a cliff', () => {
  const heights = heightsBeyond(hilly);
  const step = 0.0005;
  const steepest = (fromDegrees: number, toDegrees: number) => {
    let most = 0;
    for (let away = fromDegrees; away < toDegrees; away += step) {
      const at = (beyond: number) => heights({ lng: hilly.bounds.east + beyond, lat: 35.65 });
      most = Math.max(most, Math.abs(at(away + step) - at(away)));
    }
    return most;
  };
  expect(steepest(-0.05, -0.02)).toBeGreaterThan(5);
  expect(steepest(-RIM_DEGREES / 8, 2 * LEVEL_BEYOND_DEGREES)).toBeLessThan(1);
  expect(Math.abs(heights({ lng: 0, lat: 0 }) - MEAN)).toBeLessThan(2);
  const deep = { lng: -80.85, lat: 35.65 };
  expect(heights(deep)).toBe(heightAt(hilly, deep));
});
