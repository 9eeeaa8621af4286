// Rings in the plane: area, centroid, point in polygon, boxes. The first point is not repeated at the end.
import { cross, distance, minus, type Point } from './point.ts';

export type PlaneRing = readonly Point[];
/** The outer ring, counter-clockwise, then the holes, clockwise. */
export type Shape = readonly PlaneRing[];

export type Box = { minX: number; minY: number; maxX: number; maxY: number };

/** Positive when counter-clockwise. */
export function ringArea(ring: PlaneRing): number {
  const origin = ring[0];
  if (!origin) return 0;
  let sum = 0;
  for (let i = 1; i < ring.length - 1; i++)
    sum += cross(minus(ring[i]!, origin), minus(ring[i + 1]!, origin));
  return sum / 2;
}

export const shapeArea = (shape: Shape): number => shape.reduce((sum, ring) => sum + ringArea(ring), 0);

export function ringLength(ring: PlaneRing): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) sum += distance(ring[i]!, ring[(i + 1) % ring.length]!);
  return sum;
}

export function ringContains(ring: PlaneRing, point: Point): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]!;
    const b = ring[j]!;
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) {
      inside = !inside;
    }
  }
  return inside;
}

export function shapeContains(shape: Shape, point: Point): boolean {
  return shape.reduce((inside, ring) => (ringContains(ring, point) ? !inside : inside), false);
}

export function boxOf(points: readonly Point[]): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const { x, y } of points) {
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  }
  return box;
}

export const boxesMeet = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;

export function ringCenter(ring: PlaneRing): Point {
  const origin = ring[0]!;
  let area = 0;
  let x = 0;
  let y = 0;
  for (let i = 1; i < ring.length - 1; i++) {
    const a = minus(ring[i]!, origin);
    const b = minus(ring[i + 1]!, origin);
    const twice = cross(a, b);
    area += twice;
    x += (a.x + b.x) * twice;
    y += (a.y + b.y) * twice;
  }
  if (Math.abs(area) < 1e-9) return origin;
  return { x: origin.x + x / (3 * area), y: origin.y + y / (3 * area) };
}
