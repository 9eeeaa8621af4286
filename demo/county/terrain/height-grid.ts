// The ground as a square grid of heights, sampled on its nodes, row by row from the north-west corner.
import type { Point } from '../plane/point.ts';

export type HeightGrid = {
  /** Nodes along each side. */
  side: number;
  /** Meters between nodes. */
  spacing: number;
  meters: Float32Array;
};

/** Half the width of the modeled ground, which is a little larger than the county. */
export const GROUND_HALF_WIDTH = 10_800;

export function emptyGrid(spacing: number): HeightGrid {
  const side = Math.round((2 * GROUND_HALF_WIDTH) / spacing) + 1;
  return { side, spacing, meters: new Float32Array(side * side) };
}

export function nodeAt(grid: HeightGrid, index: number): Point {
  const row = Math.floor(index / grid.side);
  return {
    x: (index - row * grid.side) * grid.spacing - GROUND_HALF_WIDTH,
    y: GROUND_HALF_WIDTH - row * grid.spacing,
  };
}

export function nearestNode(grid: HeightGrid, point: Point): number {
  const limit = grid.side - 1;
  const column = Math.max(0, Math.min(limit, Math.round((point.x + GROUND_HALF_WIDTH) / grid.spacing)));
  const row = Math.max(0, Math.min(limit, Math.round((GROUND_HALF_WIDTH - point.y) / grid.spacing)));
  return row * grid.side + column;
}

/** The cell around a point and the weights for bilinear interpolation. */
export function surroundings(grid: HeightGrid, point: Point) {
  const limit = grid.side - 1.001;
  const column = Math.max(0, Math.min(limit, (point.x + GROUND_HALF_WIDTH) / grid.spacing));
  const row = Math.max(0, Math.min(limit, (GROUND_HALF_WIDTH - point.y) / grid.spacing));
  const c = Math.floor(column);
  const r = Math.floor(row);
  return { northWest: r * grid.side + c, east: column - c, south: row - r };
}

export function heightAt(grid: HeightGrid, point: Point): number {
  const { northWest, east, south } = surroundings(grid, point);
  const { meters, side } = grid;
  const north = meters[northWest]! * (1 - east) + meters[northWest + 1]! * east;
  const below = meters[northWest + side]! * (1 - east) + meters[northWest + side + 1]! * east;
  return north * (1 - south) + below * south;
}

export function steepnessAt(grid: HeightGrid, point: Point): number {
  const d = grid.spacing;
  const east =
    heightAt(grid, { x: point.x + d, y: point.y }) - heightAt(grid, { x: point.x - d, y: point.y });
  const north =
    heightAt(grid, { x: point.x, y: point.y + d }) - heightAt(grid, { x: point.x, y: point.y - d });
  return Math.sqrt(east * east + north * north) / (2 * d);
}
