// Answers questions from one parcels file. Synchronous: it lives in a worker thread.

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Parcel } from '../../contract/parcel.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import type { TileParcel } from '../../geo/parcel-tile.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { gridBox, gridPoint } from '../grid-box.ts';
import type { ParcelSet } from '../parcel-store.ts';
import { type ParcelRow, parcelOf } from '../stored-parcel.ts';
import { PARCEL_FORMAT } from './parcel-schema.ts';

type PackedRow = ParcelRow & { geometry: Uint8Array };

/** Geometry still packed: it is unpacked where it is used, for packed it crosses threads cheaply. */
export type PackedShape = { pin: string; geometry: Uint8Array };
export type PackedTileParcel = Omit<TileParcel, 'geometry'> & { geometry: Uint8Array };

export class ParcelReader {
  readonly db: DatabaseSyncInstance;
  readonly #byPin;
  readonly #atPoint;
  readonly #inBox;
  readonly #largestInBox;

  constructor(path: string) {
    this.db = new DatabaseSync(path, { readOnly: true });
    // The file never changes again, so its pages may be mapped and no lock is ever needed.
    this.db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA mmap_size = 2147418112;');
    const { user_version: format } = this.db.prepare('PRAGMA user_version').get() as { user_version: number };
    if (format !== PARCEL_FORMAT) {
      throw new OperatorError(
        `${path} has format ${format}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
      );
    }
    this.#byPin = this.db.prepare('SELECT * FROM parcel WHERE pin = $pin');
    this.#atPoint = this.db.prepare(
      `SELECT parcel.* FROM parcel_box JOIN parcel USING (id)
       WHERE west <= $x AND east >= $x AND south <= $y AND north >= $y ORDER BY pin`,
    );
    this.#inBox = this.db.prepare(
      `SELECT pin, name, add1, city, tax_acres AS taxAcres, lng, lat, geometry FROM parcel_box JOIN parcel USING (id)
       WHERE west <= $east AND east >= $west AND south <= $north AND north >= $south ORDER BY pin LIMIT $limit`,
    );
    this.#largestInBox = this.db.prepare(
      `SELECT pin, name, add1, city, tax_acres AS taxAcres, lng, lat, geometry
       FROM (
         SELECT id FROM parcel_box
         WHERE west <= $east AND east >= $west AND south <= $north AND north >= $south
         ORDER BY (east - west) * (north - south) DESC, id LIMIT $limit
       )
       JOIN parcel USING (id) ORDER BY pin`,
    );
  }

  describe(): Omit<ParcelSet, 'version'> {
    const { count, source, ...bounds } = this.db.prepare('SELECT * FROM loaded_set').get() as {
      count: number;
      source: string;
    } & Bounds;
    return { count, source, bounds };
  }

  findByPin(pin: string): Parcel | undefined {
    const row = this.#byPin.get({ pin }) as PackedRow | undefined;
    return row && parcelOf(row);
  }

  findAt(point: LngLat): Parcel | undefined {
    for (const row of this.#atPoint.iterate(gridPoint(point)) as Iterable<PackedRow>) {
      if (areaContains(decodeGeometry(row.geometry), point)) return parcelOf(row);
    }
    return undefined;
  }

  findShape(pin: string): PackedShape | undefined {
    const row = this.#byPin.get({ pin }) as PackedRow | undefined;
    return row && { pin: row.pin, geometry: row.geometry };
  }

  inBox({ bounds, limit }: { bounds: Bounds; limit: number }): PackedTileParcel[] {
    return this.#inBox.all({ ...gridBox(bounds), limit });
  }

  /** Where there are more than the limit, the smallest are left out. */
  largestInBox({ bounds, limit }: { bounds: Bounds; limit: number }): PackedTileParcel[] {
    return this.#largestInBox.all({ ...gridBox(bounds), limit });
  }

  close(): void {
    this.db.close();
  }
}
