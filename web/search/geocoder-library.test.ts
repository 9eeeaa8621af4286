// Behavior of the search library that this application relies on.
import MapboxGeocoder from '@mapbox/mapbox-gl-geocoder';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const ACCESS_TOKEN = 'pk.eyJ1IjoidGVzdCJ9.x';

beforeEach(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('[G8] set-up throws', () => {
  const noMap = {} as MapLibreMap;

  test.each([undefined, '', 'no token'])('with %o for an access token', (accessToken) => {
    const geocoder = new MapboxGeocoder({ ...(accessToken !== undefined && { accessToken }) });
    expect(() => geocoder.onAdd(noMap)).toThrow(/token/i);
  });

  test('in local-only mode without a local geocoder', () => {
    const geocoder = new MapboxGeocoder({ accessToken: ACCESS_TOKEN, localGeocoderOnly: true });
    expect(() => geocoder.onAdd(noMap)).toThrow('A localGeocoder function must be specified');
  });
});

test.each([
  ['fr', [-4.59235, 41.380007], [9.560016, 51.148506]],
  ['us', [-171.791111, 18.91619], [-66.96466, 71.357764]],
  ['ru', [19.66064, 41.151416], [190.10042, 81.2504]],
  ['ca', [-140.99778, 41.675105], [-52.648099, 83.23324]],
])('[G6] the country %s is shown within bounds of its own', (short_code, southWest, northEast) => {
  const geocoder = new MapboxGeocoder({ accessToken: ACCESS_TOKEN });
  const fitBounds = vi.fn();
  geocoder._map = { fitBounds } as Partial<MapLibreMap> as MapLibreMap;
  geocoder._fly({ properties: { short_code } });
  expect(fitBounds).toHaveBeenCalledWith([southWest, northEast], {});
});
