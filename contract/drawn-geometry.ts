// What makes a drawing valid, whether it comes from the draw tools, from a file, or over HTTP: without the library for schemas.
import type {
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from 'geojson';
import { DRAWING_ID_LENGTH_MAX, DRAWING_LNG_MAX, LAT_MAX } from './limits.ts';
import { messages } from './messages.ts';

export type DrawnGeometry = Point | LineString | Polygon | MultiPoint | MultiLineString | MultiPolygon;

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
  const problem = each(position)(points);
  if (problem) return problem;
  const places = points.map(([lng, lat]) => `${lng},${lat}`);
  const isClosed = places[0] === places.at(-1);
  return isClosed && new Set(places).size >= 3 ? undefined : messages.drawingRingShort;
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

/** Of a valid geometry, only its type and positions: the drawing library would drop altitudes at the first move anyway. */
export function plainGeometry({ type, coordinates }: DrawnGeometry): DrawnGeometry {
  return { type, coordinates: withoutHeights(coordinates) } as DrawnGeometry;
}

function withoutHeights(coordinates: DrawnGeometry['coordinates']): DrawnGeometry['coordinates'] {
  if (typeof coordinates[0] === 'number') return coordinates.slice(0, 2) as Position;
  return (coordinates as Position[]).map((part) => withoutHeights(part) as Position);
}

type Versioned = { version: number; properties: Record<string, unknown> };

/** Of a drawing as it is answered: without the copy of its version among the properties. */
export function withoutShownVersion<Shown extends Versioned>(drawing: Shown): Shown {
  const { version: among, ...own } = drawing.properties;
  return among === drawing.version ? { ...drawing, properties: own } : drawing;
}

/** A file may have any other. Half a character is refused: databases would take all halves for the same. */
export const isDrawingId = (id: unknown): id is string =>
  typeof id === 'string' &&
  id.length <= DRAWING_ID_LENGTH_MAX &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern refuses control characters
  /^[^\u0000-\u001f\u007f\p{Surrogate}]+$/u.test(id);
