// Writes a file so that whoever opens it finds the old one or the new one, never a part.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  // A name of its own: several processes may share a folder, and in containers they even have the same number.
  const beside = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(beside, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
