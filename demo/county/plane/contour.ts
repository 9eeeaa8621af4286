// Marching squares: the outline of the marked nodes of a height grid.
import { type HeightGrid, nodeAt } from '../terrain/height-grid.ts';
import { between, type Point } from './point.ts';
import { type PlaneRing, ringArea } from './ring.ts';

/**
 * Rings around the marked nodes. Each crossing of a grid edge is interpolated to where the height is `level`.
 * Outer rings are counter-clockwise, holes clockwise. Nodes on the rim must not be marked.
 */
export function contourRings(
  grid: HeightGrid,
  isMarked: (index: number) => boolean,
  level: number,
): PlaneRing[] {
  const { side, meters } = grid;
  const points = new Map<number, Point>();
  const next = new Map<number, number>();
  const crossing = (from: number, to: number): number => {
    const low = Math.min(from, to);
    const key = low * 2 + (Math.abs(from - to) === 1 ? 0 : 1);
    if (!points.has(key)) {
      const share = (level - meters[from]!) / (meters[to]! - meters[from]!);
      const safe = share > 0.05 && share < 0.95 ? share : share >= 0.95 ? 0.95 : share <= 0.05 ? 0.05 : 0.5;
      points.set(key, between(nodeAt(grid, from), nodeAt(grid, to), safe));
    }
    return key;
  };
  for (let row = 0; row < side - 1; row++) {
    for (let column = 0; column < side - 1; column++) {
      const nw = row * side + column;
      // Fast path: most cells lie wholly inside or outside.
      const isNorthWest = isMarked(nw);
      const isWhole =
        isMarked(nw + 1) === isNorthWest &&
        isMarked(nw + side) === isNorthWest &&
        isMarked(nw + side + 1) === isNorthWest;
      if (isWhole) continue;
      const corners = [nw, nw + side, nw + side + 1, nw + 1] as const; // counter-clockwise
      const inside = corners.map(isMarked);
      // Walking counter-clockwise, the outline leaves the cell where marked turns to unmarked.
      const enters: number[] = [];
      const leaves: number[] = [];
      for (let i = 0; i < 4; i++) {
        const a = corners[i]!;
        const b = corners[(i + 1) % 4]!;
        if (inside[i] && !inside[(i + 1) % 4]) enters.push(crossing(a, b));
        if (!inside[i] && inside[(i + 1) % 4]) leaves.push(crossing(a, b));
      }
      if (enters.length === 1) next.set(enters[0]!, leaves[0]!);
      // Saddle point (two opposite corners are marked): keep them apart.
      if (enters.length === 2) {
        const isFirstMarked = inside[0];
        next.set(enters[0]!, isFirstMarked ? leaves[1]! : leaves[0]!);
        next.set(enters[1]!, isFirstMarked ? leaves[0]! : leaves[1]!);
      }
    }
  }
  const rings: PlaneRing[] = [];
  const seen = new Set<number>();
  for (const start of next.keys()) {
    if (seen.has(start)) continue;
    const ring: Point[] = [];
    for (let key: number | undefined = start; key !== undefined && !seen.has(key); key = next.get(key)) {
      seen.add(key);
      ring.push(points.get(key)!);
    }
    if (ring.length > 3 && Math.abs(ringArea(ring)) > 1) rings.push(ring);
  }
  return rings;
}
