// The tables of a parcels file. It is written once, in one go, and then only read.

/**
 * Counts up with every change of the tables below or of the tiles beside them. Every format has a loaded_set that tells
 * its source.
 */
export const PARCEL_FORMAT = 2;

export const parcelTables = `
  PRAGMA user_version = ${PARCEL_FORMAT};
  CREATE TABLE loaded_set (
    count INTEGER NOT NULL, source TEXT NOT NULL,
    west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL
  );
  CREATE TABLE parcel (
    id INTEGER PRIMARY KEY,
    pin TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    add1 TEXT, add2 TEXT, city TEXT, state TEXT, zip TEXT, site_address TEXT,
    tax_acres REAL, township TEXT, zoning TEXT, sale_date TEXT, sales_price REAL,
    lng REAL NOT NULL, lat REAL NOT NULL,
    pin_key TEXT NOT NULL, owner_key TEXT NOT NULL, site_key TEXT NOT NULL, address_text TEXT NOT NULL,
    geometry BLOB NOT NULL
  );
  CREATE VIRTUAL TABLE parcel_box USING rtree_i32(id, west, east, south, north);
`;

/**
 * Full text is numbered by place in the order of owner and PIN, so that hits come out sorted and a search stops
 * at its limit. The ascii tokenizer splits at blanks and leaves other letters alone, as searchWords made the words.
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
