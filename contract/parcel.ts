// Schemas of a parcel as it crosses HTTP, and of the queries for parcels.
import { z } from 'zod';
import {
  LAT_MAX,
  LNG_MAX,
  PIN_LENGTH_MAX,
  SEARCH_QUERY_MAX,
  SEARCH_QUERY_MIN,
  SEARCH_RESULTS_MAX,
} from './limits.ts';
import { messages } from './messages.ts';
import {
  columnEntries,
  emptyParcelFields,
  type ParcelColumn,
  type ParcelField,
  type ParcelFields,
  type ParcelMatchField,
  parcelMatchFields,
} from './parcel-columns.ts';
import { pinLabel } from './parcel-pin.ts';

export const lngLat = z.object({ lng: z.number(), lat: z.number() });

/** Printable text only: control characters would be unsafe in logs and headers. */
export const pin = z
  .string()
  .min(1, 'pin must not be empty.')
  // The name of a source may follow it, which does not count.
  .refine(
    (text) => pinLabel(text).length <= PIN_LENGTH_MAX,
    `pin may have at most ${PIN_LENGTH_MAX} characters.`,
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern refuses control characters
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'pin must not contain control characters.');

type FieldSchemas = { [Field in ParcelField]: z.ZodType<ParcelFields[Field]> };

function fieldSchemas(schemaOf: (field: ParcelField, column: ParcelColumn) => z.ZodType): FieldSchemas {
  return Object.fromEntries(
    columnEntries.map(([field, column]) => [field, schemaOf(field, column)]),
  ) as FieldSchemas;
}

function columnSchema({ type, isNeverNull }: ParcelColumn): z.ZodType {
  const value = type === 'number' ? z.number() : z.string();
  return isNeverNull ? value : value.nullable();
}

export const parcelFieldSchemas = fieldSchemas((_, column) => columnSchema(column));

/** A field of the county that Platbook has no column for: its label and its value, as text. */
const countyField = z.tuple([z.string(), z.string()]);
export type CountyField = z.infer<typeof countyField>;

/** One of several holdings on one lot, such as an apartment of a condominium. */
const parcelUnit = z.object({
  pin: parcelFieldSchemas.pin,
  name: parcelFieldSchemas.name,
  site_address: parcelFieldSchemas.site_address,
});
export type ParcelUnit = z.infer<typeof parcelUnit>;

/** Where a parcel's data come from. */
const parcelOrigin = z.object({
  /** The name of the source, as `platbook sources` lists it. */
  name: z.string(),
  title: z.string(),
  /** The day of the data, or of their import where the source does not say: YYYY-MM-DD. */
  date: z.string(),
});
export type ParcelOrigin = z.infer<typeof parcelOrigin>;

/** Empty for an ordinary parcel of a county that publishes no more than Platbook's own fields. */
const extras = {
  more: z.array(countyField),
  /** The units of a lot that has several. A unit answers the units of its lot, itself included. */
  units: z.array(parcelUnit),
  /** The PIN of the lot that a unit belongs to. */
  lot: z.string().nullable(),
  origin: parcelOrigin.nullable(),
};

export const parcel = z.object({
  ...parcelFieldSchemas,
  /** The same as `name`. */
  owner: z.string(),
  /** A point that lies inside the parcel. */
  centroid: lngLat,
  ...extras,
});
export type Parcel = z.infer<typeof parcel>;
export type ParcelExtras = Pick<Parcel, keyof typeof extras>;

export const noExtras: ParcelExtras = { more: [], units: [], lot: null, origin: null };

/** Only the PIN is required: any other field that is missing or of the wrong type counts as unknown. */
export const tolerantParcel = parcel.extend({
  ...fieldSchemas((field, column) =>
    field === 'pin' ? columnSchema(column) : columnSchema(column).catch(emptyParcelFields[field]),
  ),
  owner: z.string().catch(''),
  centroid: lngLat.nullable().catch(null),
  more: extras.more.catch(noExtras.more),
  units: extras.units.catch(noExtras.units),
  lot: extras.lot.catch(noExtras.lot),
  origin: extras.origin.catch(noExtras.origin),
});

const parcelMatchSchemas = Object.fromEntries(
  parcelMatchFields.map((field) => [field, parcelFieldSchemas[field]]),
) as Pick<FieldSchemas, ParcelMatchField>;

const parcelMatch = z.object({
  ...parcelMatchSchemas,
  centroid: lngLat,
  /** The kind of text that the query was found in. `mailing`: only with the help of the owner's mailing address. */
  match: z.enum(['pin', 'owner', 'address', 'mailing']),
  /** The title of its source, only where several are loaded: the same PIN and address may be in two of them. */
  source: z.string().optional(),
});
export type ParcelMatch = z.infer<typeof parcelMatch>;

export const parcelSearchAnswer = z.object({ parcels: z.array(parcelMatch) });

/** Where the loaded counties are: closed lines of longitude and latitude, one around each part of their land. */
export const countyOutlines = z.object({
  counties: z.array(
    z.object({ name: z.string(), outline: z.array(z.array(z.tuple([z.number(), z.number()]))) }),
  ),
});
export type CountyOutlines = z.infer<typeof countyOutlines>;

/** A number in a query string. The pattern refuses '' and ' ', which Number() would turn into 0. */
const queryNumber = (name: string) =>
  z
    .string({ error: `${name} is missing or given twice.` })
    .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i, `${name} must be a number.`)
    .transform(Number);

/** Its bounds also answer a negative one. */
const queryInteger = (name: string) =>
  z
    .string({ error: `${name} must be a whole number, given once.` })
    .regex(/^[+-]?\d{1,15}$/, `${name} must be a whole number.`)
    .transform(Number);

function between(name: string, min: number, max: number) {
  const words = `${name} must lie between ${min} and ${max.toLocaleString('en-US')}.`;
  return z.number(words).min(min, words).max(max, words);
}
export const numberBetween = (name: string, min: number, max: number) =>
  queryNumber(name).pipe(between(name, min, max));
export const integerBetween = (name: string, min: number, max: number) =>
  queryInteger(name).pipe(between(name, min, max));

export const parcelAtQuery = z.strictObject({
  lng: numberBetween('lng', -LNG_MAX, LNG_MAX),
  lat: numberBetween('lat', -LAT_MAX, LAT_MAX),
});

export const parcelSearchQuery = z.strictObject({
  q: z
    .string({ error: 'q is missing or given twice.' })
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(SEARCH_QUERY_MIN, messages.searchLength)
        .max(SEARCH_QUERY_MAX, messages.searchLength)
        .refine((text) => !text.includes('\0'), 'q must not contain NUL characters.'),
    ),
  limit: integerBetween('limit', 1, SEARCH_RESULTS_MAX).default(SEARCH_RESULTS_MAX),
});
