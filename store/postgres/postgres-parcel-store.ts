// The parcel store in PostgreSQL with PostGIS, for any number of processes. A new set is loaded beside the current one
// and swapped in, and every process is notified.
import { setTimeout as pause } from 'node:timers/promises';
import type { Parcel, ParcelMatch } from '../../contract/parcel.ts';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  type ParcelRow,
  parcelOf,
  parcelRowColumns,
  type TileRow,
  tileColumns,
  tileParcelOf,
} from '../parcel-row.ts';
import {
  kindOfOldSet,
  type OutdatedSet,
  type ParcelSet,
  type ParcelShape,
  type ParcelStore,
  type ParcelsInBox,
  type ReplaceParcels,
  type StoredTile,
} from '../parcel-store.ts';
import { searchParcels } from '../search-parcels.ts';
import { gridBox, gridPoint } from '../storage-grid.ts';
import { columnList, connect, type Sql } from './connect.ts';
import { loadParcels } from './load-parcels.ts';
import { exchangeTables, hasParcels } from './parcel-schema.ts';
import { postgresSearch } from './postgres-search.ts';
import { fromWkb } from './well-known-binary.ts';
import { withLoadLock } from './with-load-lock.ts';

const CHANNEL = 'platbook_parcels';
const CONNECTIONS_MAX = 8;
/** The pause before a failed read is retried. */
const RETRY_PAUSE_MS = 1000;

type Options = {
  databaseUrl: string;
  /** Called with one line about an error in the background. */
  onWarning: (line: string) => void;
};

type LoadedSetRow = Pick<ParcelSet, 'version' | 'count' | 'source'> &
  Partial<Pick<ParcelSet, 'kind'>> &
  Bounds & { format: number };

export class PostgresParcelStore implements ParcelStore {
  readonly #databaseUrl: string;
  readonly #onWarning: (line: string) => void;
  readonly #sql: Sql;
  readonly #search;
  readonly #closing = new AbortController();
  #set: ParcelSet | undefined;
  #outdated: OutdatedSet | undefined;
  #load: Promise<unknown> | undefined;

  private constructor({ databaseUrl, onWarning }: Options) {
    this.#databaseUrl = databaseUrl;
    this.#onWarning = onWarning;
    this.#sql = connect(databaseUrl, CONNECTIONS_MAX);
    this.#search = postgresSearch(this.#sql);
  }

  static async open(options: Options): Promise<PostgresParcelStore> {
    const store = new PostgresParcelStore(options);
    try {
      await store.#refresh();
      // Called for each notification, and after each reconnect, to catch up with missed ones.
      const follow = () => void store.#follow();
      await store.#sql.listen(CHANNEL, follow, follow);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async #refresh(): Promise<void> {
    if (!(await hasParcels(this.#sql))) return;
    // All columns: their number depends on the format. Older formats have no kind.
    const [row] = await this.#sql<LoadedSetRow[]>`SELECT * FROM platbook_parcels.loaded_set`;
    const { format, version, count, source, west, south, east, north } = row!;
    const kind = row!.kind ?? kindOfOldSet(source);
    const bounds = { west, south, east, north };
    this.#set = format === PARCEL_FORMAT ? { version, count, source, kind, bounds } : undefined;
    this.#outdated = format < PARCEL_FORMAT ? { version, source, kind } : undefined;
    if (format > PARCEL_FORMAT) {
      throw new OperatorError(
        `The parcels in the database have format ${format}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
      );
    }
  }

  /** Retries until it succeeds, because the old set is gone once a new one was announced. */
  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        return await this.#refresh();
      } catch (error) {
        if (signal.aborted) return;
        this.#onWarning(`What parcels are loaded now could not be read: ${(error as Error).message}`);
        if (error instanceof OperatorError) return;
        await pause(RETRY_PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  current(): ParcelSet | undefined {
    return this.#set;
  }

  outdated(): OutdatedSet | undefined {
    return this.#outdated;
  }

  async findByPin(pin: string): Promise<Parcel | undefined> {
    if (!this.#set) return undefined;
    const [row] = await this.#sql<ParcelRow[]>`
      SELECT ${columnList(this.#sql, parcelRowColumns)} FROM platbook_parcels.parcel WHERE pin = ${pin}`;
    return row && parcelOf(row);
  }

  async findAt(point: LngLat): Promise<Parcel | undefined> {
    if (!this.#set) return undefined;
    const { x, y } = gridPoint(point);
    const rows = await this.#sql<(ParcelRow & { wkb: Buffer })[]>`
      SELECT ${columnList(this.#sql, parcelRowColumns)}, ST_AsBinary(shape, 'NDR') AS wkb FROM platbook_parcels.parcel
      WHERE shape && ST_SetSRID(ST_MakePoint(${point.lng}, ${point.lat}), 4326)
        AND west <= ${x} AND east >= ${x} AND south <= ${y} AND north >= ${y}
      ORDER BY pin`;
    const row = rows.find(({ wkb }) => areaContains(fromWkb(wkb), point));
    return row && parcelOf(row);
  }

  async findShape(pin: string): Promise<ParcelShape | undefined> {
    if (!this.#set) return undefined;
    const [row] = await this.#sql<{ wkb: Buffer }[]>`
      SELECT ST_AsBinary(shape, 'NDR') AS wkb FROM platbook_parcels.parcel WHERE pin = ${pin}`;
    return row && { pin, geometry: fromWkb(row.wkb) };
  }

  async search(query: { text: string; limit: number }): Promise<ParcelMatch[]> {
    return this.#set ? searchParcels(this.#search, query) : [];
  }

  async inBox({ bounds, limit }: { bounds: Bounds; limit: number }): Promise<ParcelsInBox | undefined> {
    if (!this.#set) return undefined;
    const box = gridBox(bounds);
    // The outer join answers the version even where the box is empty: one row without a parcel.
    const rows = await this.#sql<(TileRow & { version: string; wkb: Buffer | null })[]>`
      SELECT version, ${columnList(this.#sql, tileColumns)}, ST_AsBinary(shape, 'NDR') AS wkb
      FROM platbook_parcels.loaded_set LEFT JOIN platbook_parcels.parcel
        ON shape && ST_MakeEnvelope(${bounds.west}, ${bounds.south}, ${bounds.east}, ${bounds.north}, 4326)
        AND parcel.west <= ${box.east} AND parcel.east >= ${box.west}
        AND parcel.south <= ${box.north} AND parcel.north >= ${box.south}
      ORDER BY pin LIMIT ${limit}`;
    const parcels = rows.flatMap((row) => (row.wkb ? [tileParcelOf(row, fromWkb(row.wkb))] : []));
    return { version: rows[0]!.version, parcels };
  }

  async storedTile(address: TileAddress): Promise<StoredTile | undefined> {
    if (!this.#set) return undefined;
    const [row] = await this.#sql<{ version: string; gzip: Buffer | null }[]>`
      SELECT version, gzip FROM platbook_parcels.loaded_set
      LEFT JOIN platbook_parcels.tile ON number = ${tileNumber(address)}`;
    return { version: row!.version, gzip: row!.gzip ?? undefined };
  }

  async replaceAll(replacement: ReplaceParcels): Promise<ParcelSet> {
    if (this.#load) throw new OperatorError('Parcels are being loaded already.');
    const load = withLoadLock({ sql: this.#sql, replacement, signal: this.#closing.signal }, async () => {
      await this.#refresh();
      return replacement.unlessLoaded && this.#set ? this.#set : this.#makeAndSwap(replacement);
    });
    this.#load = load;
    try {
      return await load;
    } finally {
      this.#load = undefined;
    }
  }

  async #makeAndSwap(replacement: ReplaceParcels): Promise<ParcelSet> {
    const before = this.#set ?? this.#outdated;
    // Always greater than the current version, even if the clock was set back.
    const version = String(Math.max(Date.now(), Number(before?.version ?? 0) + 1));
    await loadParcels({
      sql: this.#sql,
      databaseUrl: this.#databaseUrl,
      version,
      replacement,
      signal: this.#closing.signal,
    });
    await this.#sql.begin(async (transaction) => {
      await exchangeTables(transaction, { areOutdated: this.#outdated !== undefined });
      // transaction.notify of the driver would run outside the transaction.
      await transaction`SELECT pg_notify(${CHANNEL}, ${version})`;
    });
    await this.#refresh();
    return this.#set!;
  }

  async ping(): Promise<void> {
    await this.#sql`SELECT 1`;
  }

  async close(): Promise<void> {
    this.#closing.abort(new OperatorError('The load was stopped, because the store was closed.'));
    await this.#load?.catch(() => {});
    await this.#sql.end({ timeout: 5 });
  }
}
