// The worker thread that reads and writes accounts.db, so that no other thread waits for the disk.
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { answerCalls } from '../../runtime/worker-call.ts';
import { ACCOUNT_PRAGMAS, ACCOUNTS_FILE } from '../account-file.ts';
import type { SqlStatement } from '../sql-client.ts';
import { withReserve } from './disk-reserve.ts';
import { inTransaction } from './in-transaction.ts';
import { prepareAccounts } from './prepare-accounts.ts';

const { dataDir } = workerData as { dataDir: string };
const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>();
let opened: DatabaseSyncInstance | undefined;

// Opened by the first call, so that an error reaches the caller as the answer to that call.
function open(): DatabaseSyncInstance {
  if (!opened) {
    const accounts = new DatabaseSync(join(dataDir, ACCOUNTS_FILE));
    accounts.exec(ACCOUNT_PRAGMAS);
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

/** Log entries go into the file, as far as that has room for them. */
function makeRoom(): void {
  try {
    open().exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The reserve remains.
  }
}

const calls = {
  /** Once for each start of a server, before any of its processes opens the file. */
  prepare: () => prepareAccounts(dataDir),
  open: () => {
    open();
  },
  query,
  queryWithReserve: (statement: SqlStatement) => withReserve({ dataDir, makeRoom }, () => query(statement)),
  transact: (all: readonly SqlStatement[]) =>
    inTransaction(open(), () => {
      for (const statement of all) query(statement);
    }),
};
export type AccountsWorkerCalls = typeof calls;

answerCalls(calls, () => opened?.close());
