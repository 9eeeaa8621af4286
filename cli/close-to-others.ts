// Closes a data folder to other users of the machine: older versions made files and folders that everybody could read.
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** What Platbook makes in a data folder. Recipes in parcels.json and layers/layers.json may hold addresses with keys. */
const OUR_FOLDERS = ['backups', 'columns', 'imports', 'layers', 'maps'];
/** See store/format-folder.ts: closed themselves, so that nobody reads what is in them. */
const OUR_FORMATS = /^format-\d+$/;
const OUR_FILES =
  /^(accounts\.(db(-wal|-shm)?|marker|reserve)|backup\.key|last-backup\.txt|(audit|acts)(\.old)?\.jsonl|lock\.db|(load|audit)\.lock|parcels\.json(\.unfinished)?|parcels-[a-z0-9-]+\.(db(-journal)?|tiles|columns|blocks)|shared-\d+\.tiles)(\.damaged-[\dTZ-]+)?$/;
/** What a process that was killed has left. */
const OUR_LEFTOVERS =
  /^(\.backup\.key|\.accounts|features)-[\da-f-]{36}(\.restoring(\.copy)?(-wal|-shm|-journal)?)?$/;
const OUR_BACKUPS = /^(accounts-.+\.db(-wal|-shm)?|\.accounts-.+\.unfinished)$/;
/** One of these is in every folder that a server has used. */
const SIGNS = ['accounts.marker', 'parcels.json', 'maps'];

/**
 * At a start, before any file is open: closing a file a second time would end the locks on it. Links are left as they are. A
 * folder that holds anything else may be shared on purpose, so only what is ours in it is closed.
 */
export async function closeToOthers(folder: string, onWarning: (line: string) => void): Promise<void> {
  if (process.platform === 'win32') return;
  const dataDir = resolve(folder);
  const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);
  const names = await namesIn(dataDir);
  const isOurs = (name: string) =>
    OUR_FOLDERS.includes(name) || OUR_FORMATS.test(name) || OUR_FILES.test(name) || OUR_LEFTOVERS.test(name);
  const backups = join(dataDir, 'backups');
  const hasBackups = (await lstat(backups).catch(() => undefined))?.isDirectory();
  const backupNames = hasBackups ? (await namesIn(backups)).filter((name) => OUR_BACKUPS.test(name)) : [];
  const paths = [
    ...(names.every(isOurs) && names.some((name) => SIGNS.includes(name) || OUR_FORMATS.test(name))
      ? [dataDir]
      : []),
    ...names.filter(isOurs).map((name) => join(dataDir, name)),
    ...backupNames.map((name) => join(backups, name)),
  ];
  for (const path of paths) {
    await closePath(path).catch((error: Error) => {
      onWarning(
        `${path} can be read by other users of this machine, which could not be changed: ${error.message}.`,
      );
    });
  }
}

async function closePath(path: string): Promise<void> {
  const found = await lstat(path);
  if ((found.mode & 0o077) === 0 || !(found.isFile() || found.isDirectory())) return;
  // Race: what has become a link since is not followed, and a pipe is not waited for.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    await handle.chmod(found.isDirectory() ? 0o700 : 0o600);
  } finally {
    await handle.close();
  }
}
