// The embedded maps provider over HTTP, on real files.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import fastify from 'fastify';
import { PbfReader } from 'pbf';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientConfig } from '../../contract/client-config.ts';
import { MAP_STYLES } from '../../contract/map-styles.ts';
import { refusals } from '../../contract/messages.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { mapsFolderOf } from '../../store/format-folder.ts';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { drawTestMaps, TEST_COUNTY, TEST_COUNTY_ATTRIBUTION } from '../../test/draw-test-maps.ts';
import { LiveMaps, type MapParts } from './live-maps.ts';
import { mapsRoutes } from './maps-routes.ts';

/** Opening a store and drawing a picture are slow on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let under: AppUnderTest;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'platbook-maps-'));
  await drawTestMaps(mapsFolderOf({ dataDir }));
  under = await openAppUnderTest({ dataDir, records: [] });
});
afterAll(async () => {
  await under.close();
  await rm(dataDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => under.app.inject({ url, headers });

function addressOf(set: string, { z, extension }: { z: number; extension: string }): string {
  const { x, y } = tileAt({ lng: -80.85, lat: 35.65 }, z);
  return `/maps/${set}/${z}/${x}/${y}.${extension}`;
}

async function styleOf(id: string, headers: Record<string, string> = {}) {
  return (await get(`/styles/v1/platbook/${id}`, headers)).json();
}

describe.each(MAP_STYLES)('the style $id', ({ id, name }) => {
  test('[M10] is public under its id, and has its name', async () => {
    const answer = await get(`/styles/v1/platbook/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch('application/json');
    expect(answer.json()).toMatchObject({ version: 8, name });
  });

  test('is drawn for the color scheme that is asked for, light if none', async () => {
    const schemeOf = async (query: string) =>
      (await styleOf(`${id}${query}`)).metadata['platbook:color-scheme'];
    expect(await schemeOf('?scheme=dark')).toBe('dark');
    for (const query of ['', '?scheme=light', '?scheme=mauve', '?scheme=dark&scheme=dark']) {
      expect(await schemeOf(query)).toBe('light');
    }
  });

  test('[M10] is answered with 304 to a client that has it', async () => {
    const url = `/styles/v1/platbook/${id}`;
    const { etag, 'cache-control': kept } = (await get(url)).headers as Record<string, string>;
    expect(kept).toBe('public, no-cache');
    const answer = await get(url, { 'if-none-match': etag! });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe('');
  });

  test('[M10] refers only to files that this server has', async () => {
    const { sources, sprite, 'font-faces': faces } = await styleOf(id, { host: 'localhost:3000' });
    const place = tileAt({ lng: -80.85, lat: 35.65 }, 10);
    const tiles = Object.values<{ tiles: string[]; maxzoom: number }>(sources).map(({ tiles, maxzoom }) => {
      const { z, x, y } = maxzoom < 10 ? tileAt({ lng: -80.85, lat: 35.65 }, maxzoom) : place;
      return tiles[0]!.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
    });
    const fonts = Object.values<{ url: string }[]>(faces).flatMap((files) => files.map(({ url }) => url));
    const sprites = ['.json', '.png', '@2x.json', '@2x.png'].map((ending) => sprite + ending);
    expect(tiles.length).toBeGreaterThan(1);
    for (const address of [...tiles, ...fonts, ...sprites]) {
      const { origin, pathname, search } = new URL(address);
      expect(origin).toBe('http://localhost:3000');
      expect([address, (await get(pathname + search)).statusCode]).toEqual([address, 200]);
    }
  });
});

test('[M10] [M12] /config.json lists the layers of this land, with addresses that answer and their credit', async () => {
  const { layers } = clientConfig.parse((await get('/config.json')).json());
  expect(layers).toMatchObject([
    { id: 'basemap', kind: 'basemap', source: { type: 'vector', minzoom: 6, maxzoom: 15 } },
    { id: 'contours', kind: 'contours', title: 'Contour lines', hint: 'every 20 ft' },
    { id: 'terrain', kind: 'terrain' },
    { id: 'aerial', kind: 'imagery', source: { type: 'raster' } },
  ]);
  const { x, y } = tileAt({ lng: -80.85, lat: 35.65 }, 12);
  // Hills are drawn by the style documents.
  for (const { source } of layers.filter(({ kind }) => kind !== 'terrain')) {
    if (!source || !('tiles' in source)) throw new Error('A layer has no tiles.');
    expect(source.attribution).not.toBe('');
    const url = source.tiles[0]!.replace('{z}/{x}/{y}', `12/${x}/${y}`);
    const answer = await get(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

test.each(['light-v11', 'Streets-v12', '', 'streets-v12/', '__proto__', '%00'])(
  '[M11] there is no style %j',
  async (id) => {
    const answer = await get(`/styles/v1/platbook/${id}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: expect.stringMatching(/^There is no/) });
  },
);

test.each([
  [{ host: 'localhost:3000' }, 'http://localhost:3000'],
  [{ host: '127.0.0.1:3000' }, 'http://127.0.0.1:3000'],
  [{ host: 'localhost:5173' }, 'http://localhost:5173'],
  [{ host: 'a%zz' }, 'http://localhost:3000'],
])('a style names addresses that the page with %j may call', async (headers, origin) => {
  const { sprite } = await styleOf('streets-v12', headers);
  expect(sprite).toBe(`${origin}/maps/sprites/paper`);
});

test.each(['atlas.example.org', '127.0.0.1:3000', 'platbook:3000'])(
  'a style behind a proxy names the public address, also where the proxy asks for %s',
  async (host) => {
    const behind = await openAppUnderTest({ publicUrl: 'https://atlas.example.org', records: [] });
    const answer = await behind.app.inject({ url: '/styles/v1/platbook/outdoors-v12', headers: { host } });
    await behind.close();
    expect(answer.json().sprite).toBe('https://atlas.example.org/maps/sprites/paper');
  },
);

test('the map credits its sources: a fictional county, GeoNames under CC BY 4.0, painted imagery', async () => {
  const { sources } = await styleOf('satellite-streets-v12');
  expect(sources.basemap.attribution).toBe(TEST_COUNTY_ATTRIBUTION);
  expect(sources.world.attribution).toMatch(/Census Bureau.*Natural Earth.*GeoNames.*CC BY 4\.0/);
  expect(sources.world.attribution).toContain('href="https://creativecommons.org/licenses/by/4.0/"');
  expect(sources.aerial.attribution).toMatch('not photographed');
});

describe.each(['world', 'basemap', 'contours'])('the vector tiles of /maps/%s', (set) => {
  const url = addressOf(set, { z: set === 'world' ? 3 : 12, extension: 'mvt' });

  test('[M12] arrive gzipped as stored, and can be decoded', async () => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    const { layers } = new VectorTile(new PbfReader(gunzipSync(answer.rawPayload)));
    const expected = { world: 'earth', basemap: 'roads', contours: 'contour' }[set]!;
    expect(layers[expected]!.length).toBe(1);
  });

  test('are unpacked for a client without gzip, under an ETag of their own', async () => {
    const packed = await get(url);
    const unpacked = await get(url, { 'accept-encoding': 'identity' });
    expect(unpacked.headers['content-encoding']).toBeUndefined();
    expect(unpacked.rawPayload).toEqual(gunzipSync(packed.rawPayload));
    expect(unpacked.headers.etag).not.toBe(packed.headers.etag);
  });

  test('are answered with 304 to a client that has them', async () => {
    const { etag } = (await get(url)).headers as { etag: string };
    const answer = await get(url, { 'if-none-match': etag });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe('');
  });

  test('are empty where the map has nothing', async () => {
    const answer = await get(`/maps/${set}/12/0/4095.mvt`);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
  });
});

test('[M12] contours have their height and index', async () => {
  const answer = await get(addressOf('contours', { z: 12, extension: 'mvt' }));
  const { layers } = new VectorTile(new PbfReader(gunzipSync(answer.rawPayload)));
  expect(layers.contour!.feature(0).properties).toEqual({ ele: 250, index: 6 });
});

test('a tile is immutable at its versioned address, and revalidated at any other', async () => {
  const { sources } = await styleOf('streets-v12');
  const version = new URL(sources.basemap.tiles[0]).searchParams.get('v');
  const url = addressOf('basemap', { z: 12, extension: 'mvt' });
  const immutable = 'public, max-age=31536000, immutable';
  expect((await get(`${url}?v=${version}`)).headers['cache-control']).toBe(immutable);
  for (const other of [url, `${url}?v=old`, `${url}?v=${version}&v=old`]) {
    expect((await get(other)).headers['cache-control']).toBe('public, no-cache');
  }
});

describe('pictures', () => {
  test('the terrain is a lossless picture of heights', async () => {
    const answer = await get(addressOf('terrain', { z: 12, extension: 'webp' }));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      width: 512,
      height: 512,
      format: 'webp',
    });
    const { etag } = answer.headers as { etag: string };
    const again = await get(addressOf('terrain', { z: 12, extension: 'webp' }), { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
  });

  test('[M10] the imagery is drawn from the map', async () => {
    const answer = await get(addressOf('aerial', { z: 14, extension: 'webp' }));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 512, height: 512 });
  });

  test('where there is no land there is no imagery', async () => {
    const answer = await get('/maps/aerial/14/0/0.webp');
    expect(answer.statusCode).toBe(204);
  });
});

test.each([
  '/maps/basemap/99/0/0.mvt',
  '/maps/basemap/23/0/0.mvt',
  '/maps/basemap/12/4096/0.mvt',
  '/maps/basemap/12/-1/0.mvt',
  '/maps/basemap/012/0/0.mvt',
  '/maps/world/z/x/y.mvt',
  '/maps/contours/12/1e3/0.mvt',
  '/maps/terrain/7/0/0.webp',
  '/maps/terrain/13/0/0.webp',
  '/maps/aerial/7/0/0.webp',
  '/maps/aerial/19/0/0.webp',
  '/maps/aerial/14/0/16384.webp',
])('%s is not a tile, and no cache keeps that answer', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ message: refusals.mapTileOutside });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('the fonts of labels are font files, immutable at their versioned address', async () => {
  const faces = (await styleOf('streets-v12'))['font-faces'] as Record<string, { url: string }[]>;
  expect(Object.keys(faces)).toEqual(['Noto Sans Regular', 'Noto Sans Medium', 'Noto Sans Italic']);
  const { pathname, search } = new URL(faces['Noto Sans Regular']!.at(-1)!.url);
  const answer = await get(pathname + search);
  expect(answer.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(answer.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
});

describe('the telemetry of the place search', () => {
  const tell = (payload: string, type = 'application/json') =>
    under.app.inject({
      method: 'POST',
      url: '/events/v2?access_token=pk.x.y',
      headers: { 'content-type': type },
      payload,
    });

  test('[G7] is accepted in a batch of a hundred events', async () => {
    const event = { event: 'search.keystroke', queryString: 'x'.repeat(200), more: 'y'.repeat(700) };
    expect((await tell(JSON.stringify(Array(100).fill(event)))).statusCode).toBe(204);
  });

  test('is accepted, counted in the metrics, and dropped', async () => {
    const answer = await tell(JSON.stringify([{ event: 'search.select', queryString: 'Kestrel Ln' }]));
    expect(answer.statusCode).toBe(204);
    const metrics = await under.app.inject('/metrics');
    expect(metrics.body).toMatch(/route="\/events\/v2",status="204"\} \d/);
    expect(under.logged()).toBe('');
  });

  test.each([
    ['{}', 400],
    ['', 400],
    ['[', 400],
    [`["${'x'.repeat(200_000)}"]`, 413],
  ])('is refused if it is not a list, or too long: %.20s', async (payload, status) => {
    expect((await tell(payload)).statusCode).toBe(status);
  });
});

describe('without a single file', () => {
  let bare: AppUnderTest;
  beforeAll(async () => {
    bare = await openAppUnderTest({ records: [] });
  });
  afterAll(() => bare.close());

  test.each(MAP_STYLES)('[M10] the style $id is a plain background without any tiles', async ({ id }) => {
    const style = (await bare.app.inject(`/styles/v1/platbook/${id}`)).json();
    expect(style.sources).toEqual({});
    expect(style.layers).toMatchObject([{ type: 'background' }]);
  });

  test('[M15] contours are empty rather than an error', async () => {
    expect((await bare.app.inject('/maps/contours/12/1128/1612.mvt')).statusCode).toBe(204);
  });
});

describe('a Protomaps extract', () => {
  test('replaces the county’s map, with its own credit and without the county’s hills', async () => {
    const basemapFile = join(mapsFolderOf({ dataDir }), 'county.pmtiles');
    const maps = { provider: 'embedded', mapboxAccessToken: undefined, basemapFile } as const;
    const withExtract = await openAppUnderTest({ dataDir, maps, records: [] });
    const style = (await withExtract.app.inject('/styles/v1/platbook/outdoors-v12')).json();
    await withExtract.close();
    expect(style.sources.basemap.attribution).toBe(TEST_COUNTY_ATTRIBUTION);
    expect(Object.keys(style.sources)).toEqual(['world', 'basemap']);
    const { west, south, east, north } = TEST_COUNTY;
    expect(style.sources.basemap.bounds).toEqual([west, south, east, north]);
  });
});

test('[LAY-4] maps that were replaced are closed after a while, without the imagery that is still in use', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const app = fastify();
  const close = vi.fn(async () => {});
  const imagery = { version: '1', zoomMin: 0, zoomMax: 1, bounds: TEST_COUNTY, attribution: '', close };
  const closed: string[] = [];
  const partsOf = (name: string) => {
    const maps = { archives: new Map(), aerial: [], layers: [], close: async () => void closed.push(name) };
    return { maps, imagery } as unknown as MapParts;
  };
  const maps = new LiveMaps(partsOf('first'));
  mapsRoutes(app, { maps, cacheFolder: join(dataDir, 'cache') } as Parameters<typeof mapsRoutes>[1]);
  maps.replace(partsOf('second'));
  await vi.advanceTimersByTimeAsync(61_000);
  vi.useRealTimers();
  expect(closed).toEqual(['first']);
  expect(close).not.toHaveBeenCalled();
  await app.close();
  expect(closed).toEqual(['first', 'second']);
  expect(close).toHaveBeenCalled();
});
