import { beforeEach, expect, test, vi } from 'vitest';
import { exampleLayers } from '../test/example-layers.ts';
import { memoryStorage } from '../test/memory-storage.ts';
import { storedJwt } from '../test/stored-jwt.ts';
import { openingPlace } from './last-place.ts';
import { choose, openPreferences } from './preferences.ts';

const view = {
  center: { lng: -80.86, lat: 35.62 },
  bounds: { west: -81, south: 35, east: -80, north: 36 },
  zoom: 13,
};

function visit(path: string, kept?: object) {
  const { search, hash, origin } = new URL(path, 'https://atlas.example.org');
  vi.stubGlobal('location', { search, hash, origin });
  if (kept) localStorage.setItem('place:ada', JSON.stringify(kept));
  return openingPlace({ layers: [...exampleLayers], view });
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage({ session_jwt: storedJwt('ada') }));
  openPreferences();
  return () => {
    vi.unstubAllGlobals();
    openPreferences();
  };
});

const last = { link: '/?style=outdoors-v12&pin=46-1#15.5/35.7/-80.8' };

test('[M1] the first visit has no place of its own, and the preferred basemap', () => {
  expect(visit('/')).toMatchObject({ camera: undefined, styleId: 'streets-v12', isOwn: true });
  choose({ basemap: 'satellite-streets-v12' });
  expect(visit('/')).toMatchObject({
    camera: undefined,
    styleId: 'satellite-streets-v12',
    isPreferred: true,
  });
});

test('the next visit begins where the last one ended; not on land that is no longer there', () => {
  expect(visit('/', last)).toMatchObject({
    camera: { center: { lng: -80.8, lat: 35.7 }, zoom: 15.5 },
    styleId: 'outdoors-v12',
    pin: '46-1',
    isOwn: true,
  });
  expect(visit('/', { link: '/?pin=46-1#15.5/42.3/-71.1' })).toMatchObject({
    camera: undefined,
    pin: undefined,
  });
  expect(visit('/', { link: 5 })).toMatchObject({ camera: undefined });
});

test('a link decides by itself what it says', () => {
  choose({ basemap: 'satellite-streets-v12' });
  const shown = { camera: { center: { lng: -80.86, lat: 35.62 }, zoom: 14 }, styleId: 'streets-v12' };
  expect(visit('/#14/35.62/-80.86', last)).toMatchObject({ ...shown, pin: undefined, isOwn: false });
  // Without a view of its own, it has the reader's basemap.
  expect(visit('/?pin=46-2', last)).toMatchObject({
    camera: undefined,
    pin: '46-2',
    styleId: 'satellite-streets-v12',
  });
  expect(visit('/?pin=46-2&style=outdoors-v12', last)).toMatchObject({ styleId: 'outdoors-v12' });
});

test('nobody sees the place of another person', () => {
  localStorage.setItem('session_jwt', storedJwt('bob'));
  expect(visit('/', last)).toMatchObject({ camera: undefined, pin: undefined });
});
