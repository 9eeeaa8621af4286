import { describe, expect, test } from 'vitest';
import { exampleParcel } from '../../test/example-parcel.ts';
import { readParcelAnswer } from './parcel-answer.ts';

const clickedAt = { lng: -80.8, lat: 35.6 };
const whole = exampleParcel();
const question = { pin: whole.pin, clickedAt };

describe('the answer about a parcel', () => {
  test('[S11] counts with the PIN that was asked for', () => {
    expect(readParcelAnswer(whole, question)).toEqual(whole);
  });

  test.each([
    { ...whole, pin: '4631-12-0002' },
    { ...whole, pin: 46311 },
    { ...whole, pin: undefined },
    [whole],
    'text',
    null,
    undefined,
  ])('[S11] counts for nothing otherwise: %j', (answer) => {
    expect(readParcelAnswer(answer, question)).toBeUndefined();
  });

  test('[S11] needs nothing but that PIN', () => {
    expect(readParcelAnswer({ pin: whole.pin }, question)).toEqual({
      pin: whole.pin,
      name: '',
      owner: '',
      add1: null,
      add2: null,
      city: null,
      state: null,
      zip: null,
      site_address: null,
      taxacres: null,
      township: null,
      zoning: null,
      sale_date: null,
      sales_price: null,
      centroid: clickedAt,
    });
  });

  test('a field of the wrong kind is a field that is missing', () => {
    const odd = { ...whole, taxacres: 'many', sales_price: '$5', township: 7, owner: null, centroid: [1, 2] };
    expect(readParcelAnswer(odd, question)).toEqual({
      ...whole,
      taxacres: null,
      sales_price: null,
      township: null,
      owner: '',
      centroid: clickedAt,
    });
  });
});
