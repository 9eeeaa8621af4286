// Atomic file writes: a reader finds the old file or the new one, never a part of it.
import { randomUUID } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';

export async function writeAtomically(
  path: string,
  bytes: Uint8Array | string | AsyncIterable<Uint8Array>,
): Promise<void> {
  // A random name, not the process id: several processes may share a folder, and in containers they share ids, too.
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await writeFile(file, bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
