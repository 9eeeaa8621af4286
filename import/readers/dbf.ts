// Reads a DBF file: the attributes of a Shapefile, or an assessor's table of its own.
import { basename, extname } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  FEATURES_PER_BATCH,
  type Layer,
  type OpenSource,
  type RawFeature,
  type RawValue,
  type ReadOptions,
} from '../layer.ts';
import { type DbfHead, dbfFields, dbfRow, parseDbfHead } from './dbf-table.ts';
import { FileWindow } from './file-window.ts';
import { firstBytes } from './geojson-bytes.ts';
import { siblingOf } from './sibling-file.ts';
import { type DecodeText, decoderAsked, decoderGuessed, encodingOfLanguageDriver } from './text-encoding.ts';

export type DbfFile = { path: string; head: DbfHead; decode: DecodeText };

export async function openDbf(o: { path: string; encoding?: string | undefined }): Promise<OpenSource> {
  const file = await openDbfFile(o);
  const layer: Layer = {
    name: basename(o.path, extname(o.path)),
    geometry: 'none',
    fields: dbfFields(file.head),
    crs: undefined,
    count: file.head.rowCount,
    read: (options) => readTable(file, options),
  };
  return { layers: [layer], close: async () => {} };
}

async function* readTable(
  file: DbfFile,
  { signal, limit = Infinity }: ReadOptions = {},
): AsyncIterable<RawFeature[]> {
  const rows = await DbfRows.open(file);
  try {
    let batch: RawFeature[] = [];
    let given = 0;
    for (let row = 1; row <= file.head.rowCount && given < limit; row++) {
      if (!rows.has(row)) await rows.slideTo(row);
      const properties = rows.at(row);
      if (!properties) continue;
      given++;
      if (batch.push({ row, properties, geometry: null }) < FEATURES_PER_BATCH) continue;
      signal?.throwIfAborted();
      yield batch;
      batch = [];
    }
    signal?.throwIfAborted();
    if (batch.length > 0) yield batch;
  } finally {
    await rows.close();
  }
}

/** Reads the head, finds the encoding and checks that the file is as long as the head says. */
export async function openDbfFile(o: { path: string; encoding?: string | undefined }): Promise<DbfFile> {
  const name = basename(o.path);
  const window = await FileWindow.open(o.path);
  try {
    if (window.size === 0) throw new OperatorError(`${name} is empty. Get a complete copy of it.`);
    // A head is shorter than 64 KB: its length is a number of 16 bits.
    await window.slideTo(0, 65_536);
    const decode = o.encoding
      ? decoderAsked(o.encoding)
      : decoderGuessed(await encodingSaid(o.path, window.bytes));
    const head = parseDbfHead(window.bytes, decode);
    if (!head)
      throw new OperatorError(
        `${name} is not a DBF table that Platbook can read. Get a complete copy of it.`,
      );
    const rowsThere = Math.floor((window.size - head.headLength) / head.rowLength);
    if (rowsThere < head.rowCount) {
      throw new OperatorError(
        `${name} is cut off: it ends after row ${rowsThere} of ${head.rowCount}. Get a complete copy of it.`,
      );
    }
    return { path: o.path, head, decode };
  } finally {
    await window.close();
  }
}

async function encodingSaid(path: string, headBytes: Buffer): Promise<string | undefined> {
  const codePageFile = await siblingOf(path, '.cpg');
  const said = codePageFile
    ? Buffer.from(await firstBytes(codePageFile, 100))
        .toString('latin1')
        .trim()
    : '';
  return said || encodingOfLanguageDriver(headBytes[29] ?? 0);
}

/** Rows by their number, from 1. */
export class DbfRows {
  readonly #file: DbfFile;
  readonly #window: FileWindow;

  private constructor(file: DbfFile, window: FileWindow) {
    this.#file = file;
    this.#window = window;
  }

  static async open(file: DbfFile): Promise<DbfRows> {
    return new DbfRows(file, await FileWindow.open(file.path));
  }

  has(row: number): boolean {
    return this.#window.has(this.#position(row), this.#file.head.rowLength);
  }

  async slideTo(row: number): Promise<void> {
    const { head } = this.#file;
    await this.#window.slideTo(this.#position(row), head.rowLength);
    if (!this.has(row))
      throw new OperatorError(`${basename(this.#file.path)} was cut off at row ${row} while it was read.`);
  }

  /** Undefined for a row that is marked as deleted. */
  at(row: number): Record<string, RawValue> | undefined {
    const { head, decode } = this.#file;
    const start = this.#position(row) - this.#window.start;
    return dbfRow({ head, bytes: this.#window.bytes, start, decode });
  }

  async close(): Promise<void> {
    await this.#window.close();
  }

  #position(row: number): number {
    const { headLength, rowLength } = this.#file.head;
    return headLength + (row - 1) * rowLength;
  }
}
