// Stands in for Mapbox: styles with all that MapLibre refuses, tilesets, sprites and glyphs, places and events, over
// https on loopback.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { MvtLayer } from '../geo/mvt-layer.ts';

export const MAPBOX_TOKEN = 'pk.eyJ1IjoidGVzdCJ9.stand-in';

export type MapboxStandIn = {
  port: number;
  /** The addresses it was asked for, without the token, and whether that was right. */
  asked: { path: string; hasToken: boolean }[];
  /** What the search has told of its use. */
  events: { event: string }[];
  close(): Promise<void>;
};

export async function openMapboxStandIn(): Promise<MapboxStandIn> {
  const asked: MapboxStandIn['asked'] = [];
  const events: MapboxStandIn['events'] = [];
  const server = createServer(await throwAwayCertificate(), async (request, response) => {
    const url = new URL(request.url!, 'https://api.mapbox.com');
    const hasToken = url.searchParams.get('access_token') === MAPBOX_TOKEN;
    asked.push({ path: url.pathname, hasToken });
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    if (hasToken && url.pathname === '/events/v2') {
      if (request.method === 'POST') events.push(...JSON.parse(await text(request)));
      response.writeHead(204).end();
      return;
    }
    const answer = hasToken ? answerTo(url.pathname) : undefined;
    response.writeHead(answer ? 200 : hasToken ? 404 : 401, { 'Content-Type': answer?.type ?? 'text/plain' });
    response.end(answer?.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');
  return {
    port: address.port,
    asked,
    events,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function throwAwayCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const options =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=api.mapbox.com';
    await promisify(execFile)('openssl', [...options.split(' '), '-keyout', key, '-out', cert]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Answer = { type: string; body: string | Uint8Array };
const json = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) });

function answerTo(path: string): Answer | undefined {
  const style = /^\/styles\/v1\/mapbox\/([\w-]+)$/.exec(path);
  if (style) return json(styleDocument(style[1]!));
  const search = /^\/geocoding\/v5\/mapbox\.places\/(.+)\.json$/.exec(path);
  if (search) return json(placesFor(decodeURIComponent(search[1]!)));
  if (/\/sprite(@2x)?\.json$/.test(path)) return json({});
  if (/\/sprite(@2x)?\.png$/.test(path)) return { type: 'image/png', body: clearPixel() };
  // No glyphs at all is a font too.
  if (/^\/fonts\/v1\/mapbox\/[^/]+\/\d+-\d+\.pbf$/.test(path)) {
    return { type: 'application/x-protobuf', body: new Uint8Array() };
  }
  if (/^\/v4\/[\w.,-]+\.json$/.test(path)) return json(tileset(path.slice('/v4/'.length, -'.json'.length)));
  if (path.endsWith('.vector.pbf')) return { type: 'application/x-protobuf', body: vectorTile(path) };
  if (path.endsWith('.png')) return { type: 'image/png', body: clearPixel() };
  return undefined;
}

const names: Record<string, string> = {
  'streets-v12': 'Mapbox Streets',
  'satellite-streets-v12': 'Mapbox Satellite Streets',
  'navigation-day-v1': 'Mapbox Navigation Day',
  'outdoors-v12': 'Mapbox Outdoors',
};

/** Every kind of thing that makes MapLibre refuse a style, beside a few that it draws. */
function styleDocument(id: string): object {
  const road = { type: 'line', source: 'composite', 'source-layer': 'road' };
  return {
    version: 8,
    name: names[id],
    metadata: { 'mapbox:origin': id },
    projection: { name: 'globe' },
    fog: { range: [0.5, 10], color: 'white' },
    lights: [{ id: 'sun', type: 'directional', properties: {} }],
    terrain: { source: 'mapbox-dem', exaggeration: ['interpolate', ['linear'], ['zoom'], 7, 0, 12, 1] },
    imports: [],
    schema: {},
    sources: {
      composite: { type: 'vector', url: 'mapbox://mapbox.mapbox-streets-v8,mapbox.mapbox-terrain-v2' },
      satellite: { type: 'raster', url: 'mapbox://mapbox.satellite', tileSize: 256 },
      wind: { type: 'raster-array', url: 'mapbox://mapbox.gfs-winds' },
    },
    sprite: `mapbox://sprites/mapbox/${id}/a1b2c3`,
    glyphs: 'mapbox://fonts/mapbox/{fontstack}/{range}.pbf',
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': '#e8e4d8' } },
      { id: 'sky', type: 'sky', paint: { 'sky-type': 'atmosphere' } },
      { id: 'middle', type: 'slot' },
      { id: 'wind', type: 'raster-particle', source: 'wind', 'source-layer': '10winds' },
      { id: 'imagery', type: 'raster', source: 'satellite' },
      {
        ...road,
        id: 'road',
        slot: 'middle',
        filter: ['case', ['<=', ['pitch'], 45], true, ['<', ['distance-from-center'], 1]],
        paint: { 'line-color': '#d01818', 'line-width': 4, 'line-emissive-strength': 0.5 },
      },
      { ...road, id: 'road-at-night', filter: ['<', ['config', 'lightPreset'], 1] },
      {
        id: 'road-label',
        type: 'symbol',
        source: 'composite',
        'source-layer': 'road',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['DIN Pro Medium', 'Arial Unicode MS Regular'],
        },
      },
    ],
  };
}

/** One place for whatever is looked for. */
function placesFor(words: string): object {
  const center = [-80.85, 35.61];
  const place = {
    id: 'place.1',
    type: 'Feature',
    place_type: ['place'],
    relevance: 1,
    properties: { mapbox_id: 'dXJu' },
    text: words,
    place_name: `Mapbox’s ${words}, North Carolina, United States`,
    center,
    geometry: { type: 'Point', coordinates: center },
    context: [{ id: 'region.1', text: 'North Carolina' }],
  };
  return { type: 'FeatureCollection', query: words.split(' '), features: [place], attribution: 'Mapbox' };
}

function tileset(ids: string): object {
  const isImagery = ids === 'mapbox.satellite';
  return {
    tilejson: '2.2.0',
    // With a letter in front, and without the token, as Mapbox names them.
    tiles: [`https://a.tiles.mapbox.com/v4/${ids}/{z}/{x}/{y}.${isImagery ? 'png' : 'vector.pbf'}`],
    minzoom: 0,
    maxzoom: 16,
    attribution:
      '<a href="https://www.mapbox.com/about/maps/">© Mapbox</a> <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a> <a href="https://apps.mapbox.com/feedback/">Improve this map</a>',
  };
}

/** One line across each tile. */
function vectorTile(path: string): Uint8Array {
  const isTerrain = path.startsWith('/v4/mapbox.mapbox-terrain-v2/');
  const layer = new MvtLayer({ name: isTerrain ? 'contour' : 'road', bytesMax: Number.POSITIVE_INFINITY });
  const line = [0, 1000, 2000, 2200, 4096, 3000];
  if (isTerrain) {
    layer.addLines([line], { index: 10, ele: 240 });
    layer.addLines([line], { index: 5, ele: 230 });
  } else {
    layer.addLines([line], { name: 'Main Street' });
  }
  return layer.toTile()!;
}

function clearPixel(): Uint8Array {
  const base64 =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  return Buffer.from(base64, 'base64');
}
