// A drawing taken apart: its positions, lines and polygons, whether it is a Multi feature or not; and the bounds of many.
import type { Bounds, Position } from '../../geo/geometry.ts';
import type { Drawing, DrawnGeometry } from './drawing.ts';

export type DrawingParts = {
  points: readonly Position[];
  lines: readonly (readonly Position[])[];
  /** Each its outer ring, then its holes. */
  polygons: readonly (readonly (readonly Position[])[])[];
};

export function partsOf(geometry: DrawnGeometry): DrawingParts {
  const parts: DrawingParts = { points: [], lines: [], polygons: [] };
  // GeoJSON's type of a position is any number of numbers; drawings are validated.
  const coordinates = geometry.coordinates as never;
  switch (geometry.type) {
    case 'Point':
      return { ...parts, points: [coordinates] };
    case 'MultiPoint':
      return { ...parts, points: coordinates };
    case 'LineString':
      return { ...parts, lines: [coordinates] };
    case 'MultiLineString':
      return { ...parts, lines: coordinates };
    case 'Polygon':
      return { ...parts, polygons: [coordinates] };
    case 'MultiPolygon':
      return { ...parts, polygons: coordinates };
  }
}

/** Undefined for no drawings. */
export function drawingBounds(drawings: readonly Drawing[]): Bounds | undefined {
  let bounds: Bounds | undefined;
  for (const { geometry } of drawings) {
    const { points, lines, polygons } = partsOf(geometry);
    for (const [lng, lat] of [...points, ...lines.flat(), ...polygons.flat(2)]) {
      bounds ??= { west: lng, south: lat, east: lng, north: lat };
      bounds.west = Math.min(bounds.west, lng);
      bounds.south = Math.min(bounds.south, lat);
      bounds.east = Math.max(bounds.east, lng);
      bounds.north = Math.max(bounds.north, lat);
    }
  }
  return bounds;
}
