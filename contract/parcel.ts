// A parcel as it crosses HTTP, and the questions one can ask about parcels.
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

export const lngLat = z.object({ lng: z.number(), lat: z.number() });

/** Printable text only: no control characters, so that a PIN is safe in a log, a header and a file name's look-up. */
export const pin = z
  .string()
  .min(1, 'pin must not be empty.')
  .max(PIN_LENGTH_MAX, `pin may have at most ${PIN_LENGTH_MAX} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'pin must not contain control characters.');

export const parcel = z.object({
  pin: z.string(),
  /** The owner as the county writes it; empty where the county has none. */
  name: z.string(),
  owner: z.string(),
  /** The owner's mailing address. */
  add1: z.string().nullable(),
  add2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  /** Where the land itself lies: house number and street. */
  site_address: z.string().nullable(),
  taxacres: z.number().nullable(),
  township: z.string().nullable(),
  zoning: z.string().nullable(),
  /** ISO date, YYYY-MM-DD. */
  sale_date: z.string().nullable(),
  sales_price: z.number().nullable(),
  /** A point that lies inside the parcel. */
  centroid: lngLat,
});
export type Parcel = z.infer<typeof parcel>;

export const parcelMatch = z.object({
  pin: z.string(),
  name: z.string(),
  add1: z.string().nullable(),
  city: z.string().nullable(),
  site_address: z.string().nullable(),
  taxacres: z.number().nullable(),
  centroid: lngLat,
  /** What the text was found in. */
  match: z.enum(['pin', 'owner', 'address']),
});
export type ParcelMatch = z.infer<typeof parcelMatch>;

export const parcelSearchAnswer = z.object({ parcels: z.array(parcelMatch) });

/** A number as it stands in a query string; '' and ' ' are no numbers, though Number() thinks so. */
const queryNumber = (name: string) =>
  z
    .string({ error: `${name} is missing or given twice.` })
    .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i, `${name} must be a number.`)
    .transform(Number);

const queryInteger = (name: string) =>
  z
    .string({ error: `${name} is given twice.` })
    .regex(/^\d{1,6}$/, `${name} must be a whole number.`)
    .transform(Number);

export const parcelAtQuery = z.strictObject({
  lng: queryNumber('lng').pipe(
    z
      .number('lng must lie between -180 and 180.')
      .min(-LNG_MAX, 'lng must lie between -180 and 180.')
      .max(LNG_MAX, 'lng must lie between -180 and 180.'),
  ),
  lat: queryNumber('lat').pipe(
    z
      .number('lat must lie between -90 and 90.')
      .min(-LAT_MAX, 'lat must lie between -90 and 90.')
      .max(LAT_MAX, 'lat must lie between -90 and 90.'),
  ),
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
  limit: queryInteger('limit')
    .pipe(
      z
        .number()
        .min(1, `limit must lie between 1 and ${SEARCH_RESULTS_MAX}.`)
        .max(SEARCH_RESULTS_MAX, `limit must lie between 1 and ${SEARCH_RESULTS_MAX}.`),
    )
    .default(SEARCH_RESULTS_MAX),
});
