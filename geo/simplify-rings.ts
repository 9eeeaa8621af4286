// Douglas-Peucker simplification of the rings of one area that keeps it valid: where edges would cross, points are
// restored.
//
// Each ring is simplified on its own, so two areas that share a border may drift apart by up to the tolerance. Parcels
// must not: see shared-borders.ts.
import { crossingEdges, type RingEdge } from './crossing-edges.ts';
import { type FlatRing, signedArea } from './flat-ring.ts';
import { farthestPoint, keepPoints, keptPoints } from './simplify-line.ts';

export type SimplifyRingsOptions = {
  rings: readonly FlatRing[];
  tolerance: number;
  /** Rings with a smaller area are left out. */
  smallestArea: number;
};

export function simplifyRings({ rings, tolerance, smallestArea }: SimplifyRingsOptions): FlatRing[] {
  const drafts = rings
    .filter((ring) => Math.abs(signedArea(ring)) >= smallestArea)
    .map((ring) => draftRing(ring, tolerance));
  for (;;) {
    const simplified = drafts.map(({ ring, isKept }) => keptPoints(ring, isKept));
    const isUntouched = simplified.every((ring, i) => ring.length === drafts[i]!.ring.length);
    if (isUntouched) return simplified;
    // Find the points for all edges first: restoring one renumbers the edges after it.
    const missing = crossingEdges(simplified).flatMap((edge) => missingPoint(drafts[edge.ring]!, edge) ?? []);
    // No point left to restore: the rings crossed in the source. clean-rings.ts repairs that in the tile.
    if (missing.length === 0) return simplified;
    for (const { ring, point } of missing) drafts[ring]!.isKept[point] = 1;
  }
}

/** Which points of the ring stay. */
type Draft = { ring: FlatRing; isKept: Uint8Array };

/** Simplifies two halves: from the first point to the one farthest from it, and back. */
function draftRing(ring: FlatRing, tolerance: number): Draft {
  const points = ring.length / 2;
  // Fast path: most areas of a map are houses with four corners.
  if (points <= 4) return { ring, isKept: new Uint8Array(points).fill(1) };
  const closed = [...ring, ring[0]!, ring[1]!];
  const isKept = new Uint8Array(points + 1);
  const { point: middle } = farthestPoint(closed, 0, points);
  keepPoints({ line: closed, isKept, spans: [0, middle, middle, points], tolerance });
  if (keptCount(isKept) === 3) {
    // A ring thinner than the tolerance would collapse to a line: keep a third point.
    const halves = [farthestPoint(closed, 0, middle), farthestPoint(closed, middle, points)] as const;
    isKept[halves[0].squared > halves[1].squared ? halves[0].point : halves[1].point] = 1;
  }
  return { ring, isKept: isKept.subarray(0, points) };
}

function keptCount(isKept: Uint8Array): number {
  return isKept.reduce((sum, flag) => sum + flag, 0);
}

/** The farthest of the points that were dropped along an edge. */
function missingPoint({ ring, isKept }: Draft, edge: RingEdge): RingEdge | undefined {
  const points = isKept.length;
  const end = edge.point === 0 ? points : nthKept(isKept, edge.point);
  const start = isKept.lastIndexOf(1, end - 1);
  if (end - start < 2) return undefined;
  // The first point always stays, so only the last edge wraps around.
  const line = end === points ? [...ring, ring[0]!, ring[1]!] : ring;
  const { point } = farthestPoint(line, start, end);
  return { ring: edge.ring, point: point === start ? start + 1 : point };
}

function nthKept(isKept: Uint8Array, n: number): number {
  let point = 0;
  for (let seen = 0; seen < n; seen++) point = isKept.indexOf(1, point + 1);
  return point;
}
