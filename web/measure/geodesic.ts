// Lengths, bearings and areas on the WGS 84 ellipsoid, by Karney's algorithms.
import { Geodesic } from 'geographiclib-geodesic';
import type { Position } from '../../geo/geometry.ts';

const earth = Geodesic.WGS84;

/** Beyond this a straight stroke on the map strays visibly from the shortest way over the ground. */
const STROKE_METERS_MAX = 20_000;
const STROKES_MAX = 128;

export type Segment = {
  meters: number;
  /** Clockwise from north where the segment begins: 0 up to 360. */
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

/** The ring is open, closed by the side from its last point to its first; it may run either way round. */
export function ringSize(points: readonly Position[]): RingSize {
  const { area, perimeter } = measure(points, false);
  return { squareMeters: Math.abs(area!), perimeterMeters: perimeter };
}

function measure(points: readonly Position[], isLine: boolean) {
  const shape = earth.Polygon(isLine);
  for (const [lng, lat] of points) shape.AddPoint(lat, lng);
  // Signed, so that a small ring is never taken for the rest of the earth.
  return shape.Compute(false, true);
}

/** The same way, with as many points between as it takes to follow the ground on the map. */
export function alongGround(points: readonly Position[]): Position[] {
  return points.flatMap((to, index) => {
    const from = points[index - 1];
    return from ? [...between(from, to), to] : [to];
  });
}

function between([fromLng, fromLat]: Position, [toLng, toLat]: Position): Position[] {
  const { s12 } = earth.Inverse(fromLat, fromLng, toLat, toLng);
  const strokes = Math.min(Math.ceil(s12! / STROKE_METERS_MAX), STROKES_MAX);
  if (strokes < 2) return [];
  const line = earth.InverseLine(fromLat, fromLng, toLat, toLng);
  return Array.from({ length: strokes - 1 }, (_, index) => {
    const { lon2, lat2 } = line.Position(
      (s12! * (index + 1)) / strokes,
      Geodesic.STANDARD | Geodesic.LONG_UNROLL,
    );
    return [lon2!, lat2!] as const;
  });
}
