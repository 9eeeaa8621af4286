// Cuts an area into areas of few corners, as PostGIS's ST_Subdivide does: what lies in a small box is found, read and
// compared without the rest. Together they cover exactly the same ground.
import { type FlatRing, signedArea } from './flat-ring.ts';

/** Rings of whole numbers, near zero, with the interior to their left (y grows northwards). Nothing overlaps. */
export function* cutArea(rings: FlatRing[], cornersMax: number): Generator<FlatRing[]> {
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  if (corners <= cornersMax) {
    if (corners > 0) yield rings;
    return;
  }
  const [x, y] = [rangeOf(rings, 0), rangeOf(rings, 1)];
  const axis = x.high - x.low > y.high - y.low ? 0 : 1;
  const { low, high } = axis === 0 ? x : y;
  const limit = Math.floor((low + high) / 2);
  // Nothing to halve: corners closer than the grid.
  if (limit === low) return yield rings;
  for (const keep of ['below', 'above'] as const)
    yield* cutArea(halfOf(rings, { axis, limit, keep }), cornersMax);
}

function rangeOf(rings: readonly FlatRing[], axis: 0 | 1): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const ring of rings) {
    for (let i = axis; i < ring.length; i += 2) {
      if (ring[i]! < low) low = ring[i]!;
      if (ring[i]! > high) high = ring[i]!;
    }
  }
  return { low, high };
}

type Half = { axis: 0 | 1; limit: number; keep: 'above' | 'below' };
/** A run of a ring on the kept side, from where it enters at the limit to where it leaves. */
type Chain = { path: FlatRing; enters: number; leaves: number };

/**
 * The limit is cut into stretches inside and outside of the area. Each stretch inside has a chain that leaves at one end
 * and a chain that enters at the other, so in order along the limit the nth exit belongs to the nth entry.
 */
function halfOf(rings: readonly FlatRing[], half: Half): FlatRing[] {
  const result: FlatRing[] = [];
  const chains: Chain[] = [];
  for (const ring of rings) {
    const found = chainsOf(ring, half);
    if (found === 'all') result.push(ring);
    else chains.push(...found);
  }
  const entries = chains.toSorted((one, other) => one.enters - other.enters);
  const exits = chains.toSorted((one, other) => one.leaves - other.leaves);
  const next = new Map(exits.map((chain, at) => [chain, entries[at]!]));
  const open = new Set(chains);
  for (const first of chains) {
    if (!open.has(first)) continue;
    const ring: FlatRing = [];
    for (let chain = first; open.delete(chain); chain = next.get(chain)!)
      for (const value of chain.path) ring.push(value);
    const tidy = withoutRepeats(ring);
    if (signedArea(tidy) !== 0) result.push(tidy);
  }
  return result;
}

function chainsOf(ring: FlatRing, { axis, limit, keep }: Half): Chain[] | 'all' {
  const isKept = (i: number) => (keep === 'above' ? ring[i + axis]! >= limit : ring[i + axis]! < limit);
  let start = 0;
  while (start < ring.length && isKept(start)) start += 2;
  if (start === ring.length) return 'all';
  const chains: Chain[] = [];
  let chain: Chain | undefined;
  for (let step = 0; step < ring.length; step += 2) {
    const from = (start + step) % ring.length;
    const to = (from + 2) % ring.length;
    if (isKept(from) !== isKept(to)) {
      const other = crossing(ring, { from, to, axis, limit });
      if (!chain) chain = { path: [], enters: other, leaves: other };
      chain.path.push(...(axis === 0 ? [limit, other] : [other, limit]));
      if (isKept(from)) {
        chain.leaves = other;
        chains.push(chain);
        chain = undefined;
      }
    }
    if (isKept(to)) chain!.path.push(ring[to]!, ring[to + 1]!);
  }
  return chains;
}

/** On the grid. Always computed from the lower end, so that the areas on both sides of an edge get the same corner. */
function crossing(
  ring: FlatRing,
  { from, to, axis, limit }: { from: number; to: number; axis: 0 | 1; limit: number },
): number {
  const [low, high] = ring[from + axis]! < ring[to + axis]! ? [from, to] : [to, from];
  const share = (limit - ring[low + axis]!) / (ring[high + axis]! - ring[low + axis]!);
  const across = 1 - axis;
  return Math.round(ring[low + across]! + share * (ring[high + across]! - ring[low + across]!));
}

function withoutRepeats(ring: FlatRing): FlatRing {
  const kept: FlatRing = [];
  let xBefore = ring[ring.length - 2];
  let yBefore = ring[ring.length - 1];
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    if (x !== xBefore || y !== yBefore) kept.push(x, y);
    xBefore = x;
    yBefore = y;
  }
  return kept;
}
