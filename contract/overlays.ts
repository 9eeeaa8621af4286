// What lies on a parcel, as it crosses HTTP: GET /api/parcels/{pin}/overlays.
import { z } from 'zod';

/** What is shown for an empty value, in legends and on parcels. */
export const NO_VALUE = 'No value';

/** Empty for shapes without a value. It is text of the county's: never markup. */
const value = z.string();

const overlayPart = z.union([
  /** Ground that areas of this value cover; `share` of the parcel's own area, from 0 to 1. */
  z.strictObject({ value, acres: z.number(), share: z.number() }),
  /** The length of lines of this value inside the parcel. */
  z.strictObject({ value, feet: z.number() }),
  /** Points of this value inside the parcel. */
  z.strictObject({ value, count: z.number() }),
]);
export type OverlayPart = z.infer<typeof overlayPart>;

const overlayOnParcel = z.object({
  name: z.string(),
  title: z.string(),
  /** Areas, then lines, then points, each the largest first. */
  parts: z.array(overlayPart),
  /** Only where nothing lies on the parcel and something within 50 miles. From edge to edge. */
  nearest: z.object({ value, feet: z.number() }).optional(),
});
export type OverlayOnParcel = z.infer<typeof overlayOnParcel>;

export const overlaysOnParcel = z.object({
  overlays: z.array(overlayOnParcel),
  /** Heights above sea level and the mean slope, where the terrain is known. */
  ground: z
    .object({
      lowest_feet: z.number(),
      highest_feet: z.number(),
      mean_feet: z.number(),
      slope_percent: z.number(),
    })
    .optional(),
});
export type OverlaysOnParcel = z.infer<typeof overlaysOnParcel>;
