// The tables of a parcels file, which holds one source. The file is written once and then only read.
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { columnDefinitions } from '../parcel-row.ts';

/**
 * In every format, user_version is the format. A unit is a row with the id of its lot, and without a geometry and a box.
 * County fields have a table of their own, so that they are not in the way of other reads. The index of units is created
 * empty: it costs nothing where there are none.
 */
export const parcelTables = `
  PRAGMA user_version = ${PARCEL_FORMAT};
  CREATE TABLE parcel (
    id INTEGER PRIMARY KEY,
    ${columnDefinitions({ text: 'TEXT', date: 'TEXT', number: 'REAL' })},
    pin_key TEXT NOT NULL, owner_key TEXT NOT NULL, site_key TEXT NOT NULL, address_text TEXT NOT NULL,
    lot_id INTEGER,
    geometry BLOB,
    UNIQUE (pin)
  );
  CREATE INDEX parcel_lot ON parcel (lot_id, pin) WHERE lot_id IS NOT NULL;
  CREATE TABLE parcel_more (id INTEGER PRIMARY KEY, more TEXT NOT NULL);
  CREATE VIRTUAL TABLE parcel_box USING rtree_i32(id, west, east, south, north);
`;

/**
 * The row numbers of the full-text index follow owner and PIN: hits come out sorted, and a search stops at its limit.
 * The ascii tokenizer splits at spaces and leaves other letters alone, which suits the words made by searchWords.
 */
export const searchTables = `
  CREATE TABLE parcel_place (place INTEGER PRIMARY KEY, id INTEGER NOT NULL);
  INSERT INTO parcel_place SELECT row_number() OVER (ORDER BY owner_key, pin), id FROM parcel;
  CREATE VIRTUAL TABLE parcel_words USING fts5(
    owner, address, content = '', detail = column, prefix = '1 2 3', tokenize = 'ascii'
  );
  CREATE TABLE known_word (word_id INTEGER PRIMARY KEY, word TEXT NOT NULL, uses INTEGER NOT NULL);
  CREATE TABLE known_gram (
    gram TEXT NOT NULL, word_id INTEGER NOT NULL, PRIMARY KEY (gram, word_id)
  ) WITHOUT ROWID;
`;

export const searchIndexes = [
  'CREATE INDEX parcel_pin_key ON parcel (pin_key, pin)',
  'CREATE INDEX parcel_owner_key ON parcel (owner_key, pin)',
  'CREATE INDEX parcel_site_key ON parcel (site_key, owner_key, pin)',
];
