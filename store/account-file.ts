// A SQLite file of accounts, which is accounts.db or a backup of either database: its tables, and whether it is sound.
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

/** Each table with its columns. A table comes after those that it refers to: it was created after them. */
export function tablesOf(db: DatabaseSyncInstance): Map<string, string[]> {
  const rows = db
    .prepare(
      `SELECT item.name AS tableName, field.name AS columnName
       FROM sqlite_schema AS item JOIN pragma_table_info(item.name) AS field
       WHERE item.type = 'table' AND item.name NOT LIKE 'sqlite_%' ORDER BY item.rowid, field.cid`,
    )
    .all() as { tableName: string; columnName: string }[];
  const tables = new Map<string, string[]>();
  for (const { tableName, columnName } of rows) {
    tables.set(tableName, [...(tables.get(tableName) ?? []), columnName]);
  }
  return tables;
}

/** Throws an OperatorError that names the file, unless it is sound, whole and of a version that is known. */
export function checkAccountFile(path: string): CheckedAccounts {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
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
  const problem = problemOf(db, 'integrity_check');
  if (problem) throw damaged(path, problem);
  const version = versionOf(db);
  const tables = tablesOf(db);
  if (version < 1 || !tables.has('users')) {
    throw new OperatorError(`${path} holds no accounts of Platbook.`);
  }
  if (version > ACCOUNT_SCHEMA_VERSION) {
    throw new OperatorError(
      `${path} has schema version ${version}, but this version of Platbook knows only ${ACCOUNT_SCHEMA_VERSION}: use the newer Platbook.`,
    );
  }
  for (const [table, columns] of expectedTables(version)) {
    const missing = columns.find((column) => !tables.get(table)?.includes(column));
    if (missing) throw damaged(path, `${table}.${missing} is missing`);
  }
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

export function countsOf(db: DatabaseSyncInstance): AccountCounts {
  return db
    .prepare(
      'SELECT (SELECT count(*) FROM users) AS people, (SELECT count(*) FROM saved_parcels) AS savedParcels',
    )
    .get() as AccountCounts;
}

function expectedTables(version: number): Map<string, string[]> {
  const db = new DatabaseSync(':memory:');
  try {
    for (const statement of migrationsTo(version)) db.exec(statement);
    return tablesOf(db);
  } finally {
    db.close();
  }
}

function damaged(path: string, reason: string): OperatorError {
  return new OperatorError(`${path} is damaged, or no file of accounts (${reason}).`);
}

/** Runs in the caller's transaction. */
export function migrate(db: DatabaseSyncInstance): void {
  for (const statement of migrationsFrom(versionOf(db))) db.exec(statement);
  db.exec(`PRAGMA user_version = ${ACCOUNT_SCHEMA_VERSION}`);
}

/**
 * Ends every session, and removes pending sign-ins and the keys that sign sessions, so that anyone who holds the file can
 * neither go on nor forge anything with it. What is deleted is overwritten.
 */
export function forgetSignIns(db: DatabaseSyncInstance): void {
  db.exec('PRAGMA secure_delete = ON');
  const tables = tablesOf(db);
  for (const table of SIGN_IN_TABLES) if (tables.has(table)) db.exec(`DELETE FROM ${table}`);
}
