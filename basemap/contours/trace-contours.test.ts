import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ElevationGrid, heightAt } from '../../geo/elevation-grid.ts';
import { type GridLine, traceContours } from './trace-contours.ts';

function gridOf(side: number, height: (column: number, row: number) => number): ElevationGrid {
  const meters = Float32Array.from({ length: side * side }, (_, i) => height(i % side, Math.floor(i / side)));
  const bounds = { west: 0, south: 0, east: side - 1, north: side - 1 };
  return { bounds, columns: side, rows: side, meters };
}

const isClosed = (line: GridLine) =>
  line[0]!.column === line.at(-1)!.column && line[0]!.row === line.at(-1)!.row;

describe('contours', () => {
  test('of a round hill are circles', () => {
    const hill = gridOf(41, (column, row) => 100 - 5 * Math.hypot(column - 20, row - 20));
    const [lines] = traceContours(hill, [50]);
    expect(lines).toHaveLength(1);
    expect(isClosed(lines![0]!)).toBe(true);
    for (const { column, row } of lines![0]!) {
      expect(Math.hypot(column - 20, row - 20)).toBeCloseTo(10, 0);
    }
  });

  test('point upstream where they cross a valley', () => {
    // A slope that falls to the south, with a valley down its middle.
    const valley = gridOf(21, (column, row) => 100 - 3 * row + 2 * Math.abs(column - 10));
    const [lines] = traceContours(valley, [70]);
    const line = lines![0]!;
    const northernmost = line.reduce((best, point) => (point.row < best.row ? point : best));
    expect(northernmost.column).toBe(10);
  });

  test('keep out of a lake, however high it lies', () => {
    const fromMiddle = (column: number, row: number) => Math.hypot(column - 10, row - 10);
    const ground = gridOf(21, (column, row) => 50.3 + Math.max(0, fromMiddle(column, row) - 6));
    const lines = traceContours(ground, [45, 50, 52]);
    expect(lines.map(({ length }) => length)).toEqual([0, 0, 1]);
    for (const { column, row } of lines.flat(2)) expect(fromMiddle(column, row)).toBeGreaterThan(6);
  });

  test('lie everywhere at their height, and end only at the edge of the grid', () => {
    const side = 12;
    const anyHeights = fc.array(fc.float({ min: 0, max: 100, noNaN: true }), {
      minLength: side * side,
      maxLength: side * side,
    });
    fc.assert(
      fc.property(anyHeights, fc.double({ min: 0, max: 100, noNaN: true }), (heights, height) => {
        const grid = gridOf(side, (column, row) => heights[row * side + column]!);
        const [lines] = traceContours(grid, [height]);
        for (const line of lines!) {
          for (const { column, row } of line) {
            expect(heightAt(grid, { lng: column, lat: side - 1 - row })).toBeCloseTo(height, 3);
          }
          const atRim = ({ column, row }: GridLine[number]) =>
            [column, row].some((place) => place === 0 || place === side - 1);
          expect(isClosed(line) || (atRim(line[0]!) && atRim(line.at(-1)!))).toBe(true);
        }
      }),
    );
  });

  test('have the higher ground to their left', () => {
    const hill = gridOf(21, (column, row) => 100 - 5 * Math.hypot(column - 10, row - 10));
    const line = traceContours(hill, [70]).flat()[0]!;
    const doubledArea = line.slice(1).reduce((sum, { column, row }, i) => {
      const before = line[i]!;
      return sum + before.column * row - column * before.row;
    }, 0);
    // Rows count to the south, so counter-clockwise on the ground has a negative area here.
    expect(doubledArea).toBeLessThan(0);
  });
});
