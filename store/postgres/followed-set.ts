// What is loaded in the database now, kept up to date: read again whenever any process announces a change.
import { setTimeout as pause } from 'node:timers/promises';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { parcelSetOf, type StoredSource } from '../parcel-sources.ts';
import type { OlderSet, ParcelSet } from '../parcel-store.ts';
import type { Sql } from './connect.ts';
import { hasParcels, PARCELS, parcelSchemas } from './parcel-schema.ts';
import { type SourceRow, sourceOf } from './source-row.ts';

/** For pg_notify, inside the transaction that changes the set. */
export const CHANNEL = 'platbook_parcels';
/** The pause before a failed read is retried. */
const RETRY_PAUSE_MS = 1000;

type Listener = (set: ParcelSet | undefined) => void;
type Options = {
  sql: Sql;
  /** Sees what an upgrade is loading. */
  isUpgrade: boolean;
  onWarning: (line: string) => void;
  signal: AbortSignal;
};

export class FollowedSet {
  readonly #options: Options;
  readonly #listeners = new Set<Listener>();
  #reading: Promise<void> = Promise.resolve();
  #set: ParcelSet | undefined;
  #sources: readonly StoredSource[] = [];
  #outdated: OlderSet | undefined;
  #liveSince: string | undefined;
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

  get outdated(): OlderSet | undefined {
    return this.#outdated;
  }

  get liveSince(): string | undefined {
    return this.#liveSince;
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
    const { sql, isUpgrade } = this.#options;
    // The outer join answers the version even where no source is loaded. The version of a source is another column.
    const rows = (await hasParcels(sql))
      ? await sql<({ set_version: string; live_since: string | null } & (SourceRow | { rank: null }))[]>`
          SELECT loaded_set.version AS set_version, live_since, parcel_source.*
          FROM ${sql(PARCELS)}.loaded_set LEFT JOIN ${sql(PARCELS)}.parcel_source ON true ORDER BY rank`
      : undefined;
    if (rows && !rows[0]) throw new Error(`${PARCELS}.loaded_set is empty.`);
    const { set_version, live_since = null } = rows?.[0] ?? {};
    this.#liveSince = live_since ?? undefined;
    if (live_since === null) await refuseNewer(sql);
    this.#outdated = live_since === null ? await readOlderSet(sql) : undefined;
    if (!rows || set_version === undefined) return;
    const isShown = isUpgrade || live_since !== null;
    this.#adopt(
      set_version,
      isShown ? rows.flatMap((row) => (row.rank === null ? [] : [sourceOf(row)])) : [],
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

export async function isLive(sql: Sql): Promise<boolean> {
  if (!(await hasParcels(sql))) return false;
  const [set] = await sql<{ live_since: string | null }[]>`SELECT live_since FROM ${sql(PARCELS)}.loaded_set`;
  return set!.live_since !== null;
}

/** A newer version's alone: this one would begin anew beside them. */
async function refuseNewer(sql: Sql): Promise<void> {
  const [newest] = await parcelSchemas(sql);
  if (!newest || newest.format <= PARCEL_FORMAT) return;
  throw new OperatorError(
    `The parcels in the database have format ${newest.format}, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
  );
}

/** The newest set that an older version has left in the database. */
export async function readOlderSet(sql: Sql): Promise<OlderSet | undefined> {
  const schemas = await parcelSchemas(sql);
  for (const { schema } of schemas.filter(({ format }) => format < PARCEL_FORMAT)) {
    // All columns: their number depends on the format.
    const [set] = await sql<(Omit<OlderSet, 'sources'> & { live_since?: string | null })[]>`
      SELECT * FROM ${sql(schema)}.loaded_set`;
    if (!set || set.live_since === null) continue;
    const { format, version, source, kind } = set;
    const sources = await sql<SourceRow[]>`SELECT * FROM ${sql(schema)}.parcel_source ORDER BY rank`;
    return { format, version, source, kind, sources: sources.map(sourceOf) };
  }
  return undefined;
}
