// The tables of parcels in PostgreSQL. A new set is loaded into the schema platbook_parcels_next, which is then renamed
// to platbook_parcels: tables, indexes and the set's version are exchanged in one transaction.
//
// To avoid deadlocks, every statement that reads several of these tables names them in the order in which
// exchangeTables locks them.
import { columnDefinitions } from '../parcel-row.ts';
import type { Statements } from './connect.ts';

export async function createNextTables(sql: Statements): Promise<void> {
  // Left over from an interrupted load, if there was one.
  await sql`DROP SCHEMA IF EXISTS platbook_parcels_next CASCADE`;
  await sql`CREATE SCHEMA platbook_parcels_next`;
  await sql`
    CREATE TABLE platbook_parcels_next.loaded_set (
      version text NOT NULL, format integer NOT NULL, count integer NOT NULL,
      source text NOT NULL, kind text NOT NULL,
      west double precision NOT NULL, south double precision NOT NULL,
      east double precision NOT NULL, north double precision NOT NULL
    )`;
  // COLLATE "C" sorts by code point, as SQLite does.
  const text = 'text COLLATE "C"';
  await sql.unsafe(`
    CREATE TABLE platbook_parcels_next.parcel (
      ${columnDefinitions({ text, date: text, number: 'double precision' })},
      pin_key ${text} NOT NULL, owner_key ${text} NOT NULL, site_key ${text} NOT NULL,
      words tsvector NOT NULL,
      west integer NOT NULL, south integer NOT NULL, east integer NOT NULL, north integer NOT NULL,
      shape geometry(Geometry, 4326) NOT NULL
    )`);
  await sql`CREATE TABLE platbook_parcels_next.tile (number bigint PRIMARY KEY, gzip bytea NOT NULL)`;
  // The tiles are gzipped already.
  await sql`ALTER TABLE platbook_parcels_next.tile ALTER COLUMN gzip SET STORAGE EXTERNAL`;
  await sql`
    CREATE TABLE platbook_parcels_next.known_gram (gram text COLLATE "C" NOT NULL, word_id integer NOT NULL)`;
  await sql`
    CREATE TABLE platbook_parcels_next.known_word (
      word_id integer NOT NULL, word text NOT NULL, uses integer NOT NULL
    )`;
}

/** Separate statements, to report progress after each. */
export const nextIndexes: readonly ((sql: Statements) => Promise<unknown>)[] = [
  (sql) => sql`ALTER TABLE platbook_parcels_next.parcel ADD PRIMARY KEY (pin)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel USING gist (shape)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel USING gin (words)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel (pin_key, pin)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel (owner_key, pin)`,
  (sql) => sql`CREATE INDEX ON platbook_parcels_next.parcel (site_key, owner_key, pin)`,
  (sql) => sql`ALTER TABLE platbook_parcels_next.known_gram ADD PRIMARY KEY (gram, word_id)`,
  (sql) => sql`ALTER TABLE platbook_parcels_next.known_word ADD PRIMARY KEY (word_id)`,
  (sql) => sql`ANALYZE platbook_parcels_next.parcel, platbook_parcels_next.known_gram`,
];

/** `sql` must be a transaction. In every format, loaded_set has a version, a format and a source. */
export async function exchangeTables(
  sql: Statements,
  { areOutdated }: { areOutdated: boolean },
): Promise<void> {
  // An older format may lack some tables to lock, and no process of this version reads them.
  if (areOutdated) await sql`DROP SCHEMA platbook_parcels CASCADE`;
  else if (await hasParcels(sql)) {
    await sql`
      LOCK TABLE platbook_parcels.loaded_set, platbook_parcels.parcel, platbook_parcels.tile,
        platbook_parcels.known_gram, platbook_parcels.known_word IN ACCESS EXCLUSIVE MODE`;
    await sql`DROP SCHEMA platbook_parcels CASCADE`;
  }
  await sql`ALTER SCHEMA platbook_parcels_next RENAME TO platbook_parcels`;
}

export async function hasParcels(sql: Statements): Promise<boolean> {
  const [row] = await sql`SELECT to_regclass('platbook_parcels.loaded_set') IS NOT NULL AS found`;
  return row!.found;
}
