// The tables of the staging file.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * Rows lie in blocks as they were read; `key` has one short row for each that is still wanted, to group them by. A row
 * that grouping has changed is in `made`, which is valid instead of its block.
 */
const tables = `
  CREATE TABLE block (
    id INTEGER PRIMARY KEY, rows BLOB NOT NULL, centers BLOB NOT NULL, ends BLOB NOT NULL, shapes BLOB NOT NULL,
    records TEXT NOT NULL
  );
  CREATE TABLE key (id INTEGER PRIMARY KEY, pin TEXT NOT NULL, shape TEXT NOT NULL);
  CREATE TABLE made (
    id INTEGER PRIMARY KEY, is_lot INTEGER NOT NULL, is_summary INTEGER NOT NULL, record TEXT NOT NULL,
    shape BLOB NOT NULL, lng REAL NOT NULL, lat REAL NOT NULL
  );
  CREATE TABLE unit (id INTEGER PRIMARY KEY, lot INTEGER NOT NULL, pin TEXT NOT NULL, record TEXT NOT NULL);
  CREATE INDEX unit_pin ON unit (pin);
  CREATE INDEX unit_lot ON unit (lot);
  CREATE TABLE old (
    id INTEGER PRIMARY KEY, pin TEXT NOT NULL, name TEXT NOT NULL, sale_date TEXT, price REAL, shape BLOB NOT NULL
  );
  CREATE TABLE change (what TEXT NOT NULL, pin TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL);
`;

/** Made when all rows are in. */
export const keyIndexes = ['CREATE INDEX key_pin ON key (pin)', 'CREATE INDEX key_shape ON key (shape)'];

export function createStaging(path: string): DatabaseSyncInstance {
  // The driver's default, defensive mode, silently keeps the journal.
  const db = new DatabaseSync(path, { defensive: false });
  // A larger cache is slower: sorting for an index takes the same again, and the pages are written in order anyway.
  // The file is thrown away after a crash, so it needs no journal. The lock tells others that it is in use.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;');
  db.exec(`PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ${tables}`);
  return db;
}
