// Smoothing, simplifying and cleaning of rings.
import { between, distance, nearestOnSegment, type Point } from './point.ts';
import { simplifyLine } from './polyline.ts';
import type { PlaneRing } from './ring.ts';

/** Chaikin's corner cutting, around the whole ring. */
export function chaikinRing(ring: PlaneRing, rounds: number): Point[] {
  let current = [...ring];
  for (let round = 0; round < rounds; round++) {
    current = current.flatMap((point, i) => {
      const next = current[(i + 1) % current.length]!;
      return [between(point, next, 0.25), between(point, next, 0.75)];
    });
  }
  return current;
}

/** Douglas-Peucker simplification of two halves: from the first point to the one farthest from it, and back. */
export function simplifyRing(ring: PlaneRing, tolerance: number): Point[] {
  let farthest = 0;
  for (let i = 1; i < ring.length; i++) {
    if (distance(ring[0]!, ring[i]!) > distance(ring[0]!, ring[farthest]!)) farthest = i;
  }
  const there = simplifyLine(ring.slice(0, farthest + 1), tolerance);
  const back = simplifyLine([...ring.slice(farthest), ring[0]!], tolerance);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

/** Removes points that repeat their neighbor or lie on the straight line between their neighbors. */
export function cleanRing(ring: PlaneRing, closer: number): Point[] {
  let current = [...ring];
  for (let before = -1; before !== current.length && current.length > 3; ) {
    before = current.length;
    const kept: Point[] = [];
    for (let i = 0; i < current.length; i++) {
      const previous = kept.at(-1) ?? current.at(-1)!;
      const point = current[i]!;
      const next = current[(i + 1) % current.length]!;
      const isRepeat = distance(previous, point) < closer;
      const isOnLine = distance(point, nearestOnSegment(point, previous, next)) < closer / 10;
      if (!(isRepeat || isOnLine) || current.length - i + kept.length <= 3) kept.push(point);
    }
    current = kept;
  }
  return current;
}
