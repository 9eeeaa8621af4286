// Makes files and names durable: after these calls a power failure cannot take them away.
import { open } from 'node:fs/promises';

/** Makes new names in a folder durable. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(path, 'r');
}

export async function syncFile(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
