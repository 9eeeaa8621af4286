// The tables of parcels in PostgreSQL. Each source has a schema of its own, platbook_source_<name>, whose tables are
// partitions of those in platbook_parcels, where all queries read. A source is loaded into platbook_parcels_next, which
// is then renamed and attached: tables, indexes and the set's version are exchanged in one transaction.
//
// To avoid deadlocks, every statement that reads several of these tables names them in the order in which
// exchangeTables locks them. A partition is only ever reached through its parent, which is locked before it.
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { columnDefinitions } from '../parcel-row.ts';
import { type StoredSource, titleAndKind } from '../parcel-sources.ts';
import type { Statements } from './connect.ts';
import { sourceRow } from './source-row.ts';

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
const schemaOf = (source: string) => `"platbook_source_${source}"`;

async function createSharedTiles(sql: Statements, schema: string): Promise<void> {
  await sql.unsafe(`CREATE TABLE ${schema}.shared_tile (number bigint PRIMARY KEY, gzip bytea NOT NULL)`);
  // The tiles are gzipped already.
  await sql.unsafe(`ALTER TABLE ${schema}.shared_tile ALTER COLUMN gzip SET STORAGE EXTERNAL`);
}

/** The tables of a source that is being loaded, and the shared tiles of the set that it will be part of. */
export async function createNextTables(sql: Statements, source: string): Promise<void> {
  // Left over from an interrupted load, if there was one.
  await sql`DROP SCHEMA IF EXISTS platbook_parcels_next CASCADE`;
  await sql`CREATE SCHEMA platbook_parcels_next`;
  for (const [table, columns] of partitioned) {
    // The check tells PostgreSQL that it need not scan the table when it is attached.
    await sql.unsafe(
      `CREATE TABLE platbook_parcels_next.${table} (${columns}, CHECK (source = '${source}'))`,
    );
  }
  await sql`ALTER TABLE platbook_parcels_next.tile ALTER COLUMN gzip SET STORAGE EXTERNAL`;
  // Compressing and decompressing them takes longer than sending them.
  await sql`ALTER TABLE platbook_parcels_next.column_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL`;
  await createSharedTiles(sql, 'platbook_parcels_next');
}

/** Separate statements, to report progress after each. */
export const nextIndexes: readonly ((sql: Statements) => Promise<unknown>)[] = [
  (sql) => sql`ALTER TABLE platbook_parcels_next.parcel ADD PRIMARY KEY (pin)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel USING gist (shape)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel USING gin (words)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel (pin_key, pin)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel (owner_key, pin)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel (site_key, owner_key, pin)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel (lot, pin) WHERE lot IS NOT NULL`,
  (sql) => sql`ALTER TABLE platbook_parcels_next.tile ADD PRIMARY KEY (number)`,
  (sql) => sql`ALTER TABLE platbook_parcels_next.known_gram ADD PRIMARY KEY (gram, word_id)`,
  (sql) => sql`ALTER TABLE platbook_parcels_next.known_word ADD PRIMARY KEY (word_id)`,
  (sql) => sql`ALTER TABLE platbook_parcels_next.column_chunk ADD PRIMARY KEY (number)`,
  (sql) => sql`ANALYZE platbook_parcels_next.parcel, platbook_parcels_next.known_gram`,
];

/** In every format, loaded_set has a version, a format and a source. */
async function createParcels(sql: Statements): Promise<void> {
  await sql`CREATE SCHEMA platbook_parcels`;
  await sql`
    CREATE TABLE platbook_parcels.loaded_set (
      version text NOT NULL, format integer NOT NULL, source text NOT NULL, kind text NOT NULL
    )`;
  await sql`INSERT INTO platbook_parcels.loaded_set VALUES ('0', ${PARCEL_FORMAT}, '', 'imported')`;
  await sql`
    CREATE TABLE platbook_parcels.parcel_source (
      rank integer NOT NULL, name text COLLATE "C" NOT NULL, title text NOT NULL, attribution text, kind text NOT NULL,
      version text NOT NULL, loaded_at text NOT NULL, data_date text, count integer NOT NULL,
      west double precision NOT NULL, south double precision NOT NULL,
      east double precision NOT NULL, north double precision NOT NULL,
      center_lng double precision NOT NULL, center_lat double precision NOT NULL,
      recipe text, has_bare_pins boolean NOT NULL, outline text, unit_count integer, searchable text
    )`;
  for (const [table, columns] of partitioned) {
    await sql.unsafe(`CREATE TABLE platbook_parcels.${table} (${columns}) PARTITION BY LIST (source)`);
  }
  await createSharedTiles(sql, 'platbook_parcels');
}

export type Exchange = {
  /** Whether the tables are of an older format. No process of this version reads them. */
  areOutdated: boolean;
  version: string;
  /** All sources after the exchange, in order. */
  sources: readonly StoredSource[];
  /** The sources whose tables are removed: those that are replaced, too. */
  dropped: readonly string[];
  /** The source whose tables are in platbook_parcels_next, unless one is only removed. */
  loaded: string | undefined;
};

/** `sql` must be a transaction. */
export async function exchangeTables(
  sql: Statements,
  { areOutdated, version, sources, dropped, loaded }: Exchange,
): Promise<void> {
  if (areOutdated) await dropAll(sql);
  if (areOutdated || !(await hasParcels(sql))) await createParcels(sql);
  else {
    await sql`
      LOCK TABLE platbook_parcels.loaded_set, platbook_parcels.parcel_source, platbook_parcels.parcel,
        platbook_parcels.shared_tile, platbook_parcels.tile,
        platbook_parcels.known_gram, platbook_parcels.known_word,
        platbook_parcels.column_chunk IN ACCESS EXCLUSIVE MODE`;
    // Tables of version 0.1.0 lack them.
    await sql`
      ALTER TABLE platbook_parcels.parcel_source
        ADD COLUMN IF NOT EXISTS outline text, ADD COLUMN IF NOT EXISTS unit_count integer,
        ADD COLUMN IF NOT EXISTS searchable text`;
  }
  for (const source of dropped) await sql.unsafe(`DROP SCHEMA ${schemaOf(source)} CASCADE`);

  await sql`DROP TABLE platbook_parcels.shared_tile`;
  await sql`ALTER TABLE platbook_parcels_next.shared_tile SET SCHEMA platbook_parcels`;
  if (loaded === undefined) await sql`DROP SCHEMA platbook_parcels_next CASCADE`;
  else {
    const schema = schemaOf(loaded);
    await sql.unsafe(`ALTER SCHEMA platbook_parcels_next RENAME TO ${schema}`);
    for (const [table] of partitioned) {
      await sql.unsafe(
        `ALTER TABLE platbook_parcels.${table} ATTACH PARTITION ${schema}.${table} FOR VALUES IN ('${loaded}')`,
      );
    }
  }

  await sql`DELETE FROM platbook_parcels.parcel_source`;
  for (const [rank, source] of sources.entries()) {
    await sql`INSERT INTO platbook_parcels.parcel_source ${sql(sourceRow(source, rank))}`;
  }
  const { source, kind } = titleAndKind(sources);
  await sql`UPDATE platbook_parcels.loaded_set SET version = ${version}, source = ${source}, kind = ${kind}`;
}

async function dropAll(sql: Statements): Promise<void> {
  await sql`DROP SCHEMA platbook_parcels CASCADE`;
  const schemas = await sql<{ nspname: string }[]>`
    SELECT nspname FROM pg_namespace WHERE starts_with(nspname, 'platbook_source_')`;
  for (const { nspname } of schemas) await sql`DROP SCHEMA ${sql(nspname)} CASCADE`;
}

export async function hasParcels(sql: Statements): Promise<boolean> {
  const [row] = await sql`SELECT to_regclass('platbook_parcels.loaded_set') IS NOT NULL AS found`;
  return row!.found;
}
