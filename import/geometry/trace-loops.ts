// Joins the edges of rings into loops that touch neither themselves nor each other along a stretch.
import type { FlatRing } from '../../geo/flat-ring.ts';

/** About 6.7 degrees: larger coordinates do not fit into one number together. */
export const TRACED_STEPS_MAX = 2 ** 26;
const CORNERS_PER_COLUMN = 2 ** 27;

/** A corner as one number. */
type Corner = number;
const cornerX = (corner: Corner): number => Math.floor(corner / CORNERS_PER_COLUMN);
const cornerY = (corner: Corner): number => corner % CORNERS_PER_COLUMN;

/** For rings of whole numbers from 0 to TRACED_STEPS_MAX with the land on their left. */
export function traceLoops(rings: readonly FlatRing[]): FlatRing[] {
  const edges = listEdges(withSharedCorners(rings));
  const loops: FlatRing[] = [];
  for (const [start, targets] of edges) {
    while (targets.length > 0) walk(start, edges, loops);
  }
  return loops;
}

/** Where a corner of one ring lies on an edge of another, that edge gets the corner, too: loops part at corners only. */
function withSharedCorners(rings: readonly FlatRing[]): FlatRing[] {
  const corners = sortedCorners(rings);
  return rings.map((ring) => {
    const result: FlatRing = [];
    for (let i = 0; i < ring.length; i += 2) {
      const next = i + 2 === ring.length ? 0 : i + 2;
      result.push(ring[i]!, ring[i + 1]!);
      const on = cornersOn(corners, ring.slice(i, i + 2), ring.slice(next, next + 2));
      for (const corner of on) result.push(cornerX(corner), cornerY(corner));
    }
    return result;
  });
}

/** From west to east. */
function sortedCorners(rings: readonly FlatRing[]): Float64Array {
  const corners = new Set<Corner>();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) corners.add(ring[i]! * CORNERS_PER_COLUMN + ring[i + 1]!);
  }
  return Float64Array.from(corners).sort();
}

/** The corners between the ends of an edge, from its first end on. */
function cornersOn(corners: Float64Array, from: number[], to: number[]): Corner[] {
  const [fromX = 0, fromY = 0] = from;
  const [toX = 0, toY = 0] = to;
  const first = fromX * CORNERS_PER_COLUMN + fromY;
  const last = toX * CORNERS_PER_COLUMN + toY;
  const [low, high] = first < last ? [first, last] : [last, first];
  const on: Corner[] = [];
  for (let i = indexAfter(corners, low); i < corners.length && corners[i]! < high; i++) {
    const x = cornerX(corners[i]!);
    const y = cornerY(corners[i]!);
    const isOnLine = (toX - fromX) * (y - fromY) === (toY - fromY) * (x - fromX);
    if (isOnLine && y >= Math.min(fromY, toY) && y <= Math.max(fromY, toY)) on.push(corners[i]!);
  }
  return first < last ? on : on.reverse();
}

function indexAfter(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By their first corner. An edge and its reverse enclose nothing and cancel out. */
function listEdges(rings: readonly FlatRing[]): Map<Corner, Corner[]> {
  const edges = new Map<Corner, Corner[]>();
  for (const ring of rings) {
    let from = ring[ring.length - 2]! * CORNERS_PER_COLUMN + ring[ring.length - 1]!;
    for (let i = 0; i < ring.length; i += 2) {
      const to = ring[i]! * CORNERS_PER_COLUMN + ring[i + 1]!;
      const back = edges.get(to)?.indexOf(from) ?? -1;
      const targets = edges.get(from);
      if (back >= 0) edges.get(to)!.splice(back, 1);
      else if (targets) targets.push(to);
      else edges.set(from, [to]);
      from = to;
    }
  }
  return edges;
}

/** Walks back to the start. Whenever a corner is met a second time, the loop since the first time is cut out. */
function walk(start: Corner, edges: Map<Corner, Corner[]>, loops: FlatRing[]): void {
  const path: Corner[] = [start];
  const indexOnPath = new Map<Corner, number>([[start, 0]]);
  let before: Corner | undefined;
  let here = start;
  do {
    const next = takeNext(edges.get(here)!, here, before);
    const index = indexOnPath.get(next);
    if (index === undefined) {
      indexOnPath.set(next, path.length);
      path.push(next);
    } else {
      const loop: FlatRing = [cornerX(next), cornerY(next)];
      for (let i = index + 1; i < path.length; i++) {
        loop.push(cornerX(path[i]!), cornerY(path[i]!));
        indexOnPath.delete(path[i]!);
      }
      path.length = index + 1;
      loops.push(loop);
    }
    before = here;
    here = next;
  } while (here !== start);
}

/** Of several edges the sharpest turn to the left: it stays on the border of the same part of the land. */
function takeNext(targets: Corner[], here: Corner, before: Corner | undefined): Corner {
  let chosen = 0;
  if (targets.length > 1 && before !== undefined) {
    const turns = targets.map((target) => turnAngle(before, here, target));
    chosen = turns.indexOf(Math.max(...turns));
  }
  return targets.splice(chosen, 1)[0]!;
}

function turnAngle(before: Corner, here: Corner, next: Corner): number {
  const inX = cornerX(here) - cornerX(before);
  const inY = cornerY(here) - cornerY(before);
  const outX = cornerX(next) - cornerX(here);
  const outY = cornerY(next) - cornerY(here);
  return Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY);
}
