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
const BANDS_MAX = 1024;
const CROSSINGS_MAX = 100_000;

type Edges = { count: number; ends: Float64Array; ringOf: Int32Array; edgeOf: Int32Array };

/** For rings that `tidyRing` has left: successive edges meet in their common corner only. */
export function findContacts(rings: readonly FlatRing[]): Contact {
  const [first] = rings;
  if (first && rings.length === 1 && first.length <= 2 * PAIRWISE_CORNERS_MAX) {
    return isSimpleRing(first) ? 'apart' : 'crossing';
  }
  return searchContacts(rings, 0);
}

/** So many edges that cross or overlap would keep boolean operations busy for hours. */
export function hasTooManyCrossings(rings: readonly FlatRing[]): boolean {
  return searchContacts(rings, CROSSINGS_MAX) === 'too many';
}

/** Beyond `crossingsMax` of them it stops: with the first one, or with too many. */
function searchContacts(rings: readonly FlatRing[], crossingsMax: number): Contact {
  const edges = listEdges(rings);
  const alongX = spanOf(edges, 0);
  const alongY = spanOf(edges, 1);
  // The sweep runs along the axis on which edges overlap less; across it, bands keep the active edges few.
  const [along, across] = alongX.overlap <= alongY.overlap ? [alongX, alongY] : [alongY, alongX];
  const search: Search = {
    edges,
    along,
    across,
    ringCount: rings.length,
    meetings: new Map(),
    comparisons: 0,
    crossings: 0,
    crossingsMax,
  };
  let contact: Contact = 'apart';
  for (const band of bandsOf(edges, along, across)) {
    const found = sweep(search, band);
    if (found === 'too many') return found;
    if (search.crossings > crossingsMax) return crossingsMax === 0 ? 'crossing' : 'too many';
    if (found === 'touching') contact = 'touching';
  }
  return contact;
}

/** The extent of every edge on one axis, and how many edges overlap one on average. */
type Span = { lows: Float64Array; highs: Float64Array; low: number; high: number; overlap: number };

function spanOf({ count, ends }: Edges, axis: 0 | 1): Span {
  const span: Span = {
    lows: new Float64Array(count),
    highs: new Float64Array(count),
    low: Infinity,
    high: -Infinity,
    overlap: 0,
  };
  let total = 0;
  for (let edge = 0; edge < count; edge++) {
    const from = ends[edge * 4 + axis]!;
    const to = ends[edge * 4 + 2 + axis]!;
    span.lows[edge] = from < to ? from : to;
    span.highs[edge] = from < to ? to : from;
    span.low = Math.min(span.low, from);
    span.high = Math.max(span.high, from);
    total += Math.abs(from - to);
  }
  span.overlap = total / Math.max(1, span.high - span.low);
  return span;
}

/** Lists of edges in the order of the sweep. An edge is in each band that it reaches into. */
function bandsOf({ count }: Edges, along: Span, across: Span): Int32Array[] {
  const order = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) order[edge] = edge;
  order.sort((one, other) => along.lows[one]! - along.lows[other]!);
  // So many that the lists are about twice as long as the edges.
  const bandCount = Math.max(1, Math.min(BANDS_MAX, Math.floor(count / Math.max(1, across.overlap))));
  const perBand = (across.high - across.low) / bandCount || 1;
  const bandOf = (value: number) => Math.min(bandCount - 1, Math.floor((value - across.low) / perBand));
  const sizes = new Int32Array(bandCount);
  for (let edge = 0; edge < count; edge++) {
    for (let band = bandOf(across.lows[edge]!); band <= bandOf(across.highs[edge]!); band++) sizes[band]!++;
  }
  const bands = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (const edge of order) {
    for (let band = bandOf(across.lows[edge]!); band <= bandOf(across.highs[edge]!); band++) {
      bands[band]![sizes[band]!++] = edge;
    }
  }
  return bands;
}

type Search = {
  edges: Edges;
  along: Span;
  across: Span;
  ringCount: number;
  /** The first point at which a pair of rings meets. */
  meetings: Map<number, Point>;
  comparisons: number;
  /** A pair of edges counts in each band that both reach into. */
  crossings: number;
  crossingsMax: number;
};
type Point = [x: number, y: number];

function sweep(search: Search, band: Int32Array): Contact {
  const { edges, along, across, ringCount, meetings } = search;
  const { ringOf } = edges;
  const point: Point = [0, 0];
  let contact: Contact = 'apart';
  // The active edges: those that may still overlap the next one.
  const open = new Int32Array(band.length);
  let openCount = 0;
  for (const edge of band) {
    const start = along.lows[edge]!;
    const low = across.lows[edge]!;
    const high = across.highs[edge]!;
    search.comparisons += openCount;
    if (search.comparisons > COMPARISONS_MAX) return 'too many';
    let kept = 0;
    for (let i = 0; i < openCount; i++) {
      const other = open[i]!;
      if (along.highs[other]! < start) continue;
      open[kept++] = other;
      if (across.highs[other]! < low || across.lows[other]! > high) continue;
      const meeting = meet(edges, edge, other, point);
      if (meeting === 'apart') continue;
      if (meeting === 'crossing' || ringOf[edge] === ringOf[other]) {
        if (++search.crossings > search.crossingsMax) return 'crossing';
        continue;
      }
      const pair = pairKey(ringOf[edge]!, ringOf[other]!, ringCount);
      const met = meetings.get(pair);
      if (!met) meetings.set(pair, [point[0], point[1]]);
      else if (met[0] !== point[0] || met[1] !== point[1]) contact = 'touching';
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

/** For edges with overlapping boxes. `touching` is a single point, which is written to `point`. */
function meet(edges: Edges, one: number, other: number, point: Point): 'apart' | 'touching' | 'crossing' {
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
function meetOnOneLine(ends: Float64Array, a: number, c: number, point: Point): 'touching' | 'crossing' {
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
