import { describe, expect, test } from 'vitest';
import { hoverParcelOf } from './hover-parcel.ts';

const full = { PIN: '4631-12-0001', Name: 'ADA LOVELACE', ADD1: '1 MILL RD', CITY: 'ASHBY', TaxAcres: 2.5 };
const asParcel = {
  id: '4631-12-0001',
  pin: '4631-12-0001',
  name: 'ADA LOVELACE',
  owner: 'ADA LOVELACE',
  add1: '1 MILL RD',
  city: 'ASHBY',
  taxacres: 2.5,
};

describe('the parcel under the pointer', () => {
  test('[S5] is built from the properties of its tile', () => {
    expect(hoverParcelOf(full)).toEqual(asParcel);
  });

  test('[S5] property names are matched case-insensitively', () => {
    const rename = (change: (name: string) => string) =>
      Object.fromEntries(Object.entries(full).map(([name, value]) => [change(name), value]));
    expect(hoverParcelOf(rename((name) => name.toLowerCase()))).toEqual(asParcel);
    expect(hoverParcelOf(rename((name) => name.toUpperCase()))).toEqual(asParcel);
  });

  test('[S5] a missing name is empty, a missing address or town is null, missing acres are left out', () => {
    expect(hoverParcelOf({ PIN: '1' })).toEqual({
      id: '1',
      pin: '1',
      name: '',
      owner: '',
      add1: null,
      city: null,
    });
  });

  test.each([[undefined], [null], [''], [' '], ['n/a'], [Number.NaN], [true]])(
    '[S5] acres of %j are left out',
    (TaxAcres) => {
      expect(hoverParcelOf({ ...full, TaxAcres })).not.toHaveProperty('taxacres');
    },
  );

  test('[S5] acres given as text become a number', () => {
    expect(hoverParcelOf({ ...full, TaxAcres: '0.25' })).toHaveProperty('taxacres', 0.25);
  });

  test('[S5] is undefined without a PIN', () => {
    expect(hoverParcelOf({ ...full, PIN: undefined })).toBeUndefined();
    expect(hoverParcelOf({ ...full, PIN: '' })).toBeUndefined();
    expect(hoverParcelOf({ Name: 'ADA LOVELACE' })).toBeUndefined();
  });

  test('a numeric PIN becomes text', () => {
    expect(hoverParcelOf({ PIN: 46311 })).toMatchObject({ id: '46311', pin: '46311' });
  });
});
