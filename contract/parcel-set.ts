// Schemas of a set of parcels as it crosses HTTP. A set is a filter in CQL2 text; every list of parcels is one.
import { z } from 'zod';
import { lngLat, parcelFieldSchemas } from './parcel.ts';

/** A parcel, or a unit of a lot, in a set. */
export const setParcel = z.object({
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
  /** Around all of the set: west, south, east, north. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
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
  /** Of the prices. */
  median: z.number().nullable(),
  quartiles,
  /** Of the prices an acre. */
  per_acre: quartiles,
  left_out: z.array(z.object({ reason: z.string(), count: z.number() })),
  parcels: z.array(setParcel),
});

/** `GET /api/parcel-fields/{field}/values`: the most frequent first. */
export const fieldValuesAnswer = z.object({
  values: z.array(
    z.object({ value: z.union([z.string(), z.number(), z.boolean()]).nullable(), count: z.number() }),
  ),
  /** How many different values there are; `values` may be cut off. */
  distinct: z.number(),
});
