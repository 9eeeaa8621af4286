// A column that is added to the table of columns comes through everywhere, from a county's file to answers and tiles.
// The columns are added in a copy of the sources, because worker threads load the table, too.
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { tileAt } from '../geo/tile-address.ts';
import { createDatabase } from '../test/postgres-cluster.ts';

const root = join(import.meta.dirname, '..');
const rooms = [
  'contract',
  'geo',
  'runtime',
  'store',
  'import',
  'gazetteer',
  'basemap',
  'layers',
  'server',
  'demo',
  'cli',
];
const TABLE = 'contract/parcel-columns.ts';
const TABLE_END = '} as const satisfies Record<string, ParcelColumn>;';
const addedColumns = `
  use_code: { type: 'text', label: 'Use code', group: 'Land', tileProperty: 'UseCode', isInParcelMatch: true },
  floors: { type: 'number', label: 'Floors', group: 'Building', tileProperty: 'Floors', isInParcelMatch: true },
  lease_end: { type: 'date', label: 'Lease end', group: 'Land', tileProperty: 'LeaseEnd', isInParcelMatch: true },
`;

let folder: string;
const inCopy = (path: string) => join(folder, 'copy', path);
const load = <Module>(path: string): Promise<Module> => import(/* @vite-ignore */ inCopy(path));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-added-column-'));
  const isNoTest = (path: string) => !/\.test\.tsx?$/.test(path);
  for (const room of rooms) {
    await cp(join(root, room), inCopy(room), { recursive: true, filter: isNoTest });
  }
  await cp(join(root, 'package.json'), inCopy('package.json'));
  await symlink(join(root, 'node_modules'), inCopy('node_modules'));
  const table = await readFile(inCopy(TABLE), 'utf8');
  expect(table).toContain(TABLE_END);
  await writeFile(inCopy(TABLE), table.replace(TABLE_END, addedColumns + TABLE_END));
});
afterAll(() => rm(folder, { recursive: true }));

const LOT_DEGREES = 0.001;
const CORNER = { lng: -93.62, lat: 41.6 };
type Row = Record<string, string | number>;

/** Lots side by side from west to east. The rows of a list share one. */
async function countyFile(lots: readonly (Row | Row[])[]): Promise<string> {
  const features = lots.flatMap((rows, at) => {
    const [west, east] = [CORNER.lng + at * LOT_DEGREES, CORNER.lng + (at + 1) * LOT_DEGREES];
    const [south, north] = [CORNER.lat, CORNER.lat + LOT_DEGREES];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const geometry = { type: 'Polygon', coordinates: [ring] };
    return [rows].flat().map((properties) => ({ type: 'Feature', properties, geometry }));
  });
  const path = join(folder, `${randomUUID()}.geojson`);
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }));
  return path;
}

/** Imports the file as the command line does, and serves it. */
async function importAndServe(databaseUrl: string | undefined, options: string[], path: string) {
  const [
    { importCommand },
    { parseCall },
    { readConfig },
    { openStores, openMapParts },
    { buildApp },
    { LiveMaps },
  ] = await Promise.all([
    load<typeof import('../cli/import.ts')>('cli/import.ts'),
    load<typeof import('../cli/command.ts')>('cli/command.ts'),
    load<typeof import('../server/config.ts')>('server/config.ts'),
    load<typeof import('../cli/open-parts.ts')>('cli/open-parts.ts'),
    load<typeof import('../server/app.ts')>('server/app.ts'),
    load<typeof import('../server/maps/live-maps.ts')>('server/maps/live-maps.ts'),
  ]);
  const config = readConfig({
    DATA_DIR: join(folder, randomUUID()),
    PARCEL_ACCESS: 'public',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const say = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const described = { ...importCommand, summary: '', parameters: ['SOURCE'] };
  const call = parseCall('import', described, [path, '--as', 'polk', ...options]);
  if (call === 'help') throw new Error('No help was asked for.');
  expect(await importCommand.run({ ...call, config })).toBe(0);
  const said = say.mock.calls.join('\n');
  vi.restoreAllMocks();

  const stores = await openStores(config);
  const maps = new LiveMaps(await openMapParts(config));
  const app = await buildApp({ ...stores, config, maps, webFolder: undefined, log: { write: () => {} } });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    said,
    parcels: stores.parcels,
    get: async (path: string): Promise<unknown> => (await fetch(url + path)).json(),
    tile: async (z: number) => {
      const { x, y } = tileAt({ lng: CORNER.lng + LOT_DEGREES / 2, lat: CORNER.lat + LOT_DEGREES / 2 }, z);
      const answer = await fetch(`${url}/tiles/${z}/${x}/${y}.pbf`);
      const { layers } = new VectorTile(new PbfReader(await answer.arrayBuffer()));
      const layer = layers.parcels!;
      const features = Array.from({ length: layer.length }, (_, at) => layer.feature(at).properties);
      return features.find(({ PIN }) => PIN === '1')!;
    },
    close: async () => {
      await app.close();
      await stores.close();
    },
  };
}

const kinds: [string, () => Promise<string | undefined>][] = [
  ['SQLite', async () => undefined],
  ['PostgreSQL', () => createDatabase(inject('postgresUrl'), `test_${randomUUID()}`)],
];

describe.each(kinds)('columns of each type, added to the table, in %s', (_, createUrl) => {
  let under: Awaited<ReturnType<typeof importAndServe>>;
  const values = { use_code: 'R1', floors: 2.5, lease_end: '2099-10-06' };

  beforeAll(async () => {
    const lot = { OWNER: 'SMITH', USE: ' R1 ', FLR: '2.5', LEASE: '10/6/2099', ROOF: 'SLATE' };
    const path = await countyFile([
      { ...lot, PIN: '1', SITE_ADDR: '7 WALNUT ST' },
      [
        { ...lot, PIN: '2-A' },
        { ...lot, PIN: '2-B', OWNER: 'JONES', USE: 'X'.repeat(300), FLR: 'many', LEASE: 'soon' },
      ],
    ]);
    const map = ['--map', 'use_code=USE,Floors=FLR,lease_end=LEASE'];
    under = await importAndServe(await createUrl(), map, path);
  });
  afterAll(() => under?.close());

  test('the import shows them with the others', () => {
    expect(under.said).toMatch(/^use_code +USE +R1 /m);
    expect(under.said).toMatch(/^floors +FLR +2\.5$/m);
    expect(under.said).toMatch(/^lease_end +LEASE +2099-10-06$/m);
    expect(under.said).toMatch(/Kept as the county has them: ROOF$/m);
  });

  test('a parcel has them, by its PIN and at a point, and they are no longer among the others of the county', async () => {
    const expected = { pin: '1', ...values, more: [['Roof', 'SLATE']] };
    expect(await under.parcels.findByPin('1')).toMatchObject(expected);
    expect(await under.get('/api/parcels/1')).toMatchObject(expected);
    const [lng, lat] = [CORNER.lng + LOT_DEGREES / 2, CORNER.lat + LOT_DEGREES / 2];
    expect(await under.get(`/api/parcels/at?lng=${lng}&lat=${lat}`)).toMatchObject(expected);
  });

  test('a unit has them; what is not understood stays among the others of the county, and is counted', async () => {
    expect(await under.get('/api/parcels/2-A')).toMatchObject({ ...values, more: [['Roof', 'SLATE']] });
    expect(await under.get('/api/parcels/2-B')).toMatchObject({
      use_code: `${'X'.repeat(199)}…`,
      floors: null,
      lease_end: null,
      more: [
        ['Floor', 'many'],
        ['LEASE', 'soon'],
        ['Roof', 'SLATE'],
      ],
    });
    expect(under.said).toMatch(/1 {2}floors not understood/);
    expect(under.said).toMatch(/1 {2}lease end not understood/);
    expect(under.said).toMatch(/1 {2}text too long: cut/);
  });

  test('a hit of the search has them', async () => {
    const hits = await under.get('/api/parcels/search?q=walnut');
    expect(hits).toMatchObject({ parcels: [{ pin: '1', ...values }] });
  });

  test.each([15, 17])('a vector tile of zoom %d has them', async (z) => {
    expect(await under.tile(z)).toMatchObject({ UseCode: 'R1', Floors: 2.5, LeaseEnd: '2099-10-06' });
  });

  test('a refresh reads them back', async () => {
    const rows: { pin: string }[] = [];
    for await (const batch of under.parcels.readSource({ name: 'polk', withShapes: false }))
      rows.push(...batch);
    expect(rows.find(({ pin }) => pin === '1')).toMatchObject(values);
  });
});

test('without --map, a column of the name or the label is taken, and one of another name stays as it is', async () => {
  const path = await countyFile([
    { PIN: '1', OWNER: 'SMITH', UseCode: 'R1', 'GIS.PARCELS.FLOORS': 3, LEASE_ENDS: '2099-10-06' },
  ]);
  const under = await importAndServe(undefined, [], path);
  try {
    expect(under.said).toMatch(/^lease_end +not found: --map lease_end=FIELD$/m);
    expect(await under.get('/api/parcels/1')).toMatchObject({
      use_code: 'R1',
      floors: 3,
      lease_end: null,
      more: [['LEASE_ENDS', '2099-10-06']],
    });
  } finally {
    await under.close();
  }
});
