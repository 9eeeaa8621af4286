import { expect, test } from 'vitest';
import { SAVED_TEXT_MAX } from '../../contract/limits.ts';
import type { Parcel } from '../../contract/parcel.ts';
import { saveParcelBody } from '../../contract/saved-parcel.ts';
import { saveBody } from './save-body.ts';

const parcel: Parcel = {
  pin: '4645-12-3456',
  name: 'OMALLEY JOHN',
  owner: "O'Malley, John",
  add1: '100 Kestrel Ln',
  add2: null,
  city: 'Kestrel',
  state: 'NC',
  zip: '28000',
  site_address: '7 Heron Ct',
  taxacres: 1.5,
  township: null,
  zoning: null,
  sale_date: null,
  sales_price: null,
  centroid: { lng: -80.86, lat: 35.62 },
};

test('[V2] a save carries the parcel, its owner, its address, its center and the notes', () => {
  expect(saveBody({ parcel, notes: 'By the lake' })).toEqual({
    parcel_pin: '4645-12-3456',
    parcel_owner_name: "O'Malley, John",
    parcel_address: '100 Kestrel Ln',
    parcel_centroid_lat: 35.62,
    parcel_centroid_lon: -80.86,
    notes: 'By the lake',
  });
});

test('[V2] without an owner the name stands in, without either Unnamed', () => {
  const nameOf = (given: Partial<Parcel>) =>
    saveBody({ parcel: { ...parcel, ...given }, notes: '' }).parcel_owner_name;
  expect(nameOf({ owner: '' })).toBe('OMALLEY JOHN');
  expect(nameOf({ owner: '', name: '' })).toBe('Unnamed');
});

test('[V2] without an address: No Address', () => {
  for (const add1 of [null, ''])
    expect(saveBody({ parcel: { ...parcel, add1 }, notes: '' }).parcel_address).toBe('No Address');
});

test('[V2] notes left empty or blank are null, others are sent as typed', () => {
  const notesOf = (notes: string) => saveBody({ parcel, notes }).notes;
  expect(['', '  \n', ' two\nlines '].map(notesOf)).toEqual([null, null, ' two\nlines ']);
});

test('a county with very long texts does not keep a parcel from being saved', () => {
  const long = 'x'.repeat(SAVED_TEXT_MAX + 1);
  const body = saveBody({ parcel: { ...parcel, owner: long, add1: long }, notes: '' });
  expect(saveParcelBody.safeParse(body).success).toBe(true);
});
