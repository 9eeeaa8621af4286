// A mutex for loading parcels into a data folder: only one process loads at a time. Reading needs no lock, so parcels are
// loaded beside a running server.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { ReplaceSource } from '../parcel-store.ts';

const WAIT_PAUSE_MS = 500;

type Load = {
  dataDir: string;
  replacement: Pick<ReplaceSource, 'unlessLoaded' | 'onProgress'>;
  signal: AbortSignal;
};

export async function withLoadLock<T>(load: Load, run: () => Promise<T>): Promise<T> {
  const unlock = await lock(load);
  try {
    return await run();
  } finally {
    unlock();
  }
}

async function lock({ dataDir, replacement, signal }: Load): Promise<() => void> {
  for (;;) {
    const unlock = tryToLock(join(dataDir, 'load.lock'));
    if (unlock) return unlock;
    if (!replacement.unlessLoaded) {
      throw new OperatorError(`Another process is loading parcels into the data folder ${dataDir}.`);
    }
    replacement.onProgress?.({
      stage: 'Waiting for another process that loads parcels',
      done: 0,
      total: 1,
    });
    await pause(WAIT_PAUSE_MS);
    signal.throwIfAborted();
  }
}

/**
 * Locks a file for this process, by a transaction on an empty database. The operating system releases it when the
 * process ends, even by a crash. Undefined where another process has locked it.
 */
export function tryToLock(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    if (/locked|busy/i.test((error as Error).message)) return undefined;
    throw error;
  }
  return () => lock.close();
}
