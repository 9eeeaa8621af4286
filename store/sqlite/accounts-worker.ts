// The worker thread that reads and writes accounts.db, so that no other thread waits for the disk.
import { chmodSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { answerCalls } from '../../runtime/worker-call.ts';
import { ACCOUNT_SCHEMA_VERSION, migrationsFrom } from '../account-migrations.ts';
import type { SqlStatement } from '../sql-client.ts';

const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>();
let opened: DatabaseSyncInstance | undefined;

// Opened by the first call, so that an error reaches the caller as the answer to that call.
function open(): DatabaseSyncInstance {
  if (!opened) {
    const accounts = new DatabaseSync(workerData.path);
    // The file holds the private keys that sign sessions: no other user of the machine may read it.
    chmodSync(workerData.path, 0o600);
    // FULL: a write is durable when its call is answered.
    accounts.exec(
      'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;',
    );
    migrate(accounts);
    opened = accounts;
  }
  return opened;
}

function query({ text, values }: SqlStatement) {
  let statement = statements.get(text);
  if (!statement) {
    statement = open().prepare(text);
    statements.set(text, statement);
  }
  // To SQLite, $1 is a named parameter.
  return statement.all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value])));
}

const calls = {
  open: () => {
    open();
  },
  query,
  transact: (all: readonly SqlStatement[]) => {
    open().exec('BEGIN IMMEDIATE');
    try {
      for (const statement of all) query(statement);
      open().exec('COMMIT');
    } catch (error) {
      open().exec('ROLLBACK');
      throw error;
    }
  },
};
export type AccountsWorkerCalls = typeof calls;

function migrate(accounts: DatabaseSyncInstance): void {
  accounts.exec('BEGIN IMMEDIATE');
  const { user_version: version } = accounts.prepare('PRAGMA user_version').get() as { user_version: number };
  for (const statement of migrationsFrom(version)) accounts.exec(statement);
  accounts.exec(`PRAGMA user_version = ${ACCOUNT_SCHEMA_VERSION}`);
  accounts.exec('COMMIT');
}

answerCalls(calls, () => opened?.close());
