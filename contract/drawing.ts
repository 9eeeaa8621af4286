// A drawn shape, whether it comes from the draw tools, from a file, from the account or over HTTP: what makes it valid.
// And the schemas of /api/drawings.
import type {
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from 'geojson';
import { z } from 'zod';
import {
  DRAWING_CHANGES_MAX,
  DRAWING_ID_LENGTH_MAX,
  DRAWING_LNG_MAX,
  DRAWING_PROPERTIES_DEPTH_MAX,
  LAT_MAX,
} from './limits.ts';
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

/** A file may have any other. */
export const isDrawingId = (id: unknown): id is string =>
  typeof id === 'string' &&
  id.length <= DRAWING_ID_LENGTH_MAX &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern refuses control characters
  /^[^\u0000-\u001f\u007f]+$/.test(id);

/** Whatever a file has brought. Bounded, because what is nested too deep cannot be written as JSON. */
const properties = z
  .record(z.string(), z.unknown(), { error: 'properties must be an object.' })
  .refine((value) => isShallow(value, DRAWING_PROPERTIES_DEPTH_MAX), 'properties are nested too deep.');

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1));
}

const drawingBody = z.strictObject({
  geometry: z
    .unknown()
    .superRefine((value, context) => {
      const problem = geometryProblem(value);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .transform((value) => plainGeometry(value as DrawnGeometry)),
  properties,
});

const drawingChange = z.strictObject({
  id: z.custom<string>(isDrawingId, {
    error: `id must be text of 1 to ${DRAWING_ID_LENGTH_MAX} characters without control characters.`,
  }),
  /** The version that the change is based on; 0 for a new drawing. */
  base: z
    .int({ error: 'base must be the version that the change is based on.' })
    .min(0, 'base must be the version that the change is based on.'),
  /** Null deletes it. */
  drawing: drawingBody.nullable(),
});
export type DrawingChange = z.infer<typeof drawingChange>;

export const drawingChangesBody = z.strictObject(
  {
    /**
     * Made up by a browser and kept there: who writes twice on one base has not heard the answer to the first, and is in
     * conflict with nobody.
     */
    writer: z
      .string({ error: 'writer must be text.' })
      .regex(/^[\w-]{1,64}$/, 'writer must have 1 to 64 letters and digits.'),
    changes: z
      .array(drawingChange, { error: 'changes must be a list.' })
      .min(1, 'changes must not be empty.')
      .max(DRAWING_CHANGES_MAX, `changes may be at most ${DRAWING_CHANGES_MAX}.`),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'The request body must be an object.' : undefined) },
);
export type DrawingChangesBody = z.infer<typeof drawingChangesBody>;

/**
 * As it is stored. The version stands beside the properties, because these are the person's own: files have versions, too.
 * It is the time of the change in milliseconds since 1970, raised where two changes fall together.
 */
const storedDrawing = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.custom<DrawnGeometry>((value) => geometryProblem(value) === undefined),
  properties: z.record(z.string(), z.unknown()),
  version: z.number(),
});
export type StoredDrawing = z.infer<typeof storedDrawing>;

export const drawingCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(storedDrawing),
});
export type DrawingCollection = z.infer<typeof drawingCollection>;

const drawingResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('kept'), id: z.string(), version: z.number() }),
  z.object({ outcome: z.literal('deleted'), id: z.string() }),
  /** Somebody else has changed it since that version: nothing was written. */
  z.object({ outcome: z.literal('stale'), id: z.string(), current: storedDrawing }),
  z.object({ outcome: z.literal('full'), id: z.string(), message: z.string() }),
]);
export type DrawingResult = z.infer<typeof drawingResult>;

/** One for each change, in their order. */
export const drawingResults = z.object({ results: z.array(drawingResult) });
