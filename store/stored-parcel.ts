// A parcel's row, as both stores name its columns, and what the product says of it.
import type { Parcel } from '../contract/parcel.ts';
import type { FoundParcel } from './search-parcels.ts';

export type FoundRow = {
  pin: string;
  name: string;
  add1: string | null;
  city: string | null;
  site_address: string | null;
  tax_acres: number | null;
  lng: number;
  lat: number;
};

export type ParcelRow = FoundRow & {
  add2: string | null;
  state: string | null;
  zip: string | null;
  township: string | null;
  zoning: string | null;
  sale_date: string | null;
  sales_price: number | null;
};

export function parcelOf(row: ParcelRow): Parcel {
  return {
    pin: row.pin,
    name: row.name,
    owner: row.name,
    add1: row.add1,
    add2: row.add2,
    city: row.city,
    state: row.state,
    zip: row.zip,
    site_address: row.site_address,
    taxacres: row.tax_acres,
    township: row.township,
    zoning: row.zoning,
    sale_date: row.sale_date,
    sales_price: row.sales_price,
    centroid: { lng: row.lng, lat: row.lat },
  };
}

export function foundParcelOf(row: FoundRow): FoundParcel {
  return {
    pin: row.pin,
    name: row.name,
    add1: row.add1,
    city: row.city,
    site_address: row.site_address,
    taxacres: row.tax_acres,
    centroid: { lng: row.lng, lat: row.lat },
  };
}
