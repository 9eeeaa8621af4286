// The server as a whole: its health, its addresses, its settings for the browser, and what it does with a fault.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openMapParts } from '../cli/open-parts.ts';
import { clientConfig } from '../contract/client-config.ts';
import { MAP_CENTER, MAP_ZOOM, MAP_ZOOM_MIN } from '../contract/limits.ts';
import { messages, refusals } from '../contract/messages.ts';
import { VERSION } from '../runtime/version.ts';
import {
  type AppUnderTest,
  FIRST_LOT,
  openAppUnderTest,
  PLAIN_PIN,
  testConfig,
  testParcels,
} from '../test/app-under-test.ts';
import { TEST_INBOX } from '../test/inbox.ts';
import { printedRoutes } from '../test/printed-routes.ts';
import { testSource } from '../test/test-source.ts';
import { buildApp } from './app.ts';
import { LiveMaps } from './maps/live-maps.ts';

let under: AppUnderTest;
beforeAll(async () => {
  under = await openAppUnderTest({ parcelAccess: 'public' });
});
afterAll(() => under.close());

test('/healthz answers while the process runs', async () => {
  const answer = await under.app.inject('/healthz');
  expect(answer.statusCode).toBe(200);
});

describe('/readyz', () => {
  test('answers 200 when the stores do', async () => {
    const answer = await under.app.inject('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ parcels: testParcels.length });
  });

  test('answers 503 while there are no parcels', async () => {
    const empty = await openAppUnderTest({ records: [] });
    const answer = await empty.app.inject('/readyz');
    await empty.close();
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({ message: messages.noParcelsYet });
  }, 60_000);
});

describe('the addresses', () => {
  async function registeredRoutes(): Promise<string[]> {
    await under.app.ready();
    return printedRoutes(under.app.printRoutes({ commonPrefix: false }));
  }

  test("[P7] all of the product's own calls are under /api, and tiles under /tiles", async () => {
    const routes = await registeredRoutes();
    expect(routes.filter((route) => /^\w+ \/(api|tiles)\//.test(route)).sort()).toEqual(
      [
        'GET /api/account',
        'GET /api/account/export',
        'GET /api/counties',
        'GET /api/labels',
        'GET /api/notices',
        'GET /api/export',
        'GET /api/parcels/:pin',
        'GET /api/parcels/:pin/overlays',
        'GET /api/parcels/at',
        'GET /api/parcels/feature/:id',
        'GET /api/parcels/search',
        'GET /api/saved-parcels',
        'GET /api/drawings',
        'POST /api/drawings',
        'GET /api/preferences',
        'PUT /api/preferences',
        'GET /api/parcels',
        'GET /api/parcels/pins',
        'GET /api/parcel-fields/:field/values',
        'HEAD /api/parcels',
        'HEAD /api/parcels/pins',
        'HEAD /api/parcel-fields/:field/values',
        'POST /api/parcels',
        'POST /api/parcels/pins',
        'POST /api/parcel-fields/:field/values',
        'GET /api/parcel-fields',
        'GET /api/parcels/:pin/neighbors',
        'GET /api/parcels/:pin/holdings',
        'GET /api/parcels/:pin/sales',
        'HEAD /api/parcel-fields',
        'HEAD /api/parcels/:pin/neighbors',
        'HEAD /api/parcels/:pin/holdings',
        'HEAD /api/parcels/:pin/sales',
        'GET /tiles/:z/:x/:y.pbf',
        'HEAD /api/account',
        'HEAD /api/account/export',
        'HEAD /api/counties',
        'HEAD /api/labels',
        'HEAD /api/notices',
        'HEAD /api/export',
        'HEAD /api/parcels/:pin',
        'HEAD /api/parcels/:pin/overlays',
        'HEAD /api/parcels/at',
        'HEAD /api/parcels/feature/:id',
        'HEAD /api/parcels/search',
        'HEAD /api/saved-parcels',
        'HEAD /api/drawings',
        'HEAD /api/preferences',
        'HEAD /tiles/:z/:x/:y.pbf',
        'POST /api/ended-sessions',
        'POST /api/labels',
        'POST /api/map-sheet',
        'POST /api/notices',
        'POST /api/export',
        'POST /api/saved-parcels',
        'DELETE /api/account',
        'DELETE /api/account/sessions',
        'DELETE /api/account/sessions/:id',
        'DELETE /api/drawings/:id',
        'PUT /api/drawings/:id',
        'DELETE /api/saved-parcels/:id',
        'PUT /api/saved-parcels/:id',
      ].sort(),
    );
  });

  test('[P7] outside stand only the two providers, and what the page and its operator need', async () => {
    const authenticationProvider = /^\/(sdk\/v1|v1\/sessions\/jwks|v1\/public\/oauth)\//;
    const mapsProvider = /^\/(styles\/v1|maps|geocoding\/v5|events)\//;
    const paths = (await registeredRoutes()).map((route) => route.split(' ')[1]!);
    const others = paths.filter(
      (path) =>
        !/^\/(api|tiles)\//.test(path) && !authenticationProvider.test(path) && !mapsProvider.test(path),
    );
    const inboxPaths = ['/start/:key', '/inbox', '/inbox/:key', '/inbox/:key/:id'];
    expect(new Set(others)).toEqual(
      new Set(['/config.json', '/healthz', '/readyz', '/metrics', ...inboxPaths]),
    );
  });
});

test('the inbox has the type of the application, from this server', async () => {
  const { body } = await under.app.inject(TEST_INBOX);
  const files = [...body.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address!);
  expect(files).toHaveLength(4);
  for (const file of files) {
    const answer = await under.app.inject(file);
    expect(answer.headers['content-type'], file).toBe('font/woff2');
  }
});

test('/config.json tells the browser what it must know', async () => {
  const answer = await under.app.inject('/config.json');
  expect(clientConfig.parse(answer.json())).toEqual({
    productName: 'Platbook',
    version: VERSION,
    parcelAccess: 'public',
    parcelSource: 'Test county',
    parcelCredit: expect.stringMatching(/^Test county, as of \d{4}-\d\d-\d\d$/),
    parcelVersion: under.parcels.current()!.version,
    view: {
      center: { lng: expect.closeTo(FIRST_LOT.lng, 1), lat: expect.closeTo(FIRST_LOT.lat, 1) },
      zoom: MAP_ZOOM_MIN,
      bounds: under.parcels.current()!.bounds,
    },
    counties: [
      {
        name: testSource.name,
        title: 'Test county',
        hasBarePins: true,
        searchable: ['owner', 'address'],
        center: under.parcels.current()!.center,
        bounds: under.parcels.current()!.bounds,
      },
    ],
    layers: [],
    maps: { provider: 'embedded', accessToken: expect.stringMatching(/^pk\./), apiUrl: null },
    auth: {
      publicToken: expect.stringMatching(/^public-token-test-/),
      apiUrl: 'http://localhost:3000',
      inbox: true,
      inboxLink: false,
    },
  });
});

test('/config.json offers a link to the inbox only to the browser that has shown its key', async () => {
  const offered = async (cookie: string, headers = {}) => {
    const answer = await under.app.inject({ url: '/config.json', headers: { cookie, ...headers } });
    return answer.json().auth.inboxLink;
  };
  const shown = await under.app.inject(TEST_INBOX.replace('inbox', 'start'));
  const [cookie] = String(shown.headers['set-cookie']).split(';');
  expect(await offered(cookie!)).toBe(true);
  expect(await offered(`${cookie}x`)).toBe(false);
  expect(await offered(cookie!, { 'x-forwarded-for': '203.0.113.5' })).toBe(false);
});

test('/config.json is answered with 304 until the parcels change, also when all of them are removed', async () => {
  let current = under.parcels.current();
  const app = await buildApp({
    config: { ...testConfig, parcelAccess: 'public' },
    parcels: Object.assign(Object.create(under.parcels), { current: () => current }),
    accounts: under.accounts,
    places: under.places,
    maps: new LiveMaps(await openMapParts(testConfig)),
    webFolder: undefined,
    log: { write: () => {} },
  });
  const ask = (etag: string) => app.inject({ url: '/config.json', headers: { 'if-none-match': etag } });
  const first = await app.inject('/config.json');
  expect(first.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
  const etag = String(first.headers.etag);
  expect(await ask(etag)).toMatchObject({ statusCode: 304, body: '' });
  current = { ...current!, version: 'another' };
  const second = await ask(etag);
  expect(second.json()).toMatchObject({ parcelSource: 'Test county', parcelVersion: 'another' });
  current = { ...current!, kind: 'demo', version: 'demo' };
  expect((await ask(etag)).json().view).toEqual({
    center: MAP_CENTER,
    zoom: MAP_ZOOM,
    bounds: under.parcels.current()!.bounds,
  });
  const small = { west: -80.9, south: 35.6, east: -80.8, north: 35.7 };
  current = { ...current!, kind: 'imported', version: 'town', bounds: small };
  // [IMP-7] Whole: at whichever zoom a screen has room for it.
  expect((await ask(etag)).json().view).toMatchObject({ zoom: MAP_ZOOM_MIN, bounds: small });
  const large = { ...small, south: 35.1 };
  const [one] = current!.sources;
  current = { ...current!, version: 'county', bounds: large };
  expect((await ask(etag)).json().view).toMatchObject({ zoom: MAP_ZOOM });
  current = { ...current!, version: 'counties', sources: [one!, { ...one!, name: 'other' }] };
  expect((await ask(etag)).json()).toMatchObject({
    view: { zoom: MAP_ZOOM_MIN },
    counties: [{ name: 'test' }, { name: 'other' }],
  });
  current = undefined;
  const third = await ask(String(second.headers.etag));
  expect(third.json()).toMatchObject({ parcelSource: null, parcelVersion: null, view: null });
});

test('[LAY-5] /config.json takes nobody for a stranger whose session cannot be looked up just now', async () => {
  const site = await openAppUnderTest({ records: [] });
  const ask = (headers = {}) => site.app.inject({ url: '/config.json', headers });
  const cookie = `session_token=${await site.signIn()}`;
  const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
  const lookUp = vi.spyOn(site.accounts, 'findSession').mockRejectedValue(starting);
  expect(await ask({ cookie })).toMatchObject({ statusCode: 503 });
  // Who has no session is a stranger in any case.
  expect(await ask()).toMatchObject({ statusCode: 200 });
  lookUp.mockRestore();
  expect(await ask({ cookie })).toMatchObject({ statusCode: 200 });
  await site.close();
});

test('the token of the embedded maps is one that Mapbox’s libraries can read', async () => {
  const { maps } = (await under.app.inject('/config.json')).json();
  const claims = maps.accessToken.split('.')[1];
  expect(JSON.parse(Buffer.from(claims, 'base64').toString())).toMatchObject({ u: 'platbook' });
});

test.each([undefined, 'pk.eyJ1IjoiYWRhIn0.x'])(
  '[M3] where Mapbox was chosen, the browser gets its address and the token %s',
  async (token) => {
    const maps = { provider: 'mapbox', mapboxAccessToken: token, basemapFile: undefined } as const;
    const withMapbox = await openAppUnderTest({ maps, records: [] });
    const answer = await withMapbox.app.inject('/config.json');
    await withMapbox.close();
    expect(clientConfig.parse(answer.json()).maps).toEqual({
      provider: 'mapbox',
      accessToken: token ?? null,
      apiUrl: 'https://api.mapbox.com',
    });
  },
  60_000,
);

test('by default answers are not cached, and browsers do not guess their type', async () => {
  const answer = await under.app.inject(`/api/parcels/${PLAIN_PIN}`);
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
});

describe('a fault', () => {
  async function brokenApp(broken: () => Promise<never>) {
    let log = '';
    const app = await buildApp({
      config: { ...testConfig, parcelAccess: 'public' },
      parcels: Object.assign(Object.create(under.parcels), { findByPin: broken, storedTile: broken }),
      accounts: under.accounts,
      places: under.places,
      maps: new LiveMaps(await openMapParts(testConfig)),
      webFolder: undefined,
      log: {
        write: (line) => {
          log += line;
        },
      },
    });
    return { app, logged: () => log };
  }

  test('is answered without details, and logged in one line without the query', async () => {
    const { app, logged } = await brokenApp(() => Promise.reject(new Error('disk on fire at /var/secret')));
    const answer = await app.inject('/api/parcels/1?token=hush');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ message: refusals.serverFault });
    expect(logged().trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(logged())).toMatchObject({
      err: { message: 'disk on fire at /var/secret' },
      route: '/api/parcels/:pin',
    });
    expect(logged()).not.toContain('hush');
  });

  test('is never cached, not even in place of a tile', async () => {
    const { app } = await brokenApp(() => Promise.reject(new Error('no')));
    const answer = await app.inject('/tiles/14/4512/6459.pbf');
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('with a code of its own is still a fault', async () => {
    const { app } = await brokenApp(() =>
      Promise.reject(Object.assign(new Error('no'), { code: 'SQLITE_BUSY' })),
    );
    expect((await app.inject('/api/parcels/1')).statusCode).toBe(500);
  });
});
