// Noding: turns lines that cross and touch into a planar graph, in which every crossing is a shared vertex.
import { between, cross, distance, minus, nearestOnSegment, type Point, snap } from './point.ts';

export type TaggedLine = {
  points: readonly Point[];
  tag: number;
  /** A fixed line keeps its points exactly. Points of other lines snap to vertices within the tolerance. */
  isFixed: boolean;
};

export type GraphEdge = { from: number; to: number; tag: number };
export type PlanarGraph = { vertices: Point[]; edges: GraphEdge[] };

type Piece = GraphEdge & {
  isFixed: boolean;
  /** The round of splitting that made it. */
  round: number;
};

/** Meters. A vertex this close to a fixed line counts as on it: the difference is rounding. */
const FIXED_TOLERANCE = 0.04;

/** Spatial hash of the vertices. `near` reuses a vertex within the tolerance. */
class VertexTable {
  readonly points: Point[] = [];
  readonly #cells = new Map<number, number[]>();
  readonly #tolerance: number;
  readonly #cellSize: number;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
    // Most searches then look into one cell only.
    this.#cellSize = tolerance * 8;
  }

  exact(point: Point): number {
    const snapped = snap(point);
    const key = cellKey(Math.floor(snapped.x / this.#cellSize), Math.floor(snapped.y / this.#cellSize));
    const cell = this.#cells.get(key) ?? [];
    for (const id of cell) {
      const known = this.points[id]!;
      if (known.x === snapped.x && known.y === snapped.y) return id;
    }
    const id = this.points.length;
    this.points.push(snapped);
    if (cell.push(id) === 1) this.#cells.set(key, cell);
    return id;
  }

  near(point: Point): number {
    let best = -1;
    let closest = this.#tolerance;
    const size = this.#cellSize;
    const lastColumn = Math.floor((point.x + this.#tolerance) / size);
    const lastRow = Math.floor((point.y + this.#tolerance) / size);
    for (let column = Math.floor((point.x - this.#tolerance) / size); column <= lastColumn; column++) {
      for (let row = Math.floor((point.y - this.#tolerance) / size); row <= lastRow; row++) {
        for (const id of this.#cells.get(cellKey(column, row)) ?? []) {
          const away = distance(this.points[id]!, point);
          if (away < closest) {
            closest = away;
            best = id;
          }
        }
      }
    }
    return best < 0 ? this.exact(point) : best;
  }
}

/** A 32-bit hash, the fastest key of a Map. Collisions do no harm, since distances are checked. */
const cellKey = (column: number, row: number): number =>
  Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663);

const CELL_METERS = 32;

/** Visits, once each, the pairs of pieces whose boxes share a grid cell and of which at least one is active. */
function forNearPairs({
  pieces,
  points,
  isActive,
  visit,
}: {
  pieces: readonly Piece[];
  points: readonly Point[];
  isActive: (piece: Piece) => boolean;
  visit: (a: number, b: number) => void;
}): void {
  const cells = new Map<number, number[]>();
  const seenBy = new Int32Array(pieces.length).fill(-1);
  const enter = (index: number, isAsking: boolean): void => {
    const { from, to } = pieces[index]!;
    const a = points[from]!;
    const b = points[to]!;
    const lastColumn = Math.floor((Math.max(a.x, b.x) + 1) / CELL_METERS);
    const lastRow = Math.floor((Math.max(a.y, b.y) + 1) / CELL_METERS);
    for (let column = Math.floor((Math.min(a.x, b.x) - 1) / CELL_METERS); column <= lastColumn; column++) {
      for (let row = Math.floor((Math.min(a.y, b.y) - 1) / CELL_METERS); row <= lastRow; row++) {
        const key = (column + 1000) * 2000 + row + 1000;
        const cell = cells.get(key);
        if (!cell) {
          cells.set(key, [index]);
          continue;
        }
        for (const other of isAsking ? cell : []) {
          if (seenBy[other] === index) continue;
          seenBy[other] = index;
          visit(other, index);
        }
        cell.push(index);
      }
    }
  };
  for (let i = 0; i < pieces.length; i++) if (!isActive(pieces[i]!)) enter(i, false);
  for (let i = 0; i < pieces.length; i++) if (isActive(pieces[i]!)) enter(i, true);
}

/** Where two segments cross, if they do so away from their ends. */
function crossingOf(a: Point, b: Point, c: Point, d: Point): Point | undefined {
  const r = minus(b, a);
  const s = minus(d, c);
  const denominator = cross(r, s);
  if (denominator === 0) return undefined;
  const t = cross(minus(c, a), s) / denominator;
  const u = cross(minus(c, a), r) / denominator;
  return t > 0 && t < 1 && u > 0 && u < 1 ? between(a, b, t) : undefined;
}

/** Whether two spans, a to b and c to d in any order, lie more than the tolerance from each other. */
const areApart = (a: number, b: number, c: number, d: number, tolerance: number): boolean =>
  (a < b ? b : a) + tolerance < (c < d ? c : d) || (c < d ? d : c) + tolerance < (a < b ? a : b);

function splitOnce({
  pieces,
  table,
  tolerance,
  fixedCount,
  round,
}: {
  pieces: Piece[];
  table: VertexTable;
  tolerance: number;
  fixedCount: number;
  round: number;
}): Piece[] | undefined {
  const cuts = new Map<number, Set<number>>();
  const cut = (piece: number, vertex: number): boolean => {
    const { from, to } = pieces[piece]!;
    if (vertex === from || vertex === to) return false;
    const set = cuts.get(piece);
    if (set) set.add(vertex);
    else cuts.set(piece, new Set([vertex]));
    return true;
  };
  const touch = (vertex: number, piece: number): boolean => {
    const { from, to, isFixed } = pieces[piece]!;
    if (vertex === from || vertex === to) return true;
    // Fixed lines are known not to touch each other.
    if (vertex < fixedCount && isFixed) return false;
    const point = table.points[vertex]!;
    const nearest = nearestOnSegment(point, table.points[from]!, table.points[to]!);
    if (distance(point, nearest) >= (isFixed ? FIXED_TOLERANCE : tolerance)) return false;
    cut(piece, vertex);
    return true;
  };
  const visit = (i: number, j: number): void => {
    const p = pieces[i]!;
    const q = pieces[j]!;
    if (p.isFixed && q.isFixed) return;
    const [a, b, c, d] = [
      table.points[p.from]!,
      table.points[p.to]!,
      table.points[q.from]!,
      table.points[q.to]!,
    ];
    if (areApart(a.x, b.x, c.x, d.x, tolerance) || areApart(a.y, b.y, c.y, d.y, tolerance)) return;
    let touches = false;
    touches = touch(p.from, j) || touches;
    touches = touch(p.to, j) || touches;
    touches = touch(q.from, i) || touches;
    touches = touch(q.to, i) || touches;
    if (touches) return;
    const crossing = crossingOf(a, b, c, d);
    if (!crossing) return;
    const fixed = p.isFixed ? p : q.isFixed ? q : undefined;
    const near = table.near(crossing);
    const mayMerge = !fixed || near === fixed.from || near === fixed.to;
    const vertex = mayMerge ? near : table.exact(crossing);
    cut(i, vertex);
    cut(j, vertex);
  };
  // In the first round all lines that are not fixed are active, later only the pieces that the last round split.
  const isActive = (piece: Piece): boolean => (round === 0 ? !piece.isFixed : piece.round === round);
  forNearPairs({ pieces, points: table.points, isActive, visit });
  if (cuts.size === 0) return undefined;
  const result: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const vertices = cuts.get(i);
    if (!vertices) {
      result.push(piece);
      continue;
    }
    const start = table.points[piece.from]!;
    const along = minus(table.points[piece.to]!, start);
    const position = (vertex: number): number => {
      const offset = minus(table.points[vertex]!, start);
      return offset.x * along.x + offset.y * along.y;
    };
    const order = [piece.from, ...[...vertices].sort((a, b) => position(a) - position(b)), piece.to];
    for (let k = 1; k < order.length; k++)
      result.push({ ...piece, from: order[k - 1]!, to: order[k]!, round: round + 1 });
  }
  return result;
}

/** Several rounds, because a piece that snapped to a vertex may now touch another piece. */
const MOST_ROUNDS = 6;

export function nodeLines(lines: readonly TaggedLine[], tolerance: number): PlanarGraph {
  const table = new VertexTable(tolerance);
  let pieces: Piece[] = [];
  const ids = lines.map(({ points, isFixed }) => (isFixed ? points.map((point) => table.exact(point)) : []));
  const fixedCount = table.points.length;
  lines.forEach(({ points, tag, isFixed }, index) => {
    const vertices = isFixed ? ids[index]! : points.map((point) => table.near(point));
    for (let i = 1; i < vertices.length; i++) {
      if (vertices[i - 1] !== vertices[i])
        pieces.push({ from: vertices[i - 1]!, to: vertices[i]!, tag, isFixed, round: 0 });
    }
  });
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const split = splitOnce({ pieces, table, tolerance, fixedCount, round });
    if (!split) break;
    pieces = withoutRepeats(split, table.points.length);
  }
  return {
    vertices: table.points,
    edges: withoutRepeats(pieces, table.points.length).map(({ from, to, tag }) => ({ from, to, tag })),
  };
}

function withoutRepeats(pieces: readonly Piece[], vertexCount: number): Piece[] {
  const seen = new Set<number>();
  return pieces.filter(({ from, to }) => {
    if (from === to) return false;
    const key = Math.min(from, to) * vertexCount + Math.max(from, to);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
