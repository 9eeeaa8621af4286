import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { expect, test } from 'vitest';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { fieldWords, suggestionWords } from './suggestion-words.ts';

const suggestion = (place_name: string, parcel?: Partial<ParcelMatch>): Suggestion => ({
  id: 'place.1',
  type: 'Feature',
  place_name,
  center: [-80, 35],
  geometry: { type: 'Point', coordinates: [-80, 35] },
  properties: {},
  ...(parcel && {
    parcel: {
      pin: '46-1',
      name: 'Smith, Ann',
      add1: null,
      city: null,
      site_address: '12 Oak St',
      taxacres: 1,
      centroid: { lng: -80, lat: 35 },
      match: 'owner',
      ...parcel,
    },
  }),
});

test('a place is headed by its own name, and what it lies in stands below', () => {
  const place = suggestion('12 Oak Street, Penhallow, North Carolina 28177, United States');
  expect(suggestionWords(place)).toEqual({
    title: '12 Oak Street',
    detail: 'Penhallow, North Carolina 28177, United States',
  });
  expect(fieldWords(place)).toBe('12 Oak Street, Penhallow, North Carolina 28177, United States');
  expect(suggestionWords(suggestion('United States'))).toEqual({ title: 'United States', detail: '' });
});

test('a parcel is headed by its owner, and its PIN and its address stand below', () => {
  const parcel = suggestion('Parcel', {});
  expect(suggestionWords(parcel)).toEqual({ title: 'Smith, Ann', detail: 'Parcel 46-1 · 12 Oak St' });
  expect(fieldWords(parcel)).toBe('Smith, Ann');
});

test('a parcel without an owner goes by its PIN', () => {
  expect(suggestionWords(suggestion('Parcel', { name: '' }))).toEqual({
    title: 'Parcel 46-1',
    detail: '12 Oak St',
  });
  expect(suggestionWords(suggestion('Parcel', { site_address: null })).detail).toBe('Parcel 46-1');
});
