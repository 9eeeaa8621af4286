// Weighted A* search for the route of a road: short, gentle, dry, and along existing roads.
import { distance, type Point } from '../plane/point.ts';
import { GROUND_HALF_WIDTH, type HeightGrid, nodeAt } from '../terrain/height-grid.ts';
import { PriorityQueue } from '../terrain/priority-queue.ts';

export type RouteGround = {
  /** Heights on the router's own coarse grid. */
  heights: HeightGrid;
  /** Cost of each node, as a multiple of open ground. */
  costFactor: Float32Array;
  /** 1 for nodes in the lake, which only a highway may bridge. */
  isLake: Uint8Array;
  /** For each node a bitmask of MOVES: a bit is set where an existing road makes that move. */
  builtMoves: Uint16Array;
  /** Scratch buffers. Never cleared, as that takes longer than most searches: entries carry the search's number. */
  scratch: {
    search: number;
    seenIn: Int32Array;
    closedIn: Int32Array;
    cost: Float64Array;
    cameFrom: Int32Array;
  };
};

export const edgeKey = (a: number, b: number): number => Math.min(a, b) * 1_000_000 + Math.max(a, b);

/** The eight neighbors and the eight knight's moves, which gives roads sixteen directions. */
export const MOVES: readonly (readonly [columns: number, rows: number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
  [2, 1],
  [2, -1],
  [-2, 1],
  [-2, -1],
  [1, 2],
  [1, -2],
  [-1, 2],
  [-1, -2],
];

const GRADE_COST = 14;
const STEEP_GRADE_COST = 120;
const BUILT_COST_FACTOR = 0.3;
/**
 * The weight of the heuristic. It overestimates where roads exist (BUILT_COST_FACTOR), so the route may not be optimal,
 * but is found many times faster.
 */
const HEURISTIC_WEIGHT = 0.85;

type Given = {
  ground: RouteGround;
  from: number;
  to: number;
  limit: number;
  mayBridge: boolean;
};

/** The nodes of the route; undefined where it would cost more than `limit` meters of flat open ground. */
export function findRoute({ ground, from, to, limit, mayBridge }: Given): number[] | undefined {
  const { heights, costFactor, builtMoves, isLake } = ground;
  const { side, spacing, meters } = heights;
  const goal = nodeAt(heights, to);
  const { seenIn, closedIn, cost, cameFrom } = ground.scratch;
  const search = ++ground.scratch.search;
  seenIn[from] = search;
  cost[from] = 0;
  cameFrom[from] = -1;
  const queue = new PriorityQueue(4096);
  queue.push(from, 0);
  while (queue.size > 0) {
    const node = queue.pop();
    if (node === to) return walkBack(cameFrom, to);
    if (closedIn[node] === search) continue;
    closedIn[node] = search;
    const row = Math.floor(node / side);
    const column = node - row * side;
    const soFar = cost[node]!;
    if (soFar > limit) return undefined;
    for (let move = 0; move < MOVES.length; move++) {
      const [dc, dr] = MOVES[move]!;
      const c = column + dc;
      const r = row + dr;
      if (c < 0 || r < 0 || c >= side || r >= side) continue;
      const next = r * side + c;
      if (closedIn[next] === search || (isLake[next] && !mayBridge)) continue;
      const run = spacing * (move < 4 ? 1 : move < 8 ? Math.SQRT2 : 2.23606797749979);
      const grade = Math.abs(meters[next]! - meters[node]!) / run;
      const costPerMeter =
        (1 + GRADE_COST * grade + STEEP_GRADE_COST * grade * grade) *
        (costFactor[node]! + costFactor[next]!) *
        0.5;
      const total = soFar + run * ((builtMoves[node]! >> move) & 1 ? BUILT_COST_FACTOR : costPerMeter);
      if (seenIn[next] === search && total >= cost[next]!) continue;
      seenIn[next] = search;
      cost[next] = total;
      cameFrom[next] = node;
      const toGoal = Math.sqrt(
        (c * spacing - GROUND_HALF_WIDTH - goal.x) ** 2 + (GROUND_HALF_WIDTH - r * spacing - goal.y) ** 2,
      );
      queue.push(next, total + HEURISTIC_WEIGHT * toGoal);
    }
  }
  return undefined;
}

function walkBack(cameFrom: Int32Array, to: number): number[] {
  const nodes: number[] = [];
  for (let node = to; node >= 0; node = cameFrom[node]!) nodes.push(node);
  return nodes.reverse();
}

export function routeLength(ground: RouteGround, nodes: readonly number[]): number {
  let sum = 0;
  const at = (node: number): Point => nodeAt(ground.heights, node);
  for (let i = 1; i < nodes.length; i++) sum += distance(at(nodes[i - 1]!), at(nodes[i]!));
  return sum;
}
