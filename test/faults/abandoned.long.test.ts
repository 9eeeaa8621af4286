// Whoever goes away gives up what their request holds: a place in a queue, a thread, a connection to the database. Walks the
// table of routes, on both databases.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadParcels } from '../app-under-test.ts';
import { eventually } from '../eventually.ts';
import { closeStores, storeKinds } from '../store-places.ts';
import { syntheticParcels } from '../synthetic-parcels.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { FAULT_TIMEOUT_MS } from './size.ts';

/** Two seconds are promised; a machine that runs other tests meanwhile takes its time to notice. */
const GIVEN_UP_MS = 4000;
const LOTS = { columns: 200, rows: 150 };
const parcels = [...syntheticParcels(LOTS)];
const { pin, centroid } = parcels[0]!;
const ofParcel = `/api/parcels/${encodeURIComponent(pin)}`;

/** From one corner over everything that touches, eight times: more than ten seconds. */
const longFilter = Array.from(
  { length: 8 },
  (_, at) => `NEAR(pin = '${pin}', ${200_000 + at}, 'same block')`,
).join(' OR ');

type Asked = { path: string; body?: object; isLong?: boolean };

/** A filter in the address, and in a body. */
function eitherWay(url: string, others: Record<string, string> = {}): Record<string, Asked> {
  const path = url.replace(':field', 'zoning');
  const set = { filter: longFilter, ...others };
  return {
    [`GET ${url}`]: { path: `${path}?${new URLSearchParams(set)}`, isLong: true },
    [`POST ${url}`]: { path, body: set, isLong: true },
  };
}

/** Every route that reads a store, or does work in a thread. What is not long is asked for all the same. */
const routes: Record<string, Asked> = {
  ...eitherWay('/api/parcels'),
  ...eitherWay('/api/parcels/pins'),
  ...eitherWay('/api/parcel-fields/:field/values'),
  ...eitherWay('/api/export', { format: 'csv' }),
  ...eitherWay('/api/notices'),
  ...eitherWay('/api/labels', { format: '5160' }),
  'POST /api/map-sheet': {
    path: '/api/map-sheet',
    body: { filter: longFilter, title: 'Lots', paper: 'a4', feetPerInch: 100, center: centroid },
    isLong: true,
  },
  'GET /api/parcels/:pin/neighbors': { path: `${ofParcel}/neighbors?feet=264000&across=false`, isLong: true },
  'GET /api/parcels/:pin/holdings': { path: `${ofParcel}/holdings` },
  'GET /api/parcels/:pin/sales': { path: `${ofParcel}/sales?miles=50&months=1200&acres=1000` },
  'GET /api/parcels/:pin/overlays': { path: `${ofParcel}/overlays` },
  'GET /api/parcels/:pin': { path: ofParcel },
  'GET /api/parcels/at': { path: `/api/parcels/at?lng=${centroid.lng}&lat=${centroid.lat}` },
  'GET /api/parcels/feature/:id': { path: '/api/parcels/feature/1' },
  'GET /api/parcels/search': { path: '/api/parcels/search?q=smi%20joh%20westm' },
  'GET /api/parcel-fields': { path: '/api/parcel-fields' },
  'GET /api/counties': { path: '/api/counties' },
  'GET /tiles/:z/:x/:y.pbf': { path: '/tiles/18/72193/103244.pbf' },
  'GET /geocoding/v5/:mode/:file': { path: '/geocoding/v5/mapbox.places/alderbrook%20main.json' },
  'GET /api/account': { path: '/api/account' },
  'GET /api/account/export': { path: '/api/account/export' },
  'GET /api/drawings': { path: '/api/drawings' },
  'GET /api/preferences': { path: '/api/preferences' },
  'GET /api/saved-parcels': { path: '/api/saved-parcels' },
};

/** Of the others: one write of one person, which is finished, or nothing that a store or a thread does. */
const short = new Set([
  'DELETE /api/account',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:id',
  'DELETE /api/drawings/:id',
  'DELETE /api/saved-parcels/:id',
  'POST /api/drawings',
  'POST /api/ended-sessions',
  'POST /api/saved-parcels',
  'PUT /api/drawings/:id',
  'PUT /api/preferences',
  'PUT /api/saved-parcels/:id',
]);

describe.each(storeKinds)('$kind', ({ createPlace }) => {
  let server: OpenServer;
  let token: string;
  beforeAll(async () => {
    const place = await createPlace();
    const stores = await place.open();
    await loadParcels(stores.parcels, parcels);
    await closeStores(stores);
    server = await openServer({ place, isWatched: true });
    token = await server.signIn();
  }, FAULT_TIMEOUT_MS);
  afterAll(() => server.close());

  const headers = () => ({ authorization: `Bearer ${token}` });

  function send(route: string, { path, body }: Asked) {
    const socket = connect(server.port, '127.0.0.1');
    const json = body && JSON.stringify(body);
    const about = json ? `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n` : '';
    const head = `${route.split(' ')[0]} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
    socket.on('error', () => {});
    socket.write(`${head}${about}\r\n${json ?? ''}`);
    return socket;
  }

  test('every route of the product is tried, or is short', () => {
    const own = server.routes.filter((route) => /^(?!HEAD)\S+ \/(api|tiles|geocoding)\//.test(route));
    expect(own.toSorted()).toEqual([...Object.keys(routes), ...short].toSorted());
  });

  test.each(Object.entries(routes))(
    '%s',
    async (route, asked) => {
      const before = server.watched.begun();
      const socket = send(route, asked);
      if (asked.isLong) {
        await eventually(() => expect(server.watched.begun()).toBeGreaterThan(before));
        // The filter is being decided: what the request looks up first is answered within a turn or two.
        await eventually(() => expect(server.watched.underWay()).toContain('queries'));
      }
      socket.destroy();
      const left = performance.now();
      await eventually(() => expect(server.watched.underWay()).toEqual([]));
      expect(performance.now() - left).toBeLessThan(GIVEN_UP_MS);
      // The place is free: a person has one of each kind.
      const path = '/api/parcels?limit=1';
      expect((await server.ask({ path, headers: headers() })).status).toBe(200);
      expect(server.faults()).toEqual([]);
    },
    FAULT_TIMEOUT_MS,
  );
});
