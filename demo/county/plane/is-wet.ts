// A fast point-in-water test, with a cache of whole squares.
import type { Point } from './point.ts';
import { type Shape, shapeContains } from './ring.ts';
import { SegmentIndex } from './segment-index.ts';

/** The size of a cached square. Only squares that the shore does not touch have one answer for all their points. */
const SQUARE_METERS = 100;

export function createIsWet(shapes: readonly Shape[]): (point: Point) => boolean {
  const shore = new SegmentIndex(SQUARE_METERS);
  for (const shape of shapes) for (const ring of shape) shore.addRing(ring, 0);
  const known = new Map<number, boolean>();
  return (point) => {
    const column = Math.floor(point.x / SQUARE_METERS);
    const row = Math.floor(point.y / SQUARE_METERS);
    const middle = { x: (column + 0.5) * SQUARE_METERS, y: (row + 0.5) * SQUARE_METERS };
    const key = (row + 500) * 1000 + column + 500;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    if (!shore.near(middle, SQUARE_METERS / 2 - 1).next().done) {
      return shapes.some((shape) => shapeContains(shape, point));
    }
    const isWet = shapes.some((shape) => shapeContains(shape, middle));
    known.set(key, isWet);
    return isWet;
  };
}
