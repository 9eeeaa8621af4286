// Restores accounts.db from a backup. The accounts before are copied aside first, and the new ones renamed over them: a
// process that is killed leaves the one or the other.
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { backupsFolderOf, exists, freePath, nameBeforeRestore } from '../account-backup.ts';
import { ACCOUNTS_FILE } from '../account-file.ts';
import { type RestoredAccounts, withReadyAccounts } from '../restored-accounts.ts';
import { syncFile, syncFolder } from '../sync-files.ts';
import { writeMarker } from './prepare-accounts.ts';
import { tryToLock } from './with-load-lock.ts';

const LOG_ENDS = ['-wal', '-shm'];

export async function restoreSqliteAccounts({
  dataDir: folder,
  file,
}: {
  dataDir: string;
  file: string;
}): Promise<RestoredAccounts> {
  const dataDir = resolve(folder);
  await mkdir(dataDir, { recursive: true });
  const unlock = tryToLock(join(dataDir, 'lock.db'));
  if (!unlock) {
    throw new OperatorError(
      `A server is running on ${dataDir}: stop it, restore the accounts, and start it again.`,
    );
  }
  try {
    return await withReadyAccounts({ file, folder: dataDir }, async ({ path, ...ready }) => {
      const accounts = join(dataDir, ACCOUNTS_FILE);
      const aside = await setAside({ dataDir, accounts });
      await rename(path, accounts);
      await syncFolder(dataDir);
      await writeMarker(dataDir);
      return { ...ready, aside };
    });
  } finally {
    unlock();
  }
}

/** As they are, sound or damaged, together with a log that could not be merged. Undefined if there are none. */
async function setAside({
  dataDir,
  accounts,
}: {
  dataDir: string;
  accounts: string;
}): Promise<string | undefined> {
  if (!(await exists(accounts))) {
    await removeLogs(accounts);
    return undefined;
  }
  mergeLog(accounts);
  const folder = backupsFolderOf({ dataDir });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = await freePath(folder, nameBeforeRestore(new Date()));
  for (const end of ['', ...LOG_ENDS]) {
    if (!(await exists(`${accounts}${end}`))) continue;
    await copyFile(`${accounts}${end}`, `${aside}${end}`);
    await syncFile(`${aside}${end}`, 'r+');
  }
  await syncFolder(folder);
  await removeLogs(accounts);
  return aside;
}

/** A log left beside the restored file would be taken for its own. */
async function removeLogs(accounts: string): Promise<void> {
  for (const end of LOG_ENDS) await rm(`${accounts}${end}`, { force: true });
}

function mergeLog(accounts: string): void {
  try {
    const db = new DatabaseSync(accounts);
    try {
      db.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  } catch {
    // A damaged file. Its log is kept with it.
  }
}
