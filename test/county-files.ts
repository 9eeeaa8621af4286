// One made-up county, and writers that put it into files as counties hand them out: Shapefile, GeoPackage, CSV.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import iconv from 'iconv-lite';
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

export type ShapefileOptions = {
  folder: string;
  /** Without an extension. */
  name?: string;
  county?: County;
  /** 5, 15 (Z) or 25 (M). */
  shapeType?: number;
  /** Of the text in the .dbf. */
  encoding?: string;
  /** What the .cpg says; null for none. */
  codePage?: string | null;
  languageDriver?: number;
  /** Null for none. */
  projection?: string | null;
};

/** Writes .shp, .shx, .dbf, .prj and .cpg into the folder; returns the path of the .shp. */
export async function writeShapefile(o: ShapefileOptions): Promise<string> {
  const { folder, name = 'parcels', county = smallCounty, encoding = 'utf-8', codePage = 'UTF-8' } = o;
  await mkdir(folder, { recursive: true });
  const { shp, shx } = shapeBytes(county, o.shapeType ?? 5);
  await writeFile(join(folder, `${name}.shp`), shp);
  await writeFile(join(folder, `${name}.shx`), shx);
  await writeFile(
    join(folder, `${name}.dbf`),
    dbfBytes({ county, encoding, languageDriver: o.languageDriver ?? 0 }),
  );
  if (o.projection !== null) await writeFile(join(folder, `${name}.prj`), o.projection ?? county.wkt);
  if (codePage !== null) await writeFile(join(folder, `${name}.cpg`), codePage);
  return join(folder, `${name}.shp`);
}

function shapeBytes(county: County, shapeType: number): { shp: Buffer; shx: Buffer } {
  const records = county.features.map(({ polygons }) =>
    polygons ? polygonRecord(polygons, shapeType) : nullRecord(),
  );
  const index: Buffer[] = [];
  const shapes: Buffer[] = [];
  let position = 100;
  records.forEach((content, row) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(row + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(position / 2, 0);
    entry.writeInt32BE(content.length / 2, 4);
    index.push(entry);
    shapes.push(head, content);
    position += 8 + content.length;
  });
  return { shp: withShapeHead(shapes, shapeType), shx: withShapeHead(index, shapeType) };
}

function withShapeHead(parts: readonly Buffer[], shapeType: number): Buffer {
  const head = Buffer.alloc(100);
  const body = Buffer.concat(parts);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE((100 + body.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(shapeType, 32);
  return Buffer.concat([head, body]);
}

function nullRecord(): Buffer {
  return Buffer.alloc(4);
}

function polygonRecord(polygons: CountyPolygons, shapeType: number): Buffer {
  const rings = polygons.flat();
  const points = rings.flat();
  const extra = shapeType === 5 ? 0 : 16 + points.length * 8;
  const record = Buffer.alloc(
    44 + rings.length * 4 + points.length * 16 + extra * (shapeType === 15 ? 2 : 1),
    0x40,
  );
  record.writeInt32LE(shapeType, 0);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((bound, index) => {
    record.writeDoubleLE(bound, 4 + index * 8);
  });
  record.writeInt32LE(rings.length, 36);
  record.writeInt32LE(points.length, 40);
  let first = 0;
  rings.forEach((ring, index) => {
    record.writeInt32LE(first, 44 + index * 4);
    first += ring.length;
  });
  points.forEach(([x, y], index) => {
    const at = 44 + rings.length * 4 + index * 16;
    record.writeDoubleLE(x, at);
    record.writeDoubleLE(y, at + 8);
  });
  return record;
}

/** A dBASE III table. */
export function dbfBytes(o: { county?: County; encoding?: string; languageDriver?: number }): Buffer {
  const { county = smallCounty, encoding = 'utf-8', languageDriver = 0 } = o;
  const columns = county.fields.map(({ name, type, width, decimals = 0 }) => ({
    name,
    decimals,
    type: { text: 'C', number: 'N', date: 'D', boolean: 'L' }[type],
    width: { text: width ?? 40, number: width ?? 12, date: 8, boolean: 1 }[type],
  }));
  const head = Buffer.alloc(32 + columns.length * 32 + 1);
  head[0] = 3;
  head.writeUInt32LE(county.features.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + columns.reduce((sum, { width }) => sum + width, 0), 10);
  head[29] = languageDriver;
  columns.forEach((column, index) => {
    const at = 32 + index * 32;
    head.write(column.name.slice(0, 10), at, 'latin1');
    head.write(column.type, at + 11, 'latin1');
    head[at + 16] = column.width;
    head[at + 17] = column.decimals;
  });
  head[head.length - 1] = 0x0d;
  const rows = county.features.map(({ properties }) =>
    Buffer.concat([
      Buffer.from(' '),
      ...columns.map((column) => {
        const cell = Buffer.alloc(column.width, ' ');
        const value = properties[column.name];
        if (value === null || value === undefined) return cell;
        if (column.type === 'N')
          cell.write(Number(value).toFixed(column.decimals).padStart(column.width), 'latin1');
        else if (column.type === 'D') cell.write(String(value).replaceAll('-', ''), 'latin1');
        else if (column.type === 'L') cell.write(value ? 'T' : 'F', 'latin1');
        else iconv.encode(String(value), encoding).copy(cell);
        return cell;
      }),
    ]),
  );
  return Buffer.concat([head, ...rows, Buffer.from([0x1a])]);
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
