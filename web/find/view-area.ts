// The part of the world that the map shows, as a shape.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { AreaGeometry, Position } from '../../geo/geometry.ts';

/** By its corners: the map may be turned. */
export function viewArea(map: MapLibreMap): AreaGeometry {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  // The map repeats the world sideways.
  const shift = -360 * Math.round(map.getCenter().lng / 360);
  const corner = (x: number, y: number): Position => {
    const { lng, lat } = map.unproject([x, y]);
    return [lng + shift, lat];
  };
  const first = corner(0, height);
  return {
    type: 'Polygon',
    coordinates: [[first, corner(width, height), corner(width, 0), corner(0, 0), first]],
  };
}
