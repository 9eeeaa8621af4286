// What an ArcGIS server says of a layer, read as leniently as servers of all ages write it.
import { z } from 'zod';
import { findSystem } from '../coordinates/find-system.ts';
import type { CrsName, Layer } from '../layer.ts';

const optional = <T extends z.ZodType>(type: T) => type.nullish().catch(undefined);
/** An entry that cannot be read must not hide the others. */
const list = <T extends z.ZodType>(type: T) =>
  z
    .array(z.unknown())
    .transform((entries) =>
      entries.flatMap((entry) => {
        const { data } = type.safeParse(entry);
        return data === undefined ? [] : [data];
      }),
    )
    .nullish()
    .catch(undefined);

const domain = z.looseObject({
  type: optional(z.string()),
  codedValues: list(z.looseObject({ name: z.coerce.string(), code: z.union([z.string(), z.number()]) })),
});

/** -1 and 0 stand for none; some write it as text. */
const wkid = z.coerce.number().int().positive();

const spatialReference = z.looseObject({
  wkid: optional(wkid),
  latestWkid: optional(wkid),
  wkt: optional(z.string()),
  wkt2: optional(z.string()),
});

const field = z.looseObject({
  name: z.string(),
  type: optional(z.string()),
  alias: optional(z.string()),
  domain: optional(domain),
});

const coordinate = z.union([z.number(), z.string().transform(Number)]).catch(Number.NaN);

const description = z.looseObject({
  id: optional(z.number()),
  name: optional(z.string()),
  type: optional(z.string()),
  geometryType: optional(z.string()),
  fields: list(field),
  objectIdField: optional(z.string()),
  uniqueIdField: optional(z.looseObject({ name: optional(z.string()) })),
  maxRecordCount: optional(z.number()),
  standardMaxRecordCount: optional(z.number()),
  supportsPagination: optional(z.boolean()),
  supportsStatistics: optional(z.boolean()),
  advancedQueryCapabilities: optional(
    z.looseObject({
      supportsPagination: optional(z.boolean()),
      supportsStatistics: optional(z.boolean()),
      supportsOrderBy: optional(z.boolean()),
    }),
  ),
  capabilities: optional(z.string()),
  copyrightText: optional(z.string()),
  extent: optional(
    z.looseObject({
      xmin: coordinate,
      ymin: coordinate,
      xmax: coordinate,
      ymax: coordinate,
      spatialReference: optional(spatialReference),
    }),
  ),
  editingInfo: optional(
    z.looseObject({ lastEditDate: optional(z.number()), dataLastEditDate: optional(z.number()) }),
  ),
  typeIdField: optional(z.string()),
  subtypeField: optional(z.string()),
  types: list(
    z.looseObject({
      id: z.union([z.string(), z.number()]),
      name: optional(z.string()),
      domains: optional(z.record(z.string(), domain.catch({}))),
    }),
  ),
  /** Of newer servers, which may leave `types` empty. */
  subtypes: list(
    z.looseObject({
      code: z.union([z.string(), z.number()]),
      name: optional(z.string()),
      domains: optional(z.record(z.string(), domain.catch({}))),
    }),
  ),
  subLayers: list(z.looseObject({ id: z.number(), name: optional(z.string()) })),
});

export type LayerDescription = z.infer<typeof description>;
export type Domain = z.infer<typeof domain>;
export type SpatialReference = z.infer<typeof spatialReference>;

/** Undefined for JSON that describes no layer. */
export function parseDescription(json: unknown): LayerDescription | undefined {
  const parsed = description.safeParse(json);
  if (!parsed.success) return undefined;
  const { name, type, fields, geometryType } = parsed.data;
  return name || type || fields || geometryType ? parsed.data : undefined;
}

export function parseSpatialReference(json: unknown): SpatialReference | undefined {
  const parsed = spatialReference.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}

export function geometryOf({ type, geometryType }: LayerDescription): Layer['geometry'] {
  if (type && /table/i.test(type)) return 'none';
  if (!geometryType) return type && /group|raster|annotation/i.test(type) ? 'other' : 'unknown';
  if (geometryType === 'esriGeometryPolygon') return 'area';
  if (geometryType === 'esriGeometryPolyline') return 'line';
  return /^esriGeometry(?:Multip|P)oint$/.test(geometryType) ? 'point' : 'other';
}

/** Layers that other services place before the row, such as views, name their object id only by its type. */
export function objectIdFieldOf({
  objectIdField,
  uniqueIdField,
  fields,
}: LayerDescription): string | undefined {
  return (
    objectIdField ||
    fields?.find(({ type }) => type === 'esriFieldTypeOID')?.name ||
    uniqueIdField?.name ||
    fields?.find(({ name }) => /^(?:.*\.)?objectid$/i.test(name))?.name ||
    undefined
  );
}

export function isLongitudeLatitude({ wkid, latestWkid }: SpatialReference): boolean {
  return wkid === 4326 || latestWkid === 4326;
}

/** Numbers are EPSG's, or Esri's own (102719); latestWkid is EPSG's for the same system, where the server knows it. */
export function crsOf({ wkid, latestWkid, wkt, wkt2 }: SpatialReference): CrsName | undefined {
  const numbers = [latestWkid, wkid].filter((number) => typeof number === 'number');
  const known = numbers.find((number) => findSystem(number));
  if (known !== undefined) return { kind: 'epsg', code: known };
  const text = wkt || wkt2;
  if (text) return { kind: 'wkt', text };
  // A number that nobody here knows is named when it is refused.
  return numbers[0] === undefined ? undefined : { kind: 'epsg', code: numbers[0] };
}
