// Schemas of /api/drawings as they cross HTTP.
import { z } from 'zod';
import {
  type DrawnGeometry,
  geometryProblem,
  isDrawingId,
  plainGeometry,
  withoutShownVersion,
} from './drawn-geometry.ts';
import {
  DRAWING_CHANGES_MAX,
  DRAWING_ID_LENGTH_MAX,
  DRAWING_PROPERTIES_DEPTH_MAX,
  DRAWING_VERSION_MAX,
} from './limits.ts';

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

const versionOr = (error: string) => z.int({ error }).min(0, error).max(DRAWING_VERSION_MAX, error);

/** The version that a change is based on, as any client may write it: beside the properties, or among them. */
const version = versionOr('version must be the version that the drawing had; 0 or none for a new one.');

/** `PUT /api/drawings/{id}`: one feature. */
export const putDrawingBody = z
  .strictObject(
    {
      type: z.literal('Feature', { error: 'type must be Feature.' }),
      id: z.string().optional(),
      version: version.optional(),
      geometry: drawingBody.shape.geometry,
      properties,
    },
    { error: (issue) => (issue.code === 'invalid_type' ? 'The request body must be an object.' : undefined) },
  )
  .transform(({ geometry, properties, version: beside }, context) => {
    const base = version.optional().safeParse(beside ?? properties.version);
    if (!base.success)
      for (const { message } of base.error.issues) context.addIssue({ code: 'custom', message });
    // Another one among the properties is the person's own.
    const own = withoutShownVersion({ version: base.data ?? 0, properties }).properties;
    return { base: base.data ?? 0, drawing: { geometry, properties: own } };
  });

/** `DELETE /api/drawings/{id}`: without a version, whatever it is now. */
export const deleteDrawingQuery = z.object({ version: z.coerce.number().pipe(version).optional() });

const drawingId = z.custom<string>(isDrawingId, {
  error: `id must be text of 1 to ${DRAWING_ID_LENGTH_MAX} characters without control characters.`,
});
export const drawingParams = z.object({ id: drawingId });

const drawingChange = z.strictObject({
  id: drawingId,
  /** The version that the change is based on; 0 for a new drawing. */
  base: versionOr('base must be the version that the change is based on.'),
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

/** As it is answered: a client that keeps properties alone finds the version there, too, unless that name is the person's. */
export const shownDrawing = ({ properties, ...drawing }: StoredDrawing): StoredDrawing => ({
  ...drawing,
  properties: { version: drawing.version, ...properties },
});

export const drawingCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(storedDrawing.transform((drawing) => withoutShownVersion(drawing))),
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
