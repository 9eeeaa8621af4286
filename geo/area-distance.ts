// How far two areas are apart, and how they touch, on a plane in meters (local-plane.ts).
import { type AreaEdges, turn } from './area-edges.ts';

/**
 * Areas nearer than this touch. The storage grid moves a corner by up to 0.8 cm off the edge that it lies on, and where two people
 * have drawn the same line, slivers of some centimeters are left between. No street, alley or gore is as narrow.
 */
export const TOUCH_METERS = 0.05;

/** A shorter border in common is a corner: about a foot, more than what slivers make of one. */
const SIDE_METERS = 0.3;
/** Edges in common have nearly the same direction: this sine between them at most, so a corner's edges do not count. */
const SAME_DIRECTION_SINE = 0.1;

export type Touch = 'side' | 'corner';

/** 0 where they overlap. Infinity beyond the limit. The first should be the one that has an index. */
export function metersBetween(one: AreaEdges, other: AreaEdges, limit: number): number {
  if (isBoxBeyond(one.box, other.box, limit)) return Infinity;
  if (one.containsPartOf(other) || other.containsPartOf(one)) return 0;
  let nearest = limit;
  let isFound = false;
  one.nearBox(other.box, limit, (at) => {
    one.boxOfEdge(at, edgeBox);
    for (let edge = 0; edge < 4 * other.count; edge += 4) {
      if (other.isEdgeBeyond(edge, edgeBox, nearest)) continue;
      const meters = metersBetweenEdges(one.ends, at, other.ends, edge);
      if (meters > nearest) continue;
      nearest = meters;
      isFound = true;
      if (meters === 0) return -1;
    }
    return nearest;
  });
  return isFound ? nearest : Infinity;
}

/** Of the edge that is compared with all of another area. */
const edgeBox = new Float64Array(4);

/** Undefined where they are apart. Areas that overlap have a side in common. */
export function touchOf(one: AreaEdges, other: AreaEdges): Touch | undefined {
  if (isBoxBeyond(one.box, other.box, TOUCH_METERS)) return undefined;
  let isNear = false;
  let common = 0;
  one.nearBox(other.box, TOUCH_METERS, (at) => {
    one.boxOfEdge(at, edgeBox);
    for (let edge = 0; edge < 4 * other.count; edge += 4) {
      if (other.isEdgeBeyond(edge, edgeBox, TOUCH_METERS)) continue;
      if (metersBetweenEdges(one.ends, at, other.ends, edge) > TOUCH_METERS) continue;
      isNear = true;
      common += metersInCommon(one.ends, at, other.ends, edge);
    }
    return common < SIDE_METERS ? TOUCH_METERS : -1;
  });
  if (common >= SIDE_METERS) return 'side';
  if (!isNear) return one.containsPartOf(other) || other.containsPartOf(one) ? 'side' : undefined;
  return reachesInto(one, other) || reachesInto(other, one) ? 'side' : 'corner';
}

function isBoxBeyond(a: Float64Array, b: Float64Array, meters: number): boolean {
  return a[0]! - b[2]! > meters || b[0]! - a[2]! > meters || a[1]! - b[3]! > meters || b[1]! - a[3]! > meters;
}

function metersBetweenEdges(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const ax = a[i]!;
  const ay = a[i + 1]!;
  const bx = a[i + 2]!;
  const by = a[i + 3]!;
  const cx = b[j]!;
  const cy = b[j + 1]!;
  const dx = b[j + 2]!;
  const dy = b[j + 3]!;
  const c = turn(ax, ay, bx, by, cx, cy);
  const d = turn(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d < 0) || (c < 0 && d > 0)) {
    const from = turn(cx, cy, dx, dy, ax, ay);
    const to = turn(cx, cy, dx, dy, bx, by);
    if ((from > 0 && to < 0) || (from < 0 && to > 0)) return 0;
  }
  return Math.sqrt(
    Math.min(
      squareToEdge(cx, cy, ax, ay, bx, by),
      squareToEdge(dx, dy, ax, ay, bx, by),
      squareToEdge(ax, ay, cx, cy, dx, dy),
      squareToEdge(bx, by, cx, cy, dx, dy),
    ),
  );
}

/** The square of the distance of a point from an edge. */
export function squareToEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const alongX = bx - ax;
  const alongY = by - ay;
  const square = alongX * alongX + alongY * alongY;
  let share = square === 0 ? 0 : ((x - ax) * alongX + (y - ay) * alongY) / square;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  const offX = x - ax - share * alongX;
  const offY = y - ay - share * alongY;
  return offX * offX + offY * offY;
}

/** The length of edge i that lies along edge j, within TOUCH_METERS of it. */
function metersInCommon(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const alongX = a[i + 2]! - a[i]!;
  const alongY = a[i + 3]! - a[i + 1]!;
  const length = Math.hypot(alongX, alongY);
  const otherX = b[j + 2]! - b[j]!;
  const otherY = b[j + 3]! - b[j + 1]!;
  const otherLength = Math.hypot(otherX, otherY);
  if (length === 0 || otherLength === 0) return 0;
  const sine = (alongX * otherY - alongY * otherX) / (length * otherLength);
  if (Math.abs(sine) > SAME_DIRECTION_SINE) return 0;
  // Both ends of the other edge, as seen along this one and across it.
  const alongOf = (x: number, y: number) => ((x - a[i]!) * alongX + (y - a[i + 1]!) * alongY) / length;
  const acrossOf = (x: number, y: number) => ((y - a[i + 1]!) * alongX - (x - a[i]!) * alongY) / length;
  const from = alongOf(b[j]!, b[j + 1]!);
  const to = alongOf(b[j + 2]!, b[j + 3]!);
  let low = Math.max(0, Math.min(from, to));
  let high = Math.min(length, Math.max(from, to));
  const across = acrossOf(b[j]!, b[j + 1]!);
  const slope = (acrossOf(b[j + 2]!, b[j + 3]!) - across) / (to - from || 1);
  if (slope !== 0) {
    // Where the other edge is TOUCH_METERS away, on either side.
    const one = from + (TOUCH_METERS - across) / slope;
    const two = from + (-TOUCH_METERS - across) / slope;
    low = Math.max(low, Math.min(one, two));
    high = Math.min(high, Math.max(one, two));
  } else if (Math.abs(across) > TOUCH_METERS) return 0;
  return Math.max(0, high - low);
}

/** Whether edges of the other area run through this one, deeper than a sliver. Rarely asked: of areas that meet at a corner. */
function reachesInto(one: AreaEdges, other: AreaEdges): boolean {
  for (let edge = 0; edge < 4 * other.count; edge += 4) {
    if (other.isEdgeBeyond(edge, one.box, 0)) continue;
    const x = other.ends[edge]!;
    const y = other.ends[edge + 1]!;
    const alongX = other.ends[edge + 2]! - x;
    const alongY = other.ends[edge + 3]! - y;
    const cuts = [0, 1];
    one.nearBox(other.boxOfEdge(edge, edgeBox), 0, (at) => {
      const fromX = one.ends[at]!;
      const fromY = one.ends[at + 1]!;
      const acrossX = one.ends[at + 2]! - fromX;
      const acrossY = one.ends[at + 3]! - fromY;
      const divisor = alongX * acrossY - alongY * acrossX;
      const share = ((fromX - x) * acrossY - (fromY - y) * acrossX) / divisor;
      if (share > 0 && share < 1) cuts.push(share);
      return 0;
    });
    cuts.sort((a, b) => a - b);
    for (let i = 1; i < cuts.length; i++) {
      const middle = (cuts[i - 1]! + cuts[i]!) / 2;
      if (isDeepIn(one, x + middle * alongX, y + middle * alongY)) return true;
    }
  }
  return false;
}

function isDeepIn(area: AreaEdges, x: number, y: number): boolean {
  if (!area.contains(x, y)) return false;
  for (let at = 0; at < 4 * area.count; at += 4) {
    const square = squareToEdge(
      x,
      y,
      area.ends[at]!,
      area.ends[at + 1]!,
      area.ends[at + 2]!,
      area.ends[at + 3]!,
    );
    if (square <= TOUCH_METERS ** 2) return false;
  }
  return true;
}
