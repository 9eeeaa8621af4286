// Snap rounding (Hobby 1999): rounds the edges of several rings so that no new crossings appear.
//
// Rounding each corner on its own can push it across a nearby edge. Here every edge that passes through the cell of a
// corner is routed through the middle of that cell, so the topology is kept and nothing moves more than half a cell.

import type { FlatRing } from './flat-ring.ts';
import { addToGroup } from './groups.ts';

/** A cell as one number, in row-major order, so that sorting sorts by rows. */
export type Cell = number;

/** Wider than any tile with its buffer; `CELL_ORIGIN` keeps the buffer's negative coordinates positive. */
const CELLS_PER_ROW = 2 ** 14;
const CELL_ORIGIN = 2 ** 12;

function cellOf(x: number, y: number): Cell {
  return (Math.round(y) + CELL_ORIGIN) * CELLS_PER_ROW + Math.round(x) + CELL_ORIGIN;
}

export function cellX(cell: Cell): number {
  return (cell % CELLS_PER_ROW) - CELL_ORIGIN;
}

export function cellY(cell: Cell): number {
  return Math.floor(cell / CELLS_PER_ROW) - CELL_ORIGIN;
}

/** Adjacency list of directed edges. An edge and its reverse enclose nothing and cancel out. */
export type Edges = Map<Cell, Cell[]>;

export function snapEdges(rings: readonly FlatRing[]): Edges {
  const corners = sortedCorners(rings);
  const edges: Edges = new Map();
  for (const ring of rings) {
    let fromX = ring[ring.length - 2]!;
    let fromY = ring[ring.length - 1]!;
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      let from = cellOf(fromX, fromY);
      for (const to of cornersOnTheWay(corners, { aX: fromX, aY: fromY, bX: x, bY: y })) {
        addEdge(edges, from, to);
        from = to;
      }
      fromX = x;
      fromY = y;
    }
  }
  return edges;
}

function sortedCorners(rings: readonly FlatRing[]): Int32Array {
  const cells = new Set<Cell>();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) cells.add(cellOf(ring[i]!, ring[i + 1]!));
  }
  return Int32Array.from(cells).sort();
}

function addEdge(edges: Edges, from: Cell, to: Cell): void {
  const back = edges.get(to)?.indexOf(from) ?? -1;
  if (back >= 0) {
    edges.get(to)!.splice(back, 1);
    return;
  }
  addToGroup(edges, from, to);
}

type StraightEdge = { aX: number; aY: number; bX: number; bY: number };

/** The corner cells that an edge passes through after its first one, in order, with its last one. */
function cornersOnTheWay(corners: Int32Array, edge: StraightEdge): Cell[] {
  const { aX, aY, bX, bY } = edge;
  const first = cellOf(aX, aY);
  const last = cellOf(bX, bY);
  if (first === last) return [];
  const leftmost = Math.round(Math.min(aX, bX));
  const rightmost = Math.round(Math.max(aX, bX));
  const end = cellOf(rightmost, Math.max(aY, bY));
  const passed: Cell[] = [];
  for (let i = lowerBound(corners, cellOf(leftmost, Math.min(aY, bY))); i < corners.length; i++) {
    const cell = corners[i]!;
    if (cell > end) break;
    const x = cellX(cell);
    if (x < leftmost || x > rightmost || cell === first || cell === last) continue;
    if (passesThrough(edge, cell)) passed.push(cell);
  }
  if (passed.length > 1) {
    const along = (cell: Cell) => (bX - aX) * cellX(cell) + (bY - aY) * cellY(cell);
    passed.sort((one, other) => along(one) - along(other));
  }
  passed.push(last);
  return passed;
}

function lowerBound(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Cells are half-open, like Math.round: a cell owns its west and north border only, so that cells do not overlap. */
function passesThrough({ aX, aY, bX, bY }: StraightEdge, cell: Cell): boolean {
  const acrossX = shareWithin({ a: aX, b: bX, middle: cellX(cell) });
  const acrossY = shareWithin({ a: aY, b: bY, middle: cellY(cell) });
  if (!acrossX || !acrossY) return false;
  const enter = Math.max(acrossX.enter, acrossY.enter);
  const leave = Math.min(acrossX.leave, acrossY.leave);
  if (enter !== leave) return enter < leave;
  // The edge touches the cell in one point, which must belong to the cell on both axes.
  return [acrossX, acrossY].every(
    (across) => (enter > across.enter || across.ownsEnter) && (leave < across.leave || across.ownsLeave),
  );
}

/** The parameters from a to b, 0 to 1, between which the edge is within the cell around `middle` on one axis. */
function shareWithin({ a, b, middle }: { a: number; b: number; middle: number }) {
  const low = (middle - 0.5 - a) / (b - a);
  const high = (middle + 0.5 - a) / (b - a);
  if (a < b) return { enter: low, leave: high, ownsEnter: true, ownsLeave: false };
  if (a > b) return { enter: high, leave: low, ownsEnter: false, ownsLeave: true };
  return Math.round(a) === middle
    ? { enter: -Infinity, leave: Infinity, ownsEnter: true, ownsLeave: true }
    : undefined;
}
