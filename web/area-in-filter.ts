// A shape as a filter takes it.
import { FILTER_POINTS_MAX } from '../contract/limits.ts';
import { type AreaGeometry, GRID_PER_DEGREE, polygonsOf } from '../geo/geometry.ts';

/** More corners than a filter may have. */
export function isTooDetailed(area: AreaGeometry): boolean {
  const rings = polygonsOf(area).flat();
  return rings.reduce((sum, ring) => sum + ring.length, 0) > FILTER_POINTS_MAX;
}

/** As parcels are stored: more digits would only make the link longer. */
export function areaInFilter(area: AreaGeometry): AreaGeometry {
  const rounded = (degrees: number) => Math.round(degrees * GRID_PER_DEGREE) / GRID_PER_DEGREE;
  const polygons = polygonsOf(area).map((rings) =>
    rings.map((ring) => ring.map(([lng, lat]) => [rounded(lng), rounded(lat)] as const)),
  );
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}
