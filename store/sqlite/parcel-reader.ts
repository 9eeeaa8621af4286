// Reads the parcels file of one source. It is synchronous, so long work runs in worker threads only.

import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Parcel, ParcelOrigin, ParcelUnit } from '../../contract/parcel.ts';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { qualifiedPin } from '../../contract/parcel-pin.ts';
import { encodedAreaContains } from '../../geo/area-contains.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  type ParcelRow,
  parcelOf,
  parcelRowColumns,
  type TileRow,
  tileColumns,
  tileParcelOf,
  unitColumns,
} from '../parcel-row.ts';
import type { ParcelInBox, SourceParcel } from '../parcel-store.ts';
import { gridBox, gridPoint } from '../storage-grid.ts';
import { DamagedFile, requireWholeSqliteFile } from './damaged-file.ts';

/** What a thread must know to read a source. */
export type ReaderSource = {
  path: string;
  bounds: Bounds;
  origin: ParcelOrigin;
  /** The source that its PINs are qualified with, if they are. */
  qualifier: string | undefined;
};

/** The geometry stays encoded until it is used: bytes are cheap to copy between threads. */
export type PackedShape = { pin: string; geometry: Uint8Array };
export type PackedTileRow = TileRow & { geometry: Uint8Array; qualifier: string | undefined };

export function unpackTileParcel(row: PackedTileRow): ParcelInBox {
  return tileParcelOf({ row, geometry: decodeGeometry(row.geometry), qualifier: row.qualifier });
}

type FoundRow = ParcelRow & {
  id: number;
  lot_id: number | null;
  more: string | null;
  /** Of a lot. */
  has_units: number;
};
type SourceRow = ParcelRow & { id: number; lot_id: number | null; geometry?: Uint8Array | null };
export type SourceBatch = { parcels: SourceParcel[]; lastId: number };

/**
 * What one answer may take on the main thread: more would hold up other requests for milliseconds. An ordinary parcel has
 * a shape of a few hundred bytes, and no units.
 */
const QUICK_SHAPE_BYTES = 32 * 1024;
const QUICK_UNITS = 100;

/** Thrown by a quick reader instead of an answer that takes long: ask a thread. */
export class WouldBlock extends Error {}

export class ParcelReader {
  readonly #isQuick: boolean;
  readonly source: ReaderSource;
  readonly db: DatabaseSyncInstance;
  readonly #reads: ReturnType<typeof prepareReads>;

  /** A quick one throws WouldBlock where an answer would. */
  constructor(source: ReaderSource, { isQuick = false }: { isQuick?: boolean } = {}) {
    this.#isQuick = isQuick;
    this.source = source;
    this.db = openFile(source.path);
    try {
      this.#reads = prepareReads(this.db);
    } catch (error) {
      this.db.close();
      throw new DamagedFile(source.path, (error as Error).message);
    }
  }

  findByPin(pin: string): Parcel | undefined {
    const values = this.#reads.byPin.get(pin);
    return values && this.#parcelOf(foundRow(values));
  }

  findAt(point: LngLat): Parcel | undefined {
    const { x, y } = gridPoint(point);
    const boxes = this.#reads.atPoint.all(x, y) as unknown as [id: number, geometry: Uint8Array][];
    let bytes = 0;
    for (const [id, geometry] of boxes) {
      bytes += geometry.byteLength;
      if (this.#isQuick && bytes > QUICK_SHAPE_BYTES) throw new WouldBlock();
      if (encodedAreaContains(geometry, point)) return this.#parcelOf(foundRow(this.#reads.byId.get(id)));
    }
    return undefined;
  }

  #parcelOf(row: FoundRow): Parcel {
    const { id, lot_id, more, has_units } = row;
    return parcelOf(row, {
      more,
      units: lot_id === null && !has_units ? [] : this.#unitsOf(lot_id ?? id),
      lot: lot_id === null ? null : (this.#reads.pinOf.get({ id: lot_id }) as { pin: string }).pin,
      origin: this.source.origin,
      qualifier: this.source.qualifier,
    });
  }

  #unitsOf(lot: number): ParcelUnit[] {
    const limit = this.#isQuick ? QUICK_UNITS + 1 : -1;
    const units = this.#reads.unitsOf.all({ lot, limit }) as ParcelUnit[];
    if (this.#isQuick && units.length > QUICK_UNITS) throw new WouldBlock();
    return units;
  }

  findShape(pin: string): PackedShape | undefined {
    const row = this.#reads.shapeByPin.get({ pin }) as { geometry: Uint8Array } | undefined;
    if (row && this.#isQuick && row.geometry.byteLength > QUICK_SHAPE_BYTES) throw new WouldBlock();
    return row && { pin: qualifiedPin({ pin, source: this.source.qualifier }), geometry: row.geometry };
  }

  inBox({ bounds, limit }: { bounds: Bounds; limit: number }): PackedTileRow[] {
    return this.#qualified(this.#reads.inBox.all({ ...gridBox(bounds), limit }));
  }

  /** Where there are more than the limit, the smallest are left out. `size` is the area of a parcel's box. */
  largestInBox({ bounds, limit }: { bounds: Bounds; limit: number }): (PackedTileRow & { size: number })[] {
    return this.#qualified(this.#reads.largestInBox.all({ ...gridBox(bounds), limit }));
  }

  #qualified<Row extends PackedTileRow>(rows: Row[]): Row[] {
    const { qualifier } = this.source;
    if (qualifier !== undefined) for (const row of rows) row.qualifier = qualifier;
    return rows;
  }

  /** The rows after an id; none at the end. */
  readBatch({
    after,
    limit,
    withShapes,
  }: {
    after: number;
    limit: number;
    withShapes: boolean;
  }): SourceBatch {
    const fields = `id, lot_id, ${parcelRowColumns.join(', ')}${withShapes ? ', geometry' : ''}`;
    const rows = this.db
      .prepare(`SELECT ${fields} FROM parcel WHERE id > $after ORDER BY id LIMIT $limit + 0`)
      .all({ after, limit }) as SourceRow[];
    const parcels = rows.map(({ id: _, lot_id, lng, lat, geometry, ...parcel }) => ({
      ...parcel,
      centroid: { lng, lat },
      isUnit: lot_id !== null,
      shape: geometry ?? undefined,
    }));
    return { parcels, lastId: rows.at(-1)?.id ?? after };
  }

  /** The library cannot finalize statements: the file stays open, and its disk space in use, until they are collected as garbage. */
  close(): void {
    this.db.close();
  }
}

/** The file never changes again, so its pages may be mapped and no lock is ever needed. */
function openFile(path: string): DatabaseSyncInstance {
  requireWholeSqliteFile(path);
  const db = new DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
  try {
    db.exec('PRAGMA mmap_size = 2147418112;');
    const format = formatOf(db);
    if (format === PARCEL_FORMAT) return db;
    throw new OperatorError(
      `${path} has format ${format}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
    );
  } catch (error) {
    db.close();
    throw error instanceof OperatorError ? error : new DamagedFile(path, (error as Error).message);
  }
}

const foundColumns = ['id', 'lot_id', ...parcelRowColumns, 'more', 'has_units'];

/** Half as expensive as having the library make the object. */
function foundRow(values: unknown): FoundRow {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < foundColumns.length; at++) row[foundColumns[at]!] = (values as unknown[])[at];
  return row as FoundRow;
}

/** `LIMIT $limit + 0`: after each binding of a bare LIMIT, SQLite plans the whole statement anew. */
function prepareReads(db: DatabaseSyncInstance) {
  const fields = `parcel.id, lot_id, ${parcelRowColumns.join(', ')}`;
  const more = `(SELECT more FROM parcel_more WHERE parcel_more.id = parcel.id) AS more,
    EXISTS (SELECT 1 FROM parcel AS unit WHERE unit.lot_id = parcel.id) AS has_units`;
  const prepareForArrays = (sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const prepareFound = (condition: string) =>
    prepareForArrays(`SELECT ${fields}, ${more} FROM parcel WHERE ${condition}`);
  const tileFields = tileColumns.join(', ');
  return {
    byPin: prepareFound('pin = ?'),
    byId: prepareFound('id = ?'),
    unitsOf: db.prepare(
      `SELECT ${unitColumns.join(', ')} FROM parcel WHERE lot_id = $lot ORDER BY pin LIMIT $limit + 0`,
    ),
    pinOf: db.prepare('SELECT pin FROM parcel WHERE id = $id'),
    shapeByPin: db.prepare(
      `SELECT coalesce(geometry, (SELECT geometry FROM parcel AS lot WHERE lot.id = parcel.lot_id)) AS geometry
       FROM parcel WHERE pin = $pin`,
    ),
    atPoint: prepareForArrays(
      `SELECT id, geometry FROM parcel_box JOIN parcel USING (id)
       WHERE west <= ?1 AND east >= ?1 AND south <= ?2 AND north >= ?2 ORDER BY pin`,
    ),
    inBox: db.prepare(
      `SELECT ${tileFields}, geometry FROM parcel_box JOIN parcel USING (id)
       WHERE west <= $east AND east >= $west AND south <= $north AND north >= $south ORDER BY pin LIMIT $limit + 0`,
    ),
    largestInBox: db.prepare(
      `SELECT ${tileFields}, geometry, size
       FROM (
         SELECT id, (east - west) * (north - south) AS size FROM parcel_box
         WHERE west <= $east AND east >= $west AND south <= $north AND north >= $south
         ORDER BY size DESC, id LIMIT $limit + 0
       )
       JOIN parcel USING (id) ORDER BY pin`,
    ),
  };
}

function formatOf(db: DatabaseSyncInstance): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}
