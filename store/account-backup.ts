// Backups of accounts: where they are kept and how they are named, and writing one so that it is either whole or not there.
// A backup is a SQLite file, whichever database the accounts are in: it can be restored into either.
import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { type CheckedAccounts, checkAccountFile } from './account-file.ts';
import { appendMac } from './backup-mac.ts';
import { syncFile, syncFolder } from './sync-files.ts';
import { stampOf } from './time-stamp.ts';

export type AccountBackup = CheckedAccounts & { path: string; bytes: number };

/** Backups that are made by themselves are kept up to this number. Those that somebody asked for are never removed. */
const AUTOMATIC_BACKUPS_MAX = 5;
const BEFORE_MIGRATION = 'accounts-before-migration-';
const BEFORE_RESTORE = 'accounts-before-restore-';

export function backupsFolderOf({ dataDir }: { dataDir: string }): string {
  return join(resolve(dataDir), 'backups');
}

export const backupName = (now: Date) => `accounts-${stampOf(now)}.db`;
export const nameBeforeMigration = (now: Date) => `${BEFORE_MIGRATION}${stampOf(now)}.db`;
export const nameBeforeRestore = (now: Date) => `${BEFORE_RESTORE}${stampOf(now)}.db`;

/** The path of a new file. A second one of the same second gets a number. */
export async function freePath(folder: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : name.replace(/(\.[a-z]+)?$/, `-${number}$1`));
    if (!(await exists(path))) return path;
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export type BackupOptions = {
  path: string;
  /** Where the key of its MAC is. */
  dataDir: string;
  /** Writes the accounts into an empty file. */
  fill: (unfinished: string) => Promise<void>;
};

/** Written beside, verified, synced, and only then renamed. Nobody else may read it: it holds addresses and notes. */
export async function writeBackup({ path, dataDir, fill }: BackupOptions): Promise<AccountBackup> {
  const unfinished = join(dirname(path), `.accounts-${randomUUID()}.unfinished`);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await (await open(unfinished, 'wx', 0o600)).close();
    await fill(unfinished);
    const checked = checkAccountFile(unfinished);
    await appendMac({ path: unfinished, dataDir });
    await syncFile(unfinished, 'r+');
    const { size: bytes } = await stat(unfinished);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return { ...checked, path, bytes };
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`No backup could be written to ${path}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Before a migration. Removes the oldest such backups only after the new one is there. */
export async function writeBackupBeforeMigration({
  dataDir,
  fill,
}: Pick<BackupOptions, 'dataDir' | 'fill'>): Promise<AccountBackup> {
  const folder = backupsFolderOf({ dataDir });
  const path = await freePath(folder, nameBeforeMigration(new Date()));
  const backup = await writeBackup({ path, dataDir, fill }).catch((error: Error) => {
    throw new OperatorError(
      `The accounts must be migrated to a newer schema, which is not done without a backup. ${error.message}`,
      { cause: error },
    );
  });
  const automatic = (await backupsIn(folder)).filter((path) => basename(path).startsWith(BEFORE_MIGRATION));
  for (const path of automatic.slice(AUTOMATIC_BACKUPS_MAX)) await rm(path, { force: true });
  return backup;
}

/** All backups in these folders, newest first. */
export async function backupsIn(...folders: string[]): Promise<string[]> {
  const all = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder).catch(() => []))
        .filter((name) => /^accounts-.+Z(-\d+)?\.db$/.test(name))
        .map((name) => join(folder, name)),
    ),
  );
  const timeOf = (path: string) => /\d{4}-[\dT-]+Z/.exec(basename(path))?.[0] ?? '';
  const numberOf = (path: string) => Number(/Z-(\d+)\.db$/.exec(path)?.[1] ?? 1);
  return all.flat().sort((a, b) => timeOf(b).localeCompare(timeOf(a)) || numberOf(b) - numberOf(a));
}

/** In the data folder: the time and the path of the last backup that somebody asked for. It may be anywhere. */
const LAST_BACKUP_FILE = 'last-backup.txt';

export async function noteBackup({ path, dataDir }: Pick<BackupOptions, 'path' | 'dataDir'>): Promise<void> {
  const line = `${new Date().toISOString()} ${path}\n`;
  await writeFile(join(dataDir, LAST_BACKUP_FILE), line, { mode: 0o600 });
}

/** Undefined where none was made from this data folder. */
export async function lastBackup(dataDir: string): Promise<{ madeAt: Date; path: string } | undefined> {
  const text = await readFile(join(dataDir, LAST_BACKUP_FILE), 'utf8').catch(() => '');
  const [, time, path] = /^(\S+) (.+)\n$/s.exec(text) ?? [];
  return path === undefined ? undefined : { madeAt: new Date(time!), path };
}

const NAMED_BACKUPS = 3;

/** For an error: how to get accounts back, with the newest backups by their paths. */
export async function restoreAdvice(dataDir: string): Promise<string> {
  const folder = backupsFolderOf({ dataDir });
  const last = (await lastBackup(dataDir))?.path;
  const folders = new Set([folder, ...(last === undefined ? [] : [dirname(last)])]);
  const known = await backupsIn(...folders);
  // One that somebody has named themselves.
  if (last !== undefined && !known.includes(last) && (await exists(last))) known.unshift(last);
  if (known.length === 0) {
    return `restore a backup with platbook restore FILE (there are none in ${[...folders].join(' or ')})`;
  }
  return `restore a backup with platbook restore FILE (the newest here: ${known.slice(0, NAMED_BACKUPS).join(', ')})`;
}
