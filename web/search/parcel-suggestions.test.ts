import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { onUnauthorized } from '../call-server.ts';
import { findParcels, mergeSuggestions } from './parcel-suggestions.ts';

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
  expect(pinsAndPlaces(mergeSuggestions({ places: fivePlaces, parcels }))).toEqual(['A', 'B', 'C', '1', '2']);
  expect(mergeSuggestions({ places: [], parcels: Array.from('123456', (pin) => parcel(pin)) })).toHaveLength(
    SUGGESTIONS_MAX,
  );
});

test('a parcel matched by PIN comes before the places, one matched by owner before places that match badly', () => {
  const places = [place('A'), place('badly', { relevance: 0.5 })];
  const parcels = [parcel('46-1', 'pin'), parcel('46-2')];
  expect(pinsAndPlaces(mergeSuggestions({ places, parcels }))).toEqual(['46-1', 'A', '46-2', 'badly']);
});

test('a parcel found by address is listed only if the places list no address', () => {
  const parcels = [parcel('1', 'address')];
  const house = place('12 Oak Street', { place_type: ['address'] });
  expect(pinsAndPlaces(mergeSuggestions({ places: [house], parcels }))).toEqual(['12 Oak Street']);
  expect(pinsAndPlaces(mergeSuggestions({ places: [place('Oakton')], parcels }))).toEqual(['Oakton', '1']);
});

test('[G7] the fields reported to the provider contain neither owner nor PIN', () => {
  const [{ parcel: _, ...reported }] = mergeSuggestions({ places: [], parcels: [parcel('46-1')] }) as [
    Suggestion,
  ];
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
