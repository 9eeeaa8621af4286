// Sweep over x: finds edges of several rings that cross another edge, of the same ring or of another one.
import type { FlatRing } from './flat-ring.ts';

/** The edge that ends at this point of the ring; the edge to the first point starts at the last. */
export type RingEdge = { ring: number; point: number };

/** All edges in flat arrays: four coordinates an edge, its ring and its end point. */
type EdgeList = { ends: Float64Array; ringOf: Int32Array; pointOf: Int32Array };

/** Touching rings and overlapping edges do not count as crossing. */
export function crossingEdges(rings: readonly FlatRing[]): RingEdge[] {
  const edges = listEdges(rings);
  const crossing = new Set<number>();
  sweep(edges, (edge, other) => void crossing.add(edge).add(other));
  return [...crossing].map((edge) => ({ ring: edges.ringOf[edge]!, point: edges.pointOf[edge]! }));
}

/** `step` is called for each edge, and may throw. */
export function hasMoreCrossingsThan(max: number, rings: readonly FlatRing[], step: () => void): boolean {
  let crossings = 0;
  sweep(listEdges(rings), () => ++crossings > max, step);
  return crossings > max;
}

/** Visits each pair of edges that cross, until `visit` answers true. */
function sweep(
  { ends, ringOf }: EdgeList,
  visit: (edge: number, other: number) => boolean | undefined,
  step = () => {},
): void {
  const lefts = Float64Array.from(ringOf, (_, edge) => Math.min(ends[edge * 4]!, ends[edge * 4 + 2]!));
  const rights = Float64Array.from(ringOf, (_, edge) => Math.max(ends[edge * 4]!, ends[edge * 4 + 2]!));
  const fromTheLeft = Int32Array.from(ringOf.keys()).sort(
    (one, other) => lefts[one]! - lefts[other]! || one - other,
  );
  // The active edges: those whose x range may still overlap the next edge.
  const open: number[] = [];
  for (const edge of fromTheLeft) {
    step();
    let kept = 0;
    for (let i = 0; i < open.length; i++) {
      const other = open[i]!;
      if (rights[other]! < lefts[edge]!) continue;
      open[kept++] = other;
      if (doCross(ends, edge * 4, other * 4) && visit(edge, other)) return;
    }
    open.length = kept;
    open.push(edge);
  }
}

function listEdges(rings: readonly FlatRing[]): EdgeList {
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const ends = new Float64Array(count * 4);
  const ringOf = new Int32Array(count);
  const pointOf = new Int32Array(count);
  let edge = 0;
  rings.forEach((ring, number) => {
    for (let point = 0; point < ring.length / 2; point++) {
      const before = point === 0 ? ring.length - 2 : point * 2 - 2;
      ends[edge * 4] = ring[before]!;
      ends[edge * 4 + 1] = ring[before + 1]!;
      ends[edge * 4 + 2] = ring[point * 2]!;
      ends[edge * 4 + 3] = ring[point * 2 + 1]!;
      ringOf[edge] = number;
      pointOf[edge++] = point;
    }
  });
  return { ends, ringOf, pointOf };
}

function doCross(ends: Float64Array, one: number, other: number): boolean {
  const oneTop = Math.min(ends[one + 1]!, ends[one + 3]!);
  const oneBottom = Math.max(ends[one + 1]!, ends[one + 3]!);
  if (oneBottom < ends[other + 1]! && oneBottom < ends[other + 3]!) return false;
  if (oneTop > ends[other + 1]! && oneTop > ends[other + 3]!) return false;
  return areApart(ends, one, other) && areApart(ends, other, one);
}

/** Whether the ends of one edge lie on both sides of the line through the other. */
function areApart(ends: Float64Array, edge: number, through: number): boolean {
  const fromX = ends[through]!;
  const fromY = ends[through + 1]!;
  const alongX = ends[through + 2]! - fromX;
  const alongY = ends[through + 3]! - fromY;
  const aSide = alongX * (ends[edge + 1]! - fromY) - alongY * (ends[edge]! - fromX);
  const bSide = alongX * (ends[edge + 3]! - fromY) - alongY * (ends[edge + 2]! - fromX);
  return (aSide > 0 && bSide < 0) || (aSide < 0 && bSide > 0);
}
