// A large file through a window of a few megabytes that slides over it: the reader asks for small chunks in turn.
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

const WINDOW_BYTES = 4 * 1024 * 1024;
/** After a jump, which may be followed by another. */
const SMALL_WINDOW_BYTES = 64 * 1024;

export class FileWindow {
  readonly size: number;
  /** The bytes at hand. Positions in it are positions in the file less `start`. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  #buffer: Buffer = Buffer.alloc(0);
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<FileWindow> {
    const handle = await open(path, 'r');
    return new FileWindow(handle, (await handle.stat()).size);
  }

  /** Whether the chunk is at hand, so that the hot path needs no `await`. */
  has(position: number, length: number): boolean {
    return position >= this.start && position + length <= this.start + this.bytes.length;
  }

  /** Slides the window to `position`. Afterwards at least `length` bytes are at hand, or all up to the file's end. */
  async slideTo(position: number, length: number): Promise<void> {
    const goesOn = position >= this.start && position <= this.start + this.bytes.length;
    const usual = goesOn ? WINDOW_BYTES : SMALL_WINDOW_BYTES;
    const wanted = Math.max(0, Math.min(Math.max(usual, length), this.size - position));
    if (this.#buffer.length < wanted) this.#buffer = Buffer.allocUnsafeSlow(wanted);
    const buffer = this.#buffer;
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await this.#handle.read(buffer, filled, wanted - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.bytes = buffer.subarray(0, filled);
    this.start = position;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
