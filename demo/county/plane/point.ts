// Points in the county's own flat plane: meters east and north of its center, on the grid that parcels are stored on.
import { GRID_PER_DEGREE, type LngLat, type Position } from '../../../geo/geometry.ts';

export type Point = { readonly x: number; readonly y: number };

/** The plane's origin, in steps of the stored grid. */
const CENTER_STEPS = {
  lng: Math.round(-80.86 * GRID_PER_DEGREE),
  lat: Math.round(35.62 * GRID_PER_DEGREE),
};

/** Meters per grid step on the sphere of radius 6371008.8 m, at 35.62 degrees north. */
const METERS_PER_STEP_EAST = 0.00903902;
const METERS_PER_STEP_NORTH = 0.011119508;

export const stepsEast = (x: number): number => Math.round(x / METERS_PER_STEP_EAST);
export const stepsNorth = (y: number): number => Math.round(y / METERS_PER_STEP_NORTH);

/** The nearest point that can be stored exactly. */
export function snap(point: Point): Point {
  return { x: stepsEast(point.x) * METERS_PER_STEP_EAST, y: stepsNorth(point.y) * METERS_PER_STEP_NORTH };
}

/** How far the whole plane is shifted when it is projected, in grid steps. */
export type Shift = { east: number; north: number };

export function toPosition(point: Point, shift: Shift): Position {
  return [
    (CENTER_STEPS.lng + stepsEast(point.x) + shift.east) / GRID_PER_DEGREE,
    (CENTER_STEPS.lat + stepsNorth(point.y) + shift.north) / GRID_PER_DEGREE,
  ];
}

/** The point of a position on the map, where the plane is not shifted. */
export function groundPoint({ lng, lat }: LngLat): Point {
  return {
    x: (lng * GRID_PER_DEGREE - CENTER_STEPS.lng) * METERS_PER_STEP_EAST,
    y: (lat * GRID_PER_DEGREE - CENTER_STEPS.lat) * METERS_PER_STEP_NORTH,
  };
}

export function groundLngLat(point: Point): LngLat {
  const [lng, lat] = toPosition(point, { east: 0, north: 0 });
  return { lng, lat };
}

export const add = (a: Point, b: Point, times = 1): Point => ({ x: a.x + b.x * times, y: a.y + b.y * times });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
export const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;
/** Turned 90 degrees counter-clockwise. */
export const left = (a: Point): Point => ({ x: -a.y, y: a.x });
// Math.hypot may differ in its last digit between engines; the square root may not.
export const distance = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
export const between = (a: Point, b: Point, fraction: number): Point => ({
  x: a.x + (b.x - a.x) * fraction,
  y: a.y + (b.y - a.y) * fraction,
});

export function unit(a: Point): Point {
  const length = Math.sqrt(a.x * a.x + a.y * a.y);
  return length === 0 ? { x: 1, y: 0 } : { x: a.x / length, y: a.y / length };
}

/** Rounded, so that engines whose sines differ in the last digit still agree. */
export function direction(radians: number): Point {
  return { x: Math.round(Math.cos(radians) * 1e6) / 1e6, y: Math.round(Math.sin(radians) * 1e6) / 1e6 };
}

export function nearestOnSegment(point: Point, a: Point, b: Point): Point {
  const along = minus(b, a);
  const squared = dot(along, along);
  if (squared === 0) return a;
  return between(a, b, Math.max(0, Math.min(1, dot(minus(point, a), along) / squared)));
}
