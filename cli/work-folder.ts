// The folder of one source's imports: downloads, reports, and a lock against two imports of it at once.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';

/** Returns the function that unlocks it. The operating system does so when the process ends, even by a crash. */
export async function lockWorkFolder(folder: string): Promise<() => void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dirname(folder)} cannot be used: ${(error as Error).message}.`,
    );
  }
  const unlock = lockFile(join(folder, 'lock.db'));
  if (!unlock)
    throw new OperatorError('This source is being imported by another process: wait for it to end.');
  return unlock;
}
