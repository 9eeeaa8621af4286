// Parcel tiles over HTTP: headers, ETags, and single-flight drawing.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import { tileAt } from '../../geo/tile-address.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import {
  type AppUnderTest,
  loadParcels,
  lotCenter,
  openAppUnderTest,
  PLAIN_PIN,
  testParcels,
} from '../../test/app-under-test.ts';
import { createTileSource } from './tile-source.ts';

let under: AppUnderTest;
beforeAll(async () => {
  under = await openAppUnderTest({ parcelAccess: 'public' });
});
afterAll(() => under.close());

function tileUrl(z: number): string {
  const { x, y } = tileAt(lotCenter(0), z);
  return `/tiles/${z}/${x}/${y}.pbf`;
}
const EMPTY_TILE = '/tiles/18/0/0.pbf';
const get = (url: string, headers: Record<string, string> = {}) => under.app.inject({ url, headers });

function parcelsIn(gzip: Buffer) {
  const layer = new VectorTile(new PbfReader(gunzipSync(gzip))).layers.parcels!;
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i).properties);
}

/** Ready-made, and made on demand. */
const zooms = [10, 13, 16, 17, 18];

describe.each(zooms)('a tile at zoom %i', (z) => {
  test('[P5] [M13] is a gzipped vector tile with the layer parcels', async () => {
    const answer = await get(tileUrl(z));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    const parcel = parcelsIn(answer.rawPayload).find(({ PIN }) => PIN === PLAIN_PIN);
    expect(parcel).toEqual(
      z < 13
        ? { PIN: PLAIN_PIN }
        : {
            PIN: PLAIN_PIN,
            Name: testParcels[0]!.name,
            ADD1: '100 Kestrel Ln',
            CITY: 'Harrow',
            TaxAcres: 2.5,
            Zoning: 'R-40',
            SaleYear: 2019,
            SalesPrice: 250_000,
            // This tile holds the middle of the parcel.
            Label: true,
          },
    );
  });

  test('[P5] is answered with 304 where the ETag matches', async () => {
    const { etag } = (await get(tileUrl(z))).headers as { etag: string };
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(tileUrl(z), { 'if-none-match': known });
      expect(answer.statusCode).toBe(304);
      expect(answer.body).toBe('');
      expect(answer.headers).toMatchObject({ etag, vary: 'Accept-Encoding' });
    }
    const answer = await get(tileUrl(z), { 'if-none-match': '"other"' });
    expect(answer.statusCode).toBe(200);
  });

  test('[P5] is sent plain to a client that does not accept gzip, under an ETag of its own', async () => {
    const packed = await get(tileUrl(z));
    const unpacked = await get(tileUrl(z), { 'accept-encoding': 'identity' });
    expect(unpacked.headers['content-encoding']).toBeUndefined();
    expect(unpacked.rawPayload).toEqual(gunzipSync(packed.rawPayload));
    expect(unpacked.headers.etag).not.toBe(packed.headers.etag);
    const etag = unpacked.headers.etag as string;
    const again = await get(tileUrl(z), { 'accept-encoding': 'identity', 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
  });
});

test('[P5] every tile has an ETag of its own', async () => {
  const etags = await Promise.all(zooms.map(async (z) => (await get(tileUrl(z))).headers.etag));
  expect(new Set(etags).size).toBe(zooms.length);
});

test.each(['/tiles/14/0/0.pbf', EMPTY_TILE])('[P5] %s has nothing in it: 204', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(204);
  expect(answer.body).toBe('');
  expect(answer.headers.etag).toBeDefined();
});

test.each([
  '9/0/0.pbf',
  '19/0/0.pbf',
  '99/0/0.pbf',
  '14/-1/0.pbf',
  '14/16384/0.pbf',
  '14/0/16384.pbf',
  '14/1e9/0.pbf',
  '14/1000000000/0.pbf',
  '14/1.5/0.pbf',
  '014/1/0.pbf',
  'z/x/y.pbf',
  '14/0/.pbf',
  '14/%00/0.pbf',
])('[P5] /tiles/%s is not a tile: 404', async (path) => {
  const answer = await get(`/tiles/${path}`);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ message: refusals.tileOutside });
});

test('[P5] public tiles may be cached for a minute', async () => {
  const answer = await get(tileUrl(14));
  expect(answer.headers['cache-control']).toBe('public, max-age=60, must-revalidate');
});

test('[P5] a refused tile is never cached', async () => {
  const answer = await get('/tiles/99/0/0.pbf');
  expect(answer.headers['cache-control']).toBe('no-store');
});

describe('tiles drawn on demand', () => {
  const tilesFrom = (deepTile: ParcelStore['deepTile']) =>
    createTileSource({
      current: () => under.parcels.current(),
      storedTile: (address) => under.parcels.storedTile(address),
      deepTile,
    });

  test('[P5] single-flight: are drawn once for concurrent requests, then cached', async () => {
    let asked = 0;
    const tiles = tilesFrom((address) => {
      asked++;
      return under.parcels.deepTile(address);
    });
    const address = tileAt(lotCenter(0), 17);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tiles.find(address)));
    expect(new Set(answers.map((tile) => tile?.gzip)).size).toBe(1);
    await tiles.find(address);
    expect(asked).toBe(1);
    expect(tiles.cacheCounts()).toMatchObject({ hits: 1, misses: 20 });
  });

  test('[P5] that failed are drawn again by the next request', async () => {
    let fails = true;
    const tiles = tilesFrom((address) =>
      fails ? Promise.reject(new Error('disk')) : under.parcels.deepTile(address),
    );
    const address = tileAt(lotCenter(0), 18);
    await expect(tiles.find(address)).rejects.toThrow('disk');
    fails = false;
    expect((await tiles.find(address))?.gzip).toBeDefined();
  });
});

test('[P5] a new set of parcels changes every ETag and tile', async () => {
  const { etag } = (await get(tileUrl(17))).headers as { etag: string };
  const fewer = testParcels.slice(1);
  await loadParcels(under.parcels, fewer);
  const answer = await get(tileUrl(17), { 'if-none-match': etag });
  expect(answer.statusCode).not.toBe(304);
  expect(answer.headers.etag).not.toBe(etag);
}, 60_000);
