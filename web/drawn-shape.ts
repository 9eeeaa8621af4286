// A shape that somebody has drawn, taken apart, whether it is a Multi shape or not.
import type { DrawnGeometry } from '../contract/drawn-geometry.ts';
import type { Position } from '../geo/geometry.ts';

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
