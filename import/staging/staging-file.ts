// The temporary file that an import stages its rows in. What a killed import has left is removed by the next one.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

const STAGING_FILE = /^staging-[0-9a-f-]+\.db$/;

export async function newStagingFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await removeStagingFiles(folder);
  return join(folder, `staging-${randomUUID()}.db`);
}

/** Those of killed imports. */
export async function removeStagingFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (STAGING_FILE.test(name) && !isInUse(path)) await rm(path, { force: true });
  }
}

/** A running import holds a lock on its file, and the lock of a killed process is gone. */
function isInUse(path: string): boolean {
  let db: InstanceType<typeof DatabaseSync> | undefined;
  try {
    db = new DatabaseSync(path);
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return false;
  } catch (error) {
    // Everything else means a file that a kill has left broken.
    return error instanceof Error && /locked|busy/i.test(error.message);
  } finally {
    db?.close();
  }
}
