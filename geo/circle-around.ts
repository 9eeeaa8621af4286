// A circle on the ground, as a polygon: what is within so many meters of a point.
import type { LngLat, PolygonGeometry } from './geometry.ts';

/** Of a sphere with the earth's area. The ellipsoid differs from it by 0.3 percent at most. */
const EARTH_RADIUS_METERS = 6_371_007;
const CORNERS = 72;
const RADIANS_PER_DEGREE = Math.PI / 180;

export function circleAround({ lng, lat }: LngLat, radiusMeters: number): PolygonGeometry {
  const angle = radiusMeters / EARTH_RADIUS_METERS;
  const sinLat = Math.sin(lat * RADIANS_PER_DEGREE);
  const cosLat = Math.cos(lat * RADIANS_PER_DEGREE);
  const corners = Array.from({ length: CORNERS }, (_, index) => {
    const azimuth = (-2 * Math.PI * index) / CORNERS;
    const sinCornerLat = sinLat * Math.cos(angle) + cosLat * Math.sin(angle) * Math.cos(azimuth);
    const east = Math.atan2(
      Math.sin(azimuth) * Math.sin(angle) * cosLat,
      Math.cos(angle) - sinLat * sinCornerLat,
    );
    return [lng + east / RADIANS_PER_DEGREE, Math.asin(sinCornerLat) / RADIANS_PER_DEGREE] as const;
  });
  return { type: 'Polygon', coordinates: [[...corners, corners[0]!]] };
}
