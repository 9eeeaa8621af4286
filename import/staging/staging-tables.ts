// The tables of the staging file, and the statements on them.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

/** What a key stands for. */
export const PARCEL = 0;
export const LOT = 1;

/**
 * The keys lie apart from the fields and shapes: indexes are built by reading a table whole, and they are a tenth of it.
 * Rows that are left out lose their key.
 */
const tables = `
  CREATE TABLE key (
    id INTEGER PRIMARY KEY, row INTEGER NOT NULL, kind INTEGER NOT NULL, pin TEXT NOT NULL, shape TEXT NOT NULL,
    x INTEGER NOT NULL, y INTEGER NOT NULL, place INTEGER NOT NULL
  );
  CREATE TABLE staged (id INTEGER PRIMARY KEY, fields TEXT NOT NULL, more TEXT, shape BLOB NOT NULL);
  CREATE TABLE unit (
    id INTEGER PRIMARY KEY, lot INTEGER NOT NULL, pin TEXT NOT NULL, fields TEXT NOT NULL, more TEXT
  );
  CREATE INDEX unit_pin ON unit (pin);
  CREATE INDEX unit_lot ON unit (lot);
  CREATE TABLE change (what TEXT NOT NULL, pin TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL);
`;

export const indexes = ['CREATE INDEX key_pin ON key (pin)', 'CREATE INDEX key_shape ON key (shape)'];

export function createStaging(path: string): DatabaseSyncInstance {
  // The driver's default, defensive mode, silently keeps the journal.
  const db = new DatabaseSync(path, { defensive: false });
  // The file is thrown away after a crash, so it needs no journal. The lock tells others that it is in use.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;');
  db.exec(`PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ${tables}`);
  return db;
}
