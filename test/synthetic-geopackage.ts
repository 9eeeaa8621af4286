// Writes parcels as a county would publish them: a GeoPackage in North Carolina State Plane feet (EPSG:2264).
import { DatabaseSync } from '@photostructure/sqlite';
import proj4 from 'proj4';
import { polygonsOf } from '../geo/geometry.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';

const STATE_PLANE_FEET =
  '+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 +x_0=609601.219202438 +y_0=0 ' +
  '+datum=NAD83 +units=us-ft +no_defs';

const columns = [
  ['PARNO', 'TEXT', 'pin'],
  ['OWNNAME', 'TEXT', 'name'],
  ['MAILADD', 'TEXT', 'add1'],
  ['MCITY', 'TEXT', 'city'],
  ['MSTATE', 'TEXT', 'state'],
  ['MZIP', 'TEXT', 'zip'],
  ['SITEADD', 'TEXT', 'site_address'],
  ['GISACRES', 'REAL', 'taxacres'],
  ['ZONING', 'TEXT', 'zoning'],
  ['SALEDATE', 'TEXT', 'sale_date'],
  ['SALEPRICE', 'REAL', 'sales_price'],
] as const satisfies readonly (readonly [string, string, keyof ParcelRecord])[];

export async function writeSyntheticGeoPackage(path: string, parcels: Iterable<ParcelRecord>): Promise<void> {
  const db = new DatabaseSync(path);
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA application_id = 1196444487; PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
      organization_coordsys_id INTEGER, definition TEXT, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('NC', 2264, 'EPSG', 2264, 'undefined', '');
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, description TEXT,
      last_change TEXT, min_x REAL, min_y REAL, max_x REAL, max_y REAL, srs_id INTEGER);
    INSERT INTO gpkg_contents VALUES ('parcels', 'features', 'parcels', '', '2026-01-01T00:00:00Z', 0, 0, 0, 0, 2264);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER,
      z INTEGER, m INTEGER);
    INSERT INTO gpkg_geometry_columns VALUES ('parcels', 'geom', 'MULTIPOLYGON', 2264, 0, 0);
    CREATE TABLE parcels (fid INTEGER PRIMARY KEY, geom BLOB, ${columns.map(([name, type]) => `${name} ${type}`).join(', ')});
    BEGIN;`);
  const places = columns.map(() => '?').join(', ');
  const insert = db.prepare(`INSERT INTO parcels VALUES (NULL, ?, ${places})`);
  const { forward } = proj4('WGS84', STATE_PLANE_FEET);
  for (const parcel of parcels) {
    insert.run(geometryBlob(parcel, forward), ...columns.map(([, , field]) => parcel[field]));
  }
  db.exec('COMMIT');
  db.close();
}

/** The GeoPackage header without an envelope, then a MultiPolygon as well-known binary, little-endian. */
function geometryBlob({ geometry }: ParcelRecord, forward: (position: number[]) => number[]): Buffer {
  const polygons = polygonsOf(geometry);
  const positions = polygons.flat(2).length;
  const rings = polygons.flat().length;
  const bytes = Buffer.alloc(8 + 9 + polygons.length * 9 + rings * 4 + positions * 16);
  bytes.write('GP');
  bytes[3] = 1;
  bytes.writeInt32LE(2264, 4);
  let at = 8;
  const count = (value: number) => {
    at = bytes.writeUInt32LE(value, at);
  };
  const begin = (type: number, parts: number) => {
    at = bytes.writeUInt8(1, at);
    count(type);
    count(parts);
  };
  begin(6, polygons.length);
  for (const polygon of polygons) {
    begin(3, polygon.length);
    for (const ring of polygon) {
      count(ring.length);
      for (const position of ring) {
        const [x, y] = forward([...position]) as [number, number];
        at = bytes.writeDoubleLE(x, at);
        at = bytes.writeDoubleLE(y, at);
      }
    }
  }
  return bytes;
}
