// The folder of one source's imports: downloads, reports, and a lock against two imports of it at once.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../runtime/operator-error.ts';
import { tryToLock } from '../store/sqlite/with-load-lock.ts';

const WAIT_PAUSE_MS = 500;

export function workFolderOf({ dataDir, name }: { dataDir: string; name: string }): string {
  return join(dataDir, 'imports', name);
}

/**
 * Returns the function that unlocks it. The operating system does so when the process ends, even by a crash. `wait` is
 * for a start: of several processes that begin together, the others find the parcels loaded afterwards.
 */
export async function lockWorkFolder(folder: string, { wait }: { wait: boolean }): Promise<() => void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dirname(folder)} cannot be used: ${(error as Error).message}.`,
    );
  }
  for (;;) {
    const unlock = tryToLock(join(folder, 'lock.db'));
    if (unlock) return unlock;
    if (!wait) {
      throw new OperatorError('This source is being imported by another process: wait for it to end.');
    }
    await pause(WAIT_PAUSE_MS);
  }
}
