// Stored tiles in one file: those of one source, or those that several share. The gzipped tiles are followed by a sorted
// index.
//
// The index has three columns of 64-bit floats (tile numbers, offsets, byte lengths), followed by the number of tiles.
// Little-endian, like all common machines that Node runs on.
import { type FileHandle, open } from 'node:fs/promises';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { writeAt } from '../../runtime/write-at.ts';
import type { DrawnTile } from '../draw-tiles.ts';
import { DamagedFile } from './damaged-file.ts';

const COLUMNS = 3;
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

export class TileSlabWriter {
  readonly #file: FileHandle;
  readonly #tiles: { number: number; offset: number; length: number }[] = [];
  #end = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<TileSlabWriter> {
    return new TileSlabWriter(await open(path, 'wx'));
  }

  async add(tiles: readonly DrawnTile[]): Promise<void> {
    const offset = this.#end;
    for (const { address, gzip } of tiles) {
      this.#tiles.push({ number: tileNumber(address), offset: this.#end, length: gzip.length });
      this.#end += gzip.length;
    }
    await writeAt(this.#file, Buffer.concat(tiles.map(({ gzip }) => gzip)), offset);
  }

  /** Writes the index. */
  async finish(): Promise<void> {
    const tiles = this.#tiles.sort((a, b) => a.number - b.number);
    const index = new Float64Array(COLUMNS * tiles.length + 1);
    for (const [row, { number, offset, length }] of tiles.entries()) {
      index[row] = number;
      index[tiles.length + row] = offset;
      index[2 * tiles.length + row] = length;
    }
    index[COLUMNS * tiles.length] = tiles.length;
    await writeAt(this.#file, new Uint8Array(index.buffer), this.#end);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

export class TileSlab {
  readonly #file: FileHandle;
  readonly #numbers: Float64Array;
  readonly #offsets: Float64Array;
  readonly #lengths: Float64Array;

  private constructor(file: FileHandle, index: Float64Array, count: number) {
    this.#file = file;
    this.#numbers = index.subarray(0, count);
    this.#offsets = index.subarray(count, 2 * count);
    this.#lengths = index.subarray(2 * count, COLUMNS * count);
  }

  /** The index is the end of the file, and must fit what comes before: a file that was cut off has neither. */
  static async open(path: string): Promise<TileSlab> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new DamagedFile(path, 'it is missing') : error;
    });
    try {
      const { size } = await file.stat();
      if (size < NUMBER_BYTES) throw new DamagedFile(path, 'it is empty');
      const [count = 0] = await readNumbers(file, size - NUMBER_BYTES, 1);
      const end = size - (COLUMNS * count + 1) * NUMBER_BYTES;
      if (!Number.isInteger(count) || count < 0 || end < 0) {
        throw new DamagedFile(path, 'it has no index of tiles at its end');
      }
      const slab = new TileSlab(file, await readNumbers(file, end, COLUMNS * count), count);
      if (!slab.#fits(end)) throw new DamagedFile(path, 'its index of tiles does not fit its size');
      return slab;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Tiles lie side by side, so their lengths add up to the place where the index begins. */
  #fits(end: number): boolean {
    let bytes = 0;
    for (const length of this.#lengths) bytes += length;
    return bytes === end;
  }

  /** Of all tiles in the file (see tileNumber), in order. */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  has(number: number): boolean {
    return this.#find(number) !== undefined;
  }

  /** Undefined where the tile is empty. */
  async read(address: TileAddress): Promise<Uint8Array | undefined> {
    const at = this.#find(tileNumber(address));
    if (at === undefined) return undefined;
    const bytes = new Uint8Array(this.#lengths[at]!);
    await readAll(this.#file, bytes, this.#offsets[at]!);
    return bytes;
  }

  #find(number: number): number | undefined {
    let low = 0;
    let high = this.#numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#numbers[middle]! < number) low = middle + 1;
      else high = middle;
    }
    return this.#numbers[low] === number ? low : undefined;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

async function readNumbers(file: FileHandle, offset: number, count: number): Promise<Float64Array> {
  const bytes = new Uint8Array(count * NUMBER_BYTES);
  await readAll(file, bytes, offset);
  return new Float64Array(bytes.buffer);
}

/** Repeats, because a single call may read fewer bytes than requested. */
async function readAll(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
    if (bytesRead === 0) throw new Error('The tile file ends too early.');
    done += bytesRead;
  }
}
