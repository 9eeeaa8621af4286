import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { describe, expect, test } from 'vitest';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { COORDINATES, fieldText, kindOf, suggestionText } from './suggestion-text.ts';

const suggestion = (place_name: string, more: Partial<Suggestion> = {}): Suggestion => ({
  id: 'place.1',
  type: 'Feature',
  place_name,
  center: [-80, 35],
  geometry: { type: 'Point', coordinates: [-80, 35] },
  properties: {},
  ...more,
});

const parcel = (more: Partial<ParcelMatch> = {}): Suggestion =>
  suggestion('Parcel', {
    parcel: {
      pin: '46-1',
      name: 'Smith, Ann',
      add1: 'PO Box 12',
      city: 'Penhallow',
      site_address: '12 Oak St',
      taxacres: 1.1,
      centroid: { lng: -80, lat: 35 },
      match: 'owner',
      ...more,
    },
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

test('a ground of the map says what it is', () => {
  const park = suggestion('Oak Park, Penhallow, North Carolina', {
    place_type: ['poi'],
    properties: { category: 'nature reserve' },
  });
  expect(suggestionText(park).detail).toBe('Nature reserve · Penhallow, North Carolina');
  expect(kindOf(park)).toBe('park');
  for (const category of ['lake', 'stream'])
    expect(kindOf(suggestion('Sandy', { place_type: ['poi'], properties: { category } }))).toBe('water');
  expect(kindOf(suggestion('Oak School', { place_type: ['poi'], properties: { category: 'school' } }))).toBe(
    'place',
  );
});

describe('a parcel shows first what was searched for, then what tells it apart:', () => {
  test.each([
    ['owner', 'Smith, Ann', '12 Oak St · 1.10 acres · Parcel 46-1', 'Smith, Ann'],
    ['address', '12 Oak St', 'Smith, Ann · 1.10 acres · Parcel 46-1', '12 Oak St'],
    ['pin', 'Parcel 46-1', 'Smith, Ann · 12 Oak St · 1.10 acres', '46-1'],
    [
      'mailing',
      'Smith, Ann',
      'Mail to PO Box 12, Penhallow · 12 Oak St · 1.10 acres · Parcel 46-1',
      'Smith, Ann',
    ],
  ] as const)('its %s', (match, title, detail, field) => {
    expect(suggestionText(parcel({ match }))).toEqual({ title, detail });
    expect(fieldText(parcel({ match }))).toBe(field);
  });

  test('the mailing address, which is nobody’s location, only where it was searched for', () => {
    for (const match of ['owner', 'address', 'pin'] as const) {
      const { title, detail } = suggestionText(parcel({ match, site_address: null }));
      expect(`${title} ${detail}`).not.toContain('PO Box');
    }
  });

  test('its PIN, where the county knows neither owner nor address', () => {
    const text = { title: 'Parcel 46-1', detail: '1.10 acres' };
    expect(suggestionText(parcel({ name: '', site_address: null }))).toEqual(text);
    expect(suggestionText(parcel({ match: 'address', name: '', site_address: null }))).toEqual(text);
    expect(suggestionText(parcel({ name: '' })).detail).toBe('12 Oak St · 1.10 acres');
    expect(fieldText(parcel({ name: '' }))).toBe('46-1');
  });
});

test('acres that the county does not know are left out', () => {
  for (const taxacres of [null, 0])
    expect(suggestionText(parcel({ taxacres })).detail).toBe('12 Oak St · Parcel 46-1');
  expect(suggestionText(parcel({ taxacres: 1234.5 })).detail).toContain('1,234.50 acres');
});

test('a lot of many owners leaves its address or its PIN in the field', () => {
  const lot = { name: '34 owners' };
  expect(fieldText(parcel({ ...lot, match: 'address' }))).toBe('12 Oak St');
  expect(fieldText(parcel({ ...lot, match: 'pin' }))).toBe('46-1');
  expect(fieldText(parcel({ ...lot, match: 'owner' }))).toBe('12 Oak St');
  expect(fieldText(parcel({ ...lot, match: 'owner', site_address: null }))).toBe('46-1');
});

test('a PIN is shown as the county writes it, without the name of the source', () => {
  const { detail } = suggestionText(parcel({ pin: '46-1~iredell' }));
  expect(detail).toBe('12 Oak St · 1.10 acres · Parcel 46-1');
  expect(fieldText(parcel({ pin: '46-1~iredell', match: 'pin' }))).toBe('46-1');
});

test('with several counties loaded, parcels of the same PIN and address are told apart by their counties', () => {
  const source = 'Iredell County, North Carolina';
  for (const match of ['owner', 'address', 'pin'] as const)
    expect(suggestionText(parcel({ match, source })).detail).toMatch(/ · Iredell County, North Carolina$/);
});

test('every suggestion is of one kind, which its icon shows', () => {
  const address = { place_type: ['address'] };
  for (const match of ['owner', 'mailing'] as const) expect(kindOf(parcel({ match }))).toBe('owner');
  for (const match of ['pin', 'address'] as const) expect(kindOf(parcel({ match }))).toBe('parcel');
  expect(kindOf(suggestion('35.6335, -80.8720', { place_type: [COORDINATES] }))).toBe('coordinates');
  expect(kindOf(suggestion('12 Oak Street', { ...address, address: '12' }))).toBe('address');
  expect(kindOf(suggestion('Oak Street', address))).toBe('street');
  expect(kindOf(suggestion('Main Street and Oak Avenue', address))).toBe('street');
  expect(kindOf(suggestion('Penhallow', { place_type: ['place'] }))).toBe('place');
});
