// Second step of a tile: Sutherland-Hodgman clipping of a ring to a square, one side after the other.
//
// The parts of a ring that leaves the square and comes back stay connected by overlapping edges along the border.
// clean-rings.ts removes those.
import type { FlatRing } from './flat-ring.ts';

/** The square from `low` to `high` on both axes. */
export type ClipSquare = { low: number; high: number };

const X = 0;
const Y = 1;

export function clipRing(ring: FlatRing, { low, high }: ClipSquare): FlatRing {
  let clipped = ring;
  for (const axis of [X, Y] as const) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = axis; i < clipped.length; i += 2) {
      const value = clipped[i]!;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (least > high || most < low) return [];
    if (least < low) clipped = clipSide(clipped, { axis, limit: low, keep: 'above' });
    if (most > high) clipped = clipSide(clipped, { axis, limit: high, keep: 'below' });
  }
  return clipped;
}

type Side = { axis: 0 | 1; limit: number; keep: 'above' | 'below' };

function clipSide(ring: FlatRing, { axis, limit, keep }: Side): FlatRing {
  const result: FlatRing = [];
  let fromX = ring[ring.length - 2]!;
  let fromY = ring[ring.length - 1]!;
  let fromIsKept = isKept(axis === X ? fromX : fromY);
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    const kept = isKept(axis === X ? x : y);
    if (kept !== fromIsKept) {
      if (axis === X) result.push(limit, crossing({ a: fromX, aOther: fromY, b: x, bOther: y, limit }));
      else result.push(crossing({ a: fromY, aOther: fromX, b: y, bOther: x, limit }), limit);
    }
    if (kept) result.push(x, y);
    fromX = x;
    fromY = y;
    fromIsKept = kept;
  }
  return result;

  function isKept(value: number): boolean {
    return keep === 'above' ? value >= limit : value <= limit;
  }
}

/** From a to b: the ends on the axis that is clipped, and on the other one. */
type CrossingEdge = { a: number; aOther: number; b: number; bOther: number; limit: number };

/**
 * The other coordinate where an edge crosses the limit. Always computed from the lower end, so that two neighbors,
 * which have their common edge in opposite directions, get exactly the same number.
 */
function crossing({ a, aOther, b, bOther, limit }: CrossingEdge): number {
  return a < b
    ? aOther + ((bOther - aOther) * (limit - a)) / (b - a)
    : bOther + ((aOther - bOther) * (limit - b)) / (a - b);
}
