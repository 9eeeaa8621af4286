// Distance transform (chamfer, two sweeps over a coarse grid): how far every point is from the lake.
import type { Point } from '../plane/point.ts';
import { emptyGrid, type HeightGrid, heightAt, nearestNode, nodeAt } from '../terrain/height-grid.ts';

const SPACING = 100;

/** Approximate meters to the water's edge, as paths have eight directions only; 0 on the water. */
export function shoreDistances(ground: HeightGrid, isLakeNode: Uint8Array): (point: Point) => number {
  const grid = emptyGrid(SPACING);
  const { side, meters } = grid;
  for (let i = 0; i < meters.length; i++)
    meters[i] = isLakeNode[nearestNode(ground, nodeAt(grid, i))] ? 0 : 99_999;
  const sweep = (start: number, end: number, step: 1 | -1): void => {
    for (let i = start; i !== end; i += step) {
      const column = i % side;
      const back = i - step * side;
      const relax = (from: number, away: number): void => {
        const total = (meters[from] ?? 99_999) + away;
        if (total < meters[i]!) meters[i] = total;
      };
      if (column !== (step === 1 ? 0 : side - 1)) relax(i - step, SPACING);
      relax(back, SPACING);
      if (column > 0) relax(back - 1, SPACING * Math.SQRT2);
      if (column < side - 1) relax(back + 1, SPACING * Math.SQRT2);
    }
  };
  sweep(0, meters.length, 1);
  sweep(meters.length - 1, -1, -1);
  return (point) => heightAt(grid, point);
}
