// Projects longitude and latitude to feet on the North Carolina state plane (NAD 83, EPSG 2264), a Lambert conformal
// conic projection.
import type { LngLat } from '../../../../geo/geometry.ts';

export type StatePlaneFeet = { eastingFeet: number; northingFeet: number };

const METERS_PER_US_FOOT = 1200 / 3937;
const RADIANS = Math.PI / 180;

// GRS 80, and the cone that cuts it along two parallels (Snyder, Map Projections: A Working Manual, pages 107 to 109).
const SEMI_MAJOR_METERS = 6_378_137;
const FLATTENING = 1 / 298.257222101;
const ECCENTRICITY = Math.sqrt(2 * FLATTENING - FLATTENING * FLATTENING);
const SOUTH_PARALLEL = (34 + 20 / 60) * RADIANS;
const NORTH_PARALLEL = (36 + 10 / 60) * RADIANS;
const ORIGIN = { lng: -79 * RADIANS, lat: 33.75 * RADIANS };
const FALSE_EASTING_METERS = 609_601.22;

function parallelRadius(lat: number): number {
  return Math.cos(lat) / Math.sqrt(1 - (ECCENTRICITY * Math.sin(lat)) ** 2);
}

function conformal(lat: number): number {
  const e = ECCENTRICITY * Math.sin(lat);
  return Math.tan(Math.PI / 4 - lat / 2) / ((1 - e) / (1 + e)) ** (ECCENTRICITY / 2);
}

const cone =
  (Math.log(parallelRadius(SOUTH_PARALLEL)) - Math.log(parallelRadius(NORTH_PARALLEL))) /
  (Math.log(conformal(SOUTH_PARALLEL)) - Math.log(conformal(NORTH_PARALLEL)));
const scale =
  (SEMI_MAJOR_METERS * parallelRadius(SOUTH_PARALLEL)) / (cone * conformal(SOUTH_PARALLEL) ** cone);
const originRadius = scale * conformal(ORIGIN.lat) ** cone;

export function statePlaneFeet({ lng, lat }: LngLat): StatePlaneFeet {
  const radius = scale * conformal(lat * RADIANS) ** cone;
  const angle = cone * (lng * RADIANS - ORIGIN.lng);
  return {
    eastingFeet: (FALSE_EASTING_METERS + radius * Math.sin(angle)) / METERS_PER_US_FOOT,
    northingFeet: (originRadius - radius * Math.cos(angle)) / METERS_PER_US_FOOT,
  };
}
