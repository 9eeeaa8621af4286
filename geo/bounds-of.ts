// The bounding box of a shape, and the ring of a box.
import { type Bounds, type MapGeometry, type Position, polygonsOf } from './geometry.ts';

export function boundsOf(geometry: MapGeometry): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const line of outerLines(geometry)) {
    for (const [lng, lat] of line) {
      if (lng < bounds.west) bounds.west = lng;
      if (lng > bounds.east) bounds.east = lng;
      if (lat < bounds.south) bounds.south = lat;
      if (lat > bounds.north) bounds.north = lat;
    }
  }
  return bounds;
}

/** Holes lie inside. */
function outerLines(geometry: MapGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    default:
      return polygonsOf(geometry).map(([outer = []]) => outer);
  }
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
