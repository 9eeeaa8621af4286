// Reads a GeoPackage: an SQLite file with layers, their coordinate systems, and geometries in well-known binary.
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  type CrsName,
  FEATURES_PER_BATCH,
  type FieldType,
  type Layer,
  type LayerField,
  type OpenSource,
  type RawFeature,
  type RawValue,
  type ReadOptions,
} from '../layer.ts';
import { geometryOfType } from './geometry-parts.ts';
import { damaged, identifier, inWords, isTable, namedTable, openReadOnly } from './geopackage-file.ts';
import { parseGeoPackageGeometry } from './geopackage-geometry.ts';

type Table = {
  path: string;
  name: string;
  shapeColumn: string | undefined;
  fields: readonly LayerField[];
  /** In these no number can be. */
  textColumns: ReadonlySet<string>;
};

export async function openGeoPackage(o: { path: string }): Promise<OpenSource> {
  const layers = inWords(o.path, () => {
    const database = openReadOnly(o.path);
    try {
      return listLayers(o.path, database);
    } finally {
      database.close();
    }
  });
  return { layers, close: async () => {} };
}

/** The well-known text of its first layer's coordinate system, for a writer whose number of it is not to be trusted. */
export function wktOfGeoPackage(path: string): string | undefined {
  const database = openReadOnly(path);
  try {
    const system = database
      .prepare(
        'SELECT definition FROM gpkg_spatial_ref_sys JOIN gpkg_geometry_columns USING (srs_id) WHERE srs_id > 0',
      )
      .get() as { definition: string } | undefined;
    return system?.definition;
  } finally {
    database.close();
  }
}

function listLayers(path: string, database: DatabaseSyncInstance): Layer[] {
  const contents = namedTable(database, 'gpkg_contents');
  if (!contents) {
    throw new OperatorError(
      `${basename(path)} is an SQLite database, but not a GeoPackage: export the parcels as a GeoPackage or a Shapefile.`,
    );
  }
  const tables = database
    .prepare(
      "SELECT table_name AS name FROM gpkg_contents WHERE lower(data_type) IN ('features', 'attributes', 'aspatial') ORDER BY rowid",
    )
    .all() as { name: string }[];
  return tables
    .filter(({ name }) => namedTable(database, name))
    .map(({ name }) => layerOf(path, database, name));
}

function layerOf(path: string, database: DatabaseSyncInstance, name: string): Layer {
  const shape = namedTable(database, 'gpkg_geometry_columns')
    ? (database
        .prepare(
          'SELECT column_name AS "column", geometry_type_name AS type, srs_id AS srs FROM gpkg_geometry_columns WHERE lower(table_name) = lower(?)',
        )
        .get(name) as { column: string; type: string; srs: number } | undefined)
    : undefined;
  const columns = database.prepare(`PRAGMA table_info(${identifier(name)})`).all() as Column[];
  // SQL knows no case of names.
  const shapeColumn = columns.find(
    (column) => column.name.toLowerCase() === shape?.column.toLowerCase(),
  )?.name;
  const isMissing = shape !== undefined && shapeColumn === undefined;
  const table: Table = {
    path,
    name,
    shapeColumn,
    fields: fieldsOf(columns, shapeColumn),
    // By SQLite's own rule; a column without a type may hold anything.
    textColumns: new Set(columns.filter(({ type }) => /char|clob|text/i.test(type)).map((one) => one.name)),
  };
  return {
    name,
    geometry: !shape || isMissing ? 'none' : geometryOfType(shape.type),
    fields: table.fields,
    crs: shape ? crsOf(database, shape.srs) : undefined,
    count: countOf(database, name),
    ...(isMissing && {
      noShapesReason: `The layer ${name} of ${basename(path)} should have its shapes in the column ${shape!.column}, which does not exist: export it again.`,
    }),
    read: (options) => readTable(table, options),
  };
}

async function* readTable(table: Table, options: ReadOptions = {}): AsyncIterable<RawFeature[]> {
  const { signal, limit = Infinity } = options;
  const { fields } = table;
  const database = inWords(table.path, () => openReadOnly(table.path));
  try {
    const cursor = inWords(table.path, () => openCursor(database, table));
    let batch: RawFeature[] = [];
    for (let row = 1; row <= limit; row++) {
      const next = nextRow(table.path, cursor);
      if (next.done) break;
      const values = next.value;
      const properties: Record<string, RawValue> = {};
      for (let index = 0; index < fields.length; index++) {
        const field = fields[index]!;
        properties[field.name] = valueIn(values[index]!, field.type);
      }
      const shape = values[fields.length];
      batch.push({
        row,
        properties,
        geometry: shape instanceof Uint8Array ? parseGeoPackageGeometry(shape) : null,
      });
      if (batch.length < FEATURES_PER_BATCH) continue;
      signal?.throwIfAborted();
      yield batch;
      batch = [];
      // SQLite is synchronous: timers and signals need their turn.
      await nextTurn();
    }
    signal?.throwIfAborted();
    if (batch.length > 0) yield batch;
  } finally {
    database.close();
  }
}

type SqlValue = string | number | Uint8Array | null;

/** The library's iterator does not keep its statement alive: the caller must, or the garbage collector ends it. */
type Cursor = { statement: StatementSyncInstance; rows: IterableIterator<SqlValue[]> };

function openCursor(database: DatabaseSyncInstance, table: Table): Cursor {
  const statement = database.prepare(selectRows(table));
  statement.setReturnArrays(true);
  return { statement, rows: statement.iterate() };
}

function nextRow(path: string, cursor: Cursor): IteratorResult<SqlValue[]> {
  try {
    return cursor.rows.next();
  } catch (error) {
    throw damaged(path, error);
  }
}

/** Integers that JavaScript's numbers cannot hold come as text, as PINs of 17 digits do in other formats. */
function selectRows({ name, shapeColumn, fields, textColumns }: Table): string {
  const columns = fields.map((field) => {
    const column = identifier(field.name);
    if (textColumns.has(field.name)) return column;
    const fits = `${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`;
    return `CASE WHEN typeof(${column}) <> 'integer' OR ${fits} THEN ${column} ELSE CAST(${column} AS TEXT) END`;
  });
  if (shapeColumn !== undefined) columns.push(identifier(shapeColumn));
  return `SELECT ${columns.join(', ') || 'NULL'} FROM ${identifier(name)}`;
}

function valueIn(value: SqlValue, type: FieldType): RawValue {
  // Blank text is not a value, as in a DBF, which cannot tell the two apart.
  if (value === null || value === '' || value instanceof Uint8Array) return null;
  if (type === 'boolean') return typeof value === 'number' ? value !== 0 : value;
  if (type === 'date') {
    return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : null;
  }
  return value;
}

type Column = { name: string; type: string; pk: number };

function fieldsOf(columns: readonly Column[], shapeColumn: string | undefined): LayerField[] {
  return (
    columns
      .filter(({ name, type }) => name !== shapeColumn && !/blob|geometry/i.test(type))
      // The row number that GDAL adds is nothing of the county's.
      .filter(({ name, pk }) => !(pk > 0 && /^(ogc_|platbook_)?fid$/i.test(name)))
      .map(({ name, type }) => ({ name, type: fieldType(type) }))
  );
}

function fieldType(sqlType: string): FieldType {
  if (/^date/i.test(sqlType)) return 'date';
  if (/^bool/i.test(sqlType)) return 'boolean';
  return /int|real|float|double|numeric|decimal/i.test(sqlType) ? 'number' : 'text';
}

function crsOf(database: DatabaseSyncInstance, srs: number): CrsName | undefined {
  // -1 and 0 mean an unknown system, by the standard.
  if (srs <= 0 || !namedTable(database, 'gpkg_spatial_ref_sys')) return undefined;
  const system = database
    .prepare(
      'SELECT organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    )
    .get(srs) as { organization: string | null; code: number | null; definition: string | null } | undefined;
  if (system?.organization?.toUpperCase() === 'EPSG' && system.code && Number.isSafeInteger(system.code))
    return { kind: 'epsg', code: system.code };
  const text = system?.definition?.trim() ?? '';
  return /^\w+\s*[[(]/.test(text) ? { kind: 'wkt', text } : undefined;
}

function countOf(database: DatabaseSyncInstance, table: string): number | undefined {
  // GDAL keeps the count, which spares reading the whole table.
  const kept = namedTable(database, 'gpkg_ogr_contents')
    ? (database
        .prepare('SELECT feature_count AS count FROM gpkg_ogr_contents WHERE table_name = ?')
        .get(table) as { count: number | null } | undefined)
    : undefined;
  if (kept?.count && Number.isSafeInteger(kept.count)) return kept.count;
  // A view may be a query without end.
  if (!isTable(database, table)) return undefined;
  return (database.prepare(`SELECT count(*) AS count FROM ${identifier(table)}`).get() as { count: number })
    .count;
}
