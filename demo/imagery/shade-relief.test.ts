import { expect, test } from 'vitest';
import { tileBounds } from '../../test/geo/tile-bounds.ts';
import { windowOf } from './ground-plane.ts';
import { shadeRelief } from './shade-relief.ts';

const TILE = { z: 15, x: 9024, y: 12_900 };
const WINDOW = windowOf(TILE);

/** Four heights, at the corners of an area much larger than the tile. */
function light(corners: number[]): Float32Array {
  const bounds = tileBounds({ z: 11, x: TILE.x >> 4, y: TILE.y >> 4 });
  return shadeRelief(WINDOW, { bounds, columns: 2, rows: 2, meters: Float32Array.from(corners) });
}

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('slopes toward the south-east are brighter than level ground, and that than slopes away from it', () => {
  const toward = mean(light([2000, 1000, 1000, 0]));
  const level = mean(light([0, 0, 0, 0]));
  const away = mean(light([0, 1000, 1000, 2000]));
  expect(toward).toBeGreaterThan(level * 1.05);
  expect(level).toBeGreaterThan(away * 1.05);
});

test('ground without elevation data counts as level', () => {
  const bounds = { west: 10, south: 10, east: 11, north: 11 };
  const elsewhere = shadeRelief(WINDOW, { bounds, columns: 2, rows: 2, meters: new Float32Array(4) });
  const nowhere = shadeRelief(WINDOW, undefined);
  expect(elsewhere.every((light, i) => light === nowhere[i])).toBe(true);
});

test('neighboring tiles have the same brightness at their common edge', () => {
  const east = shadeRelief(windowOf({ ...TILE, x: TILE.x + 1 }), undefined);
  const own = shadeRelief(WINDOW, undefined);
  const { side, margin } = WINDOW;
  const steps = Array.from({ length: side }, (_, row) =>
    Math.abs(own[row * side + side - margin]! - east[row * side + margin]!),
  );
  expect(Math.max(...steps)).toBeLessThan(1e-5);
});
