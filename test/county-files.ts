// One made-up county, and writers that put it into files as counties hand them out: GeoPackage, CSV.
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { FieldType, RawValue } from '../import/layer.ts';

/** x and y in the county's coordinate system. Rings are closed; the first of a polygon is its outer one. */
export type CountyPolygons = readonly (readonly (readonly [number, number])[])[][];

export type CountyFeature = { properties: Record<string, RawValue>; polygons: CountyPolygons | null };

export type County = {
  fields: readonly { name: string; type: FieldType; width?: number; decimals?: number }[];
  features: readonly CountyFeature[];
  epsg: number;
  /** As an Esri .prj has it. */
  wkt: string;
};

export const WGS84_WKT =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** A closed rectangle, clockwise as Shapefiles have outer rings. */
export function box(west: number, south: number, width: number, height: number): [number, number][] {
  return [
    [west, south],
    [west, south + height],
    [west + width, south + height],
    [west + width, south],
    [west, south],
  ];
}

/** Four lots of about 100 m: a plain one, one with a hole, one in two parts, and one without a shape or values. */
export const smallCounty: County = {
  epsg: 4326,
  wkt: WGS84_WKT,
  fields: [
    { name: 'PIN', type: 'text', width: 14 },
    { name: 'OWNNAME', type: 'text', width: 40 },
    { name: 'SITEADD', type: 'text', width: 40 },
    { name: 'GISACRES', type: 'number', width: 12, decimals: 3 },
    { name: 'PARVAL', type: 'number', width: 10, decimals: 0 },
    { name: 'SALEDATE', type: 'date' },
  ],
  features: [
    {
      properties: {
        PIN: '4744-01-0001',
        OWNNAME: 'NÚÑEZ, ZOË',
        SITEADD: '101 MAIN ST',
        GISACRES: 2.125,
        PARVAL: 184500,
        SALEDATE: '2019-06-03',
      },
      polygons: [[box(-80.9, 35.5, 0.001, 0.001)]],
    },
    {
      properties: {
        PIN: '4744-01-0002',
        OWNNAME: 'CALDWELL FARMS LLC',
        SITEADD: '103 MAIN ST',
        GISACRES: 1.75,
        PARVAL: 0,
        SALEDATE: '1987-12-31',
      },
      polygons: [[box(-80.899, 35.5, 0.001, 0.001), [...box(-80.8988, 35.5002, 0.0002, 0.0002)].reverse()]],
    },
    {
      properties: {
        PIN: '4744-01-0003',
        OWNNAME: 'BEATTY, RUTH & HENRY "HANK"',
        SITEADD: '105 MAIN ST\nREAR',
        GISACRES: 4.5,
        PARVAL: 92000,
        SALEDATE: null,
      },
      polygons: [[box(-80.898, 35.5, 0.001, 0.001)], [box(-80.896, 35.5, 0.001, 0.001)]],
    },
    {
      properties: {
        PIN: '4744-01-0004',
        OWNNAME: null,
        SITEADD: null,
        GISACRES: null,
        PARVAL: null,
        SALEDATE: null,
      },
      polygons: null,
    },
  ],
};

/** Little-endian well-known binary of a MultiPolygon. */
export function wkbOf(polygons: CountyPolygons): Buffer {
  const parts: Buffer[] = [wkbHead(6, polygons.length)];
  for (const rings of polygons) {
    parts.push(wkbHead(3, rings.length));
    for (const ring of rings) {
      const count = Buffer.alloc(4);
      count.writeUInt32LE(ring.length);
      parts.push(count, Buffer.from(Float64Array.from(ring.flat()).buffer));
    }
  }
  return Buffer.concat(parts);
}

function wkbHead(type: number, count: number): Buffer {
  const head = Buffer.alloc(9);
  head[0] = 1;
  head.writeUInt32LE(type, 1);
  head.writeUInt32LE(count, 5);
  return head;
}

/** Writes a GeoPackage with one layer; returns its path. */
export async function writeGeoPackage(o: {
  path: string;
  name?: string;
  county?: Omit<County, 'features'> & { features: Iterable<CountyFeature> };
}): Promise<string> {
  const { path, name = 'parcels', county = smallCounty } = o;
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  const database = new DatabaseSync(path);
  try {
    // Without a transaction each row would be flushed on its own.
    database.exec(`BEGIN; ${GEOPACKAGE_TABLES}`);
    addGeoPackageLayer({ database, name, county });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  return path;
}

const GEOPACKAGE_TABLES = `
  PRAGMA application_id = 0x47504B47;
  CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER, definition TEXT, description TEXT);
  CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, description TEXT, last_change TEXT, min_x REAL, min_y REAL, max_x REAL, max_y REAL, srs_id INTEGER);
  CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z TINYINT, m TINYINT);
`;

export function addGeoPackageLayer(o: {
  database: DatabaseSyncInstance;
  name: string;
  county: Omit<County, 'features'> & { features: Iterable<CountyFeature> };
}): void {
  const { database, name, county } = o;
  const types = { text: 'TEXT', number: 'DOUBLE', date: 'DATE', boolean: 'BOOLEAN' };
  const columns = county.fields.map((field) => `"${field.name}" ${types[field.type]}`);
  database.exec(`CREATE TABLE "${name}" (fid INTEGER PRIMARY KEY, geom BLOB, ${columns.join(', ')})`);
  database
    .prepare('INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)')
    .run(`EPSG:${county.epsg}`, county.epsg, 'EPSG', county.epsg, county.wkt);
  database
    .prepare(
      "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, 'features', ?, ?)",
    )
    .run(name, name, county.epsg);
  database
    .prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'MULTIPOLYGON', ?, 0, 0)")
    .run(name, county.epsg);
  const insert = database.prepare(
    `INSERT INTO "${name}" VALUES (NULL, ?, ${county.fields.map(() => '?').join(', ')})`,
  );
  for (const { properties, polygons } of county.features) {
    const values = county.fields.map((field) => {
      const value = properties[field.name] ?? null;
      return typeof value === 'boolean' ? Number(value) : value;
    });
    insert.run(polygons ? geoPackageGeometry(polygons, county.epsg) : null, ...values);
  }
}

function geoPackageGeometry(polygons: CountyPolygons, epsg: number): Buffer {
  const head = Buffer.alloc(8);
  head.write('GP', 0, 'latin1');
  head[3] = 1;
  head.writeInt32LE(epsg, 4);
  return Buffer.concat([head, wkbOf(polygons)]);
}

/** Well-known text of a MultiPolygon. */
export function wktOf(polygons: CountyPolygons): string {
  const rings = (polygon: CountyPolygons[number]) =>
    polygon.map((ring) => `(${ring.map(([x, y]) => `${x} ${y}`).join(', ')})`).join(', ');
  return `MULTIPOLYGON (${polygons.map((polygon) => `(${rings(polygon)})`).join(', ')})`;
}

/** A CSV with the shapes in a last column. */
export function csvText(
  o: { county?: County; delimiter?: string; shapeColumn?: string | null } = {},
): string {
  const { county = smallCounty, delimiter = ',', shapeColumn = 'WKT' } = o;
  const quoted = (value: RawValue | undefined) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /["\n\r]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const names = county.fields.map(({ name }) => name);
  const rows = county.features.map(({ properties, polygons }) => [
    ...names.map((name) => quoted(properties[name])),
    ...(shapeColumn === null ? [] : [quoted(polygons ? wktOf(polygons) : null)]),
  ]);
  const head = shapeColumn === null ? names : [...names, shapeColumn];
  return [head, ...rows].map((row) => `${row.join(delimiter)}\r\n`).join('');
}
