// What is loaded in the database now, kept up to date: read again whenever any process announces a change.
import { setTimeout as pause } from 'node:timers/promises';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { parcelSetOf, type StoredSource } from '../parcel-sources.ts';
import { kindOfOldSet, type OutdatedSet, type ParcelSet } from '../parcel-store.ts';
import type { Sql } from './connect.ts';
import { hasParcels } from './parcel-schema.ts';
import { type SourceRow, sourceOf } from './source-row.ts';

/** For pg_notify, inside the transaction that changes the set. */
export const CHANNEL = 'platbook_parcels';
/** The pause before a failed read is retried. */
const RETRY_PAUSE_MS = 1000;

type Listener = (set: ParcelSet | undefined) => void;
type Options = { sql: Sql; onWarning: (line: string) => void; signal: AbortSignal };
/** Formats before 3 have no kind. */
type LoadedSetRow = Pick<ParcelSet, 'version' | 'source'> &
  Partial<Pick<ParcelSet, 'kind'>> & { format: number };

export class FollowedSet {
  readonly #options: Options;
  readonly #listeners = new Set<Listener>();
  #reading: Promise<void> = Promise.resolve();
  #set: ParcelSet | undefined;
  #sources: readonly StoredSource[] = [];
  #outdated: OutdatedSet | undefined;
  #version: string | undefined;

  private constructor(options: Options) {
    this.#options = options;
  }

  static async open(options: Options): Promise<FollowedSet> {
    const followed = new FollowedSet(options);
    await followed.catchUp();
    // Called for each notification, and after each reconnect, to catch up with missed ones.
    const follow = () => void followed.#follow();
    await options.sql.listen(CHANNEL, follow, follow);
    return followed;
  }

  get set(): ParcelSet | undefined {
    return this.#set;
  }

  get sources(): readonly StoredSource[] {
    return this.#sources;
  }

  get outdated(): OutdatedSet | undefined {
    return this.#outdated;
  }

  /** Of the set, even if it has an older format or no source. */
  get version(): string | undefined {
    return this.#version;
  }

  onChange(listener: Listener): () => void {
    // A function of its own: the same listener may be added twice.
    const added: Listener = (set) => listener(set);
    this.#listeners.add(added);
    return () => this.#listeners.delete(added);
  }

  /** One at a time, so that an older answer never overwrites a newer one. */
  catchUp(): Promise<void> {
    const read = this.#reading.then(() => this.#read());
    this.#reading = read.catch(() => {});
    return read;
  }

  async #read(): Promise<void> {
    const { sql } = this.#options;
    if (!(await hasParcels(sql))) return;
    // All columns: their number depends on the format.
    const [row] = await sql<LoadedSetRow[]>`SELECT * FROM platbook_parcels.loaded_set`;
    const { format, version, source } = row!;
    if (format === PARCEL_FORMAT) return this.#readSources();
    const kind = row!.kind ?? kindOfOldSet(source);
    this.#outdated = format < PARCEL_FORMAT ? { version, source, kind } : undefined;
    this.#adopt(version, []);
    if (format > PARCEL_FORMAT) {
      throw new OperatorError(
        `The parcels in the database have format ${format}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
      );
    }
  }

  async #readSources(): Promise<void> {
    // The outer join answers the version even where no source is loaded. The version of a source is another column.
    const rows = await this.#options.sql<({ set_version: string } & (SourceRow | { rank: null }))[]>`
      SELECT loaded_set.version AS set_version, parcel_source.*
      FROM platbook_parcels.loaded_set LEFT JOIN platbook_parcels.parcel_source ON true ORDER BY rank`;
    this.#outdated = undefined;
    this.#adopt(
      rows[0]!.set_version,
      rows.flatMap((row) => (row.rank === null ? [] : [sourceOf(row)])),
    );
  }

  #adopt(version: string, sources: readonly StoredSource[]): void {
    const before = this.#set;
    this.#version = version;
    this.#sources = sources;
    this.#set = parcelSetOf({ version, sources });
    if (this.#set?.version === before?.version) return;
    for (const listener of this.#listeners) listener(this.#set);
  }

  /** Retries until it succeeds, because the old set is gone once a new one was announced. */
  async #follow(): Promise<void> {
    const { signal, onWarning } = this.#options;
    while (!signal.aborted) {
      try {
        return await this.catchUp();
      } catch (error) {
        if (signal.aborted) return;
        onWarning(`What parcels are loaded now could not be read: ${(error as Error).message}`);
        if (error instanceof OperatorError) return;
        await pause(RETRY_PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }
}
