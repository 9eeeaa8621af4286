// A drawn shape, and the rules that every one of them keeps.
import type { Feature, LineString, MultiLineString, MultiPoint, MultiPolygon, Point, Polygon } from 'geojson';
import { DRAWING_LNG_MAX, LAT_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';

export type DrawnGeometry = Point | LineString | Polygon | MultiPoint | MultiLineString | MultiPolygon;
export type Drawing = Feature<DrawnGeometry, Record<string, unknown>> & { id: string };

type Coordinates = unknown;
type Check = (coordinates: Coordinates) => string | undefined;

const each =
  (check: Check): Check =>
  (parts) => {
    if (!Array.isArray(parts) || parts.length === 0) return messages.drawingEmpty;
    for (const part of parts) {
      const problem = check(part);
      if (problem) return problem;
    }
  };

const position: Check = (value) => {
  const [lng, lat] = Array.isArray(value) ? value : [];
  const isPlace = isWithin(lng, DRAWING_LNG_MAX) && isWithin(lat, LAT_MAX);
  return isPlace ? undefined : messages.drawingPosition;
};

const isWithin = (value: unknown, limit: number) => typeof value === 'number' && Math.abs(value) <= limit;

const line: Check = (points) => {
  if (!Array.isArray(points) || points.length < 2) return messages.drawingLineShort;
  return each(position)(points);
};

const ring: Check = (points) => {
  if (!Array.isArray(points) || points.length < 4) return messages.drawingRingShort;
  const places = points.map(String);
  const isClosed = places[0] === places.at(-1);
  return isClosed && new Set(places).size >= 3 ? each(position)(points) : messages.drawingRingShort;
};

const checks: Record<DrawnGeometry['type'], Check> = {
  Point: position,
  LineString: line,
  Polygon: each(ring),
  MultiPoint: each(position),
  MultiLineString: each(line),
  MultiPolygon: each(each(ring)),
};

/** What is wrong with a geometry, in words; undefined where nothing is. */
export function geometryProblem(geometry: unknown): string | undefined {
  if (geometry === null || typeof geometry !== 'object') return messages.drawingGeometryNull;
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  if (!isDrawnType(type)) return `Invalid geometry type: ${String(type)}.`;
  return checks[type](coordinates);
}

export const isDrawnType = (type: unknown): type is DrawnGeometry['type'] =>
  typeof type === 'string' && Object.hasOwn(checks, type);
