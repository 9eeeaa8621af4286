// Example values for every field of a parcel, and a parcel as the server answers it.
import { noExtras, type Parcel } from '../contract/parcel.ts';
import { columnEntries, type ParcelFields } from '../contract/parcel-columns.ts';
import type { SetParcel } from '../contract/parcel-set.ts';

const exampleValues = { text: 'EXAMPLE', number: 1, date: '2019-06-30' };

/** No value is null, so a field that is new in the table of columns is tested with a value, without a change here. */
export const filledParcelFields = Object.fromEntries(
  columnEntries.map(([field, { type }]) => [field, exampleValues[type]]),
) as ParcelFields;

export function exampleParcel(changes: Partial<Parcel> = {}): Parcel {
  return {
    ...filledParcelFields,
    pin: '4631-12-0001',
    name: 'ADA LOVELACE',
    owner: 'ADA LOVELACE',
    add1: '1 MILL RD',
    add2: null,
    city: 'ASHBY',
    state: 'NC',
    zip: '28117',
    site_address: '7 HERON CT',
    taxacres: 2.5,
    township: 'DAVIDSON',
    zoning: 'R-20',
    sale_date: '2019-06-30',
    sales_price: 250_000,
    centroid: { lng: -80.86, lat: 35.62 },
    ...noExtras,
    ...changes,
  };
}

/** As a set has it. */
export function exampleSetParcel(changes: Partial<SetParcel> = {}): SetParcel {
  const { more, units, owner, origin, ...fields } = exampleParcel();
  return {
    ...fields,
    lot: null,
    centroid: { lng: -80.86, lat: 35.62 },
    source: 'demo',
    shape_acres: 2,
    price_per_acre: 100,
    elsewhere: false,
    ...changes,
  };
}

export const exampleShape = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  ],
} as const;
