// One made-up county with its streets and hydrants, and writers that put them into files as counties hand them out: GeoPackage, CSV.
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { FieldType, RawValue } from '../import/layer.ts';

/** x and y in the county's coordinate system. Rings are closed; the first of a polygon is its outer one. */
export type CountyPolygons = readonly (readonly (readonly [number, number])[])[][];

export type CountyFeature = {
  properties: Record<string, RawValue>;
  polygons: CountyPolygons | null;
  /** Instead of polygons. */
  lines?: CountyPolygons[number];
  points?: CountyPolygons[number][number];
};

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

const ROAD_FIELDS: County['fields'] = [
  { name: 'NAME', type: 'text', width: 20 },
  { name: 'WIDTH', type: 'number', width: 8, decimals: 1 },
];

/** A plain one, one in two parts, and one without a shape. */
export const smallStreets: County = {
  epsg: 4326,
  wkt: WGS84_WKT,
  fields: ROAD_FIELDS,
  features: [
    {
      properties: { NAME: 'Main St', WIDTH: 40.5 },
      polygons: null,
      lines: [
        [
          [-80.9, 35.5],
          [-80.8975, 35.5005],
          [-80.895, 35.5],
        ],
      ],
    },
    {
      properties: { NAME: 'Núñez Rd', WIDTH: null },
      polygons: null,
      lines: [
        [
          [-80.9, 35.51],
          [-80.899, 35.51],
        ],
        [
          [-80.898, 35.51],
          [-80.897, 35.51],
          [-80.897, 35.512],
        ],
      ],
    },
    { properties: { NAME: 'Paper St', WIDTH: 0 }, polygons: null },
  ],
};

/** A plain one, two in one row, and one without a place. */
export const smallHydrants: County = {
  ...smallStreets,
  features: [
    { properties: { NAME: 'H-1', WIDTH: 4.5 }, polygons: null, points: [[-80.9, 35.5]] },
    {
      properties: { NAME: 'H-2', WIDTH: null },
      polygons: null,
      points: [
        [-80.899, 35.501],
        [-80.898, 35.502],
      ],
    },
    { properties: { NAME: 'H-3', WIDTH: 0 }, polygons: null },
  ],
};

/** Little-endian well-known binary; null for a feature without a shape. */
export function wkbOfFeature({ polygons, lines, points }: CountyFeature): Buffer | null {
  const positions = (list: CountyPolygons[number][number]) =>
    Buffer.from(Float64Array.from(list.flat()).buffer);
  if (lines) {
    const parts = lines.map((line) => Buffer.concat([wkbHead(2, line.length), positions(line)]));
    return Buffer.concat([wkbHead(5, lines.length), ...parts]);
  }
  if (points) {
    const parts = points.map((point) => Buffer.concat([wkbHead(1, 0).subarray(0, 5), positions([point])]));
    return Buffer.concat([wkbHead(4, points.length), ...parts]);
  }
  return polygons && wkbOf(polygons);
}

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
  /** Of the shapes, as the file says it: MULTIPOLYGON unless given. */
  type?: string;
}): Promise<string> {
  const { path, name = 'parcels', county = smallCounty } = o;
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  const database = new DatabaseSync(path);
  try {
    // Without a transaction each row would be flushed on its own.
    database.exec(`BEGIN; ${GEOPACKAGE_TABLES}`);
    addGeoPackageLayer({ database, name, county, type: o.type });
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
  type?: string | undefined;
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
    .prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)")
    .run(name, o.type ?? 'MULTIPOLYGON', county.epsg);
  const insert = database.prepare(
    `INSERT INTO "${name}" VALUES (NULL, ?, ${county.fields.map(() => '?').join(', ')})`,
  );
  for (const feature of county.features) {
    const values = county.fields.map((field) => {
      const value = feature.properties[field.name] ?? null;
      return typeof value === 'boolean' ? Number(value) : value;
    });
    insert.run(geoPackageGeometry(wkbOfFeature(feature), county.epsg), ...values);
  }
}

function geoPackageGeometry(wkb: Buffer | null, epsg: number): Buffer | null {
  if (!wkb) return null;
  const head = Buffer.alloc(8);
  head.write('GP', 0, 'latin1');
  head[3] = 1;
  head.writeInt32LE(epsg, 4);
  return Buffer.concat([head, wkb]);
}

const rings = (polygon: CountyPolygons[number]) =>
  polygon.map((ring) => `(${ring.map(([x, y]) => `${x} ${y}`).join(', ')})`).join(', ');

/** Null for a feature without a shape. */
export function wktOfFeature({ polygons, lines, points }: CountyFeature): string | null {
  if (lines) return `MULTILINESTRING (${rings(lines)})`;
  if (points) return `MULTIPOINT (${rings(points.map((point) => [point]))})`;
  return polygons && wktOf(polygons);
}

/** Well-known text of a MultiPolygon. */
export function wktOf(polygons: CountyPolygons): string {
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
  const rows = county.features.map((feature) => [
    ...names.map((name) => quoted(feature.properties[name])),
    ...(shapeColumn === null ? [] : [quoted(wktOfFeature(feature))]),
  ]);
  const head = shapeColumn === null ? names : [...names, shapeColumn];
  return [head, ...rows].map((row) => `${row.join(delimiter)}\r\n`).join('');
}
