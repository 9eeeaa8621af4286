// The worker thread that reads and writes accounts.db, so that no other thread waits for the disk.
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { answerCalls } from '../../runtime/worker-call.ts';
import { ACCOUNT_PRAGMAS, ACCOUNTS_FILE } from '../account-file.ts';
import type { SqlStatement } from '../sql-client.ts';
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

const calls = {
  /** Once for each start of a server, before any of its processes opens the file. */
  prepare: () => prepareAccounts(dataDir),
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

answerCalls(calls, () => opened?.close());
