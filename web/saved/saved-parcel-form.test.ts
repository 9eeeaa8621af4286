import { expect, test } from 'vitest';
import { savedParcelForm } from './saved-parcel-form.ts';

const record = {
  id: 'a1',
  parcel_pin: '4645-12-3456',
  parcel_owner_name: "O'Malley",
  parcel_address: '100 Kestrel Ln',
  parcel_centroid_lat: 35.62,
  parcel_centroid_lon: -80.86,
  notes: 'By the lake',
};
const blank = {
  owner: '',
  add2: '',
  city: '',
  state: '',
  zip: '',
  taxacres: 0,
  township: '',
  zoning: '',
  sale_date: '',
  sales_price: 0,
};

test('[V11] a record becomes a parcel whose unknown fields are blank or zero', () => {
  expect(savedParcelForm(record)).toEqual({
    ...blank,
    id: 'a1',
    pin: '4645-12-3456',
    name: "O'Malley",
    add1: '100 Kestrel Ln',
    notes: 'By the lake',
    centroid_lat: 35.62,
    centroid_lon: -80.86,
  });
});

test('[V11] missing notes are empty, and a missing center stays null', () => {
  const bare = { ...record, notes: null, parcel_centroid_lat: null, parcel_centroid_lon: null };
  expect(savedParcelForm(bare)).toMatchObject({ notes: '', centroid_lat: null, centroid_lon: null });
});
