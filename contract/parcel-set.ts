// Schemas of a set of parcels as it crosses HTTP. A set is a filter in CQL2 text; every list of parcels is one.
import { z } from 'zod';
import {
  FILTER_FEET_MAX,
  SALES_ACRES_PERCENT_MAX,
  SALES_MILES_MAX,
  SALES_MONTHS_MAX,
  SET_OFFSET_MAX,
  SET_PAGE_DEFAULT,
  SET_PAGE_MAX,
} from './limits.ts';
import { integerBetween, lngLat, numberBetween, parcelFieldSchemas } from './parcel.ts';
import { TEXT_LENGTH_MAX } from './parcel-columns.ts';

const limit = (standard: number, min = 0) => integerBetween('limit', min, SET_PAGE_MAX).default(standard);

// What calls take besides a set, which is `filter` (or `pins`) and `sort`.

/** With a limit of 0, only the whole set's count and acres are answered. */
export const setPageQuery = z.strictObject({
  limit: limit(SET_PAGE_DEFAULT),
  cursor: z.string('cursor is given twice.').optional(),
  /** Instead of a cursor: how many parcels are passed over. A scroll bar goes anywhere. */
  offset: integerBetween('offset', 0, SET_OFFSET_MAX).optional(),
});

export const pinsQuery = z.strictObject({});

/** In an address. */
export const fieldName = z
  .string()
  .regex(/^(?!more:$)./s, 'field must not be empty.')
  .max(TEXT_LENGTH_MAX, `field may have at most ${TEXT_LENGTH_MAX} characters.`);

export const fieldValuesQuery = z.strictObject({ limit: limit(SET_PAGE_DEFAULT, 1) });

export const holdingsQuery = z.strictObject({ limit: limit(SET_PAGE_DEFAULT) });

export const neighborsQuery = z.strictObject({
  /** 0 is those that touch. */
  feet: numberBetween('feet', 0, FILTER_FEET_MAX).default(0),
  /** Whether one may get there across a street, a river or a railroad. */
  across: z
    .enum(['true', 'false'], 'across must be true or false.')
    .transform((text) => text === 'true')
    .default(true),
  /** Further ones are in the set of the answer's `filter`. */
  limit: limit(SET_PAGE_MAX),
});

export const salesQuery = z.strictObject({
  miles: numberBetween('miles', 0, SALES_MILES_MAX).default(1),
  months: integerBetween('months', 1, SALES_MONTHS_MAX).default(24),
  /** How many percent more or fewer acres than the parcel. */
  acres: numberBetween('acres', 0, SALES_ACRES_PERCENT_MAX).default(50),
  limit: limit(SET_PAGE_MAX),
});

/** A parcel, or a unit of a lot, in a set. */
const setParcel = z.object({
  ...parcelFieldSchemas,
  centroid: lngLat,
  /** The PIN of the lot that a unit belongs to: the map draws that. */
  lot: z.string().nullable(),
  /** The name of its county's source. */
  source: z.string(),
  /** The area of its shape. */
  shape_acres: z.number().nullable(),
  price_per_acre: z.number().nullable(),
  /** Whether the owner's mailing address is another one than the land's. */
  elsewhere: z.boolean().nullable(),
  /** In a set around other parcels: the distance from the nearest of those. */
  feet: z.number().optional(),
  /** In such a set: whether it has a side or only a corner in common with one of them. */
  touches: z.enum(['side', 'corner']).nullable().optional(),
});
export type SetParcel = z.infer<typeof setParcel>;

/** `GET /api/parcels`. `count` and `acres` are of the whole set; `next` is the cursor of the next page. */
export const setAnswer = z.object({
  count: z.number(),
  acres: z.number(),
  /** Around the shapes of the whole set, in degrees. Null for an empty one. */
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }).nullable(),
  parcels: z.array(setParcel),
  next: z.string().nullable(),
});
export type SetAnswer = z.infer<typeof setAnswer>;

/** `GET /api/parcels/pins`. `lots`: the lots of the units among them. */
export const pinsAnswer = z.object({
  count: z.number(),
  pins: z.array(z.string()),
  lots: z.array(z.string()),
});

/** `GET /api/parcels/{pin}/holdings`: `matched` are the owners' names as the county writes them, that count as one. */
export const holdingsAnswer = setAnswer.extend({
  matched: z.array(z.string()),
  /** The filters of the two sets: of this owner, and of this mailing address. */
  filter: z.string(),
  mailing: z.object({ filter: z.string(), count: z.number(), acres: z.number() }).nullable(),
});

/** `GET /api/parcels/{pin}/neighbors`, nearest first. */
export const neighborsAnswer = z.object({
  count: z.number(),
  filter: z.string(),
  parcels: z.array(setParcel),
});

const quartiles = z.object({ low: z.number(), median: z.number(), high: z.number() }).nullable();

/** `GET /api/parcels/{pin}/sales`: comparable sales. */
export const salesAnswer = z.object({
  count: z.number(),
  filter: z.string(),
  /** Of the parcel itself, to which the others' are compared. Null where nobody knows: then sales of all sizes count. */
  acres: z.number().nullable(),
  /** Of the prices. */
  median: z.number().nullable(),
  quartiles,
  /** Of the prices an acre. */
  per_acre: quartiles,
  left_out: z.array(z.object({ reason: z.string(), count: z.number() })),
  parcels: z.array(setParcel),
});
export type SalesAnswer = z.infer<typeof salesAnswer>;

/** `GET /api/parcel-fields/{field}/values`: the most frequent first. */
export const fieldValuesAnswer = z.object({
  values: z.array(
    z.object({ value: z.union([z.string(), z.number(), z.boolean()]).nullable(), count: z.number() }),
  ),
  /** How many different values there are; `values` may be cut off. */
  distinct: z.number(),
});

/** `GET /api/parcel-fields`: what can be filtered and sorted by. */
export const parcelFieldsAnswer = z.object({
  fields: z.array(
    z.object({
      /** As in a filter. One of the counties' own begins with `more:`, and needs double quotes there. */
      name: z.string(),
      /** In words. */
      label: z.string(),
      type: z.enum(['text', 'number', 'date', 'boolean']),
      group: z.string(),
    }),
  ),
});
