import { beforeEach, expect, test, vi } from 'vitest';
import { createRepairs } from '../repairs.ts';
import type { CreatedMap } from './create-map.ts';
import { startMap } from './use-map.ts';

const created = {} as CreatedMap;
const whole = {
  container: {} as HTMLElement,
  maps: { provider: 'embedded', accessToken: null, apiUrl: null },
  parcelCredit: null,
  view: null,
  camera: undefined,
  styleId: 'streets-v12',
  repairs: createRepairs(),
  create: () => created,
} as const;
const failing = (thrown: unknown) => () => {
  throw thrown;
};

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  return () => vi.unstubAllGlobals();
});

test('the map starts with a container and a maps provider', () => {
  expect(startMap(whole)).toEqual({ status: 'running', ...created });
});

test('[M3] a missing container is reported', () => {
  expect(startMap({ ...whole, container: null })).toEqual({
    status: 'failed',
    message: 'Map container element not found',
  });
});

test('[M3] a missing Mapbox token is reported, and no map is created', () => {
  const create = vi.fn();
  const maps = { provider: 'mapbox', accessToken: null, apiUrl: null } as const;
  expect(startMap({ ...whole, maps, create })).toEqual({
    status: 'failed',
    message: 'Mapbox Access Token missing',
  });
  expect(create).not.toHaveBeenCalled();
});

test('[M3] a map that cannot be created reports the thrown message, or an unknown error', () => {
  const messageFor = (thrown: unknown) => startMap({ ...whole, create: failing(thrown) });
  expect(messageFor(new Error('WebGL2 is required'))).toEqual({
    status: 'failed',
    message: 'WebGL2 is required',
  });
  const unknown = { status: 'failed', message: 'Unknown error during map setup' };
  expect(messageFor(new Error(''))).toEqual(unknown);
  expect(messageFor('broken')).toEqual(unknown);
});
