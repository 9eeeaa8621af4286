// One process a data folder. The lock is the operating system's: it dies with the process, however that ends.

import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';

/** Returns the way to unlock. */
export function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    throw new OperatorError(`The data folder ${dataDir} is in use by another Platbook process.`);
  }
  return () => lock.close();
}
