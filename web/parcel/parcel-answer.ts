// Reads the server's answer about one parcel. Only its PIN decides whether it is one; a field that is missing or of the
// wrong kind is a field the county does not have.
import { z } from 'zod';
import { lngLat, type Parcel, parcel } from '../../contract/parcel.ts';
import type { LngLat } from '../../geo/geometry.ts';

const name = z.string().catch('');
const text = z.string().nullable().catch(null);
const number = z.number().nullable().catch(null);

const tolerantParcel = parcel.extend({
  name,
  owner: name,
  add1: text,
  add2: text,
  city: text,
  state: text,
  zip: text,
  site_address: text,
  taxacres: number,
  township: text,
  zoning: text,
  sale_date: text,
  sales_price: number,
  centroid: lngLat.optional().catch(undefined),
});

export type ParcelQuestion = {
  pin: string;
  /** Lies inside the parcel, so it stands in for a center that the answer does not name. */
  clickedAt: LngLat;
};

/** Undefined where this is no answer to that question. */
export function readParcelAnswer(answer: unknown, { pin, clickedAt }: ParcelQuestion): Parcel | undefined {
  const { data } = tolerantParcel.safeParse(answer);
  return data?.pin === pin ? { ...data, centroid: data.centroid ?? clickedAt } : undefined;
}
