// A file for what does not fit into memory. It has lost its name as soon as it is open: a process that is killed leaves nothing behind.

import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK_BYTES = 256 * 1024;

export type Scratch = { path: string; handle: FileHandle; forget(): Promise<void> };

/** With its name: for SQLite, which has to open it by that. `forget` takes the name away. */
export async function namedScratch(): Promise<Scratch> {
  const path = join(tmpdir(), `platbook-export-${randomUUID()}`);
  // Nobody else may read it: parcels may be open to signed-in people only.
  const handle = await open(path, 'wx+', 0o600);
  return { path, handle, forget: () => rm(path, { force: true }) };
}

/** The bytes of a file from its front. */
export async function* bytesOf(handle: FileHandle, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, length - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error(`A temporary file ends at ${at} of ${length} bytes.`);
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Written from front to end, then read. */
export class ScratchFile {
  /** Of what was appended. */
  length = 0;
  readonly #handle: FileHandle;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(): Promise<ScratchFile> {
    const { handle, forget } = await namedScratch();
    try {
      await forget();
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new ScratchFile(handle);
  }

  /** The bytes must not be changed afterwards. */
  async append(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.length += bytes.length;
    if (this.#waitingBytes >= CHUNK_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let at = 0; at < bytes.length; ) {
      const position = this.length - bytes.length + at;
      at += (await this.#handle.write(bytes, at, bytes.length - at, position)).bytesWritten;
    }
  }

  async *read(): AsyncGenerator<Uint8Array> {
    await this.#flush();
    yield* bytesOf(this.#handle, this.length);
  }

  async readAt(position: number, length: number): Promise<Buffer> {
    await this.#flush();
    const bytes = Buffer.alloc(length);
    await this.#handle.read(bytes, 0, length, position);
    return bytes;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
