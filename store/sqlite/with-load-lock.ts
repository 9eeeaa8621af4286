// A mutex for changing the parcels of a data folder: only one process does at a time. Reading needs no lock, so parcels are
// loaded beside a running server.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { isDamage } from '../account-file.ts';
import type { ChangeOptions } from '../parcel-store.ts';
import { waitForTurn } from '../wait-for-turn.ts';

export async function withLoadLock<T>(
  { formatFolder, ...options }: ChangeOptions & { formatFolder: string },
  run: () => Promise<T>,
): Promise<T> {
  const unlock = await waitForTurn(async () => tryToLock(join(formatFolder, 'load.lock')), options);
  try {
    return await run();
  } finally {
    unlock();
  }
}

/**
 * Locks a file for this process, by a transaction on an empty database. The operating system releases it when the
 * process ends, even by a crash. Undefined where another process has locked it.
 */
export function tryToLock(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path);
  try {
    // Without a journal on the disk, which would need room there: a full disk must not keep a county from being removed.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    if (/locked|busy/i.test((error as Error).message)) return undefined;
    if (isDamage(error)) throw new OperatorError(`${path} is damaged, and only a lock: remove it`);
    throw error;
  }
  return () => lock.close();
}
