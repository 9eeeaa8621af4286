// Rounds the rings of one area to whole cells and keeps them valid: nothing crosses or overlaps, holes stay inside,
// parts thinner than a cell vanish.
import { type FlatRing, signedArea } from './flat-ring.ts';
import { doRingsMeet, isSimpleRing } from './is-simple-ring.ts';
import { nestRings } from './nest-rings.ts';
import { quantizeRing, straightenRing } from './quantize-ring.ts';
import { snapEdges } from './snap-edges.ts';
import { traceRings } from './trace-rings.ts';

/** Up to this many points, comparing all pairs of edges is cheaper than snap rounding. */
const PAIRWISE_POINTS_MAX = 200;

/** Outer rings have positive area, holes negative. Returns each outer ring followed by its holes. */
export function cleanRings(rings: readonly FlatRing[]): FlatRing[] {
  return roundRings(rings) ?? nestRings(traceRings(snapEdges(rings)).map(straightenRing));
}

/** Fast path: nearly every area stays valid after plain rounding. Undefined where it does not. */
function roundRings(rings: readonly FlatRing[]): FlatRing[] | undefined {
  const rounded: FlatRing[] = [];
  let points = 0;
  for (const ring of rings) {
    const next = quantizeRing(ring);
    if (next.length === 0) continue;
    points += next.length / 2;
    if (points > PAIRWISE_POINTS_MAX || !isSimpleRing(next)) return undefined;
    // Rounding may turn a sliver inside out.
    if (signedArea(next) > 0 !== signedArea(ring) > 0) return undefined;
    if (rounded.some((other) => doRingsMeet(next, other))) return undefined;
    rounded.push(next);
  }
  if (rounded.length === 0) return [];
  if (rounded.length === 1) return signedArea(rounded[0]!) > 0 ? rounded : undefined;
  const nested = nestRings(rounded);
  // Of a hole outside of all rings, nestRings makes land.
  return nested.every((ring) => rounded.includes(ring)) ? nested : undefined;
}
