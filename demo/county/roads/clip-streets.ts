// Clips streets at the county line.
import { COUNTY_OUTLINE } from '../plan.ts';
import { cross, minus, type Point } from '../plane/point.ts';
import { type PlaneRing, ringContains } from '../plane/ring.ts';
import type { Street } from './street.ts';

const SHORTEST_METERS = 60;

/** A street that leaves the county and comes back is two streets. */
export function clipStreets(streets: readonly Street[]): Street[] {
  return streets.flatMap((street) =>
    insideLines(street.line)
      .filter((line) => line.length > 2 || lengthOf(line) > SHORTEST_METERS)
      .map((line) => ({ ...street, line })),
  );
}

/** The first part of a line inside the county. */
export const insideLine = (line: readonly Point[]): Point[] => insideLines(line)[0] ?? [];

const lengthOf = (line: readonly Point[]): number =>
  Math.abs(line.at(-1)!.x - line[0]!.x) + Math.abs(line.at(-1)!.y - line[0]!.y);

function insideLines(line: readonly Point[]): Point[][] {
  const lines: Point[][] = [];
  let current: Point[] = [];
  line.forEach((point, i) => {
    const previous = line[i - 1];
    const isInside = ringContains(COUNTY_OUTLINE, point);
    const wasInside = current.length > 0;
    if (previous && isInside !== wasInside) {
      const edge = crossingOf(previous, point, COUNTY_OUTLINE);
      if (edge) current.push(edge);
    }
    if (isInside) current.push(point);
    else if (wasInside) {
      lines.push(current);
      current = [];
    }
  });
  if (current.length > 1) lines.push(current);
  return lines;
}

function crossingOf(a: Point, b: Point, ring: PlaneRing): Point | undefined {
  for (let i = 0; i < ring.length; i++) {
    const c = ring[i]!;
    const edge = minus(ring[(i + 1) % ring.length]!, c);
    const way = minus(b, a);
    const denominator = cross(way, edge);
    if (denominator === 0) continue;
    const t = cross(minus(c, a), edge) / denominator;
    const u = cross(minus(c, a), way) / denominator;
    if (t >= 0 && t <= 1 && u >= 0 && u <= 1) return { x: a.x + way.x * t, y: a.y + way.y * t };
  }
  return undefined;
}
