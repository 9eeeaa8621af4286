import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

/** No owner is called so. */
const text = 'anything';

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
  expect(pinsAndPlaces(mergeSuggestions({ text, places: fivePlaces, parcels }))).toEqual([
    'A',
    'B',
    'C',
    '1',
    '2',
  ]);
  expect(
    mergeSuggestions({ text, places: [], parcels: Array.from('123456', (pin) => parcel(pin)) }),
  ).toHaveLength(SUGGESTIONS_MAX);
});

test('a parcel matched by PIN comes before the places, one matched by owner before places that match badly', () => {
  const places = [place('A'), place('badly', { relevance: 0.5 })];
  const parcels = [parcel('46-1', 'pin'), parcel('46-2')];
  expect(pinsAndPlaces(mergeSuggestions({ text, places, parcels }))).toEqual(['46-1', 'A', '46-2', 'badly']);
});

test('a parcel found by address is listed only if the places list no address', () => {
  const parcels = [parcel('1', 'address'), parcel('2', 'mailing')];
  const house = place('12 Oak Street', { place_type: ['address'] });
  expect(pinsAndPlaces(mergeSuggestions({ text, places: [house], parcels }))).toEqual(['12 Oak Street']);
  expect(pinsAndPlaces(mergeSuggestions({ text, places: [place('Oakton')], parcels }))).toEqual([
    'Oakton',
    '1',
    '2',
  ]);
});

describe('places far away', () => {
  const far = ['Penasco', 'Pena Blanca', 'Penasquitos'].map((name) => place(name, { center: [-106, 35] }));
  const owners = ['1', '2', '3', '4'].map((pin) => ({ ...parcel(pin), name: `Peña Adriana ${pin}` }));

  test('come after the owners here who are called what was typed, and keep two rows', () => {
    for (const typed of ['PEÑA', 'pena', 'pen', 'adriana PEÑ'])
      expect(pinsAndPlaces(mergeSuggestions({ text: typed, places: far, parcels: owners }))).toEqual([
        ...['1', '2', '3'],
        ...['Penasco', 'Pena Blanca'],
      ]);
    const near = place('Penhallow', { center: [-80.9, 35.6] });
    expect(pinsAndPlaces(mergeSuggestions({ text: 'pen', places: [...far, near], parcels: owners }))).toEqual(
      ['Penhallow', '1', '2', 'Penasco', 'Pena Blanca'],
    );
  });

  test('and after the parcels whose PIN begins so', () => {
    const parcels = ['98-1', '98-2', '98-3'].map((pin) => parcel(pin, 'pin'));
    expect(pinsAndPlaces(mergeSuggestions({ text: '98', places: far, parcels }))).toEqual([
      ...['98-1', '98-2', '98-3'],
      ...['Penasco', 'Pena Blanca'],
    ]);
  });

  test('come first where the owners only resemble what was typed', () => {
    expect(pinsAndPlaces(mergeSuggestions({ text: 'penas', places: far, parcels: owners }))).toEqual([
      ...['Penasco', 'Pena Blanca', 'Penasquitos'],
      ...['1', '2'],
    ]);
  });

  test('come after such owners, if they only resemble it themselves', () => {
    const places = far.map((found) => ({ ...found, relevance: 0.75 }));
    expect(pinsAndPlaces(mergeSuggestions({ text: 'penya', places, parcels: owners }))).toEqual([
      ...['1', '2', '3'],
      ...['Penasco', 'Pena Blanca'],
    ]);
  });

  test('are not the state around, nor a city nearby', () => {
    const state = place('Adriana State', { center: [-90, 30], bbox: [-92, 28, -80, 36] });
    const city = place('Adriana City', { center: [-80.1, 35.5] });
    expect(
      pinsAndPlaces(mergeSuggestions({ text: 'adriana', places: [state, city], parcels: owners })),
    ).toEqual(['Adriana State', 'Adriana City', '1', '2', '3']);
  });
});

test('[G7] the fields reported to the provider contain neither owner nor PIN', () => {
  const [{ parcel: _, ...reported }] = mergeSuggestions({ text, places: [], parcels: [parcel('46-1')] }) as [
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
