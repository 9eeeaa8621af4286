// Approximate distances, to compare what is nearer.
import type { Bounds, LngLat } from './geometry.ts';

const KILOMETERS_PER_DEGREE = 111.2;

/** Equirectangular approximation: accurate to 1 percent within a county, good enough for sorting beyond. */
export function kilometersBetween(from: LngLat, to: LngLat): number {
  const shrink = Math.cos(((from.lat + to.lat) * Math.PI) / 360);
  const east = (to.lng - from.lng) * shrink;
  const north = to.lat - from.lat;
  return KILOMETERS_PER_DEGREE * Math.sqrt(east * east + north * north);
}

/** The box that reaches so many kilometers from a point to every side. */
export function boxAround({ lng, lat }: LngLat, kilometers: number): Bounds {
  const north = kilometers / KILOMETERS_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return { west: lng - east, south: lat - north, east: lng + east, north: lat + north };
}
