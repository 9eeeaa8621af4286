// A GeoPackage: an SQLite file with one layer, `parcels`. It is written whole before its first byte is sent, because SQLite writes
// its first page last.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { widenBounds } from '../../geo/bounds-of.ts';
import { FlatArea } from '../../geo/flat-area.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { decodeInto } from '../../geo/geometry-code.ts';
import type { ExportedParcel } from '../../store/parcel-queries.ts';
import { Failure } from '../failure.ts';
import { type AboutExport, factsAbout, titleOf } from './about-export.ts';
import { CountyColumns, type ExportColumn, exportColumns } from './export-columns.ts';
import { geoPackageTables, LAYER, quoted, RTREE_TRIGGERS, WGS84 } from './geopackage-tables.ts';
import { inTurns } from './in-turns.ts';
import type { ParcelWriter } from './parcel-writer.ts';
import { bytesOf, namedScratch } from './scratch-file.ts';

const sqlTypes = { text: 'TEXT', date: 'DATE', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/** SQLite itself takes 2,000. */
const COLUMNS_MAX = 1900;

export const geoPackageWriter: ParcelWriter = {
  mediaType: 'application/geopackage+sqlite3',
  ending: 'gpkg',
  async *write(parcels, about, signal) {
    const { path, handle, forget } = await namedScratch();
    try {
      const file = new GeoPackageFile(path, about);
      try {
        await forget();
        for await (const slice of inTurns(parcels, signal)) for (const parcel of slice) file.add(parcel);
        file.finish();
      } finally {
        file.close();
      }
      yield* bytesOf(handle, (await handle.stat()).size);
    } finally {
      // Where an open file cannot lose its name, it is still there.
      await forget();
      // The library cannot finalize statements: until they are collected as garbage, the file stays open, but without its disk space.
      await handle.truncate().finally(() => handle.close());
    }
  },
};

class GeoPackageFile {
  readonly #database: DatabaseSyncInstance;
  readonly #about: AboutExport;
  readonly #columns: readonly ExportColumn[];
  readonly #county: CountyColumns;
  readonly #area = new FlatArea();
  readonly #bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  readonly #insertBox;
  #insert;
  #countyColumns: string[] = [];
  #rows = 0;

  constructor(path: string, about: AboutExport) {
    this.#about = about;
    this.#columns = exportColumns(about);
    this.#county = new CountyColumns([{ name: 'fid' }, { name: 'geom' }, ...this.#columns]);
    this.#database = new DatabaseSync(path);
    // What a crash leaves is read by nobody. A journal in memory stays small: it keeps pages as they were before, and the file was empty.
    this.#database.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;',
    );
    this.#database.exec('BEGIN');
    this.#database.exec(
      geoPackageTables(this.#columns.map(({ name, type }) => `${quoted(name)} ${sqlTypes[type]}`)),
    );
    this.#insertBox = this.#database.prepare(`INSERT INTO rtree_${LAYER}_geom VALUES (?, ?, ?, ?, ?)`);
    this.#insert = this.#prepareInsert();
  }

  add(parcel: ExportedParcel): void {
    const cells = this.#county.cellsOf(parcel);
    this.#addColumns();
    decodeInto(this.#area, parcel.shape);
    const box = this.#area.bounds();
    this.#rows++;
    this.#insert.run(
      this.#rows,
      geoPackageGeometry(this.#area, box),
      ...this.#columns.map(({ value }) => {
        const cell = value(parcel);
        return typeof cell === 'boolean' ? Number(cell) : cell;
      }),
      ...this.#countyColumns.map((name) => cells.get(name) ?? null),
    );
    this.#insertBox.run(this.#rows, box.west, box.east, box.south, box.north);
    widenBounds(this.#bounds, box);
  }

  /** A county's own fields become columns when the first parcel has them. */
  #addColumns(): void {
    if (this.#county.count === this.#countyColumns.length) return;
    const { names } = this.#county;
    if (names.length + this.#columns.length > COLUMNS_MAX) {
      throw new Failure(
        422,
        `These parcels have more than ${COLUMNS_MAX.toLocaleString('en-US')} different fields, which a GeoPackage cannot hold. Export one county after the other, or as GeoJSON.`,
      );
    }
    for (const name of names.slice(this.#countyColumns.length)) {
      this.#database.exec(`ALTER TABLE ${LAYER} ADD COLUMN ${quoted(name)} TEXT`);
    }
    this.#countyColumns = names;
    this.#insert = this.#prepareInsert();
  }

  #prepareInsert() {
    const count = 2 + this.#columns.length + this.#countyColumns.length;
    return this.#database.prepare(`INSERT INTO ${LAYER} VALUES (${Array(count).fill('?').join(', ')})`);
  }

  finish(): void {
    const { west, south, east, north } = this.#bounds;
    const text = factsAbout(this.#about).map(([label, fact]) => `${label}: ${fact}`);
    const all = [titleOf(this.#about), ...text].join('\n');
    this.#database
      .prepare(`UPDATE gpkg_contents SET description = ?, last_change = ?`)
      .run(all, this.#about.exportedAt);
    if (this.#rows > 0) {
      this.#database
        .prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?')
        .run(west, south, east, north);
    }
    this.#database
      .prepare(
        "INSERT INTO gpkg_metadata VALUES (1, 'dataset', 'http://purl.org/dc/terms/description', 'text/plain', ?)",
      )
      .run(all);
    this.#database
      .prepare("INSERT INTO gpkg_metadata_reference VALUES ('table', ?, NULL, NULL, ?, 1, NULL)")
      .run(LAYER, this.#about.exportedAt);
    this.#database.exec(RTREE_TRIGGERS);
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }
}

/** Little-endian, with an envelope of two dimensions: 1 | 1 << 1. */
const GEOMETRY_FLAGS = 0b11;
const POLYGON = 3;
const MULTI_POLYGON = 6;

/** A GeoPackage's own head, then well-known binary: always a MultiPolygon, so that the layer is of one type. */
function geoPackageGeometry(area: FlatArea, box: Bounds): Buffer {
  const { points, ringEnds, isHole, rings } = area;
  const polygons = isHole.slice(0, rings).filter((hole) => !hole).length;
  // Each ring is closed by its first point.
  const bytes = Buffer.allocUnsafe(40 + 9 + polygons * 9 + rings * 4 + area.length * 8 + rings * 16);
  bytes.write('GP\0', 0, 'latin1');
  bytes[3] = GEOMETRY_FLAGS;
  bytes.writeInt32LE(WGS84, 4);
  let at = 8;
  const double = (value: number) => {
    at = bytes.writeDoubleLE(value, at);
  };
  const count = (value: number) => {
    at = bytes.writeUInt32LE(value, at);
  };
  const head = (type: number) => {
    bytes[at++] = 1;
    count(type);
  };
  for (const bound of [box.west, box.east, box.south, box.north]) double(bound);
  head(MULTI_POLYGON);
  count(polygons);
  for (let ring = 0; ring < rings; ring++) {
    if (!isHole[ring]) {
      head(POLYGON);
      let end = ring + 1;
      while (end < rings && isHole[end]) end++;
      count(end - ring);
    }
    const [from, to] = [area.ringStart(ring), ringEnds[ring]!];
    count((to - from) / 2 + 1);
    for (let i = from; i < to; i++) double(points[i]!);
    double(points[from]!);
    double(points[from + 1]!);
  }
  return bytes;
}
