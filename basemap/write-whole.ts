// Writes a file so that whoever opens it finds the old one or the new one, never a part.
import { open, rename, rm } from 'node:fs/promises';

export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  // By process, for several may share a folder, each drawing its own.
  const beside = `${path}.${process.pid}.new`;
  try {
    const file = await open(beside, 'w');
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
