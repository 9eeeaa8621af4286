// Lengths, bearings and areas on the WGS 84 ellipsoid, by Karney's geodesic algorithms.
import { Geodesic } from 'geographiclib-geodesic';
import type { Position } from '../geo/geometry.ts';

const earth = Geodesic.WGS84;

/** A longer straight line on the map would visibly differ from the geodesic. */
const STEP_METERS_MAX = 20_000;
const STEPS_MAX = 128;

export type Segment = {
  meters: number;
  /** At the segment's start, clockwise from north: 0 to below 360. */
  azimuthDegrees: number;
};

export function segmentBetween([fromLng, fromLat]: Position, [toLng, toLat]: Position): Segment {
  const { s12, azi1 } = earth.Inverse(fromLat, fromLng, toLat, toLng);
  return { meters: s12!, azimuthDegrees: (azi1! + 360) % 360 };
}

export function lengthMeters(points: readonly Position[]): number {
  return measure(points, true).perimeter;
}

export type RingSize = { squareMeters: number; perimeterMeters: number };

/** Takes an open ring (the last point is not the first again), in either direction. */
export function ringSize(points: readonly Position[]): RingSize {
  const { area, perimeter } = measure(points, false);
  return { squareMeters: Math.abs(area!), perimeterMeters: perimeter };
}

function measure(points: readonly Position[], isLine: boolean) {
  const shape = earth.Polygon(isLine);
  for (const [lng, lat] of points) shape.AddPoint(lat, lng);
  // Signed area: otherwise a clockwise ring would count as the rest of the earth.
  return shape.Compute(false, true);
}

/** Halfway along the segment. */
export function middleBetween([fromLng, fromLat]: Position, [toLng, toLat]: Position): Position {
  const line = earth.InverseLine(fromLat, fromLng, toLat, toLng);
  const { lon2, lat2 } = line.Position(line.s13 / 2, Geodesic.STANDARD | Geodesic.LONG_UNROLL);
  return [lon2!, lat2!];
}

/** Densifies a path: inserts points so that its sides follow the geodesic on the map. */
export function densified(points: readonly Position[]): Position[] {
  return points.flatMap((to, index) => {
    const from = points[index - 1];
    return from ? [...between(from, to), to] : [to];
  });
}

function between([fromLng, fromLat]: Position, [toLng, toLat]: Position): Position[] {
  const { s12 } = earth.Inverse(fromLat, fromLng, toLat, toLng);
  const steps = Math.min(Math.ceil(s12! / STEP_METERS_MAX), STEPS_MAX);
  if (steps < 2) return [];
  const line = earth.InverseLine(fromLat, fromLng, toLat, toLng);
  return Array.from({ length: steps - 1 }, (_, index) => {
    const { lon2, lat2 } = line.Position(
      (s12! * (index + 1)) / steps,
      Geodesic.STANDARD | Geodesic.LONG_UNROLL,
    );
    return [lon2!, lat2!] as const;
  });
}
