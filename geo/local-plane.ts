// Meters east and north of a point on the WGS 84 ellipsoid.
//
// The ground is seen from straight above that point (orthographic). Distances come out right to 0.01% within 50 miles of it,
// and straight lines in the plane are the shortest lines on the ground.

export const EQUATOR_RADIUS_METERS = 6378137;
const FLATTENING = 1 / 298.257223563;
export const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);
const RADIANS_PER_DEGREE = Math.PI / 180;

/** The international foot. The US survey foot was retired at the end of 2022. */
export const METERS_PER_FOOT = 0.3048;

export type Meters = { east: number; north: number };

export function localPlane(center: { lng: number; lat: number }): (lng: number, lat: number) => Meters {
  const sinCenter = Math.sin(center.lat * RADIANS_PER_DEGREE);
  const cosCenter = Math.cos(center.lat * RADIANS_PER_DEGREE);
  const middle = fromAxis(sinCenter, cosCenter);
  return (lng, lat) => {
    const angle = lat * RADIANS_PER_DEGREE;
    const { radius, height } = fromAxis(Math.sin(angle), Math.cos(angle));
    const turn = (lng - center.lng) * RADIANS_PER_DEGREE;
    return {
      east: radius * Math.sin(turn),
      north: cosCenter * (height - middle.height) - sinCenter * (radius * Math.cos(turn) - middle.radius),
    };
  };
}

/** A point of the ellipsoid: its distance from the axis, and its height above the plane of the equator. */
function fromAxis(sin: number, cos: number): { radius: number; height: number } {
  const normal = EQUATOR_RADIUS_METERS / Math.sqrt(1 - ECCENTRICITY_SQUARED * sin * sin);
  return { radius: normal * cos, height: normal * (1 - ECCENTRICITY_SQUARED) * sin };
}
