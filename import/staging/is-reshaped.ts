// Whether a parcel's border has moved, beyond what rounding and another way of projecting do.
import { type AreaGeometry, polygonsOf, type Ring } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { normalShape } from './normal-shape.ts';

const TOLERANCE_METERS = 0.05;
const METERS_PER_DEGREE = 111_320;
/** Above this many comparisons of a corner with an edge, a different number of corners is enough of a proof. */
const COMPARISONS_MAX = 4_000_000;

/** Both as encodeGeometry writes them. */
export function isReshaped(before: Uint8Array, after: Uint8Array): boolean {
  if (before.length === after.length && before.every((byte, at) => byte === after[at])) return false;
  const old = normalShape(decodeGeometry(before));
  const fresh = normalShape(decodeGeometry(after));
  if (haveSameCorners(old, fresh)) return false;
  // Corners on a straight line come and go with the software that wrote the file: compare corners with edges then.
  const oldCorners = cornersOf(old);
  const freshCorners = cornersOf(fresh);
  if (oldCorners.length * freshCorners.length > COMPARISONS_MAX) return true;
  return !liesOn(oldCorners, fresh) || !liesOn(freshCorners, old);
}

/** In meters, on a plane around the first corner. */
type Point = { x: number; y: number };

function haveSameCorners(one: AreaGeometry, other: AreaGeometry): boolean {
  const rings = polygonsOf(one).flat();
  const otherRings = polygonsOf(other).flat();
  return rings.length === otherRings.length && rings.every((ring, at) => isSameRing(ring, otherRings[at]!));
}

/** The lowest corner, where both begin, may differ where two are equally low: try each start beside it. */
function isSameRing(ring: Ring, other: Ring): boolean {
  if (ring.length !== other.length) return false;
  const count = ring.length - 1;
  for (let start = 0; start < count; start++) {
    if (!isNear(ring[0]!, other[start]!)) continue;
    let at = 1;
    while (at < count && isNear(ring[at]!, other[(start + at) % count]!)) at++;
    if (at === count) return true;
  }
  return false;
}

function isNear(one: Ring[0], other: Ring[0]): boolean {
  const x = (one[0] - other[0]) * METERS_PER_DEGREE * Math.cos((one[1] * Math.PI) / 180);
  const y = (one[1] - other[1]) * METERS_PER_DEGREE;
  return x * x + y * y <= TOLERANCE_METERS ** 2;
}

function cornersOf(geometry: AreaGeometry): Ring[0][] {
  return polygonsOf(geometry).flatMap((polygon) => polygon.flatMap((ring) => ring.slice(1)));
}

function liesOn(corners: readonly Ring[0][], geometry: AreaGeometry): boolean {
  const rings = polygonsOf(geometry).flat();
  return corners.every((corner) => rings.some((ring) => isOnRing(corner, ring)));
}

function isOnRing([lng, lat]: Ring[0], ring: Ring): boolean {
  const shrink = Math.cos((lat * Math.PI) / 180) * METERS_PER_DEGREE;
  const meters = ([cornerLng, cornerLat]: Ring[0]): Point => ({
    x: (cornerLng - lng) * shrink,
    y: (cornerLat - lat) * METERS_PER_DEGREE,
  });
  let from = meters(ring[0]!);
  for (let i = 1; i < ring.length; i++) {
    const to = meters(ring[i]!);
    if (distanceToOrigin(from, to) <= TOLERANCE_METERS) return true;
    from = to;
  }
  return false;
}

function distanceToOrigin(from: Point, to: Point): number {
  const alongX = to.x - from.x;
  const alongY = to.y - from.y;
  const squared = alongX * alongX + alongY * alongY;
  const foot = squared > 0 ? -(from.x * alongX + from.y * alongY) / squared : 0;
  const share = Math.min(1, Math.max(0, foot));
  return Math.hypot(from.x + share * alongX, from.y + share * alongY);
}
