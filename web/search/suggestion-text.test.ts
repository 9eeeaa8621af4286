import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { expect, test } from 'vitest';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { fieldText, suggestionText } from './suggestion-text.ts';

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

test('a place shows its own name as the title and its region as the detail', () => {
  const place = suggestion('12 Oak Street, Penhallow, North Carolina 28177, United States');
  expect(suggestionText(place)).toEqual({
    title: '12 Oak Street',
    detail: 'Penhallow, North Carolina 28177, United States',
  });
  expect(fieldText(place)).toBe('12 Oak Street, Penhallow, North Carolina 28177, United States');
  expect(suggestionText(suggestion('United States'))).toEqual({ title: 'United States', detail: '' });
});

test('a parcel shows its owner as the title, its PIN and address as the detail', () => {
  const parcel = suggestion('Parcel', {});
  expect(suggestionText(parcel)).toEqual({ title: 'Smith, Ann', detail: 'Parcel 46-1 · 12 Oak St' });
  expect(fieldText(parcel)).toBe('Smith, Ann');
});

test('a PIN is shown as the county writes it, without the name of the source', () => {
  const { detail } = suggestionText(suggestion('Parcel', { pin: '46-1~iredell' }));
  expect(detail).toBe('Parcel 46-1 · 12 Oak St');
});

test('with several counties loaded, parcels of the same PIN and address are told apart by their counties', () => {
  const source = 'Iredell County, North Carolina';
  expect(suggestionText(suggestion('Parcel', { source })).detail).toBe(
    'Parcel 46-1 · 12 Oak St · Iredell County, North Carolina',
  );
  expect(suggestionText(suggestion('Parcel', { source, name: '' })).detail).toBe(
    '12 Oak St · Iredell County, North Carolina',
  );
  expect(suggestionText(suggestion('Parcel', { source, name: '', site_address: null })).detail).toBe(source);
});

test('a parcel without an owner shows its PIN as the title', () => {
  expect(suggestionText(suggestion('Parcel', { name: '' }))).toEqual({
    title: 'Parcel 46-1',
    detail: '12 Oak St',
  });
  expect(suggestionText(suggestion('Parcel', { site_address: null })).detail).toBe('Parcel 46-1');
});
