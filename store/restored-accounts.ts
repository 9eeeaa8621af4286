// Makes the accounts of a backup ready to be put in place: copies them, checks the copy, migrates it if it is of an older
// version, and ends all sessions in it. The backup itself stays as it is.
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../runtime/operator-error.ts';
import { exists } from './account-backup.ts';
import { type CheckedAccounts, checkAccountFile, forgetSignIns, migrate } from './account-file.ts';
import { syncFile } from './sync-files.ts';

export type RestoredAccounts = CheckedAccounts & {
  /** The schema version of the backup. */
  versionBefore: number;
  /** Where the accounts before are now; undefined if there were none. */
  aside: string | undefined;
};

export type ReadyAccounts = Omit<RestoredAccounts, 'aside'> & { path: string };

/** `put` takes the ready file, and may move it. */
export async function withReadyAccounts<T>(
  { file, folder }: { file: string; folder: string },
  put: (ready: ReadyAccounts) => Promise<T>,
): Promise<T> {
  const path = join(folder, `.accounts-${randomUUID()}.restoring`);
  try {
    await copyBackup({ file: resolve(file), folder, path });
    const versionBefore = makeCurrent({ file, path });
    await syncFile(path, 'r+');
    return await put({ ...checkAccountFile(path), versionBefore, path });
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${path}${end}`, { force: true });
  }
}

type Copy = { file: string; folder: string; path: string };

/** With its write-ahead log, if it is a copy of accounts.db that somebody made by hand. */
async function copyBackup({ file, folder, path }: Copy): Promise<void> {
  try {
    const { size } = await stat(file);
    if (size === 0) throw new OperatorError(`${file} is empty: it holds no accounts of Platbook.`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copyFile(file, path);
    await chmod(path, 0o600);
    if (await exists(`${file}-wal`)) await copyFile(`${file}-wal`, `${path}-wal`);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} could not be read: ${(error as Error).message}.`, { cause: error });
  }
}

function makeCurrent({ file, path }: Pick<Copy, 'file' | 'path'>): number {
  try {
    const db = new DatabaseSync(path);
    try {
      // One file, without a log.
      db.exec('PRAGMA journal_mode = DELETE');
      const { version } = checkAccountFile(path);
      db.exec('BEGIN');
      migrate(db);
      forgetSignIns(db);
      db.exec('COMMIT');
      return version;
    } finally {
      db.close();
    }
  } catch (error) {
    // In the words of the file that was given, not of its copy.
    const message = (error as Error).message.replaceAll(path, resolve(file));
    if (error instanceof OperatorError) throw new OperatorError(message);
    throw new OperatorError(`${resolve(file)} is damaged, or no file of accounts (${message}).`);
  }
}
