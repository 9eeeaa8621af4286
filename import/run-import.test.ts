// Whole imports, from a file to parcels: every format says the same about the same county.
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import proj4 from 'proj4';
import { beforeAll, describe, expect, test } from 'vitest';
import { polygonsOf } from '../geo/geometry.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';
import { openArcGisStandIn } from '../test/arcgis-stand-in.ts';
import { standInRows } from '../test/arcgis-stand-in-layer.ts';
import { type County, csvText, smallCounty, writeGeoPackage } from '../test/county-files.ts';
import {
  countyCollection,
  countyKml,
  writeEsriJson,
  writeGeoJson,
  writeGeoParquet,
} from '../test/county-files-more.ts';
import { dbfBytes, writeShapefile } from '../test/county-shapefile.ts';
import { MemoryStore } from '../test/small-county.ts';
import { testFolder } from '../test/test-folder.ts';
import { zipBytes } from '../test/zip-bytes.ts';
import { openSource } from './open-source.ts';
import { startGdal } from './readers/gdal-child.ts';
import { type LayerOptions, runImport } from './run-import.ts';

const STATE_PLANE_FEET =
  '+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 +x_0=609601.219202438 +y_0=0 ' +
  '+datum=NAD83 +units=us-ft +no_defs';
/** As an Esri .prj has EPSG:2264. */
const STATE_PLANE_WKT =
  'PROJCS["NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet",GEOGCS["GCS_North_American_1983",' +
  'DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],' +
  'UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],' +
  'PARAMETER["False_Easting",2000000.002616666],PARAMETER["False_Northing",0.0],' +
  'PARAMETER["Central_Meridian",-79.0],PARAMETER["Standard_Parallel_1",34.33333333333334],' +
  'PARAMETER["Standard_Parallel_2",36.16666666666666],PARAMETER["Latitude_Of_Origin",33.75],' +
  'UNIT["Foot_US",0.3048006096012192]]';

const { forward } = proj4('WGS84', STATE_PLANE_FEET);
const inFeet: County = {
  ...smallCounty,
  epsg: 2264,
  wkt: STATE_PLANE_WKT,
  features: smallCounty.features.map(({ properties, polygons }) => ({
    properties,
    polygons:
      polygons?.map((rings) =>
        rings.map((ring) => ring.map(([x, y]) => forward([x, y]) as [number, number])),
      ) ?? null,
  })),
};

const folder = testFolder();

type Import = { source: string; join?: string; on?: string; options?: LayerOptions; sourceText?: string };

async function importFrom({ source: path, join: table, on, options = {}, sourceText }: Import) {
  const store = new MemoryStore();
  const workFolder = await mkdtemp(join(folder, 'work-'));
  const said: string[] = [];
  const source = await openSource({ source: path, workFolder });
  const joined = table === undefined ? undefined : await openSource({ source: table, workFolder });
  try {
    const finished = await runImport({
      source,
      join: joined && { source: joined, layer: undefined, on: on! },
      options,
      about: { name: 'iredell', title: 'Iredell', attribution: null, kind: 'imported', dataDate: null },
      recipeOf: () => null,
      sourceText,
      store,
      workFolder,
      dryRun: false,
      say: (line) => said.push(line),
    });
    return { store, said: said.join('\n'), ...finished };
  } finally {
    await source.close();
    await joined?.close();
  }
}

test('[IMP-2] a town joined to its assessor is found by the number of each holding, not by one made up', async () => {
  const lot = (at: number) => `LOC_${at}`;
  const features = Array.from({ length: 30 }, (_, at) => {
    const [west, south] = [-71.1 + at * 0.001, 42.3];
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ].map(([x, y]) => [west + x! * 0.001, south + y! * 0.001]);
    return {
      type: 'Feature',
      properties: { MAP_PAR_ID: `0002-00${at + 10}-0000`, LOC_ID: lot(at) },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
  });
  // The condominium is the last lot, behind the sample. The lot before it is a road, which nobody owns.
  const rows = Array.from({ length: 28 }, (_, at) => [`2-${at + 10}`, lot(at), `OWNER ${at}`]);
  const units = Array.from({ length: 40 }, (_, at) => [`2-39-${at + 1}`, lot(29), `UNIT OWNER ${at}`]);
  const csv = [['PROP_ID', 'LOC_ID', 'OWNER1'], ...rows, ...units].map((row) => row.join(',')).join('\n');
  const { store, said } = await importFrom({
    source: await into('town.geojson', JSON.stringify({ type: 'FeatureCollection', features })),
    join: await into('assess.csv', csv),
    on: 'LOC_ID',
  });

  expect(said).toContain('PROP_ID is the PIN, because several rows share one MAP_PAR_ID.');
  expect(store.find('2-10')).toMatchObject({
    name: 'OWNER 0',
    more: [
      ['Map and lot', '0002-0010-0000'],
      ['State lot number', 'LOC_0'],
    ],
  });
  expect(store.find('0002-0038-0000')).toMatchObject({ name: '' });
  expect(store.find('2-39')!.units!.map(({ pin }) => pin)).toEqual(units.map(([pin]) => pin));
});

describe('[IMP-5] parcels without owners', () => {
  const shapes = async (table: string[][], more: { name: string; text: string }[] = []) => {
    const county = countyCollection();
    const features = county.features.map(({ properties, ...feature }, at) => ({
      ...feature,
      properties: { LOC_ID: `F_${at}`, PIN: properties?.PIN },
    }));
    const entries = [
      { name: 'lots.geojson', text: JSON.stringify({ ...county, features }) },
      { name: 'assess.csv', text: table.map((row) => row.join(',')).join('\n') },
      ...more,
    ];
    return into('town.zip', zipBytes(entries.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }))));
  };
  const owners = [
    ['LOC_ID', 'OWNER1'],
    ['F_0', 'ADA LOVELACE'],
    ['F_1', 'GRACE HOPPER'],
  ];
  const codes = { name: 'codes.csv', text: 'CODE,WORDS\n101,One family' };

  test('the table in the same archive is proposed, and joined by the archive itself', async () => {
    const source = await shapes(owners, [codes]);
    const { said, report } = await importFrom({ source, sourceText: 'town.zip' });
    const advice =
      /^NO OWNERS: .*The table assess in the same source has them: add --join town\.zip --on LOC_ID\.$/m;
    expect(said).toMatch(advice);
    expect(report!.notes.join('\n')).toMatch(advice);

    const joined = await importFrom({ source, join: source, on: 'LOC_ID' });
    expect(joined.said).not.toContain('NO OWNERS');
    expect(joined.store.parcels.map(({ name }) => name)).toContain('ADA LOVELACE');
  });

  test('two that fit are listed; without any, the way out is said', async () => {
    const sales = { name: 'sales.csv', text: 'LOC_ID,GRANTEE\nF_0,ADA' };
    expect((await importFrom({ source: await shapes(owners, [sales]) })).said).toMatch(
      /NO OWNERS: .*one of:\n {2}--join SOURCE --join-layer assess --on LOC_ID\n {2}--join SOURCE --join-layer sales --on LOC_ID/,
    );
    expect((await importFrom({ source: await shapes([['CODE'], ['1']]) })).said).toMatch(
      /NO OWNERS: .*--map owner=FIELD.*--join FILE --on KEY/,
    );
  });
});

/** Corners to two centimeters: no format keeps more digits than that through a projection. */
function comparable({ geometry, centroid: _, ...fields }: ParcelRecord) {
  const corners = polygonsOf(geometry).map((rings) =>
    rings.map((ring) => [...new Set(ring.map(([lng, lat]) => `${lng.toFixed(6)} ${lat.toFixed(6)}`))].sort()),
  );
  return { ...fields, corners: corners.sort() };
}

const byPin = (a: { pin: string }, b: { pin: string }) => (a.pin < b.pin ? -1 : 1);
const parcelsOf = ({ parcels }: MemoryStore) => parcels.map(comparable).sort(byPin);

async function into(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function zipped(name: string, prefix: string, paths: readonly string[]): Promise<string> {
  const entries = await Promise.all(
    paths.map(async (path) => ({ name: `${prefix}${basename(path)}`, bytes: await readFile(path) })),
  );
  return into(name, zipBytes(entries));
}

async function shapefile(county: County, name: string): Promise<string[]> {
  const where = join(folder, name);
  await mkdir(where, { recursive: true });
  const shp = await writeShapefile({ folder: where, name: 'parcels', county });
  return ['.shp', '.dbf', '.prj', '.cpg'].map((ending) => shp.replace(/\.shp$/, ending));
}

const lines = countyCollection()
  .features.map((feature) => JSON.stringify(feature))
  .join('\n');

const formats: [string, () => Promise<string>][] = [
  ['newline-delimited GeoJSON, gzipped', () => into('a.geojsonl.gz', gzipSync(lines))],
  [
    'a zipped Shapefile in a sub-folder, in State Plane feet',
    async () => zipped('feet.zip', 'delivery/parcels/', await shapefile(inFeet, 'feet')),
  ],
  [
    'a GeoPackage in State Plane feet',
    () => writeGeoPackage({ path: join(folder, 'b.gpkg'), county: inFeet }),
  ],
  ['GeoParquet', () => writeGeoParquet({ folder, name: 'a.parquet' })],
  ['CSV with WKT', () => into('a.csv', csvText())],
  ['Esri JSON', () => writeEsriJson({ folder, name: 'a.json' })],
  ['KML, where all values are text', () => into('county.kml', countyKml())],
  [
    'a zipped File Geodatabase in a sub-folder, as GDAL writes it',
    async () => {
      const gdb = await writtenByGdal('OpenFileGDB', '.gdb');
      const files = (await readdir(gdb)).map((name) => join(gdb, name));
      return zipped('gdb.zip', 'delivery/county.gdb/', files);
    },
  ],
  // With an index, it takes no rows without a shape.
  ['FlatGeobuf', () => writtenByGdal('FlatGeobuf', '.fgb', ['-lco', 'SPATIAL_INDEX=NO'])],
];

async function writtenByGdal(format: string, ending: string, more: readonly string[] = []): Promise<string> {
  const path = await writeGeoJson({ folder, name: 'for-gdal.geojson', county: inFeet });
  const gdal = startGdal();
  await gdal.call('start', { folder });
  await gdal.call('open', { path });
  const options = ['-f', format, '-nlt', 'MULTIPOLYGON', '-nln', 'parcels', ...more];
  await gdal.call('convert', { options, name: 'county' });
  await gdal.kill();
  return join(folder, `county${ending}`);
}

describe('every format yields the same parcels', () => {
  let expected: ReturnType<typeof comparable>[];
  beforeAll(async () => {
    const { store, report } = await importFrom({ source: await writeGeoJson({ folder }) });
    expected = parcelsOf(store);
    expect(report).toMatchObject({ read: 4, parcels: 3 });
    expect([...report!.refused]).toEqual([['no geometry', 1]]);
  });

  test('as the county has them', () => {
    expect(
      expected.map(({ pin, name, site_address, taxacres, sale_date, total_value }) => ({
        pin,
        name,
        site_address,
        taxacres,
        sale_date,
        total_value,
      })),
    ).toEqual([
      {
        pin: '4744-01-0001',
        name: 'NÚÑEZ, ZOË',
        site_address: '101 MAIN ST',
        taxacres: 2.125,
        sale_date: '2019-06-03',
        total_value: 184_500,
      },
      {
        pin: '4744-01-0002',
        name: 'CALDWELL FARMS LLC',
        site_address: '103 MAIN ST',
        taxacres: 1.75,
        sale_date: '1987-12-31',
        total_value: 0,
      },
      {
        pin: '4744-01-0003',
        name: 'BEATTY, RUTH & HENRY "HANK"',
        site_address: '105 MAIN ST REAR',
        taxacres: 4.5,
        sale_date: null,
        total_value: 92_000,
      },
    ]);
    expect(expected.map(({ corners }) => corners.map((rings) => rings.length))).toEqual([[1], [2], [1, 1]]);
  });

  test.each(formats)('from %s', async (_, write) => {
    const { store } = await importFrom({ source: await write() });
    expect(parcelsOf(store)).toEqual(expected);
  });
});

test('an ArcGIS layer comes in through the same door', async () => {
  const server = await openArcGisStandIn({ rows: standInRows(250), character: { maxRecordCount: 100 } });
  try {
    const { store, report } = await importFrom({ source: server.layer });
    expect(report).toMatchObject({ read: 250, parcels: 250 });
    expect(store.find('P000249')).toMatchObject({ name: 'Owner 249' });
  } finally {
    await server.close();
  }
});

test('a second table with several rows a lot makes one lot with its units', async () => {
  const shapes: County = {
    ...smallCounty,
    fields: [{ name: 'LOC_ID', type: 'text', width: 10 }],
    features: smallCounty.features.map(({ polygons }, at) => ({
      properties: { LOC_ID: `F_${at}` },
      polygons,
    })),
  };
  const owners: [string, string, string][] = [
    ['F_0', '4744-1', 'ADA'],
    ['F_1', '4744-2-A', 'GRACE'],
    ['F_1', '4744-2-B', 'MARY'],
  ];
  const table: County = {
    ...smallCounty,
    fields: [
      { name: 'LOC_ID', type: 'text', width: 10 },
      { name: 'PROP_ID', type: 'text', width: 10 },
      { name: 'OWNER1', type: 'text', width: 20 },
    ],
    features: owners.map(([LOC_ID, PROP_ID, OWNER1]) => ({
      properties: { LOC_ID, PROP_ID, OWNER1 },
      polygons: null,
    })),
  };
  const { store, said } = await importFrom({
    source: await writeGeoJson({ folder, name: 'shapes.geojson', county: shapes }),
    join: await into('assess.dbf', dbfBytes({ county: table })),
    on: 'LOC_ID',
    options: { map: { pin: 'PROP_ID' } },
  });
  expect(store.pins).toEqual(['4744-1', '4744-2']);
  expect(store.find('4744-2')).toMatchObject({
    name: '2 owners',
    units: [
      { pin: '4744-2-A', name: 'GRACE' },
      { pin: '4744-2-B', name: 'MARY' },
    ],
  });
  expect(said).toMatch(/Joined 3 rows of the table; 0 of them belong to no shape/);
});

describe('is refused in one sentence', () => {
  async function refusalOf(wanted: Import): Promise<string> {
    const error = await importFrom(wanted).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OperatorError);
    return (error as OperatorError).message;
  }

  test('a layer without a coordinate system, with the way to name one', async () => {
    const where = join(folder, 'no-prj');
    await mkdir(where);
    const source = await writeShapefile({ folder: where, county: inFeet, projection: null });
    expect(await refusalOf({ source })).toMatch(/which coordinates.*--crs EPSG:/);
    const { store } = await importFrom({ source, options: { crs: 'EPSG:2264' } });
    expect(store.pins).toHaveLength(3);
  });

  test('a layer without a PIN, with its fields', async () => {
    const source = await writeGeoJson({
      folder,
      name: 'no-pin.geojson',
      county: {
        ...smallCounty,
        fields: [{ name: 'COLOR', type: 'text' }],
        features: smallCounty.features.map(({ polygons }) => ({ properties: { COLOR: 'RED' }, polygons })),
      },
    });
    expect(await refusalOf({ source })).toMatch(/No field .* PIN.*--map pin=FIELD.*COLOR/);
  });

  test('shapes without any field', async () => {
    const source = await writeGeoJson({
      folder,
      name: 'no-fields.geojson',
      county: {
        ...smallCounty,
        fields: [],
        features: smallCounty.features.map(({ polygons }) => ({ properties: {}, polygons })),
      },
    });
    expect(await refusalOf({ source })).toMatch(/has shapes without any field, .* with their attributes\.$/);
  });

  test('a field that does not exist, with the likely ones', async () => {
    const source = await writeGeoJson({ folder, name: 'likely.geojson' });
    expect(await refusalOf({ source, options: { map: { name: 'OWNNAMES' } } })).toMatch(/OWNNAMES.*OWNNAME/);
  });
});
