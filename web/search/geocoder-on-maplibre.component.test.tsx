// The requests that the search library sends: what they carry, and when they are sent.
import type { GeocoderOptions } from '@mapbox/mapbox-gl-geocoder';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openEmptyMap } from '../../test/component/empty-map.ts';
import { type GeocodingStub, placeAt, stubGeocoding } from '../../test/component/geocoding-stub.ts';
import { GeocoderOnMapLibre } from './geocoder-on-maplibre.ts';

const ACCESS_TOKEN = 'pk.eyJ1IjoidGVzdCJ9.x';
const maps = { provider: 'embedded', accessToken: ACCESS_TOKEN, apiUrl: null } as const;

let stub: GeocodingStub;
let geocoder: GeocoderOnMapLibre | undefined;

beforeEach(() => {
  stub = stubGeocoding();
});
afterEach(() => {
  geocoder?.onRemove();
  geocoder = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function addTo(map: MapLibreMap, options: GeocoderOptions = {}): GeocoderOnMapLibre {
  const added = new GeocoderOnMapLibre({ maps, hint: 'Search places', onPick: () => {} });
  document.body.append(added.onAdd(map));
  Object.assign(added.options, options);
  geocoder = added;
  return added;
}

/** The request for a text, once it has been sent. */
async function requestFor(text: string): Promise<URL> {
  const before = stub.requests.length;
  geocoder!.takeOver({ value: text, isFocused: true });
  await vi.waitFor(() => expect(stub.requests).toHaveLength(before + 1));
  return stub.requests.at(-1)!;
}

test('[G5] a request carries all twelve fields, with the values that are set', async () => {
  const { eventManager } = addTo(await openEmptyMap(), {
    countries: 'us,ca',
    proximity: { longitude: -80.5, latitude: 35.5 },
    types: 'place,address',
    autocomplete: false,
    bbox: [-81, 35, -80, 36],
    limit: 3,
    language: 'en,de',
    routing: true,
    fuzzyMatch: false,
    worldview: 'jp',
  });
  const { pathname, searchParams } = await requestFor('oak & elm');
  expect(pathname).toBe('/geocoding/v5/mapbox.places/oak%20%26%20elm.json');
  expect(Object.fromEntries(searchParams)).toEqual({
    country: 'us,ca',
    proximity: '-80.5,35.5',
    types: 'place,address',
    autocomplete: 'false',
    bbox: '-81,35,-80,36',
    limit: '3',
    language: 'en,de',
    routing: 'true',
    fuzzyMatch: 'false',
    worldview: 'jp',
    session_token: eventManager.getSessionId(),
    access_token: ACCESS_TOKEN,
  });
});

test('[G6] the map’s center is sent as proximity only above zoom 9', async () => {
  const map = await openEmptyMap({ center: [-80.86, 35.62], zoom: 9.1 });
  addTo(map);
  const proximity = (await requestFor('oak')).searchParams.get('proximity');
  expect(proximity?.split(',').map(Number)).toEqual([expect.closeTo(-80.86, 5), expect.closeTo(35.62, 5)]);
  map.jumpTo({ zoom: 9 });
  expect((await requestFor('elm')).searchParams.get('proximity')).toBeNull();
});

describe('[G6] a longitude,latitude pair', () => {
  test('is reverse-geocoded while that option is on, as it is on this page', async () => {
    addTo(await openEmptyMap());
    const { pathname, searchParams } = await requestFor('-80.86,35.62');
    expect(pathname).toBe('/geocoding/v5/mapbox.places/-80.86,35.62.json');
    // A reverse request has no proximity and one result.
    expect(searchParams.get('proximity')).toBeNull();
    expect(searchParams.get('limit')).toBe('1');
  });

  test('is searched for as text while that option is off', async () => {
    addTo(await openEmptyMap(), { reverseGeocode: false });
    const { pathname, searchParams } = await requestFor('-80.86,35.62');
    expect(decodeURIComponent(pathname)).toBe('/geocoding/v5/mapbox.places/-80.86 35.62.json');
    expect(searchParams.get('proximity')).not.toBeNull();
    expect(searchParams.get('limit')).toBe('5');
  });
});

test('[G1] [G7] requests are debounced by 200 ms, telemetry is sent after 1000 ms or at 100 events, and its timer ends with the search', async () => {
  const map = await openEmptyMap();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  stub.places = { oak: [placeAt('Oak Lane')] };
  addTo(map);
  const input = document.querySelector('input')!;
  input.focus();
  await userEvent.keyboard('o');
  await vi.advanceTimersByTimeAsync(2000);
  expect(stub.requests).toEqual([]);
  await userEvent.keyboard('ak');
  await vi.advanceTimersByTimeAsync(199);
  expect(stub.requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(stub.requests.map(({ pathname }) => pathname)).toEqual(['/geocoding/v5/mapbox.places/oak.json']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(stub.requests).toHaveLength(1);

  stub.telemetry.length = 0;
  const pressedAt = Date.now();
  for (let press = 0; press < 101; press++) {
    input.dispatchEvent(new KeyboardEvent('keyup', { key: 'k', keyCode: 75 }));
  }
  await vi.advanceTimersByTimeAsync(3000);
  expect(stub.telemetry.map(({ at, events }) => [at - pressedAt, events.length])).toEqual([
    [0, 100],
    [1000, 1],
  ]);

  expect(vi.getTimerCount()).toBeGreaterThan(0);
  geocoder!.onRemove();
  geocoder = undefined;
  expect(vi.getTimerCount()).toBe(0);
});

test('[G7] starting, typing and picking are reported, without the name of Mapbox in the list', async () => {
  stub.places = { pe: [placeAt('Penhallow')] };
  addTo(await openEmptyMap());
  document.querySelector('input')!.focus();
  await userEvent.keyboard('pe');
  const option = page.getByRole('option');
  await expect.element(option).toHaveTextContent('Penhallow');
  expect(page.getByText('Powered by Mapbox').elements()).toEqual([]);
  await option.click();
  await vi.waitFor(
    () =>
      expect(stub.telemetry.flatMap(({ events }) => events)).toEqual(
        expect.arrayContaining(['search.start', 'search.keystroke', 'search.select']),
      ),
    15_000,
  );
});
