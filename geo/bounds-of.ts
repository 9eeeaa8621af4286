// The bounding box of an area, and the ring of a box.
import { type AreaGeometry, type Bounds, polygonsOf } from './geometry.ts';

export function boundsOf(geometry: AreaGeometry): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [outer = []] of polygonsOf(geometry)) {
    for (const [lng, lat] of outer) {
      if (lng < bounds.west) bounds.west = lng;
      if (lng > bounds.east) bounds.east = lng;
      if (lat < bounds.south) bounds.south = lat;
      if (lat > bounds.north) bounds.north = lat;
    }
  }
  return bounds;
}

/** Closed, counterclockwise. */
export function ringOfBounds({ west, south, east, north }: Bounds): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
