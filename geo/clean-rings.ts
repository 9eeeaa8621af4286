// Rounds the rings of one area so that they are valid whatever rounding does to thin parts:
// nothing crosses or overlaps, holes stay inside, parts thinner than a cell vanish.
import { type FlatRing, signedArea } from './flat-ring.ts';
import { isSimpleRing } from './is-simple-ring.ts';
import { nestRings } from './nest-rings.ts';
import { quantizeRing, straightenRing } from './quantize-ring.ts';
import { snapEdges } from './snap-edges.ts';
import { traceRings } from './trace-rings.ts';

/** Up to here comparing all pairs of edges is cheaper than snapping. */
const PAIRWISE_POINTS_MAX = 200;

/** Takes outer rings of positive and holes of negative area; gives each outer ring, then its holes. */
export function cleanRings(rings: readonly FlatRing[]): FlatRing[] {
  // Nearly every parcel in a tile is one ring that survives plain rounding.
  if (rings.length === 1) {
    const ring = quantizeRing(rings[0]!);
    if (ring.length === 0) return [];
    const isSmall = ring.length <= 2 * PAIRWISE_POINTS_MAX;
    if (isSmall && signedArea(ring) > 0 && isSimpleRing(ring)) return [ring];
  }
  return nestRings(traceRings(snapEdges(rings)).map(straightenRing));
}
