import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { onUnauthorized } from '../call-server.ts';
import { findParcels, mergeSuggestions, withAll } from './parcel-suggestions.ts';

const place = (name: string, more: Partial<Suggestion> = {}): Suggestion => ({
  id: `place.${name}`,
  type: 'Feature',
  place_name: name,
  place_type: ['place'],
  relevance: 1,
  center: [-80, 35],
  geometry: { type: 'Point', coordinates: [-80, 35] },
  properties: {},
  ...more,
});

/** No owner is called so. */
const text = 'anything';
/** Around the places. */
const land = [{ west: -81, south: 34.9, east: -79.9, north: 36 }];

const parcel = (pin: string, match: ParcelMatch['match'] = 'owner'): ParcelMatch => ({
  pin,
  name: `Owner of ${pin}`,
  add1: null,
  city: null,
  site_address: null,
  taxacres: 1,
  centroid: { lng: -80.9, lat: 35.5 },
  match,
});

const pinsAndPlaces = (suggestions: Suggestion[]) =>
  suggestions.map(({ parcel: found, place_name }) => found?.pin ?? place_name);

const fivePlaces = ['A', 'B', 'C', 'D', 'E'].map((name) => place(name));

test('[G1] places and parcels together are never more than five, and two of them may be parcels', () => {
  const parcels = ['1', '2', '3'].map((pin) => parcel(pin));
  expect(pinsAndPlaces(mergeSuggestions({ text, land, places: fivePlaces, parcels }))).toEqual([
    'A',
    'B',
    'C',
    '1',
    '2',
  ]);
  expect(
    mergeSuggestions({ text, land, places: [], parcels: Array.from('123456', (pin) => parcel(pin)) }),
  ).toHaveLength(SUGGESTIONS_MAX);
});

test('a parcel matched by PIN comes before the places, one matched by owner before places that match badly', () => {
  const places = [place('A'), place('badly', { relevance: 0.5 })];
  const parcels = [parcel('46-1', 'pin'), parcel('46-2')];
  expect(pinsAndPlaces(mergeSuggestions({ text, land, places, parcels }))).toEqual([
    '46-1',
    'A',
    '46-2',
    'badly',
  ]);
});

test('a parcel found by address is listed only if the places list no address', () => {
  const parcels = [parcel('1', 'address'), parcel('2', 'mailing')];
  const house = place('12 Oak Street', { place_type: ['address'] });
  expect(pinsAndPlaces(mergeSuggestions({ text, land, places: [house], parcels }))).toEqual([
    '12 Oak Street',
  ]);
  expect(pinsAndPlaces(mergeSuggestions({ text, land, places: [place('Oakton')], parcels }))).toEqual([
    'Oakton',
    '1',
    '2',
  ]);
});

describe('places elsewhere', () => {
  const far = ['Penasco', 'Pena Blanca', 'Penasquitos'].map((name) => place(name, { center: [-106, 35] }));
  const owners = ['1', '2', '3', '4'].map((pin) => ({ ...parcel(pin), name: `Peña Adriana ${pin}` }));
  const near = place('Penhallow');
  const merge = (more: Partial<Parameters<typeof mergeSuggestions>[0]>) =>
    pinsAndPlaces(mergeSuggestions({ text, land, places: far, parcels: owners, ...more }));

  test('come after all parcels, whatever these were found by, and keep two rows', () => {
    for (const typed of ['PEÑA', 'pen', 'penas'])
      expect(merge({ text: typed })).toEqual(['1', '2', '3', 'Penasco', 'Pena Blanca']);
    expect(merge({ text: 'pen', places: [...far, near] })).toEqual([
      ...['Penhallow', '1', '2'],
      ...['Penasco', 'Pena Blanca'],
    ]);
    const parcels = ['98-1', '98-2', '98-3'].map((pin) => parcel(pin, 'pin'));
    expect(merge({ text: '98', parcels })).toEqual(['98-1', '98-2', '98-3', 'Penasco', 'Pena Blanca']);
  });

  test('come after places here that match badly', () => {
    const badly = { ...near, relevance: 0.5 };
    expect(merge({ places: [...far, badly], parcels: [] })).toEqual([
      'Penhallow',
      ...['Penasco', 'Pena Blanca', 'Penasquitos'],
    ]);
  });

  test('of which one was typed in full are found though the list is full without it', () => {
    const places = [
      ...fivePlaces.slice(0, 4),
      place('Denver, Colorado', { center: [-105, 39.7], text: 'Denver' }),
    ];
    for (const typed of ['denver', 'Denver, CO'])
      expect(merge({ text: typed, places })).toEqual(['A', 'B', '1', '2', 'Denver, Colorado']);
    expect(merge({ text: 'den', places })).toEqual(['A', 'B', 'C', '1', '2']);
  });

  test('stay when all parcels take a row, in place of a parcel', () => {
    const all = { ...place('Parcels'), set: { text, count: 40 } };
    const listed = mergeSuggestions({ text: 'pen', land, places: far, parcels: owners });
    expect(pinsAndPlaces(withAll(listed, [all]))).toEqual(['1', '2', 'Penasco', 'Pena Blanca', 'Parcels']);
    expect(pinsAndPlaces(withAll(listed.slice(0, 3), [all]))).toEqual(['1', '2', '3', 'Parcels']);
  });

  test('are not the state around the land', () => {
    const state = place('Adriana State', { center: [-90, 30], bbox: [-92, 28, -80, 36] });
    expect(merge({ places: [state] })).toEqual(['Adriana State', '1', '2', '3', '4']);
  });

  test('are nowhere while no parcels are loaded', () => {
    expect(merge({ places: [...far, near], land: [], parcels: [] })).toEqual([
      ...['Penasco', 'Pena Blanca', 'Penasquitos'],
      'Penhallow',
    ]);
  });
});

test('[G7] the fields reported to the provider contain neither owner nor PIN', () => {
  const [{ parcel: _, ...reported }] = mergeSuggestions({
    text,
    land,
    places: [],
    parcels: [parcel('46-1')],
  }) as [Suggestion];
  expect(JSON.stringify(reported)).not.toContain('46-1');
});

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the parcel request carries the stored session and exactly the typed text', async () => {
  localStorage.setItem('session_jwt', 'the-jwt');
  localStorage.setItem('session_token', 'the-token');
  const fetch = vi.fn(async () => Response.json({ parcels: [parcel('1')] }));
  vi.stubGlobal('fetch', fetch);
  expect(await findParcels('Smith & Sons')).toEqual([parcel('1')]);
  expect(fetch).toHaveBeenCalledWith(
    '/api/parcels/search?q=Smith+%26+Sons',
    expect.objectContaining({
      headers: expect.objectContaining({ Authorization: 'Bearer the-jwt', 'X-Session-Token': 'the-token' }),
      credentials: 'include',
    }),
  );
});

test.each([
  ['a failing server', async () => new Response('{}', { status: 500 })],
  ['an invalid answer', async () => Response.json({ parcels: 'many' })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('[G4] %s means no parcels, and no failure of the search', async (_, fetch) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', fetch);
  expect(await findParcels('smith')).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
});

test('a 401 of the search triggers a session check, as with every other call', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 401 }));
  const checkSession = vi.fn();
  const stop = onUnauthorized(checkSession);
  await findParcels('smith');
  expect(checkSession).toHaveBeenCalledOnce();
  stop();
});
