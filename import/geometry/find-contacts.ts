// Sweep line over rings of whole numbers: do they cross, overlap or touch anywhere?
import type { FlatRing } from '../../geo/flat-ring.ts';
import { isSimpleRing } from '../../geo/is-simple-ring.ts';

/**
 * apart: nothing meets, or two rings meet in a single point, which is allowed.
 * touching: rings meet in several points, without crossing between them; at such a point they may pass through each other.
 * crossing: edges cross or overlap, or a ring touches itself.
 * too many: so many edges lie beside each other that comparing them would take minutes.
 */
export type Contact = 'apart' | 'touching' | 'crossing' | 'too many';

/** Up to this many corners, comparing all pairs of edges is faster. */
const PAIRWISE_CORNERS_MAX = 100;
const COMPARISONS_MAX = 5e8;

type Edges = { count: number; ends: Float64Array; ringOf: Int32Array; edgeOf: Int32Array };

/** For rings that `tidyRing` has left: successive edges meet in their common corner only. */
export function findContacts(rings: readonly FlatRing[]): Contact {
  const [first] = rings;
  if (first && rings.length === 1 && first.length <= 2 * PAIRWISE_CORNERS_MAX) {
    return isSimpleRing(first) ? 'apart' : 'crossing';
  }
  const edges = listEdges(rings);
  const along = expectedNeighbors(edges, 0) <= expectedNeighbors(edges, 1) ? 0 : 1;
  const order = sortedBy(edges, along);
  /** The first point at which a pair of rings meets. */
  const meetings = new Map<number, [number, number]>();
  const point: [number, number] = [0, 0];
  let contact: Contact = 'apart';
  let comparisons = 0;
  // The active edges: those that may still overlap the next one.
  let open = new Int32Array(1024);
  let openCount = 0;
  for (const edge of order) {
    const low = Math.min(edges.ends[edge * 4 + along]!, edges.ends[edge * 4 + 2 + along]!);
    comparisons += openCount;
    if (comparisons > COMPARISONS_MAX) return 'too many';
    let kept = 0;
    for (let i = 0; i < openCount; i++) {
      const other = open[i]!;
      if (Math.max(edges.ends[other * 4 + along]!, edges.ends[other * 4 + 2 + along]!) < low) continue;
      open[kept++] = other;
      const meeting = meet(edges, edge, other, point);
      if (meeting === 'crossing') return 'crossing';
      if (meeting === 'apart') continue;
      if (edges.ringOf[edge] === edges.ringOf[other]) return 'crossing';
      const pair = pairKey(edges.ringOf[edge]!, edges.ringOf[other]!, rings.length);
      const met = meetings.get(pair);
      if (!met) meetings.set(pair, [point[0], point[1]]);
      else if (met[0] !== point[0] || met[1] !== point[1]) contact = 'touching';
    }
    if (kept === open.length) {
      const larger = new Int32Array(open.length * 2);
      larger.set(open);
      open = larger;
    }
    open[kept] = edge;
    openCount = kept + 1;
  }
  return contact;
}

const pairKey = (one: number, other: number, count: number): number =>
  Math.min(one, other) * count + Math.max(one, other);

function listEdges(rings: readonly FlatRing[]): Edges {
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const edges: Edges = {
    count,
    ends: new Float64Array(count * 4),
    ringOf: new Int32Array(count),
    edgeOf: new Int32Array(count),
  };
  let edge = 0;
  for (const [number, ring] of rings.entries()) {
    for (let i = 0; i < ring.length; i += 2) {
      const next = i + 2 === ring.length ? 0 : i + 2;
      edges.ends[edge * 4] = ring[i]!;
      edges.ends[edge * 4 + 1] = ring[i + 1]!;
      edges.ends[edge * 4 + 2] = ring[next]!;
      edges.ends[edge * 4 + 3] = ring[next + 1]!;
      edges.ringOf[edge] = number;
      // The last edge of a ring precedes its first one.
      edges.edgeOf[edge++] = next === 0 ? -1 : i / 2;
    }
  }
  return edges;
}

/** How many edges overlap an edge on one axis, on average: the sweep runs along the axis where these are fewer. */
function expectedNeighbors({ count, ends }: Edges, along: 0 | 1): number {
  let lowest = Infinity;
  let highest = -Infinity;
  let total = 0;
  for (let edge = 0; edge < count; edge++) {
    const from = ends[edge * 4 + along]!;
    const to = ends[edge * 4 + 2 + along]!;
    lowest = Math.min(lowest, from, to);
    highest = Math.max(highest, from, to);
    total += Math.abs(from - to);
  }
  return total / Math.max(1, highest - lowest);
}

function sortedBy({ count, ends }: Edges, along: 0 | 1): Int32Array {
  const lows = new Float64Array(count);
  const order = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) {
    lows[edge] = Math.min(ends[edge * 4 + along]!, ends[edge * 4 + 2 + along]!);
    order[edge] = edge;
  }
  return order.sort((one, other) => lows[one]! - lows[other]!);
}

/** `touching` is a single point, which is written to `point`. */
function meet(
  edges: Edges,
  one: number,
  other: number,
  point: [number, number],
): 'apart' | 'touching' | 'crossing' {
  const { ends, ringOf, edgeOf } = edges;
  const a = one * 4;
  const c = other * 4;
  const aX = ends[a]!;
  const aY = ends[a + 1]!;
  const bX = ends[a + 2]!;
  const bY = ends[a + 3]!;
  const cX = ends[c]!;
  const cY = ends[c + 1]!;
  const dX = ends[c + 2]!;
  const dY = ends[c + 3]!;
  if (Math.max(aX, bX) < Math.min(cX, dX) || Math.max(cX, dX) < Math.min(aX, bX)) return 'apart';
  if (Math.max(aY, bY) < Math.min(cY, dY) || Math.max(cY, dY) < Math.min(aY, bY)) return 'apart';
  if (ringOf[one] === ringOf[other]) {
    // Successive edges. Of a triangle's three edges all are.
    if (aX === dX && aY === dY && follows(edgeOf[other]!, edgeOf[one]!, other + 1 === one)) return 'apart';
    if (bX === cX && bY === cY && follows(edgeOf[one]!, edgeOf[other]!, one + 1 === other)) return 'apart';
  }
  const cSide = Math.sign((bX - aX) * (cY - aY) - (bY - aY) * (cX - aX));
  const dSide = Math.sign((bX - aX) * (dY - aY) - (bY - aY) * (dX - aX));
  if (cSide === dSide && cSide !== 0) return 'apart';
  const aSide = Math.sign((dX - cX) * (aY - cY) - (dY - cY) * (aX - cX));
  const bSide = Math.sign((dX - cX) * (bY - cY) - (dY - cY) * (bX - cX));
  if (aSide === bSide && aSide !== 0) return 'apart';
  if (cSide === 0 && dSide === 0) return meetOnOneLine(ends, a, c, point);
  if (cSide !== 0 && dSide !== 0 && aSide !== 0 && bSide !== 0) return 'crossing';
  // One end lies on the other edge.
  point[0] = cSide === 0 ? cX : dSide === 0 ? dX : aSide === 0 ? aX : bX;
  point[1] = cSide === 0 ? cY : dSide === 0 ? dY : aSide === 0 ? aY : bY;
  return 'touching';
}

/** Whether one edge ends where the next one starts: neighbors in the list, or the ring's last and first. */
function follows(edge: number, next: number, areNeighbors: boolean): boolean {
  return areNeighbors || (edge === -1 && next === 0);
}

/** Both edges on one line, with overlapping boxes: they share one end or a stretch. */
function meetOnOneLine(
  ends: Float64Array,
  a: number,
  c: number,
  point: [number, number],
): 'touching' | 'crossing' {
  const axis = ends[a] === ends[a + 2] ? 1 : 0;
  const low = Math.max(
    Math.min(ends[a + axis]!, ends[a + 2 + axis]!),
    Math.min(ends[c + axis]!, ends[c + 2 + axis]!),
  );
  const high = Math.min(
    Math.max(ends[a + axis]!, ends[a + 2 + axis]!),
    Math.max(ends[c + axis]!, ends[c + 2 + axis]!),
  );
  if (low !== high) return 'crossing';
  const end = ends[a + axis] === low ? a : a + 2;
  point[0] = ends[end]!;
  point[1] = ends[end + 1]!;
  return 'touching';
}
