// Joins loose directed edges to rings that neither cross nor touch themselves.
import type { FlatRing } from './flat-ring.ts';
import { type Cell, cellX, cellY, type Edges } from './snap-edges.ts';

/** Uses the edges up. As many must lead to each cell as leave it. */
export function traceRings(edges: Edges): FlatRing[] {
  const rings: FlatRing[] = [];
  for (const [start, targets] of edges) {
    while (targets.length > 0) rings.push(...walkFrom(start, edges));
  }
  return rings;
}

/** Walks until it is back at the start. Every cell met twice on the way closes a ring of its own. */
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
 * The inside lies to the left (toward positive angles). Where several edges go on, the sharpest turn that way stays
 * on the border of the same piece of inside, so two pieces that meet in a point come out as two rings.
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
