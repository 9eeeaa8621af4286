// The parcel store in PostgreSQL with PostGIS, for any number of processes. A source is loaded beside the current ones and
// swapped in, and every process is notified.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Parcel, ParcelMatch } from '../../contract/parcel.ts';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import { queriesOfHeldSet } from '../columns/held-queries.ts';
import { formatFolderOf } from '../format-folder.ts';
import type { ParcelQueries } from '../parcel-queries.ts';
import { type ParcelRow, parcelRowColumns } from '../parcel-row.ts';
import type {
  ChangeOptions,
  OlderSet,
  ParcelSet,
  ParcelShape,
  ParcelStore,
  ParcelsInBox,
  ReplaceSource,
  SourceParcel,
  StoredTile,
} from '../parcel-store.ts';
import { searchParcels } from '../search-parcels.ts';
import { goLive, removeSource, replaceSource } from './change-sources.ts';
import { columnList, connect, inTransaction, type Sql } from './connect.ts';
import type { DeepTileCalls } from './deep-tile-worker.ts';
import { FollowedColumns } from './followed-columns.ts';
import { FollowedSet, readOlderSet } from './followed-set.ts';
import { LocalColumns } from './local-columns.ts';
import { PARCELS, removeOlderSchemas } from './parcel-schema.ts';
import { parcelsInBox } from './parcels-in-box.ts';
import { postgresFind } from './postgres-find.ts';
import { postgresSearch } from './postgres-search.ts';
import { fromWkb } from './well-known-binary.ts';

const CONNECTIONS_MAX = 8;
const PARCELS_PER_BATCH = 1000;

type Options = {
  databaseUrl: string;
  /** Where copies of columns are kept. Without it, in a folder of this process, which goes with it. */
  dataDir?: string | undefined;
  /** Called with one line about an error in the background. */
  onWarning: (line: string) => void;
  /** Loads parcels that nobody else sees before goLive. */
  isUpgrade?: boolean | undefined;
};
type Parts = {
  databaseUrl: string;
  isUpgrade: boolean;
  sql: Sql;
  followed: FollowedSet;
  columns: FollowedColumns;
  /** Removed when the store closes. */
  scratchFolder: string | undefined;
  closing: AbortController;
};

export class PostgresParcelStore implements ParcelStore {
  readonly queries: ParcelQueries;
  readonly #parts: Parts;
  readonly #sql: Sql;
  readonly #followed: FollowedSet;
  readonly #find;
  readonly #search;
  #load: Promise<unknown> | undefined;
  /** Opened by the first deep tile: the command line needs none. */
  #deepTiles: WorkerCaller<DeepTileCalls> | undefined;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#sql = parts.sql;
    this.#followed = parts.followed;
    this.queries = queriesOfHeldSet({
      hold: () => parts.columns.hold(),
      closing: parts.closing.signal,
    });
    this.#find = postgresFind(parts.sql);
    this.#search = postgresSearch(parts.sql, () => parts.followed.set?.sources ?? []);
  }

  static async open({
    databaseUrl,
    dataDir,
    onWarning,
    isUpgrade = false,
  }: Options): Promise<PostgresParcelStore> {
    const sql = connect(databaseUrl, { connectionsMax: CONNECTIONS_MAX });
    const closing = new AbortController();
    try {
      const { signal } = closing;
      const followed = await FollowedSet.open({ sql, isUpgrade, onWarning, signal });
      const scratchFolder = dataDir ? undefined : join(tmpdir(), `platbook-columns-${randomUUID()}`);
      const folder = scratchFolder ?? join(formatFolderOf({ dataDir: dataDir! }), 'columns');
      const local = new LocalColumns({ sql, folder });
      const columns = new FollowedColumns({ followed, local, signal, onWarning });
      return new PostgresParcelStore({
        databaseUrl,
        isUpgrade,
        sql,
        followed,
        columns,
        scratchFolder,
        closing,
      });
    } catch (error) {
      closing.abort();
      await sql.end({ timeout: 5 });
      throw error;
    }
  }

  current(): ParcelSet | undefined {
    return this.#followed.set;
  }

  async catchUp(): Promise<ParcelSet | undefined> {
    await this.#followed.catchUp();
    return this.current();
  }

  outdated(): OlderSet | undefined {
    return this.#followed.outdated;
  }

  older(): Promise<OlderSet | undefined> {
    return readOlderSet(this.#sql);
  }

  async removeOlder(): Promise<void> {
    await inTransaction(this.#sql, removeOlderSchemas);
  }

  liveSince(): string | undefined {
    return this.#followed.liveSince;
  }

  async goLive(): Promise<void> {
    await goLive({ sql: this.#sql, followed: this.#followed });
  }

  isEmptied(): boolean {
    const { liveSince, set } = this.#followed;
    return liveSince !== undefined && !set;
  }

  /** The database has no files of its own here. */
  damaged(): [] {
    return [];
  }

  onChange(listener: (set: ParcelSet | undefined) => void): () => void {
    return this.#followed.onChange(listener);
  }

  async findByPin(pin: string): Promise<Parcel | undefined> {
    return this.#followed.set && this.#find.byPin(pin);
  }

  async findAt(point: LngLat): Promise<Parcel | undefined> {
    return this.#followed.set && this.#find.at(point);
  }

  async findShape(pin: string): Promise<ParcelShape | undefined> {
    return this.#followed.set && this.#find.shape(pin);
  }

  async search(query: { text: string; limit: number }): Promise<ParcelMatch[]> {
    return this.#followed.set ? searchParcels(this.#search, query) : [];
  }

  async searchJson(query: { text: string; limit: number }): Promise<string> {
    return JSON.stringify(await this.search(query));
  }

  async inBox(query: { bounds: Bounds; limit: number }): Promise<ParcelsInBox | undefined> {
    return this.#followed.set && parcelsInBox(this.#sql, query);
  }

  /** A tile that several sources share is drawn from all of them, any other one by its only source. */
  async storedTile(address: TileAddress): Promise<StoredTile | undefined> {
    if (!this.#followed.set) return undefined;
    const number = tileNumber(address);
    const [row] = await this.#sql<{ version: string; gzip: Buffer | null }[]>`
      SELECT version,
        coalesce(
          (SELECT gzip FROM ${this.#sql(PARCELS)}.shared_tile WHERE number = ${number}),
          (SELECT gzip FROM ${this.#sql(PARCELS)}.tile WHERE number = ${number} LIMIT 1)
        ) AS gzip
      FROM ${this.#sql(PARCELS)}.loaded_set`;
    return { version: row!.version, gzip: row!.gzip ?? undefined };
  }

  async deepTile(address: TileAddress): Promise<StoredTile | undefined> {
    if (!this.#followed.set) return undefined;
    this.#deepTiles ??= openWorker<DeepTileCalls>(new URL('./deep-tile-worker.ts', import.meta.url), {
      databaseUrl: this.#parts.databaseUrl,
    });
    return this.#deepTiles.call('deepTile', address);
  }

  /** In batches of their own, so that a slow reader does not hold up a load. */
  async *readSource({
    name,
    withShapes,
  }: {
    name: string;
    withShapes: boolean;
  }): AsyncGenerator<SourceParcel[]> {
    const source = this.current()?.sources.find((source) => source.name === name);
    if (!source) return;
    for (let after = ''; ; ) {
      const rows = await this.#readBatch({ name, after, withShapes });
      // An empty batch is the end only while the source is there.
      const [row] =
        rows.length > 0
          ? rows
          : await this.#sql<{ version: string }[]>`
        SELECT version FROM ${this.#sql(PARCELS)}.parcel_source WHERE name = ${name}`;
      if (row?.version !== source.version) {
        const how = row ? 'replaced' : 'removed';
        throw new OperatorError(`The source ${name} was ${how} while it was being read.`);
      }
      if (rows.length === 0) return;
      after = rows.at(-1)!.pin;
      yield rows.map(({ version: _, lot, lng, lat, wkb, ...parcel }) => ({
        ...parcel,
        centroid: { lng, lat },
        isUnit: lot !== null,
        shape: wkb ? encodeGeometry(fromWkb(wkb)) : undefined,
      }));
    }
  }

  #readBatch({ name, after, withShapes }: { name: string; after: string; withShapes: boolean }) {
    const columns = ['lot', ...parcelRowColumns].map((column) => `parcel.${column}`);
    return this.#sql<(ParcelRow & { version: string; lot: string | null; wkb: Buffer | null })[]>`
      SELECT parcel_source.version, ${columnList(this.#sql, columns)},
        CASE WHEN ${withShapes} THEN ST_AsBinary(shape, 'NDR') END AS wkb
      FROM ${this.#sql(PARCELS)}.parcel_source JOIN ${this.#sql(PARCELS)}.parcel ON parcel.source = parcel_source.name
      WHERE parcel_source.name = ${name} AND parcel.source = ${name} AND pin > ${after}
      ORDER BY pin LIMIT ${PARCELS_PER_BATCH}`;
  }

  async replaceSource(replacement: ReplaceSource): Promise<ParcelSet> {
    await this.#change(() => replaceSource(this.#database(replacement), replacement));
    return this.current()!;
  }

  async removeSource(name: string, options: ChangeOptions = {}): Promise<ParcelSet | undefined> {
    const { onProgress } = options;
    await this.#change(() => removeSource(this.#database(options), { name, onProgress }));
    return this.current();
  }

  #database({ signal }: ChangeOptions) {
    const { closing, databaseUrl, isUpgrade, sql, followed } = this.#parts;
    return {
      databaseUrl,
      isUpgrade,
      sql,
      followed,
      signal: AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]),
    };
  }

  async #change(run: () => Promise<void>): Promise<void> {
    if (this.#load) throw new OperatorError('Parcels are being loaded already.');
    const load = run();
    this.#load = load;
    try {
      await load;
    } finally {
      this.#load = undefined;
    }
  }

  async ping(): Promise<void> {
    await this.#sql`SELECT 1`;
  }

  async close(): Promise<void> {
    this.#parts.closing.abort(new OperatorError('The load was stopped, because the store was closed.'));
    await this.#load?.catch(() => {});
    const { columns, scratchFolder } = this.#parts;
    await Promise.all([this.#deepTiles?.close(), columns.close()]);
    await this.#sql.end({ timeout: 5 });
    if (scratchFolder) await rm(scratchFolder, { recursive: true, force: true });
  }
}
