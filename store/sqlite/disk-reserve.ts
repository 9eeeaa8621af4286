// Room on the disk that is kept for ending sessions: a file that is removed when the disk is full, and filled again afterwards.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../../runtime/disk-full.ts';

export const RESERVE_FILE = 'accounts.reserve';
/** Ending a session takes some 30 KB of the log. */
const RESERVE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** As far as there is room. Of random bytes: a file system might compress others. */
export function fillReserve(dataDir: string): void {
  const path = join(dataDir, RESERVE_FILE);
  try {
    let left = RESERVE_BYTES - (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    if (left <= 0) return;
    const file = openSync(path, 'a', 0o600);
    try {
      while (left > 0) left -= writeSync(file, randomBytes(Math.min(left, CHUNK_BYTES)));
    } finally {
      closeSync(file);
    }
  } catch {
    // The next start, or the next use, fills it.
  }
}

/** Runs it a second time if the disk is full, with the reserve and what `makeRoom` finds besides. */
export function withReserve<T>(
  { dataDir, makeRoom }: { dataDir: string; makeRoom: () => void },
  run: () => T,
): T {
  try {
    return run();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    rmSync(join(dataDir, RESERVE_FILE), { force: true });
    makeRoom();
    try {
      return run();
    } finally {
      fillReserve(dataDir);
    }
  }
}
