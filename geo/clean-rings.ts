// Rounds the rings of one area to whole cells and keeps them valid: nothing crosses or overlaps, holes stay inside,
// parts thinner than a cell vanish.
import { type FlatRing, signedArea } from './flat-ring.ts';
import { isSimpleRing } from './is-simple-ring.ts';
import { nestRings } from './nest-rings.ts';
import { quantizeRing, straightenRing } from './quantize-ring.ts';
import { snapEdges } from './snap-edges.ts';
import { traceRings } from './trace-rings.ts';

/** Up to this many points, comparing all pairs of edges is cheaper than snap rounding. */
const PAIRWISE_POINTS_MAX = 200;

/** Outer rings have positive area, holes negative. Returns each outer ring followed by its holes. */
export function cleanRings(rings: readonly FlatRing[]): FlatRing[] {
  // Fast path: nearly every parcel is one ring that stays valid after plain rounding.
  if (rings.length === 1) {
    const ring = quantizeRing(rings[0]!);
    if (ring.length === 0) return [];
    const isSmall = ring.length <= 2 * PAIRWISE_POINTS_MAX;
    if (isSmall && signedArea(ring) > 0 && isSimpleRing(ring)) return [ring];
  }
  return nestRings(traceRings(snapEdges(rings)).map(straightenRing));
}
