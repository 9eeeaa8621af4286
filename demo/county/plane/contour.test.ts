import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GROUND_HALF_WIDTH, type HeightGrid, nodeAt } from '../terrain/height-grid.ts';
import { contourRings } from './contour.ts';
import { ringArea, ringContains } from './ring.ts';

const SIDE = 9;
const SPACING = (2 * GROUND_HALF_WIDTH) / (SIDE - 1);

/** One character a node, row by row from the north-west: # is 1 meter high, anything else 0. */
function gridOf(...rows: string[]): HeightGrid {
  const meters = Float32Array.from([...rows.join('')], (mark) => (mark === '#' ? 1 : 0));
  return { side: SIDE, spacing: SPACING, meters };
}
const ringsOf = (grid: HeightGrid) => contourRings(grid, (i) => grid.meters[i]! > 0.5, 0.5);
const empty = '.........';

describe('marching squares', () => {
  test('a flat grid has no outline', () => {
    expect(ringsOf(gridOf(...Array(SIDE).fill(empty)))).toEqual([]);
  });

  test('one node is a diamond half a cell wide on each side, counter-clockwise', () => {
    const grid = gridOf(empty, empty, empty, empty, '....#....', empty, empty, empty, empty);
    const [ring, ...others] = ringsOf(grid);
    expect(others).toEqual([]);
    expect(ring).toHaveLength(4);
    expect(ringArea(ring!)).toBeCloseTo(SPACING ** 2 / 2, 3);
  });

  test('a hole is clockwise', () => {
    const grid = gridOf(
      empty,
      empty,
      '..#####..',
      '..#...#..',
      '..#...#..',
      '..#...#..',
      '..#####..',
      empty,
      empty,
    );
    const areas = ringsOf(grid).map(ringArea);
    expect(areas.map(Math.sign).sort()).toEqual([-1, 1]);
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeGreaterThan(0);
  });

  test('nodes that touch by a corner only stay apart', () => {
    const down = gridOf(empty, empty, empty, '...#.....', '....#....', empty, empty, empty, empty);
    const up = gridOf(empty, empty, empty, '....#....', '...#.....', empty, empty, empty, empty);
    for (const grid of [down, up]) {
      const rings = ringsOf(grid);
      expect(rings).toHaveLength(2);
      for (const ring of rings) expect(ringArea(ring)).toBeCloseTo(SPACING ** 2 / 2, 3);
    }
  });

  test('any marked node is inside the outline, any other outside', () => {
    const anyMarks = fc.array(fc.boolean(), { minLength: 49, maxLength: 49 });
    fc.assert(
      fc.property(anyMarks, (marks) => {
        const meters = new Float32Array(SIDE * SIDE);
        marks.forEach((isMarked, i) => {
          meters[(1 + Math.floor(i / 7)) * SIDE + 1 + (i % 7)] = isMarked ? 1 : 0;
        });
        const grid = { side: SIDE, spacing: SPACING, meters };
        const rings = ringsOf(grid);
        const inside = Array.from(meters, (_, i) => {
          const around = rings.filter((ring) => ringContains(ring, nodeAt(grid, i))).length;
          return around % 2;
        });
        expect(inside).toEqual([...meters]);
      }),
      { numRuns: 50 },
    );
  });
});
