// Backs up accounts.db, also while a server writes to it.
import { join, resolve } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import { type AccountBackup, exists, writeBackup } from '../account-backup.ts';
import { ACCOUNTS_FILE, copyAccounts, isDamage } from '../account-file.ts';

export async function backUpSqliteAccounts({
  dataDir,
  path,
}: {
  dataDir: string;
  path: string;
}): Promise<AccountBackup> {
  const accounts = join(resolve(dataDir), ACCOUNTS_FILE);
  if (!(await exists(accounts))) throw new OperatorError(`There are no accounts in ${dataDir} to back up.`);
  return writeBackup({ path, dataDir, fill: (into) => copySqliteAccounts({ from: accounts, into }) });
}

export async function copySqliteAccounts(copy: Parameters<typeof copyAccounts>[0]): Promise<void> {
  try {
    copyAccounts(copy);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new OperatorError(`${copy.from} is damaged (${(error as Error).message}), so it cannot be copied.`);
  }
}
