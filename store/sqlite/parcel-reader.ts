// Reads one parcels file. It is synchronous, so it runs in worker threads only.

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Parcel } from '../../contract/parcel.ts';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import type { TileParcel } from '../../geo/parcel-tile.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  type ParcelRow,
  parcelOf,
  parcelRowColumns,
  type TileRow,
  tileColumns,
  tileParcelOf,
} from '../parcel-row.ts';
import { kindOfOldSet, type OutdatedSet, type ParcelSet, SET_KIND_SINCE_FORMAT } from '../parcel-store.ts';
import { gridBox, gridPoint } from '../storage-grid.ts';

/** The geometry stays encoded until it is used: bytes are cheap to copy between threads. */
export type PackedShape = { pin: string; geometry: Uint8Array };
export type PackedTileRow = TileRow & { geometry: Uint8Array };

export function unpackTileParcel(row: PackedTileRow): TileParcel {
  return tileParcelOf(row, decodeGeometry(row.geometry));
}

export class ParcelReader {
  readonly db: DatabaseSyncInstance;
  readonly #byPin;
  readonly #shapeByPin;
  readonly #atPoint;
  readonly #inBox;
  readonly #largestInBox;

  constructor(path: string) {
    this.db = new DatabaseSync(path, { readOnly: true });
    // The file never changes again, so its pages may be mapped and no lock is ever needed.
    this.db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA mmap_size = 2147418112;');
    const format = formatOf(this.db);
    if (format !== PARCEL_FORMAT) {
      throw new OperatorError(
        `${path} has format ${format}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
      );
    }
    const fields = parcelRowColumns.join(', ');
    const tileFields = tileColumns.join(', ');
    this.#byPin = this.db.prepare(`SELECT ${fields} FROM parcel WHERE pin = $pin`);
    this.#shapeByPin = this.db.prepare('SELECT pin, geometry FROM parcel WHERE pin = $pin');
    this.#atPoint = this.db.prepare(
      `SELECT ${fields}, geometry FROM parcel_box JOIN parcel USING (id)
       WHERE west <= $x AND east >= $x AND south <= $y AND north >= $y ORDER BY pin`,
    );
    this.#inBox = this.db.prepare(
      `SELECT ${tileFields}, geometry FROM parcel_box JOIN parcel USING (id)
       WHERE west <= $east AND east >= $west AND south <= $north AND north >= $south ORDER BY pin LIMIT $limit`,
    );
    this.#largestInBox = this.db.prepare(
      `SELECT ${tileFields}, geometry
       FROM (
         SELECT id FROM parcel_box
         WHERE west <= $east AND east >= $west AND south <= $north AND north >= $south
         ORDER BY (east - west) * (north - south) DESC, id LIMIT $limit
       )
       JOIN parcel USING (id) ORDER BY pin`,
    );
  }

  describe(): Omit<ParcelSet, 'version'> {
    const { count, source, kind, ...bounds } = this.db
      .prepare('SELECT count, source, kind, west, south, east, north FROM loaded_set')
      .get() as Pick<ParcelSet, 'count' | 'source' | 'kind'> & Bounds;
    return { count, source, kind, bounds };
  }

  findByPin(pin: string): Parcel | undefined {
    const row = this.#byPin.get({ pin }) as ParcelRow | undefined;
    return row && parcelOf(row);
  }

  findAt(point: LngLat): Parcel | undefined {
    const rows = this.#atPoint.iterate(gridPoint(point)) as Iterable<ParcelRow & { geometry: Uint8Array }>;
    for (const row of rows) {
      if (areaContains(decodeGeometry(row.geometry), point)) return parcelOf(row);
    }
    return undefined;
  }

  findShape(pin: string): PackedShape | undefined {
    return this.#shapeByPin.get({ pin }) as PackedShape | undefined;
  }

  inBox({ bounds, limit }: { bounds: Bounds; limit: number }): PackedTileRow[] {
    return this.#inBox.all({ ...gridBox(bounds), limit });
  }

  /** Where there are more than the limit, the smallest are left out. */
  largestInBox({ bounds, limit }: { bounds: Bounds; limit: number }): PackedTileRow[] {
    return this.#largestInBox.all({ ...gridBox(bounds), limit });
  }

  close(): void {
    this.db.close();
  }
}

function formatOf(db: DatabaseSyncInstance): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Describes a file that an older version of Platbook has written. Undefined for a file that is not older. */
export function describeOutdated(path: string): Omit<OutdatedSet, 'version'> | undefined {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const format = formatOf(db);
    if (format >= PARCEL_FORMAT) return undefined;
    const hasKind = format >= SET_KIND_SINCE_FORMAT;
    const row = db.prepare(`SELECT source${hasKind ? ', kind' : ''} FROM loaded_set`).get();
    const { source, kind } = row as Pick<ParcelSet, 'source'> & Partial<Pick<ParcelSet, 'kind'>>;
    return { source, kind: kind ?? kindOfOldSet(source) };
  } finally {
    db.close();
  }
}
