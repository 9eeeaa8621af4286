// Scan conversion: where a row of pixels enters and leaves an area, by the even-odd rule.
import { type AreaGeometry, type Position, polygonsOf } from './geometry.ts';

type Point = { x: number; y: number };

export type AreaRows = {
  /** Ascending: the row enters the area at the first, leaves it at the second, and so on. */
  crossings(y: number): number[];
};

/** `project` turns positions into the plane of the rows. */
export function areaRows(geometry: AreaGeometry, project: (position: Position) => Point): AreaRows {
  const edges: [from: Point, to: Point][] = [];
  for (const ring of polygonsOf(geometry).flat()) {
    const points = ring.map(project);
    for (let i = 1; i < points.length; i++) {
      const ends: [Point, Point] = [points[i - 1]!, points[i]!];
      edges.push(ends[0].y <= ends[1].y ? ends : [ends[1], ends[0]]);
    }
  }
  edges.sort(([one], [other]) => one.y - other.y);
  return {
    crossings: (y) => {
      const found: number[] = [];
      for (const [from, to] of edges) {
        if (from.y > y) break;
        // Half-open, so that a corner counts once.
        if (to.y > y) found.push(from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y));
      }
      return found.sort((one, other) => one - other);
    },
  };
}
