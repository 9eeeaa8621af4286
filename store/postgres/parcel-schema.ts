// The tables of parcels in PostgreSQL. Each source has a schema of its own, platbook_source_<format>_<name>, whose tables are
// partitions of those in PARCELS, where all queries read. A source is loaded into NEXT, which is then renamed and attached:
// tables, indexes and the set's version are exchanged in one transaction. The schemas of a format before stay beside these.
//
// To avoid deadlocks, every statement that reads several of these tables names them in the order in which
// exchangeTables locks them. A partition is only ever reached through its parent, which is locked before it.
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { columnDefinitions } from '../parcel-row.ts';
import { type StoredSource, titleAndKind } from '../parcel-sources.ts';
import type { Statements } from './connect.ts';
import { sourceRow } from './source-row.ts';

export const PARCELS = `platbook_parcels_${PARCEL_FORMAT}`;
export const NEXT = `${PARCELS}_next`;

// COLLATE "C" sorts by code point, as SQLite does.
const text = 'text COLLATE "C"';

/**
 * A unit is a row with the PIN of its lot, and without a box and a shape. `qualifier` is the source that PINs are
 * qualified with, if they are (contract/parcel-pin.ts); `more` is JSON.
 */
const partitionedTables = {
  parcel: `
    source ${text} NOT NULL, qualifier ${text},
    ${columnDefinitions({ text, date: text, number: 'double precision' })},
    pin_key ${text} NOT NULL, owner_key ${text} NOT NULL, site_key ${text} NOT NULL,
    words tsvector NOT NULL,
    lot ${text}, more text,
    west integer, south integer, east integer, north integer,
    shape geometry(Geometry, 4326)`,
  tile: `source ${text} NOT NULL, number bigint NOT NULL, gzip bytea NOT NULL`,
  known_gram: `source ${text} NOT NULL, gram ${text} NOT NULL, word_id integer NOT NULL`,
  known_word: `source ${text} NOT NULL, word_id integer NOT NULL, word text NOT NULL, uses integer NOT NULL`,
  // See column-chunks.ts.
  column_chunk: `source ${text} NOT NULL, number integer NOT NULL, hash bytea NOT NULL, bytes bytea NOT NULL`,
};
const partitioned = Object.entries(partitionedTables);

/** The name of a source is letters, digits and dashes only, so it needs no escaping. */
const schemaOf = (source: string) => `"platbook_source_${PARCEL_FORMAT}_${source}"`;

async function createSharedTiles(sql: Statements, schema: string): Promise<void> {
  await sql.unsafe(`CREATE TABLE ${schema}.shared_tile (number bigint PRIMARY KEY, gzip bytea NOT NULL)`);
  // The tiles are gzipped already.
  await sql.unsafe(`ALTER TABLE ${schema}.shared_tile ALTER COLUMN gzip SET STORAGE EXTERNAL`);
}

/** The tables of a source that is being loaded, and the shared tiles of the set that it will be part of. */
export async function createNextTables(sql: Statements, source: string): Promise<void> {
  // Left over from an interrupted load, if there was one.
  await sql`DROP SCHEMA IF EXISTS ${sql(NEXT)} CASCADE`;
  await sql`CREATE SCHEMA ${sql(NEXT)}`;
  for (const [table, columns] of partitioned) {
    // The check tells PostgreSQL that it need not scan the table when it is attached.
    await sql.unsafe(`CREATE TABLE ${NEXT}.${table} (${columns}, CHECK (source = '${source}'))`);
  }
  await sql`ALTER TABLE ${sql(NEXT)}.tile ALTER COLUMN gzip SET STORAGE EXTERNAL`;
  // Compressing and decompressing them takes longer than sending them.
  await sql`ALTER TABLE ${sql(NEXT)}.column_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL`;
  await createSharedTiles(sql, NEXT);
}

/** Separate statements, to report progress after each. */
export const nextIndexes: readonly ((sql: Statements) => Promise<unknown>)[] = [
  (sql) => sql`ALTER TABLE ${sql(NEXT)}.parcel ADD PRIMARY KEY (pin)`,
  (sql) => sql`CREATE INDEX ON ${sql(NEXT)}.parcel USING gist (shape)`,
  (sql) => sql`CREATE INDEX ON ${sql(NEXT)}.parcel USING gin (words)`,
  (sql) => sql`CREATE INDEX ON ${sql(NEXT)}.parcel (pin_key, pin)`,
  (sql) => sql`CREATE INDEX ON ${sql(NEXT)}.parcel (owner_key, pin)`,
  (sql) => sql`CREATE INDEX ON ${sql(NEXT)}.parcel (site_key, owner_key, pin)`,
  (sql) => sql`CREATE INDEX ON ${sql(NEXT)}.parcel (lot, pin) WHERE lot IS NOT NULL`,
  (sql) => sql`ALTER TABLE ${sql(NEXT)}.tile ADD PRIMARY KEY (number)`,
  (sql) => sql`ALTER TABLE ${sql(NEXT)}.known_gram ADD PRIMARY KEY (gram, word_id)`,
  (sql) => sql`ALTER TABLE ${sql(NEXT)}.known_word ADD PRIMARY KEY (word_id)`,
  (sql) => sql`ALTER TABLE ${sql(NEXT)}.column_chunk ADD PRIMARY KEY (number)`,
  (sql) => sql`ANALYZE ${sql(NEXT)}.parcel, ${sql(NEXT)}.known_gram`,
];

/** In every format, loaded_set has a version, a format, a source and a kind. */
export async function createParcels(sql: Statements, liveSince: string | null): Promise<void> {
  await sql`CREATE SCHEMA ${sql(PARCELS)}`;
  await sql`
    CREATE TABLE ${sql(PARCELS)}.loaded_set (
      version text NOT NULL, format integer NOT NULL, source text NOT NULL, kind text NOT NULL, live_since text
    )`;
  await sql`INSERT INTO ${sql(PARCELS)}.loaded_set VALUES ('0', ${PARCEL_FORMAT}, '', 'imported', ${liveSince})`;
  await sql`
    CREATE TABLE ${sql(PARCELS)}.parcel_source (
      rank integer NOT NULL, name text COLLATE "C" NOT NULL, title text NOT NULL, attribution text, kind text NOT NULL,
      version text NOT NULL, loaded_at text NOT NULL, data_date text, count integer NOT NULL,
      west double precision NOT NULL, south double precision NOT NULL,
      east double precision NOT NULL, north double precision NOT NULL,
      center_lng double precision NOT NULL, center_lat double precision NOT NULL,
      recipe text, has_bare_pins boolean NOT NULL, outline text, unit_count integer, searchable text
    )`;
  for (const [table, columns] of partitioned) {
    await sql.unsafe(`CREATE TABLE ${PARCELS}.${table} (${columns}) PARTITION BY LIST (source)`);
  }
  await createSharedTiles(sql, PARCELS);
}

export type Exchange = {
  /** Of the first exchange: null in an upgrade, which shows what it loads at its end. */
  liveSince: string | null;
  version: string;
  /** All sources after the exchange, in order. */
  sources: readonly StoredSource[];
  /** The sources whose tables are removed: those that are replaced, too. */
  dropped: readonly string[];
  /** The source whose tables are in NEXT, unless one is only removed. */
  loaded: string | undefined;
};

/** `sql` must be a transaction. */
export async function exchangeTables(
  sql: Statements,
  { liveSince, version, sources, dropped, loaded }: Exchange,
): Promise<void> {
  if (!(await hasParcels(sql))) await createParcels(sql, liveSince);
  else {
    await sql`
      LOCK TABLE ${sql(PARCELS)}.loaded_set, ${sql(PARCELS)}.parcel_source, ${sql(PARCELS)}.parcel,
        ${sql(PARCELS)}.shared_tile, ${sql(PARCELS)}.tile,
        ${sql(PARCELS)}.known_gram, ${sql(PARCELS)}.known_word,
        ${sql(PARCELS)}.column_chunk IN ACCESS EXCLUSIVE MODE`;
  }
  for (const source of dropped) await sql.unsafe(`DROP SCHEMA ${schemaOf(source)} CASCADE`);

  await sql`DROP TABLE ${sql(PARCELS)}.shared_tile`;
  await sql`ALTER TABLE ${sql(NEXT)}.shared_tile SET SCHEMA ${sql(PARCELS)}`;
  if (loaded === undefined) await sql`DROP SCHEMA ${sql(NEXT)} CASCADE`;
  else {
    const schema = schemaOf(loaded);
    await sql.unsafe(`ALTER SCHEMA ${NEXT} RENAME TO ${schema}`);
    for (const [table] of partitioned) {
      await sql.unsafe(
        `ALTER TABLE ${PARCELS}.${table} ATTACH PARTITION ${schema}.${table} FOR VALUES IN ('${loaded}')`,
      );
    }
  }

  await sql`DELETE FROM ${sql(PARCELS)}.parcel_source`;
  for (const [rank, source] of sources.entries()) {
    await sql`INSERT INTO ${sql(PARCELS)}.parcel_source ${sql(sourceRow(source, rank))}`;
  }
  const { source, kind } = titleAndKind(sources);
  await sql`UPDATE ${sql(PARCELS)}.loaded_set SET version = ${version}, source = ${source}, kind = ${kind}`;
}

export async function hasParcels(sql: Statements): Promise<boolean> {
  const [row] = await sql`SELECT to_regclass(${`${PARCELS}.loaded_set`}) IS NOT NULL AS found`;
  return row!.found;
}

/** The schemas of parcels, with their formats, the newest first. Without a number: 0. */
export async function parcelSchemas(sql: Statements): Promise<{ schema: string; format: number }[]> {
  const rows = await sql<{ nspname: string }[]>`
    SELECT nspname FROM pg_namespace WHERE starts_with(nspname, 'platbook_parcels')`;
  return rows
    .filter(({ nspname }) => /^platbook_parcels(_\d+)?$/.test(nspname))
    .map(({ nspname: schema }) => ({ schema, format: Number(/\d+$/.exec(schema)?.[0] ?? 0) }))
    .sort((a, b) => b.format - a.format);
}

/** Those of all formats before, with their sources. */
export async function removeOlderSchemas(sql: Statements): Promise<void> {
  for (const { schema, format } of await parcelSchemas(sql)) {
    if (format >= PARCEL_FORMAT) continue;
    await sql`DROP SCHEMA ${sql(schema)} CASCADE`;
    await sql`DROP SCHEMA IF EXISTS ${sql(`${schema}_next`)} CASCADE`;
    const prefix = format === 0 ? 'platbook_source_' : `platbook_source_${format}_`;
    const sources = await sql<{ nspname: string }[]>`
      SELECT nspname FROM pg_namespace WHERE starts_with(nspname, ${prefix})`;
    for (const { nspname } of sources) {
      // The name of a source has no underscore.
      if (!nspname.slice(prefix.length).includes('_')) await sql`DROP SCHEMA ${sql(nspname)} CASCADE`;
    }
  }
}
