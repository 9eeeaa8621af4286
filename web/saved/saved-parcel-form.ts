// A saved parcel as the page uses it: shaped like a parcel, with what a saved record does not know left blank.
import type { SavedParcel } from '../../contract/saved-parcel.ts';

export type SavedParcelForm = {
  id: string;
  pin: string;
  name: string;
  owner: string;
  add1: string;
  add2: string;
  city: string;
  state: string;
  zip: string;
  taxacres: number;
  township: string;
  zoning: string;
  sale_date: string;
  sales_price: number;
  notes: string;
  centroid_lat: number | null;
  centroid_lon: number | null;
};

export function savedParcelForm(record: SavedParcel): SavedParcelForm {
  return {
    id: record.id,
    pin: record.parcel_pin,
    name: record.parcel_owner_name,
    owner: '',
    add1: record.parcel_address,
    add2: '',
    city: '',
    state: '',
    zip: '',
    taxacres: 0,
    township: '',
    zoning: '',
    sale_date: '',
    sales_price: 0,
    notes: record.notes ?? '',
    centroid_lat: record.parcel_centroid_lat,
    centroid_lon: record.parcel_centroid_lon,
  };
}
