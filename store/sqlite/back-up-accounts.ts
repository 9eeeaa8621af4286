// Backs up accounts.db, also while a server writes to it.
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { type AccountBackup, exists, writeBackup } from '../account-backup.ts';
import { ACCOUNTS_FILE, isDamage } from '../account-file.ts';

export async function backUpSqliteAccounts({
  dataDir,
  path,
}: {
  dataDir: string;
  path: string;
}): Promise<AccountBackup> {
  const accounts = join(resolve(dataDir), ACCOUNTS_FILE);
  if (!(await exists(accounts))) throw new OperatorError(`There are no accounts in ${dataDir} to back up.`);
  return writeBackup({ path, fill: (unfinished) => copySqliteAccounts(accounts, unfinished) });
}

/**
 * VACUUM INTO reads everything in one transaction: a snapshot, whatever is written meanwhile, and no writer waits for it.
 * The backup API of SQLite would start again whenever another process writes. The copy is one file without a log.
 */
export async function copySqliteAccounts(accounts: string, into: string): Promise<void> {
  const db = new DatabaseSync(accounts);
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    // Not prepared: a statement would keep accounts.db open until it is collected as garbage.
    db.exec(`VACUUM INTO '${into.replaceAll("'", "''")}'`);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new OperatorError(`${accounts} is damaged (${(error as Error).message}), so it cannot be copied.`);
  } finally {
    db.close();
  }
}
