// Whether two segments cross, and how far apart they are.
import { distance, nearestOnSegment, type Point } from './point.ts';

type Ends = { a: Point; b: Point };

export function segmentsCross({ a, b }: Ends, { a: c, b: d }: Ends): boolean {
  const side = (p: Point, q: Point, r: Point): number =>
    (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0;
}

/** In meters; 0 where they cross. */
export function segmentGap(one: Ends, other: Ends): number {
  if (segmentsCross(one, other)) return 0;
  const from = (point: Point, { a, b }: Ends) => distance(point, nearestOnSegment(point, a, b));
  return Math.min(from(one.a, other), from(one.b, other), from(other.a, one), from(other.b, one));
}
