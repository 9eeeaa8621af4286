// Drainage of the height grid: fills depressions and gives each node the neighbor it drains to.
import type { HeightGrid } from './height-grid.ts';
import { PriorityQueue } from './priority-queue.ts';

export type Drainage = {
  /** For each node the neighbor it drains to; outlets drain to themselves. */
  downstream: Int32Array;
  /** All nodes in topological order: each comes after the one it drains to. */
  outletsFirst: Int32Array;
  /** Flow accumulation: how many nodes drain through each, itself included. */
  catchment: Int32Array;
};

/** Every filled node lies at least this much above the one it drains to, so no ground is flat. */
const LEAST_FALL_METERS = 0.003;

/** Up to this many random extra meters of fall on filled ground, so that streams meander there. */
type Roughness = number;

type Given = {
  grid: HeightGrid;
  isOutlet: (index: number) => boolean;
  roughness: Roughness;
};

/** Priority-flood (Barnes): raises depressions in the grid itself. Rim nodes and marked nodes are outlets. */
export function fillHollows({ grid, isOutlet, roughness }: Given): Drainage {
  const { side, meters } = grid;
  const count = side * side;
  const downstream = new Int32Array(count).fill(-1);
  const outletsFirst = new Int32Array(count);
  const queue = new PriorityQueue(count);
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / side);
    const column = i - row * side;
    if (row === 0 || column === 0 || row === side - 1 || column === side - 1 || isOutlet(i)) {
      downstream[i] = i;
      queue.push(i, meters[i]!);
    }
  }
  let done = 0;
  while (queue.size > 0) {
    const node = queue.pop();
    outletsFirst[done++] = node;
    const column = node % side;
    for (let dr = -side; dr <= side; dr += side) {
      if (node + dr < 0 || node + dr >= count) continue;
      for (let dc = column > 0 ? -1 : 0; dc <= 1 && column + dc < side; dc++) {
        const next = node + dr + dc;
        if (downstream[next] !== -1) continue;
        downstream[next] = node;
        const lowest = meters[node]! + LEAST_FALL_METERS + roughness * unevenness(next);
        if (meters[next]! < lowest) meters[next] = lowest;
        queue.push(next, meters[next]!);
      }
    }
  }
  return { downstream, outletsFirst, catchment: catchments(downstream, outletsFirst) };
}

/** A hash of the node, from 0 to 1. */
function unevenness(node: number): number {
  const mixed = Math.imul(node ^ (node >>> 9), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4294967296;
}

function catchments(downstream: Int32Array, outletsFirst: Int32Array): Int32Array {
  const catchment = new Int32Array(downstream.length).fill(1);
  for (let i = outletsFirst.length - 1; i >= 0; i--) {
    const node = outletsFirst[i]!;
    const next = downstream[node]!;
    if (next !== node) catchment[next] = catchment[next]! + catchment[node]!;
  }
  return catchment;
}

/** Steepest descent: each node drains to its steepest lower neighbor; without one it keeps the way the flood found. */
export function followSteepestSlope(grid: HeightGrid, drainage: Drainage): Drainage {
  const { side, meters } = grid;
  const { downstream, outletsFirst } = drainage;
  for (const node of outletsFirst) {
    if (downstream[node] === node) continue;
    let best = (meters[node]! - meters[downstream[node]!]!) / 1.5;
    for (let dr = -1; dr <= 1; dr++) {
      for (let dc = -1; dc <= 1; dc++) {
        const next = node + dr * side + dc;
        if (next === node) continue;
        const fall = (meters[node]! - meters[next]!) / (dr !== 0 && dc !== 0 ? Math.SQRT2 : 1);
        if (fall > best) {
          best = fall;
          downstream[node] = next;
        }
      }
    }
  }
  return { downstream, outletsFirst, catchment: catchments(downstream, outletsFirst) };
}
