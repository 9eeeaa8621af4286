// Restores accounts.db from a backup. The accounts before are copied aside first, and the new ones renamed over them: a
// process that is killed leaves the one or the other.
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { backupsFolderOf, exists, freePath, nameBeforeRestore, writeBackup } from '../account-backup.ts';
import { ACCOUNTS_FILE, checkAccountFile, copyAccounts } from '../account-file.ts';
import {
  type Restoration,
  type RestoredAccounts,
  unfinishedRestoresIn,
  withReadyAccounts,
} from '../restored-accounts.ts';
import { syncFile, syncFolder } from '../sync-files.ts';
import { writeMarker } from './prepare-accounts.ts';
import { tryToLock } from './with-load-lock.ts';

const LOG_ENDS = ['-wal', '-shm'];

export async function restoreSqliteAccounts({
  dataDir: folder,
  ...backup
}: Restoration): Promise<RestoredAccounts> {
  const dataDir = resolve(folder);
  await mkdir(dataDir, { recursive: true });
  const unlock = tryToLock(join(dataDir, 'lock.db'));
  if (!unlock) {
    throw new OperatorError(
      `A server is running on ${dataDir}: stop it, restore the accounts, and start it again.`,
    );
  }
  try {
    for (const left of await unfinishedRestoresIn(dataDir)) await rm(left, { force: true });
    return await withReadyAccounts({ ...backup, dataDir, folder: dataDir }, async ({ path, ...ready }) => {
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

/** As a backup with their sessions; damaged ones, or what holds more than accounts, as they are. Undefined if there are none. */
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
  const aside = await freePath(backupsFolderOf({ dataDir }), nameBeforeRestore(new Date()));
  if (isSound(accounts)) {
    const fill = async (into: string) => copyAccounts({ from: accounts, into, hasSignIns: true });
    await writeBackup({ path: aside, dataDir, fill });
  } else await copyAsItIs(accounts, aside);
  await removeLogs(accounts);
  return aside;
}

/** With its log, which may not be merged. */
async function copyAsItIs(accounts: string, aside: string): Promise<void> {
  await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
  try {
    for (const end of ['', ...LOG_ENDS]) {
      if (!(await exists(`${accounts}${end}`))) continue;
      await copyFile(`${accounts}${end}`, `${aside}${end}`);
      await syncFile(`${aside}${end}`, 'r+');
    }
  } catch (error) {
    for (const end of ['', ...LOG_ENDS]) await rm(`${aside}${end}`, { force: true });
    throw error;
  }
  await syncFolder(dirname(aside));
}

/** A log left beside the restored file would be taken for its own. */
async function removeLogs(accounts: string): Promise<void> {
  for (const end of LOG_ENDS) await rm(`${accounts}${end}`, { force: true });
}

function isSound(accounts: string): boolean {
  try {
    const db = new DatabaseSync(accounts);
    try {
      db.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
    checkAccountFile(accounts);
    return true;
  } catch {
    return false;
  }
}
