// The area of a polygon on the WGS 84 ellipsoid.
//
// Each edge adds the strip between itself and the equator. The area from the equator to a latitude is known in
// closed form on the ellipsoid (Snyder, Map Projections: A Working Manual, equation 3-12), so a box of meridians
// and parallels comes out exact; other edges are taken as straight in the equal-area projection, which differs
// from the geodesic by less than 0.03% of the area where edges stay under 20 km.
import type { FlatArea } from './flat-area.ts';
import { type AreaGeometry, polygonsOf, type Ring } from './geometry.ts';

export const SQUARE_METERS_PER_ACRE = 4046.8564224;

const EQUATOR_RADIUS_METERS = 6378137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
const RADIANS_PER_DEGREE = Math.PI / 180;

export function areaSquareMeters(geometry: AreaGeometry): number {
  let total = 0;
  for (const [outer = [], ...holes] of polygonsOf(geometry)) {
    total += ringSquareMeters(outer);
    for (const hole of holes) total -= ringSquareMeters(hole);
  }
  return total;
}

/** Positive for either winding. */
function ringSquareMeters(ring: Ring): number {
  let sum = 0;
  let [lngBefore, latBefore] = ring.at(-1) ?? [0, 0];
  let stripBefore = stripToEquator(latBefore);
  for (const [lng, lat] of ring) {
    const strip = lat === latBefore ? stripBefore : stripToEquator(lat);
    sum += (lng - lngBefore) * (strip + stripBefore);
    lngBefore = lng;
    latBefore = lat;
    stripBefore = strip;
  }
  return Math.abs(sum / 2) * RADIANS_PER_DEGREE;
}

/** As areaSquareMeters, of an area in flat arrays. */
export function flatAreaSquareMeters({ points, ringEnds, isHole, rings }: FlatArea): number {
  let total = 0;
  let start = 0;
  for (let ring = 0; ring < rings; ring++) {
    const end = ringEnds[ring]!;
    let sum = 0;
    let lngBefore = points[end - 2]!;
    let latBefore = points[end - 1]!;
    let stripBefore = stripToEquator(latBefore);
    for (let i = start; i < end; i += 2) {
      const lng = points[i]!;
      const lat = points[i + 1]!;
      const strip = lat === latBefore ? stripBefore : stripToEquator(lat);
      sum += (lng - lngBefore) * (strip + stripBefore);
      lngBefore = lng;
      latBefore = lat;
      stripBefore = strip;
    }
    const squareMeters = Math.abs(sum / 2) * RADIANS_PER_DEGREE;
    total += isHole[ring] ? -squareMeters : squareMeters;
    start = end;
  }
  return total;
}

/** Square meters between the equator and this latitude, per radian of longitude; negative in the south. */
function stripToEquator(lat: number): number {
  const sine = Math.sin(lat * RADIANS_PER_DEGREE);
  const scaled = ECCENTRICITY * sine;
  const authalic = (1 - ECCENTRICITY ** 2) * (sine / (1 - scaled ** 2) + Math.atanh(scaled) / ECCENTRICITY);
  return (EQUATOR_RADIUS_METERS ** 2 / 2) * authalic;
}
