// Makes accounts.db ready before a thread opens it: refuses one that is damaged or has lost its people, backs it up and
// migrates it, or creates it.
import { chmodSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { exists, restoreAdvice, writeBackupBeforeMigration } from '../account-backup.ts';
import {
  ACCOUNT_PRAGMAS,
  ACCOUNTS_FILE,
  isDamage,
  migrate,
  problemOf,
  tablesOf,
  versionOf,
} from '../account-file.ts';
import { ACCOUNT_SCHEMA_VERSION } from '../account-migrations.ts';
import { syncFolder } from '../sync-files.ts';
import { copySqliteAccounts } from './back-up-accounts.ts';
import { fillReserve } from './disk-reserve.ts';
import { inTransaction } from './in-transaction.ts';

/** Beside accounts.db once that has been created. A missing or empty accounts.db has then been lost. */
export const MARKER_FILE = 'accounts.marker';

const MARKER_TEXT = `Accounts are kept in ${ACCOUNTS_FILE} beside this file. As long as this file is here, Platbook does not start with
an empty one in its place: see platbook restore --help.
`;

/** The folder must be locked, or belong to one command. */
export async function prepareAccounts(dataDir: string): Promise<void> {
  const path = join(dataDir, ACCOUNTS_FILE);
  const hadAccounts = await exists(join(dataDir, MARKER_FILE));
  if (hadAccounts) await refuseIfLost(dataDir, path);
  try {
    const accounts = new DatabaseSync(path);
    try {
      // The file holds the private keys that sign sessions: no other user of the machine may read it.
      chmodSync(path, 0o600);
      accounts.exec(ACCOUNT_PRAGMAS);
      // What is written is in the backup, or migrated. Readers go on.
      await inTransaction(accounts, () => checkAndMigrate({ accounts, path, dataDir, hadAccounts }));
    } finally {
      accounts.close();
    }
  } catch (error) {
    throw isDamage(error) ? await damaged({ path, dataDir, reason: (error as Error).message }) : error;
  }
  if (!hadAccounts) await writeMarker(dataDir);
  fillReserve(dataDir);
}

type Opened = { accounts: DatabaseSyncInstance; path: string; dataDir: string; hadAccounts: boolean };

async function checkAndMigrate({ accounts, path, dataDir, hadAccounts }: Opened): Promise<void> {
  const version = versionOf(accounts);
  const isNew = version === 0 && tablesOf(accounts).size === 0;
  if (isNew && hadAccounts) throw await lost({ path, dataDir, how: 'empty' });
  const problem = isNew ? undefined : problemOf(accounts, 'quick_check');
  if (problem) throw await damaged({ path, dataDir, reason: problem });
  if (version > 0 && version < ACCOUNT_SCHEMA_VERSION) {
    await writeBackupBeforeMigration({
      dataDir,
      fill: (into) => copySqliteAccounts({ from: path, into }),
    });
  }
  migrate(accounts);
}

async function refuseIfLost(dataDir: string, path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  // Not even opened: SQLite would remove the write-ahead log of an empty file.
  if (!size) throw await lost({ path, dataDir, how: size === 0 ? 'empty' : 'missing' });
}

type Loss = { path: string; dataDir: string };

async function lost({ path, dataDir, how }: Loss & { how: 'empty' | 'missing' }): Promise<OperatorError> {
  const advice = await restoreAdvice(dataDir);
  return new OperatorError(
    `${path} is ${how}, though accounts were kept in it: put it back, or ${advice}. To start without any accounts, remove ${join(dataDir, MARKER_FILE)}.`,
  );
}

async function damaged({ path, dataDir, reason }: Loss & { reason: string }): Promise<OperatorError> {
  const advice = await restoreAdvice(dataDir);
  return new OperatorError(`${path} is damaged (${reason}): ${advice}. That keeps the damaged file.`);
}

/** Written after the accounts: if the process dies in between, the next start writes it. */
export async function writeMarker(dataDir: string): Promise<void> {
  const handle = await open(join(dataDir, MARKER_FILE), 'w', 0o600);
  try {
    await handle.writeFile(MARKER_TEXT);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(dataDir);
}
