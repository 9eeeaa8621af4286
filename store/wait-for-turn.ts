// Waits until the lock for changing parcels is free: one process changes a set at a time, on this machine or another.
import { setTimeout as pause } from 'node:timers/promises';
import { type ChangeOptions, WAITING_TO_LOAD } from './parcel-store.ts';

const WAIT_PAUSE_MS = 500;

/** Polls, so that an abort ends the wait at once in either database. `tryToLock` answers undefined where it failed. */
export async function waitForTurn<Lock>(
  tryToLock: () => Promise<Lock | undefined>,
  { signal, onProgress }: ChangeOptions,
): Promise<Lock> {
  for (;;) {
    signal?.throwIfAborted();
    const lock = await tryToLock();
    if (lock !== undefined) return lock;
    onProgress?.({ stage: WAITING_TO_LOAD, done: 0, total: undefined });
    // An abort ends the pause by an error of its own; the reason is thrown above.
    await pause(WAIT_PAUSE_MS, undefined, { ...(signal && { signal }) }).catch(() => {});
  }
}
