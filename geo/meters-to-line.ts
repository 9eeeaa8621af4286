// How far a point is from the nearest line of an area, from inside as well as from outside.
import { squareToEdge } from './area-distance.ts';
import { type AreaGeometry, type LngLat, polygonsOf } from './geometry.ts';
import { localPlane } from './local-plane.ts';

export function metersToLine(area: AreaGeometry, point: LngLat): number {
  const fromPoint = localPlane(point);
  let nearest = Infinity;
  for (const ring of polygonsOf(area).flat()) {
    const corners = ring.map(([lng, lat]) => fromPoint(lng, lat));
    for (const [at, { east, north }] of corners.entries()) {
      const next = corners[at + 1];
      if (next) nearest = Math.min(nearest, squareToEdge(0, 0, east, north, next.east, next.north));
    }
  }
  return Math.sqrt(nearest);
}
