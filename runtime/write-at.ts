// Writes bytes at a position of a file, all of them: a single write may end early.
import type { FileHandle } from 'node:fs/promises';

export async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}
