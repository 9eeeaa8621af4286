// What an ArcGIS server says of a layer, read as leniently as servers of all ages write it.
import { z } from 'zod';
import type { CrsName, Layer } from '../layer.ts';

const optional = <T extends z.ZodType>(type: T) => type.nullish().catch(undefined);
const list = <T extends z.ZodType>(type: T) => z.array(type).nullish().catch(undefined);

const domain = z.looseObject({
  type: optional(z.string()),
  codedValues: list(z.looseObject({ name: z.coerce.string(), code: z.union([z.string(), z.number()]) })),
});

const spatialReference = z.looseObject({
  wkid: optional(z.number()),
  latestWkid: optional(z.number()),
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
  subLayers: list(z.looseObject({ id: z.number(), name: optional(z.string()) })),
});

export type LayerDescription = z.infer<typeof description>;
export type FieldDescription = z.infer<typeof field>;
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
  return geometryType === 'esriGeometryPolygon' ? 'area' : 'other';
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

/** Numbers of Esri's own that are common in the field, and EPSG's for the same system. */
const ESRI_NUMBERS = new Map([
  [102100, 3857],
  [102113, 3857],
  [900913, 3857],
]);

export function isLongitudeLatitude({ wkid, latestWkid }: SpatialReference): boolean {
  return wkid === 4326 || latestWkid === 4326;
}

export function crsOf({ wkid, latestWkid, wkt, wkt2 }: SpatialReference): CrsName | undefined {
  for (const number of [latestWkid, wkid]) {
    if (!number) continue;
    const code = ESRI_NUMBERS.get(number) ?? number;
    if (code <= 32_767) return { kind: 'epsg', code };
  }
  const text = wkt || wkt2;
  return text ? { kind: 'wkt', text } : undefined;
}
