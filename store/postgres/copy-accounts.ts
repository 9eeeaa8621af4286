// Copies all account tables between PostgreSQL and a SQLite file. The tables and columns are those that the migrations
// make, so a new migration needs nothing here.
import { DatabaseSync } from '@photostructure/sqlite';
import { createTables, tablesOf, tablesOfVersion, withoutSignIns } from '../account-file.ts';
import type { SqlValue } from '../sql-client.ts';
import type { Statements } from './connect.ts';

const ROWS_PER_BATCH = 500;

type Row = Record<string, SqlValue>;

/** 0 where there are no accounts yet. */
export async function accountVersion(transaction: Statements): Promise<number> {
  const [table] = await transaction`SELECT to_regclass('account_schema') AS name`;
  if (table!.name === null) return 0;
  const [row] = await transaction<{ version: number }[]>`SELECT version FROM account_schema`;
  return row?.version ?? 0;
}

/** SHARE: nobody writes until the transaction ends. ACCESS EXCLUSIVE: nobody reads, either. */
export async function lockAccounts(
  transaction: Statements,
  mode: 'SHARE' | 'ACCESS EXCLUSIVE',
): Promise<void> {
  const tables = tablesOfVersion(await accountVersion(transaction));
  for (const table of tables.keys()) await transaction.unsafe(`LOCK TABLE ${table} IN ${mode} MODE`);
}

type CopyToFile = { transaction: Statements; path: string; hasSignIns?: boolean };

/** The transaction must see one state of all tables: repeatable read, or locked. Sign-ins: see copyAccounts. */
export async function copyToFile({ transaction, path, hasSignIns }: CopyToFile): Promise<void> {
  const version = await accountVersion(transaction);
  const db = new DatabaseSync(path);
  try {
    // Without a journal on the disk: an unfinished file is thrown away.
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = OFF; BEGIN');
    const tables = createTables(db, version);
    for (const [table, columns] of hasSignIns ? tables : withoutSignIns(tables)) {
      const places = columns.map(() => '?').join(', ');
      const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
      let copied = 0;
      const rows = transaction<Row[]>`SELECT ${transaction(columns)} FROM ${transaction(table)}`;
      for await (const batch of rows.cursor(ROWS_PER_BATCH)) {
        for (const row of batch) insert.run(...columns.map((column) => row[column]!));
        copied += batch.length;
      }
      const [stored] = await transaction<{ count: number }[]>`SELECT count(*) FROM ${transaction(table)}`;
      if (stored!.count !== copied)
        throw new Error(`${copied} of ${stored!.count} rows of ${table} were read`);
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** Replaces all accounts by those of a file of the current version. */
export async function copyFromFile(transaction: Statements, path: string): Promise<void> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = tablesOf(db);
    await transaction`TRUNCATE ${transaction([...tables.keys()])}`;
    for (const [table, columns] of tables) {
      const read = db.prepare(`SELECT ${columns.join(', ')} FROM ${table}`);
      // The library's iterator does not keep its statement alive: without this hold the garbage collector may end it on the way.
      const held = { read, rows: read.iterate() as Iterator<Row> };
      for (const rows of batches(held)) {
        await transaction`INSERT INTO ${transaction(table)} ${transaction(rows, columns)}`;
      }
    }
  } finally {
    db.close();
  }
}

function* batches(held: { rows: Iterator<Row> }): Generator<Row[]> {
  let batch: Row[] = [];
  for (let next = held.rows.next(); !next.done; next = held.rows.next()) {
    batch.push({ ...next.value });
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
