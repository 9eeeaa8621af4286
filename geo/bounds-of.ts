// The bounding box of a shape, and what can be said of boxes.
import { type Bounds, type LngLat, type MapGeometry, type Position, polygonsOf } from './geometry.ts';

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

/** The box around all. */
export function unionOfBounds(all: readonly Bounds[]): Bounds {
  const union = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const bounds of all) widenBounds(union, bounds);
  return union;
}

/** Makes the first one large enough for the other. */
export function widenBounds(bounds: Bounds, other: Bounds): void {
  bounds.west = Math.min(bounds.west, other.west);
  bounds.south = Math.min(bounds.south, other.south);
  bounds.east = Math.max(bounds.east, other.east);
  bounds.north = Math.max(bounds.north, other.north);
}

export function containsPoint({ west, south, east, north }: Bounds, { lng, lat }: LngLat): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** Also where they only share a side. */
export function boxesTouch(a: Bounds, b: Bounds): boolean {
  return a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;
}

/** Of Web Mercator. */
const LAT_MAX = 85.05;

export function withMargin({ west, south, east, north }: Bounds, degrees: number): Bounds {
  return {
    west: Math.max(-180, west - degrees),
    south: Math.max(-LAT_MAX, south - degrees),
    east: Math.min(180, east + degrees),
    north: Math.min(LAT_MAX, north + degrees),
  };
}
