// The folder of maps and places (mapsFolderOf): making it, and removing leftovers from it.
import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';

/** Called before a long preparation, so that a folder without write permission fails at once. */
export async function makeMapsFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    refuseFolder(folder, error);
  }
}

export function refuseFolder(folder: string, error: unknown): never {
  throw new OperatorError(`The data folder ${folder} cannot be used: ${(error as Error).message}.`);
}

/** No file takes nearly as long to write, so the process that began an older one has died. */
const LEFTOVER_MS = 60 * 60 * 1000;
/** The names that writeAtomically and PlaceFileStore give to temporary files: a random or process id, and an ending. */
const TEMPORARY_FILE = /\.[0-9a-f-]+\.(new|loading)$/;

/** Removes the temporary files of preparations that were interrupted. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => TEMPORARY_FILE.test(name)).map((name) => join(folder, name))) {
    try {
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
    } catch {
      // A race with another process, or a read-only folder. Nothing depends on the removal.
    }
  }
}
