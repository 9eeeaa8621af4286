// Loads or removes a source in the database: fills tables beside those that are being read, draws the tiles that it shares
// with other sources, and exchanges all of them in one transaction.
import {
  loadedSource,
  nextVersion,
  planSources,
  type StoredSource,
  sourceToRemove,
} from '../parcel-sources.ts';
import type { ChangeOptions, ReplaceSource } from '../parcel-store.ts';
import type { Sql } from './connect.ts';
import { CHANNEL, type FollowedSet } from './followed-set.ts';
import { loadParcels } from './load-parcels.ts';
import {
  createNextTables,
  createParcels,
  type Exchange,
  exchangeTables,
  hasParcels,
  PARCELS,
} from './parcel-schema.ts';
import { writeSharedTiles } from './shared-tiles.ts';
import { withLoadLock } from './with-load-lock.ts';

type Database = {
  sql: Sql;
  databaseUrl: string;
  isUpgrade: boolean;
  followed: FollowedSet;
  signal: AbortSignal;
};

export async function replaceSource(database: Database, replacement: ReplaceSource): Promise<void> {
  const { databaseUrl, signal, followed } = database;
  await withLoadLock({ databaseUrl, signal, onProgress: replacement.onProgress }, async () => {
    await followed.catchUp();
    if (replacement.unlessLoaded && followed.set) return;
    await loadSource(database, replacement);
  });
}

async function loadSource(database: Database, replacement: ReplaceSource): Promise<void> {
  const { sql, followed, signal } = database;
  const { name, onProgress } = replacement;
  const { sources: before } = followed;
  const { outdated } = followed;
  const plan = planSources(before, replacement, database.isUpgrade ? outdated?.sources : undefined);
  const version = nextVersion(followed.version ?? outdated?.version);
  const qualifier = plan.hasBarePins ? undefined : name;
  const extent = await loadParcels({ sql, replacement, qualifier, signal });
  const loaded = loadedSource({ about: replacement, version, extent, hasBarePins: plan.hasBarePins });
  await publish(database, {
    changing: name,
    others: plan.others,
    onProgress,
    exchange: {
      version,
      sources: plan.with(loaded),
      dropped: before.filter((source) => !plan.others.includes(source)).map((source) => source.name),
      loaded: name,
    },
  });
}

export async function removeSource(
  database: Database,
  { name, onProgress }: Pick<ChangeOptions, 'onProgress'> & { name: string },
): Promise<void> {
  const { sql, databaseUrl, signal, followed } = database;
  await withLoadLock({ databaseUrl, signal, onProgress }, async () => {
    await followed.catchUp();
    const removed = sourceToRemove(followed.sources, name);
    const others = followed.sources.filter((source) => source !== removed);
    await createNextTables(sql, name);
    await publish(database, {
      changing: name,
      others,
      onProgress,
      exchange: {
        version: nextVersion(followed.version),
        sources: others,
        dropped: [name],
        loaded: undefined,
      },
    });
  });
}

type Publication = {
  /** The source that changes, and those that do not. */
  changing: string;
  others: readonly StoredSource[];
  onProgress: ReplaceSource['onProgress'];
  exchange: Omit<Exchange, 'liveSince'>;
};

async function publish(
  { sql, databaseUrl, isUpgrade, followed, signal }: Database,
  { changing, others, onProgress, exchange }: Publication,
): Promise<void> {
  if (others.length > 0) {
    const names = others.map(({ name }) => name);
    await writeSharedTiles({ sql, databaseUrl, changing, others: names, signal, onProgress });
  }
  signal.throwIfAborted();
  await sql.begin(async (transaction) => {
    const liveSince = isUpgrade ? null : new Date().toISOString();
    await exchangeTables(transaction, { ...exchange, liveSince });
    // transaction.notify of the driver would run outside the transaction.
    await transaction`SELECT pg_notify(${CHANNEL}, ${exchange.version})`;
  });
  await followed.catchUp();
}

/** Shows what an upgrade has loaded to everybody. */
export async function goLive({ sql, followed }: Pick<Database, 'sql' | 'followed'>): Promise<void> {
  await sql.begin(async (transaction) => {
    // All counties were left out, or there were none.
    if (!(await hasParcels(transaction))) await createParcels(transaction, null);
    await transaction`
      UPDATE ${sql(PARCELS)}.loaded_set SET live_since = ${new Date().toISOString()}`;
    await transaction`SELECT pg_notify(${CHANNEL}, '')`;
  });
  await followed.catchUp();
}
