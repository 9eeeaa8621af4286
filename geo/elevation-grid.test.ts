import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeElevation, type ElevationGrid, encodeElevation, heightAt } from './elevation-grid.ts';

const bounds = { west: -81, south: 35, east: -80, north: 36 };
const anyGrid = fc
  .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 }))
  .chain(([columns, rows]) =>
    fc
      .array(fc.float({ min: -500, max: 9000, noNaN: true }), {
        minLength: columns * rows,
        maxLength: columns * rows,
      })
      .map((heights): ElevationGrid => ({ bounds, columns, rows, meters: Float32Array.from(heights) })),
  );

test('a decoded grid is identical to the encoded one', () => {
  fc.assert(
    fc.property(anyGrid, (grid) => {
      expect(decodeElevation(encodeElevation(grid))).toEqual(grid);
    }),
  );
});

test('bytes at an unaligned offset of a buffer can be decoded', () => {
  const grid = { bounds, columns: 2, rows: 2, meters: Float32Array.of(1, 2, 3, 4) };
  const moved = new Uint8Array([9, 9, 9, ...encodeElevation(grid)]).subarray(3);
  expect(decodeElevation(moved)).toEqual(grid);
});

test('other bytes and truncated files are refused', () => {
  const whole = encodeElevation({ bounds, columns: 2, rows: 2, meters: new Float32Array(4) });
  expect(decodeElevation(whole.subarray(0, -1))).toBeUndefined();
  expect(decodeElevation(whole.subarray(0, 10))).toBeUndefined();
  expect(decodeElevation(new Uint8Array())).toBeUndefined();
  expect(decodeElevation(new TextEncoder().encode('PMTiles'.repeat(20)))).toBeUndefined();
});

test('heights are interpolated between grid points, and undefined outside', () => {
  const grid = { bounds, columns: 3, rows: 2, meters: Float32Array.of(0, 10, 20, 100, 110, 120) };
  expect(heightAt(grid, { lng: -81, lat: 36 })).toBe(0);
  expect(heightAt(grid, { lng: -80, lat: 35 })).toBe(120);
  expect(heightAt(grid, { lng: -80.75, lat: 36 })).toBeCloseTo(5, 9);
  expect(heightAt(grid, { lng: -80.5, lat: 35.5 })).toBeCloseTo(60, 9);
  for (const outside of [
    { lng: -81.001, lat: 35.5 },
    { lng: -80.5, lat: 36.001 },
    { lng: Number.NaN, lat: 35.5 },
  ]) {
    expect(heightAt(grid, outside)).toBeUndefined();
  }
});
