// Joins directed edges into rings that neither cross nor touch themselves.
import type { FlatRing } from './flat-ring.ts';
import { type Cell, cellX, cellY, type Edges } from './snap-edges.ts';

/** Consumes the edges. Every cell must have as many incoming as outgoing edges. */
export function traceRings(edges: Edges): FlatRing[] {
  const rings: FlatRing[] = [];
  for (const [start, targets] of edges) {
    while (targets.length > 0) rings.push(...walkFrom(start, edges));
  }
  return rings;
}

/** Walks back to the start. Whenever a cell is met a second time, the loop since the first time becomes a ring. */
function walkFrom(start: Cell, edges: Edges): FlatRing[] {
  const rings: FlatRing[] = [];
  const path: Cell[] = [start];
  const indexOnPath = new Map<Cell, number>([[start, 0]]);
  let before: Cell | undefined;
  let here = start;
  do {
    const next = takeNext(edges, before, here);
    const index = indexOnPath.get(next);
    if (index === undefined) {
      indexOnPath.set(next, path.length);
      path.push(next);
    } else {
      const loop = path.splice(index + 1);
      for (const cell of loop) indexOnPath.delete(cell);
      rings.push([next, ...loop].flatMap((cell) => [cellX(cell), cellY(cell)]));
    }
    before = here;
    here = next;
  } while (here !== start);
  return rings;
}

/**
 * The inside lies to the left (positive angles). Of several outgoing edges, the sharpest left turn stays on the border
 * of the same part, so two parts that meet in a point become two rings.
 */
function takeNext(edges: Edges, before: Cell | undefined, here: Cell): Cell {
  const targets = edges.get(here)!;
  let chosen = 0;
  if (targets.length > 1 && before !== undefined) {
    const turns = targets.map((target) => turnAngle(before, here, target));
    chosen = turns.indexOf(Math.max(...turns));
  }
  return targets.splice(chosen, 1)[0]!;
}

function turnAngle(before: Cell, here: Cell, next: Cell): number {
  const inX = cellX(here) - cellX(before);
  const inY = cellY(here) - cellY(before);
  const outX = cellX(next) - cellX(here);
  const outY = cellY(next) - cellY(here);
  return Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY);
}
