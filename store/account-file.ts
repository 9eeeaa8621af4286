// A SQLite file of accounts, which is accounts.db or a backup of either database: its tables, whether it is sound, and
// copying its rows.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { OperatorError } from '../runtime/operator-error.ts';
import { ACCOUNT_SCHEMA_VERSION, migrationsFrom, migrationsTo } from './account-migrations.ts';

/** Its name in a data folder. */
export const ACCOUNTS_FILE = 'accounts.db';

/** In WAL mode a backup never blocks writers. FULL: a write is durable when its call is answered. */
export const ACCOUNT_PRAGMAS =
  'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;';

export type AccountCounts = { people: number; savedParcels: number };
export type CheckedAccounts = AccountCounts & { version: number };

/** The tables that let somebody in, in any version. Everybody can sign in anew without them. */
const SIGN_IN_TABLES = ['magic_links', 'sign_in_tokens', 'sessions', 'signing_keys'];

/** What SQLite says about a file that somebody has overwritten or cut off. */
const DAMAGE = /not a database|malformed|disk image|file is encrypted|unsupported file format/i;

export function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGE.test(error.message);
}

export function versionOf(db: DatabaseSyncInstance): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

type Field = { tableName: string; columnName: string; type: string; isNeeded: number; isGenerated: number };

function fieldsOf(db: DatabaseSyncInstance): Field[] {
  return db
    .prepare(
      `SELECT item.name AS tableName, field.name AS columnName, field.type,
         field."notnull" OR field.pk AS isNeeded, field.hidden <> 0 AS isGenerated
       FROM sqlite_schema AS item JOIN pragma_table_xinfo(item.name) AS field
       WHERE item.type = 'table' AND item.name NOT LIKE 'sqlite_%' ORDER BY item.rowid, field.cid`,
    )
    .all() as Field[];
}

/** Each table with its columns. A table comes after those that it refers to: it was created after them. */
export function tablesOf(db: DatabaseSyncInstance): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const { tableName, columnName } of fieldsOf(db)) {
    tables.set(tableName, [...(tables.get(tableName) ?? []), columnName]);
  }
  return tables;
}

/** Makes the empty tables of a version in an empty file. */
export function createTables(db: DatabaseSyncInstance, version: number): Map<string, string[]> {
  for (const statement of migrationsTo(version)) db.exec(statement);
  const tables = tablesOf(db);
  // A migration may have put rows there, which come from the accounts like all others.
  for (const table of tables.keys()) db.exec(`DELETE FROM ${table}`);
  db.exec(`PRAGMA user_version = ${version}`);
  return tables;
}

/** The tables of a version that hold anything but sign-ins. */
export const withoutSignIns = (tables: Map<string, string[]>) =>
  new Map([...tables].filter(([table]) => !SIGN_IN_TABLES.includes(table)));

/**
 * Fills an empty file with the rows of another, in tables of its own: nothing else of that file is taken. One read
 * transaction, so a snapshot, whatever is written meanwhile, and no writer waits for it. Sessions, pending sign-ins and the keys that
 * sign sessions stay behind, unless they are asked for: anyone who holds the copy could go on with them.
 */
export function copyAccounts(copy: { from: string; into: string; hasSignIns?: boolean }): void {
  const db = new DatabaseSync(copy.into);
  try {
    // No journal on the disk: an unfinished file is thrown away.
    db.exec(`PRAGMA busy_timeout = 5000; PRAGMA journal_mode = MEMORY; PRAGMA trusted_schema = OFF;
      PRAGMA foreign_keys = OFF; ATTACH '${copy.from.replaceAll("'", "''")}' AS source; BEGIN`);
    const { user_version } = db.prepare('PRAGMA source.user_version').get() as { user_version: number };
    const tables = createTables(db, user_version);
    for (const [table, columns] of copy.hasSignIns ? tables : withoutSignIns(tables)) {
      db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table}`);
    }
    // Closing alone would leave the source open, until statements are collected as garbage.
    db.exec('COMMIT; DETACH source');
  } finally {
    db.close();
  }
}

/** Throws an OperatorError that names the file, unless it is sound, whole, of a version that is known, and holds nothing else. */
export function checkAccountFile(path: string): CheckedAccounts {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      // The file may be made to do harm: no expression of its own is run before its entries are known.
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      return checked(db, path);
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw damaged(path, (error as Error).message);
  }
}

function checked(db: DatabaseSyncInstance, path: string): CheckedAccounts {
  const version = versionOf(db);
  const entries = entriesOf(db);
  if (version < 1 || !entries.includes('table users')) {
    throw new OperatorError(`${path} holds no accounts of Platbook.`);
  }
  if (version > ACCOUNT_SCHEMA_VERSION) {
    throw new OperatorError(
      `${path} has schema version ${version}, but this version of Platbook knows only ${ACCOUNT_SCHEMA_VERSION}: use the newer Platbook.`,
    );
  }
  const expected = inMemory(version, (fresh) => [entriesOf(fresh), columnsOf(fresh)] as const);
  refuseUnknown(path, entries, expected[0]);
  const columns = columnsOf(db);
  refuseUnknown(path, columns, expected[1]);
  const missing = expected[1].find((column) => !columns.includes(column));
  if (missing) throw damaged(path, `${missing.replace('column ', '')} is missing`);
  const problem = problemOf(db, 'integrity_check') ?? wrongValueIn(db);
  if (problem) throw damaged(path, problem);
  const [orphan] = db.prepare('PRAGMA foreign_key_check').all() as { table: string }[];
  if (orphan) throw damaged(path, `${orphan.table} refers to rows that are missing`);
  return { version, ...countsOf(db) };
}

/** The first thing that a check of SQLite finds. */
export function problemOf(
  db: DatabaseSyncInstance,
  check: 'integrity_check' | 'quick_check',
): string | undefined {
  const [row] = db.prepare(`PRAGMA ${check}(1)`).all() as Record<string, string>[];
  const answer = Object.values(row ?? {})[0];
  return answer === 'ok' ? undefined : (answer ?? 'no answer').replace(/\s+/g, ' ').trim();
}

function countsOf(db: DatabaseSyncInstance): AccountCounts {
  return db
    .prepare(
      'SELECT (SELECT count(*) FROM users) AS people, (SELECT count(*) FROM saved_parcels) AS savedParcels',
    )
    .get() as AccountCounts;
}

export const tablesOfVersion = (version: number) => inMemory(version, tablesOf);

function inMemory<T>(version: number, use: (db: DatabaseSyncInstance) => T): T {
  const db = new DatabaseSync(':memory:');
  try {
    createTables(db, version);
    return use(db);
  } finally {
    db.close();
  }
}

/** Of columns and nothing else: checking the file would run an expression or a condition. */
const PLAIN_INDEX =
  /^CREATE\s+(UNIQUE\s+)?INDEX\s+"?\w+"?\s+ON\s+"?\w+"?\s*\(\s*"?\w+"?(\s+(ASC|DESC))?(\s*,\s*"?\w+"?(\s+(ASC|DESC))?)*\s*\)$/i;

/** Tables, indexes, triggers and views: `table users`. Not what ANALYZE leaves. */
function entriesOf(db: DatabaseSyncInstance): string[] {
  const rows = db
    .prepare(
      `SELECT iif(sql LIKE 'CREATE VIRTUAL%', 'virtual table', type) AS type, name, sql FROM sqlite_schema
       WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')`,
    )
    .all() as { type: string; name: string; sql: string | null }[];
  return rows.map(({ type, name, sql }) => {
    const isComputed = type === 'index' && sql !== null && !PLAIN_INDEX.test(sql);
    return `${isComputed ? 'computed index' : type} ${name}`;
  });
}

/** The entries must be known: this opens virtual tables. */
function columnsOf(db: DatabaseSyncInstance): string[] {
  return fieldsOf(db).map(
    ({ tableName, columnName, isGenerated }) =>
      `${isGenerated ? 'generated ' : ''}column ${tableName}.${columnName}`,
  );
}

function refuseUnknown(path: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  // Quoted as JSON: the name is one of somebody who may mean harm.
  if (unknown) throw new OperatorError(`${path} holds what Platbook never made: ${JSON.stringify(unknown)}.`);
}

/** SQLite stores any value in any column; PostgreSQL does not, nor can JavaScript read every integer. */
const IS_OF_TYPE: Readonly<Record<string, string>> = {
  TEXT: "typeof(VALUE) = 'text'",
  INTEGER: "typeof(VALUE) = 'integer' AND abs(VALUE) <= 9007199254740991",
  BIGINT: "typeof(VALUE) = 'integer' AND abs(VALUE) <= 9007199254740991",
  'DOUBLE PRECISION': "typeof(VALUE) = 'real'",
};

function wrongValueIn(db: DatabaseSyncInstance): string | undefined {
  const wrong = fieldsOf(db).find(({ tableName, columnName, type, isNeeded }) => {
    const isRight = (IS_OF_TYPE[type] ?? 'false').replaceAll('VALUE', columnName);
    const query = `SELECT 1 FROM ${tableName} WHERE NOT (${isRight}${isNeeded ? '' : ` OR ${columnName} IS NULL`}) LIMIT 1`;
    return db.prepare(query).get() !== undefined;
  });
  return wrong && `${wrong.tableName}.${wrong.columnName} has a value of another type`;
}

function damaged(path: string, reason: string): OperatorError {
  return new OperatorError(`${path} is damaged, or no file of accounts (${reason}).`);
}

/** Runs in the caller's transaction. */
export function migrate(db: DatabaseSyncInstance): void {
  for (const statement of migrationsFrom(versionOf(db))) db.exec(statement);
  db.exec(`PRAGMA user_version = ${ACCOUNT_SCHEMA_VERSION}`);
}
