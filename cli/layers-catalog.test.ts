// Names of the catalog with the command line: the Census Bureau's files and FEMA's layer, played on loopback.
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { decodeHeights } from '../basemap/terrarium.ts';
import { tileAt } from '../geo/tile-address.ts';
import { layersFolderOf, readLayers, type StoredLayer } from '../store/layer-folder.ts';
import { openArcGisStandIn } from '../test/arcgis-stand-in.ts';
import type { StandInRow } from '../test/arcgis-stand-in-layer.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { box, type County, type CountyFeature, WGS84_WKT } from '../test/county-files.ts';
import { writeShapefile } from '../test/county-shapefile.ts';
import { CORNER, countyText, rowsOf } from '../test/county-text.ts';
import { writeGeoTiff } from '../test/geotiff-bytes.ts';
import { fileSource } from '../test/pmtiles-file-source.ts';
import { startRangeServer } from '../test/range-server.ts';
import { testFolder } from '../test/test-folder.ts';
import { zipBytes } from '../test/zip-bytes.ts';

const folder = testFolder();
/** Six lots in Polk County, Iowa, which has the number 19153. */
const { lng, lat } = CORNER;
const POLK = '19153';
const parcels = join(folder, 'polk.geojson');
const imported = join(folder, 'imported');
beforeAll(async () => {
  await writeFile(parcels, countyText(rowsOf('POLK')));
  const { code } = await callPlatbook(['import', parcels, '--as', 'polk'], { DATA_DIR: imported });
  expect(code).toBe(0);
});

const layersOf = (data: string) => layersFolderOf({ dataDir: join(folder, data) });
const platbook = (data: string, ...args: string[]) =>
  callPlatbook(['layers', ...args], { DATA_DIR: join(folder, data) });

/** A data folder with the lots, and with the operator's own catalog. */
async function prepare(data: string, catalog: object): Promise<void> {
  await cp(imported, join(folder, data), { recursive: true });
  await mkdir(layersOf(data));
  await writeFile(join(layersOf(data), 'catalog.json'), JSON.stringify(catalog));
}

type Row = { properties: CountyFeature['properties'] } & (
  | { line: [number, number][] }
  | { ring: [number, number][] }
);

/** As the Census Bureau packs them. */
async function zipOf(name: string, rows: readonly Row[]): Promise<Buffer> {
  const features = rows.map(
    (row): CountyFeature =>
      'line' in row
        ? { properties: row.properties, polygons: null, lines: [row.line] }
        : { properties: row.properties, polygons: [[row.ring]] },
  );
  const fields = Object.keys(rows[0]!.properties).map((field) => ({
    name: field,
    type: 'text' as const,
    width: 30,
  }));
  const county: County = {
    epsg: 4326,
    wkt: WGS84_WKT.replaceAll('WGS_1984', 'North_American_1983'),
    fields,
    features,
  };
  const into = join(folder, 'census', name);
  await writeShapefile({ folder: into, name, county, shapeType: 'line' in rows[0]! ? 3 : 5 });
  const files = await readdir(into);
  return zipBytes(
    await Promise.all(files.map(async (file) => ({ name: file, bytes: await readFile(join(into, file)) }))),
  );
}

/** A server with these files, and 404 for all others; `asked` has the method and path of each request. */
async function serve(files: ReadonlyMap<string, Buffer>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const bytes = files.get(request.url ?? '');
    if (!bytes) return void response.writeHead(404).end('<html>Not found</html>');
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const part = (name: string, kind: string, urls: string[]) => ({
  name,
  kind,
  title: name,
  credit: 'Census',
  source: { type: 'files', urls, year: 2025 },
});
const tigerAt = (url: string) => ({
  tiger: {
    summary: 'streets of a mirror',
    license: 'public domain',
    parts: [
      part('tiger-roads', 'roads', [`${url}/TIGER{year}/ROADS/tl_{year}_{fips}_roads.zip`]),
      part('tiger-landmarks', 'parks', [`${url}/TIGER{year}/AREALM/tl_{year}_{state}_arealm.zip`]),
      part('tiger-water', 'water', [
        `${url}/TIGER{year}/AREAWATER/tl_{year}_{fips}_areawater.zip`,
        `${url}/TIGER{year}/LINEARWATER/tl_{year}_{fips}_linearwater.zip`,
      ]),
      part('tiger-rails', 'rail', [`${url}/TIGER{year}/RAILS/tl_{year}_us_rails.zip`]),
    ],
  },
});

const line = (south: number): [number, number][] => [
  [lng, lat - south],
  [lng + 0.005, lat - south],
];

async function census() {
  const road = (FULLNAME: string, RTTYP: string, south: number) => ({
    properties: { LINEARID: '1', FULLNAME, RTTYP, MTFCC: 'S1200' },
    line: line(south),
  });
  const roads = await zipOf(`tl_2025_${POLK}_roads`, [
    road('US Hwy 6', 'U', 0.0004),
    road('Main St', 'M', 0.0004),
    road('Oak Ave', 'M', 0.0006),
  ]);
  const lake = { FULLNAME: 'Gray Lk', MTFCC: 'H2030' };
  const water = await zipOf(`tl_2025_${POLK}_areawater`, [
    { properties: lake, ring: box(lng, lat - 0.001, 0.003, 0.001) },
  ]);
  const rail = (FULLNAME: string, moved: number) => ({
    properties: { FULLNAME, MTFCC: 'R1011' },
    line: line(0.0005).map(([x, y]): [number, number] => [x + moved, y]),
  });
  const rails = await zipOf('tl_2025_us_rails', [
    rail('Iowa Interstate RR', 0),
    rail('Union Pacific RR', -10),
  ]);
  return new Map([
    [`/TIGER2025/ROADS/tl_2025_${POLK}_roads.zip`, roads],
    [`/TIGER2025/AREAWATER/tl_2025_${POLK}_areawater.zip`, water],
    ['/TIGER2025/RAILS/tl_2025_us_rails.zip', rails],
  ]);
}

async function featuresOf(data: string, layer: StoredLayer, source: string) {
  const archive = new PMTiles(fileSource(join(layersOf(data), layer.files.tiles!)));
  const { z, x, y } = tileAt({ lng: lng + 0.001, lat: lat - 0.0005 }, 15);
  const tile = await archive.getZxy(z, x, y);
  const found = new VectorTile(new PbfReader(new Uint8Array(tile!.data))).layers[source]!;
  return Array.from({ length: found.length }, (_, at) => found.feature(at).properties);
}

describe("[LAY-2] tiger, from a mirror in the operator's own catalog", () => {
  test('a dry run asks for the sizes alone, and changes nothing', async () => {
    const files = await census();
    const { url, asked } = await serve(files);
    await prepare('dry', tigerAt(url));
    const { code, stdout } = await platbook('dry', 'add', 'tiger', '--dry-run');
    expect(code).toBe(0);
    const size = files.get(`/TIGER2025/ROADS/tl_2025_${POLK}_roads.zip`)!.length;
    const roads = `${url}/TIGER2025/ROADS/tl_2025_${POLK}_roads.zip`;
    expect(stdout).toContain(`GET ${roads}: ${Math.ceil(size / 1000)} KB\n1 file to download, `);
    expect(stdout).toMatch(/_19_arealm\.zip: not there, would be left out/);
    // Of the two of water.
    expect(stdout).toMatch(/_linearwater\.zip: not there, would be left out\n1 file to download, \d KB\./);
    expect(new Set(asked.map((request) => request.split(' ')[0]))).toEqual(new Set(['HEAD']));
    expect(asked).toHaveLength(5);
    // By hand, the file is read to show its fields, as an import does.
    const byHand = await platbook('dry', 'add', roads, '--dry-run');
    expect(byHand.stdout).toMatch(/GET \S+_roads\.zip: \d+ KB\n1 file to download, \d+ KB\.\nTaken as roads/);
    expect(await readLayers(layersOf('dry'))).toEqual([]);
  });

  test('what is there is added; a file or a part that is not there is left out with a sentence', async () => {
    const { url, asked } = await serve(await census());
    await prepare('tiger', tigerAt(url));
    const { code, stdout } = await platbook('tiger', 'add', 'tiger');
    expect(stdout).toContain(
      `Left out tiger-landmarks: There is nothing at ${url}/TIGER2025/AREALM/tl_2025_19_arealm.zip (`,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/Left out: There is nothing at \S+_19153_linearwater\.zip/);
    const layers = await readLayers(layersOf('tiger'));
    expect(layers).toMatchObject([
      { name: 'tiger-roads', kind: 'roads', source: 'tiger', credit: 'Census', count: 2 },
      { name: 'tiger-water', kind: 'water' },
      // The other track of the national file is far away.
      { name: 'tiger-rails', kind: 'rail', count: 1 },
    ]);
    const [roads, , rails] = layers as [StoredLayer, StoredLayer, StoredLayer];
    const named = (await featuresOf('tiger', roads, 'roads')).map(({ name, ref }) => [name, ref]);
    expect(named.sort()).toEqual([
      ['Main Street', 'US 6'],
      ['Oak Avenue', undefined],
    ]);
    expect((await featuresOf('tiger', rails, 'roads')).map(({ name }) => name)).toEqual([
      'Iowa Interstate RR',
    ]);

    // A part is refreshed by itself.
    asked.length = 0;
    expect(await platbook('tiger', 'refresh', 'tiger-rails', '--quiet')).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(asked).toEqual(['GET /TIGER2025/RAILS/tl_2025_us_rails.zip']);
  });

  test('a refresh from a server that has lost its files keeps the layers', async () => {
    const files = await census();
    const { url } = await serve(files);
    await prepare('lost', tigerAt(url));
    await platbook('lost', 'add', 'tiger');
    const before = await readFile(join(layersOf('lost'), 'layers.json'), 'utf8');
    files.clear();
    const { code, stderr } = await platbook('lost', 'refresh', '--quiet');
    expect(code).toBe(1);
    expect(stderr.match(/^platbook: tiger-(roads|water|rails): There is nothing at /gm)).toHaveLength(3);
    expect(await readFile(join(layersOf('lost'), 'layers.json'), 'utf8')).toBe(before);
    for (const layer of await readLayers(layersOf('lost'))) {
      expect(await readdir(layersOf('lost'))).toContain(layer.files.tiles);
    }
  });
});

describe('[LAY-2] flood, from an ArcGIS server', () => {
  const zone = (id: number, attributes: Record<string, unknown>, x = lng + 0.0005): StandInRow => ({
    id,
    attributes,
    x,
    y: lat - 0.0005,
  });
  const zones = [
    zone(1, { FLD_ZONE: 'AE', ZONE_SUBTY: null, STATIC_BFE: 812 }),
    zone(2, { FLD_ZONE: 'AE', ZONE_SUBTY: 'FLOODWAY', STATIC_BFE: -9999 }, lng + 0.0025),
    zone(3, { FLD_ZONE: 'X', ZONE_SUBTY: 'AREA OF MINIMAL FLOOD HAZARD', STATIC_BFE: -9999 }, lng + 0.0045),
    // In another state.
    zone(4, { FLD_ZONE: 'VE', ZONE_SUBTY: null, STATIC_BFE: 9 }, -80),
  ];
  const fields = [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'FLD_ZONE', type: 'esriFieldTypeString' },
    { name: 'ZONE_SUBTY', type: 'esriFieldTypeString' },
    { name: 'STATIC_BFE', type: 'esriFieldTypeDouble' },
  ];

  async function fema(data: string) {
    const description = { name: 'Flood Hazard Zones', fields, copyrightText: '' };
    const server = await openArcGisStandIn({ rows: zones, character: { claimsPaging: true, description } });
    onTestFinished(() => server.close());
    const flood = {
      name: 'flood',
      kind: 'overlay',
      title: 'Flood zone',
      credit: 'FEMA',
      words: 'flood',
      source: { type: 'arcgis', url: server.layer },
    };
    await prepare(data, { flood: { summary: 'flood zones', license: 'public domain', parts: [flood] } });
    const queries = () =>
      server.asked.flatMap(({ path, parameters }) => (/query$/.test(path) ? [parameters] : []));
    return { server, queries };
  }
  const land = `${lng},${lat - 0.001},${lng + 0.006},${lat}`;

  test('only the land of the parcels is asked for; classes come in plain words and their colors', async () => {
    const { queries } = await fema('flood');
    const { code, stdout } = await platbook('flood', 'add', 'flood');
    expect(code).toBe(0);
    expect(stdout).toContain('Colored by the classes of the source');
    const [layer] = await readLayers(layersOf('flood'));
    expect(layer).toMatchObject({
      name: 'flood',
      kind: 'overlay',
      title: 'Flood zone',
      count: 3,
      credit: 'FEMA',
    });
    expect(layer!.look!.legend!.map(({ label }) => label).sort()).toEqual([
      'AE, 1% annual chance',
      'AE, regulatory floodway',
      'X, minimal flood hazard',
    ]);
    const drawn = await featuresOf('flood', layer!, 'overlay');
    expect(drawn.map(({ label }) => label).sort()).toEqual(['AE', 'AE (EL 812)', 'X']);
    expect(queries().length).toBeGreaterThan(1);
    for (const { geometry, inSR } of queries()) {
      expect(inSR).toBe('4326');
      expect(geometry!.split(',').map(Number)).toEqual(
        land.split(',').map((n) => expect.closeTo(Number(n), 6)),
      );
    }
  });

  test('a dry run shows the requests with the bounds, and changes nothing', async () => {
    const { server } = await fema('flood-dry');
    server.rows = Array.from({ length: 120 }, (_, at) => ({ ...zones[0]!, id: at + 1 }));
    const { code, stdout } = await platbook('flood-dry', 'add', 'flood', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/Flood Hazard Zones: 120 rows/);
    expect(stdout).toMatch(
      /first: GET \S+\/query\?geometry=-93\.62,41\.599\S*&geometryType=esriGeometryEnvelope/,
    );
    expect(stdout).toMatch(/A dry run: nothing was changed\.\n$/);
    // A few rows show what the server answers in; the others are not asked for.
    expect(server.rowRequests()).toHaveLength(1);
    expect(await readLayers(layersOf('flood-dry'))).toEqual([]);
  });

  test('an address that is given by hand is read as a whole', async () => {
    const { server, queries } = await fema('by-hand');
    const { code } = await platbook('by-hand', 'add', server.layer, '--name', 'zones', '--as', 'overlay');
    expect(code).toBe(0);
    expect((await readLayers(layersOf('by-hand')))[0]).toMatchObject({ count: 4 });
    expect(queries().filter(({ geometry }) => geometry !== undefined)).toEqual([]);
  });

  test('land without a flood zone is said, and nothing is added', async () => {
    const { server } = await fema('dry-land');
    server.rows = [zones[3]!];
    expect(await platbook('dry-land', 'add', 'flood')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('platbook: The layer Flood Hazard Zones has no rows on this land'),
    });
    expect(await readLayers(layersOf('dry-land'))).toEqual([]);
  });
});

test('[LAY-2] wetlands, from a layer whose columns carry the names of its tables', async () => {
  const wetland = (id: number, type: string, code: string) => ({
    id,
    attributes: { 'Wetlands.WETLAND_TYPE': type, 'Wetlands.ATTRIBUTE': code },
    x: lng + id / 1000,
    y: lat - 0.0005,
  });
  const fields = [
    { name: 'Wetlands.OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'Wetlands.ATTRIBUTE', type: 'esriFieldTypeString' },
    { name: 'Wetlands.WETLAND_TYPE', type: 'esriFieldTypeString' },
  ];
  const server = await openArcGisStandIn({
    rows: [
      wetland(1, 'Freshwater Pond', 'PUBHx'),
      wetland(2, 'Riverine', 'R2UBH'),
      wetland(3, 'Riverine', 'R5UBH'),
    ],
    // Neither pages nor lists of ids: ranges of ids.
    character: { idField: 'Wetlands.OBJECTID', ids: 'null', description: { name: 'Wetlands', fields } },
  });
  onTestFinished(() => server.close());
  const source = { type: 'arcgis', url: server.layer };
  const part = {
    name: 'wetlands',
    kind: 'overlay',
    title: 'Wetlands',
    credit: 'FWS',
    words: 'wetlands',
    source,
  };
  await prepare('wetlands', { wetlands: { summary: 'wetlands', license: 'public domain', parts: [part] } });
  const { code, stderr } = await platbook('wetlands', 'add', 'wetlands');
  expect([code, stderr.match(/^platbook:.*/m)]).toEqual([0, null]);
  const [layer] = await readLayers(layersOf('wetlands'));
  expect(layer).toMatchObject({ count: 3, look: { labelProperty: 'label' } });
  expect(layer!.look!.legend).toEqual([
    { label: 'Riverine', color: '#0190bf', values: ['Riverine'] },
    { label: 'Freshwater Pond', color: '#688cc0', values: ['Freshwater Pond'] },
  ]);
  const drawn = await featuresOf('wetlands', layer!, 'overlay');
  expect(drawn.map(({ label }) => label).sort()).toEqual(['PUBHx', 'R2UBH', 'R5UBH']);
});

describe('[LAY-2] the catalog', () => {
  test('find lists its names with their licenses, or those that match a word', async () => {
    const { code, stdout } = await platbook('find', 'find');
    expect(code).toBe(0);
    for (const name of ['osm', 'tiger', 'imagery', 'terrain', 'flood', 'wetlands']) {
      expect(stdout).toMatch(new RegExp(`^ +${name} .*\\(.+\\)$`, 'm'));
    }
    const flood = await platbook('find', 'find', 'FLOOD');
    expect(flood.stdout).toMatch(/^ +flood .*\n\nAdd one: platbook layers add flood\n$/);
    expect(await platbook('find', 'find', 'gold')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Nothing in the catalog matches "gold"'),
    });
  });

  test("the operator's own file adds to it, and a mistake in it is named", async () => {
    await mkdir(layersOf('own'), { recursive: true });
    const path = join(layersOf('own'), 'catalog.json');
    const soils = {
      summary: 'soils of the state',
      license: 'CC0',
      parts: [part('soils', 'overlay', ['/data/soils.zip'])],
    };
    await writeFile(path, JSON.stringify({ soils }));
    const { stdout } = await platbook('own', 'find');
    expect(stdout).toMatch(/^ +soils +soils of the state \(CC0\)$/m);
    expect(stdout).toMatch(/^ +tiger /m);
    await writeFile(
      path,
      JSON.stringify({ soils: { ...soils, parts: [part('soils', 'dirt', ['/data/soils.zip'])] } }),
    );
    const { code, stderr } = await platbook('own', 'add', 'soils');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^platbook: The catalog \S+catalog\.json is not understood: soils\.parts\.0\.kind: .+\.$/m,
    );
  });

  test("a part is searched in its own entry, and its colors and labels are the catalog's", async () => {
    const zones = (file: string) => ({
      ...part('zones', 'overlay', [join(folder, file)]),
      colorBy: 'ZONE',
      label: 'CODE',
      source: { type: 'files', urls: [join(folder, file)] },
    });
    const entry = (file: string) => ({ summary: file, license: 'CC0', parts: [zones(file)] });
    for (const [file, ZONE] of [
      ['one.geojson', 'A'],
      ['two.geojson', 'B'],
    ] as const) {
      const rows = [0, 1].map((at) => ({
        type: 'Feature',
        properties: { CLASS: `c${at}`, ZONE, CODE: `${ZONE}${at}` },
        geometry: { type: 'Polygon', coordinates: [box(lng + at / 500, lat - 0.001, 0.001, 0.001)] },
      }));
      await writeFile(join(folder, file), JSON.stringify({ type: 'FeatureCollection', features: rows }));
    }
    await prepare('entries', { one: entry('one.geojson'), two: entry('two.geojson') });
    const { code, stdout } = await platbook('entries', 'add', 'two');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Colored by ZONE, labeled with CODE.')]);
    const [layer] = await readLayers(layersOf('entries'));
    expect(layer!.look!.legend!.map(({ label }) => label)).toEqual(['B']);
  });

  test.each([
    ['tiles', { type: 'tiles', url: '/data/{z}/{x}/{y}.png', zoomMax: 19 }],
    ['heights', { type: 'elevation', url: 'ftp://host/{z}/{x}/{y}.png', zoomMax: 14 }],
    ['builds', { type: 'archive', builds: 'https://host/builds.json', url: '/data/', zoomMax: 15 }],
  ])('[LAY-bad] %s without a web address are refused with a sentence', async (name, source) => {
    await mkdir(layersOf('own'), { recursive: true });
    const entry = { summary: '', license: '', parts: [{ ...part('own', 'imagery', []), source }] };
    await writeFile(join(layersOf('own'), 'catalog.json'), JSON.stringify({ [name]: entry }));
    expect(await platbook('own', 'add', name)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is not understood: .*an address must begin with http:/),
    });
  });

  test('without parcels there is no land: it says so, and asks nobody', async () => {
    const { url, asked } = await serve(await census());
    await mkdir(layersOf('empty'), { recursive: true });
    await writeFile(join(layersOf('empty'), 'catalog.json'), JSON.stringify(tigerAt(url)));
    const { code, stderr } = await platbook('empty', 'add', 'flood');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'platbook: No parcels are loaded, so there is no land to get it for: platbook import first.',
    );
    expect((await platbook('empty', 'add', 'tiger')).stderr).toMatch(
      /^platbook: tiger-roads: No parcels are loaded/m,
    );
    expect(asked).toEqual([]);
    // A file needs none.
    expect(await platbook('empty', 'add', parcels, '--as', 'overlay', '--name', 'lots')).toMatchObject({
      code: 0,
    });
  });
});

describe('[LAY-1] the key in an address of tiles', () => {
  // Nobody answers there.
  const url = 'http://127.0.0.1:2/photos/{z}/{x}/{y}.jpg?key=sesame';

  test('is kept for the requests, and never printed or listed; the same address is added again', async () => {
    await prepare('key', {});
    const said: string[] = [];
    for (const args of [['--dry-run'], [], []]) {
      const { code, stdout, stderr } = await platbook('key', 'add', url, ...args);
      expect(code).toBe(0);
      said.push(stdout, stderr);
    }
    const [layer, ...others] = await readLayers(layersOf('key'));
    expect(others).toEqual([]);
    expect(layer).toMatchObject({ name: 'photos', source: url.split('?')[0], remote: { url } });
    said.push((await platbook('key')).stdout, (await platbook('key', 'refresh')).stdout);
    expect(said.join()).not.toContain('sesame');
    expect(said.join()).toContain('127.0.0.1:2/photos/{z}/{x}/{y}.jpg: zooms 0 to 19, fetched on demand');
  });

  test('a token of an ArcGIS service that changed is no reason to refuse it', async () => {
    await prepare('token', {});
    const at = (token: string) =>
      `http://127.0.0.1:2/arcgis/rest/services/P/MapServer/tile/{z}/{y}/{x}?token=${token}`;
    for (const token of ['sesame', 'sesame', 'other']) {
      expect(await platbook('token', 'add', at(token))).toMatchObject({ code: 0 });
    }
    const layers = await readLayers(layersOf('token'));
    expect(layers.map(({ name, remote }) => [name, remote?.url])).toEqual([['p', at('other')]]);
  });

  test('is not in the plan of elevation tiles, which names the first and the last address', async () => {
    await prepare('heights', {});
    const heights = url.replace('photos', 'heights');
    const { code, stdout } = await platbook('heights', 'add', heights, '--as', 'terrain', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\{y\}\.jpg: \d+ tiles of zoom 14, about .*\n {2}first: GET \S+\/14\/\d+\/\d+\.jpg\n {2}last: GET \S+\.jpg\nA dry run/,
    );
    expect(stdout).not.toContain('sesame');
  });
});

describe('[LAY-bad] an address of tiles is tried in the middle of the county', () => {
  const picture = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const page = Buffer.from('<html>Sign in</html>');

  test.each<[answer: string, files: (path: string) => Map<string, Buffer>, code: number, words: RegExp]>([
    ['a picture', (path) => new Map([[path, picture]]), 0, /Added tried/],
    ['a page', (path) => new Map([[path, page]]), 1, /answers with something else than JPEG, PNG or WebP/],
    ['404 at all zooms', () => new Map(), 1, /has no picture of the loaded parcels: check the address/],
  ])('%s', async (_, files, code, words) => {
    const answers = new Map<string, Buffer>();
    const { asked, url } = await serve(answers);
    const data = `tried-${code}-${words.source.length}`;
    await prepare(data, {});
    const add = ['add', `${url}/{z}/{x}/{y}.png`, '--name', 'tried'];
    const [, example] = /for example: GET http:\/\/[^/]+(\/15\/\d+\/\d+\.png)/.exec(
      (await platbook(data, ...add, '--dry-run')).stdout,
    )!;
    expect(asked).toEqual([]);
    for (const [path, bytes] of files(example!)) answers.set(path, bytes);
    const added = await platbook(data, ...add);
    expect(added.code).toBe(code);
    expect(added.stdout + added.stderr).toMatch(words);
    expect(asked[0]).toBe(`GET ${example}`);
    expect(await readLayers(layersOf(data)).then((layers) => layers.length)).toBe(code === 0 ? 1 : 0);
  });

  test('and a server that does not answer is noted, because that may pass', async () => {
    await prepare('away', {});
    const { code, stdout } = await platbook('away', 'add', 'http://127.0.0.1:2/{z}/{x}/{y}.png');
    expect(code).toBe(0);
    expect(stdout).toContain('Note: a tile could not be fetched (the server does not accept connections).');
  });
});

test('[LAY-2] a map service that keeps its map as pictures is imagery by itself', async () => {
  const half = 20037508.342787;
  const lods = [15, 16].map((level) => ({ level, resolution: (2 * half) / (256 * 2 ** level) }));
  const tileInfo = {
    rows: 256,
    cols: 256,
    origin: { x: -half, y: half },
    spatialReference: { wkid: 102100 },
    lods,
  };
  const service = '/arcgis/rest/services/Photos/MapServer';
  const about = { singleFusedMapCache: true, tileInfo, layers: [{ id: 0, name: 'Photos' }] };
  const { url } = await serve(new Map([[`${service}?f=json`, Buffer.from(JSON.stringify(about))]]));
  await prepare('cached', {});
  const { code, stdout } = await platbook('cached', 'add', `${url}${service}`, '--dry-run');
  expect(stdout).toContain('Taken as imagery, because the service keeps its map as pictures');
  expect(stdout).toMatch(/zooms 15 to 16[\s\S]*GET http:\S+\/MapServer\/tile\/15\//);
  expect(code).toBe(0);
});

test('[LAY-2] an archive of elevation tiles becomes hills, from a file or an address', async () => {
  await prepare('hills', {});
  const size = 128;
  const path = join(folder, 'hill.tif');
  const values = Float32Array.from({ length: size * size }, (_, i) => 200 + (i % size) / 4);
  writeGeoTiff(path, {
    width: size,
    height: size,
    values,
    epsg: 4326,
    west: lng - 0.06,
    north: lat + 0.06,
    pixelSize: 0.001,
  });
  expect(await platbook('hills', 'add', path, '--name', 'measured')).toMatchObject({ code: 0 });
  const [measured] = await readLayers(layersOf('hills'));
  const archive = join(layersOf('hills'), measured!.files.tiles!);
  const server = await startRangeServer(archive);
  onTestFinished(() => server.close());
  const address = tileAt({ lng: lng + 0.002, lat: lat - 0.001 }, 9);
  const heightsIn = async (layer: StoredLayer) => {
    const { z, x, y } = address;
    const tile = await new PMTiles(fileSource(join(layersOf('hills'), layer.files.tiles!))).getZxy(z, x, y);
    return (await decodeHeights(new Uint8Array(tile!.data), { keepsFilled: true })).heights;
  };
  const expected = await heightsIn(measured!);
  for (const [name, source] of [
    ['file', archive],
    ['address', server.url],
  ] as const) {
    const { code, stdout } = await platbook('hills', 'add', source, '--name', name);
    expect(code).toBe(0);
    expect(stdout).toContain('Taken as terrain, because its pictures are heights');
    const layer = (await readLayers(layersOf('hills'))).find((one) => one.name === name)!;
    expect(layer).toMatchObject({ kind: 'terrain', files: { contours: expect.any(String) } });
    const heights = await heightsIn(layer);
    expect(Math.max(...heights.map((height, i) => Math.abs(height - expected[i]!)))).toBeLessThan(0.1);
  }
});
