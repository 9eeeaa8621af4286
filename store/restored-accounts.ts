// Makes the accounts of a backup ready to be put in place: copies it, checks its MAC and what it holds, takes the rows of the
// known tables into a new file, and migrates that if it is of an older version. The backup itself stays as it is.
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { isDiskFull } from '../runtime/disk-full.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { exists } from './account-backup.ts';
import { type CheckedAccounts, checkAccountFile, copyAccounts, migrate } from './account-file.ts';
import { BACKUP_KEY_FILE, type MacState, takeOffMac } from './backup-mac.ts';
import { syncFile } from './sync-files.ts';

export type Restoration = {
  dataDir: string;
  file: string;
  /** Also takes a file whose MAC is missing or wrong. */
  isForeign?: boolean | undefined;
};

export type RestoredAccounts = CheckedAccounts & {
  /** The schema version of the backup. */
  versionBefore: number;
  /** Why it is not known that this installation wrote the file as it is; undefined if it is known. */
  doubt: string | undefined;
  /** Where the accounts before are now; undefined if there were none. */
  aside: string | undefined;
};

export type ReadyAccounts = Omit<RestoredAccounts, 'aside'> & { path: string };

const DOUBTS: Readonly<Record<MacState, string | undefined>> = {
  right: undefined,
  missing: 'it carries no MAC, so it is cut off, older than MACs, or no backup',
  wrong: `its MAC is wrong, so it was changed or damaged, or made with another ${BACKUP_KEY_FILE}, that of another machine or installation`,
  'no key': `the key of its MAC is missing here (${BACKUP_KEY_FILE} in the data folder), so another installation made it, or the key was lost`,
};

/** `put` takes the ready file, and may move it. */
export async function withReadyAccounts<T>(
  { file: given, dataDir, folder, isForeign }: Restoration & { folder: string },
  put: (ready: ReadyAccounts) => Promise<T>,
): Promise<T> {
  const file = resolve(given);
  const path = join(folder, `.accounts-${randomUUID()}.restoring`);
  const copy = `${path}.copy`;
  try {
    await copyBackup({ file, folder, copy });
    const doubt = DOUBTS[await takeOffMac({ path: copy, dataDir })];
    if (doubt && !isForeign) {
      throw new OperatorError(
        `${file} is not known to be a backup of this installation: ${doubt}. Nothing was changed. If you trust it all the same: platbook restore --foreign FILE.`,
      );
    }
    // With its log, if it is a copy of accounts.db that somebody made by hand. A MAC says nothing of a log.
    if (doubt && (await exists(`${file}-wal`))) await copyFile(`${file}-wal`, `${copy}-wal`);
    await (await open(path, 'wx', 0o600)).close();
    const versionBefore = copyRows({ file, copy, path });
    await syncFile(path, 'r+');
    return await put({ ...checkAccountFile(path), versionBefore, doubt, path });
  } finally {
    for (const begin of [path, copy]) {
      for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${begin}${end}`, { force: true });
    }
  }
}

/** The files of restores that were killed, and of one that is running: only the holder of the folder's lock may remove them. */
export async function unfinishedRestoresIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^\.accounts-.*\.restoring/.test(name)).map((name) => join(folder, name));
}

type Copy = { file: string; folder: string; copy: string };

async function copyBackup({ file, folder, copy }: Copy): Promise<void> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new OperatorError(`${file} is not a file.`);
    if (found.size === 0) throw new OperatorError(`${file} is empty: it holds no accounts of Platbook.`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    // The copy, and the new file beside it.
    if (bavail * bsize < 2 * found.size) {
      throw new OperatorError(`${file} is too large: ${folder} has no room for two copies of it.`);
    }
    await copyFile(file, copy);
    await chmod(copy, 0o600);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} could not be read: ${(error as Error).message}.`, { cause: error });
  }
}

function copyRows({ file, copy, path }: Omit<Copy, 'folder'> & { path: string }): number {
  try {
    // One file, without a log.
    inDatabase(copy, (db) => db.exec('PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE'));
    const { version } = checkAccountFile(copy);
    copyAccounts({ from: copy, into: path });
    inDatabase(path, (db) => {
      db.exec('BEGIN');
      migrate(db);
      db.exec('COMMIT');
    });
    return version;
  } catch (error) {
    if (isDiskFull(error)) throw error;
    // In the words of the file that was given, not of its copy.
    const message = (error as Error).message.replaceAll(copy, file);
    if (error instanceof OperatorError) throw new OperatorError(message);
    throw new OperatorError(`${file} is damaged, or no file of accounts (${message}).`);
  }
}

function inDatabase(path: string, use: (db: DatabaseSyncInstance) => void): void {
  const db = new DatabaseSync(path);
  try {
    use(db);
  } finally {
    db.close();
  }
}
