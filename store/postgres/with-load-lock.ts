// A mutex for loading parcels: an advisory lock of the database, so that only one process loads at a time.
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { ReplaceSource } from '../parcel-store.ts';
import type { Sql, Statements } from './connect.ts';

/** An arbitrary number that all processes share. */
const LOAD_LOCK = 7_528_266_001;
const WAIT_PAUSE_MS = 1000;

type Load = {
  sql: Sql;
  replacement: Pick<ReplaceSource, 'unlessLoaded' | 'onProgress'>;
  signal: AbortSignal;
};

export async function withLoadLock<T>(load: Load, run: () => Promise<T>): Promise<T> {
  // The lock belongs to its connection, and is released if the connection ends.
  const connection = await load.sql.reserve();
  try {
    await lock(connection, load);
    try {
      return await run();
    } finally {
      await connection`SELECT pg_advisory_unlock(${LOAD_LOCK}::bigint)`;
    }
  } finally {
    connection.release();
  }
}

/** Polls instead of blocking in the database, so that closing the store need not wait for another process. */
async function lock(connection: Statements, { replacement, signal }: Load): Promise<void> {
  for (;;) {
    const [answer] = await connection`SELECT pg_try_advisory_lock(${LOAD_LOCK}::bigint) AS ours`;
    if (answer!.ours) return;
    if (!replacement.unlessLoaded) {
      throw new OperatorError('Another process is loading parcels into this database.');
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
