// A drawn shape: its type, its validation rules, and which copy of the world it is stored on.
import type {
  Feature,
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from 'geojson';
import { DRAWING_LNG_MAX, LAT_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';

export type DrawnGeometry = Point | LineString | Polygon | MultiPoint | MultiLineString | MultiPolygon;
export type Drawing = Feature<DrawnGeometry, Record<string, unknown>> & { id: string };

/** Returns the problem as a sentence, or undefined. The coordinates are unknown: they may come from a file. */
type Check = (coordinates: unknown) => string | undefined;

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
  const isValid = isWithin(lng, DRAWING_LNG_MAX) && isWithin(lat, LAT_MAX);
  return isValid ? undefined : messages.drawingPosition;
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

/** What is wrong with a geometry, as a sentence; undefined if it is valid. */
export function geometryProblem(geometry: unknown): string | undefined {
  if (geometry === null || typeof geometry !== 'object') return messages.drawingGeometryNull;
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  if (!isDrawnType(type)) return `Invalid geometry type: ${String(type)}.`;
  return checks[type](coordinates);
}

export const isDrawnType = (type: unknown): type is DrawnGeometry['type'] =>
  typeof type === 'string' && Object.hasOwn(checks, type);

/**
 * Shifts a drawing by whole turns of 360° onto the primary copy of the world. The map repeats the world sideways, and
 * one can draw on any copy.
 */
export function onPrimaryWorld(drawing: Drawing): Drawing {
  const { type, coordinates } = drawing.geometry;
  const lngs = lngsOf(coordinates);
  // Not Math.min(...lngs): a long line has more vertices than a function call may have arguments.
  const west = lngs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const east = lngs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (west >= -DRAWING_LNG_MAX && east <= DRAWING_LNG_MAX) return drawing;
  const shift = -360 * Math.round((west + east) / 2 / 360);
  return { ...drawing, geometry: { type, coordinates: shifted(coordinates, shift) } as DrawnGeometry };
}

type Coordinates = DrawnGeometry['coordinates'];

const isPosition = (coordinates: Coordinates): coordinates is Position => typeof coordinates[0] === 'number';

function lngsOf(coordinates: Coordinates): number[] {
  if (isPosition(coordinates)) return [coordinates[0]!];
  return (coordinates as Coordinates[]).flatMap(lngsOf);
}

function shifted(coordinates: Coordinates, shift: number): Coordinates {
  if (isPosition(coordinates)) return [coordinates[0]! + shift, coordinates[1]!];
  return (coordinates as Position[]).map((part) => shifted(part, shift) as Position);
}
