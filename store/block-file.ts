// A scratch file of records that are sorted into blocks while they come, so that each block can be read on its own.
import { readSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { writeAt } from '../runtime/write-at.ts';

/** Held in memory until it is written, at most. */
const PENDING_BYTES_MAX = 32 * 1024 * 1024;

/** Where the records of a block are in the file: offset and length, the next offset and length … */
export type Chunks = number[];

export type Block = { chunks: Chunks; records: number };

export class BlockFile {
  readonly #file: FileHandle;
  readonly #pending = new Map<Block, Pending>();
  #pendingBytes = 0;
  #end = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The file has no name once it is open, so that a killed process leaves nothing behind. */
  static async create(path: string): Promise<BlockFile> {
    const file = await open(path, 'wx+');
    await rm(path);
    return new BlockFile(file);
  }

  /** All threads of the process may read from it until `close`. */
  get descriptor(): number {
    return this.#file.fd;
  }

  /** Bytes in the file, once nothing is waiting. */
  get size(): number {
    return this.#end;
  }

  /** The record is copied. Call `settle` every now and then. */
  add(block: Block, record: Uint8Array): void {
    let pending = this.#pending.get(block);
    if (!pending) {
      pending = new Pending();
      this.#pending.set(block, pending);
    }
    pending.add(record);
    this.#pendingBytes += record.length;
    block.records++;
  }

  /** Writes to the file if much is waiting. */
  async settle(): Promise<void> {
    if (this.#pendingBytes > PENDING_BYTES_MAX) await this.writePending();
  }

  async writePending(): Promise<void> {
    const parts: Uint8Array[] = [];
    const start = this.#end;
    for (const [block, pending] of this.#pending) {
      parts.push(pending.bytes());
      block.chunks.push(this.#end, pending.length);
      this.#end += pending.length;
    }
    this.#pending.clear();
    this.#pendingBytes = 0;
    await writeAt(this.#file, Buffer.concat(parts), start);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** The chunks of a block, one after the other. */
export function* readChunks(descriptor: number, chunks: Chunks): Generator<Buffer> {
  for (let i = 0; i < chunks.length; i += 2) yield readBytes(descriptor, chunks[i]!, chunks[i + 1]!);
}

function readBytes(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const count = readSync(descriptor, bytes, done, length - done, offset + done);
    if (count === 0) throw new Error('The scratch file ends too early.');
    done += count;
  }
  return bytes;
}

/** A growing buffer. */
class Pending {
  #bytes = new Uint8Array(512);
  length = 0;

  add(record: Uint8Array): void {
    const needed = this.length + record.length;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.length));
      this.#bytes = grown;
    }
    this.#bytes.set(record, this.length);
    this.length = needed;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
