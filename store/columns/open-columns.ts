// Presents the columns of a file as segments. A column is read when it is first asked for, and kept as long as there is room.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FilterField } from '../../contract/parcel-filter.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { foldText } from '../search-text.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import {
  type ReadableBytes,
  readDirectory,
  readTable,
  type StoredColumn,
  type StoredSegment,
} from './column-file.ts';
import type { KeptTable, KeptTables } from './kept-tables.ts';
import type { Column, HiddenField, Segment } from './segment.ts';

/** What a source is called, as columns do not know. */
export type ColumnSource = Pick<Segment, 'source' | 'qualifier'>;

/** Throws a DamagedFile that names the file unless it is whole. `kept` may serve several files. */
export function segmentsIn(file: ReadableBytes, about: ColumnSource, kept: KeptTables): Segment[] {
  return readDirectory(file).segments.map((stored) => new FileSegment(file, stored, { ...about, kept }));
}

/** Shapes are read in pieces of about so many bytes: those of neighboring rows are mostly wanted together. */
const SHAPES_READ_BYTES = 16 * 1024;

class FileSegment implements Segment {
  readonly source: string;
  readonly qualifier: string | undefined;
  readonly rows: number;
  readonly countyFields: readonly string[];
  readonly #file: ReadableBytes;
  readonly #shapesAt: number;
  readonly #boxes: KeptTable<Int32Array>;
  /** Where the shape of each row begins, then where each ends. */
  readonly #shapePlaces: KeptTable<Uint32Array>;
  readonly #columns: ReadonlyMap<string, KeptTable<FileColumn>>;
  #shapes: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(
    file: ReadableBytes,
    { rows, countyFields, shapesAt, ...stored }: StoredSegment,
    { source, qualifier, kept }: ColumnSource & { kept: KeptTables },
  ) {
    this.source = source;
    this.qualifier = qualifier;
    this.rows = rows;
    this.countyFields = countyFields;
    this.#file = file;
    this.#shapesAt = shapesAt;
    this.#boxes = kept.place(() => {
      const { buffer, byteOffset } = readTable(file, stored.boxes);
      return new Int32Array(buffer, byteOffset, 4 * rows);
    });
    this.#shapePlaces = kept.place(() => {
      const { buffer, byteOffset } = readTable(file, stored.shapes);
      return new Uint32Array(buffer, byteOffset, 2 * rows);
    });
    const columns = new Map([['source', kept.place(() => constantText(source, rows))]]);
    for (const [field, column] of Object.entries(stored.columns)) {
      const table = kept.place(
        () =>
          new FileColumn(readTable(file, column.at), { ...column, rows, onFolded: () => table.measure() }),
      );
      columns.set(field, table);
    }
    this.#columns = columns;
  }

  get boxes(): Int32Array {
    return this.#boxes.get();
  }

  column(field: FilterField | HiddenField): Column | undefined {
    return this.#columns.get(field)?.get();
  }

  shape(row: number): Uint8Array {
    const places = this.#shapePlaces.get();
    const start = places[row]!;
    const end = places[this.rows + row]!;
    const known = this.#shapes;
    if (start < known.start || end > known.start + known.bytes.length) {
      // Behind the shapes are tables, so that the file does not end there.
      const length = Math.max(end - start, SHAPES_READ_BYTES);
      const at = this.#shapesAt + start;
      this.#shapes = { start, bytes: this.#file.read(at, Math.min(length, this.#file.size - at)) };
    }
    // A copy: a view would keep all of what was read.
    const { start: first, bytes } = this.#shapes;
    return Uint8Array.prototype.slice.call(bytes, start - first, end - first);
  }
}

type ColumnForm = Pick<StoredColumn, 'kind' | 'size' | 'codeBytes'> & { rows: number; onFolded: () => void };

class FileColumn implements Column {
  readonly size: number;
  readonly codes: Uint8Array | Uint16Array;
  readonly #numbers: Float64Array | undefined;
  readonly #starts: Uint32Array;
  readonly #texts: Buffer;
  #folded: ReturnType<Column['folded']> | undefined;
  readonly #onFolded: () => void;

  constructor(table: Buffer, { kind, size, codeBytes, rows, onFolded }: ColumnForm) {
    this.size = size;
    this.#onFolded = onFolded;
    const { buffer, byteOffset } = table;
    const startsLength = kind === 'text' ? size + 1 : 0;
    this.#starts = new Uint32Array(buffer, byteOffset, startsLength);
    this.#numbers = kind === 'number' ? new Float64Array(buffer, byteOffset, size) : undefined;
    const codesAt = byteOffset + (this.#numbers ?? this.#starts).byteLength;
    this.codes =
      codeBytes === 2
        ? new Uint16Array(buffer, codesAt, rows)
        : codeBytes === 1
          ? new Uint8Array(buffer, codesAt, rows)
          : new Uint8Array(rows).fill(1);
    this.#texts = table.subarray(codesAt - byteOffset + codeBytes * rows);
  }

  get byteLength(): number {
    const folded = this.#folded ? this.#folded.bytes.length + this.#folded.starts.byteLength : 0;
    const numbers = (this.#numbers ?? this.#starts).byteLength;
    return numbers + this.codes.byteLength + this.#texts.length + folded;
  }

  text(code: number): string {
    return this.#texts.toString('utf8', this.#starts[code - 1], this.#starts[code]);
  }

  number(code: number): number {
    return this.#numbers![code - 1]!;
  }

  folded(): ReturnType<Column['folded']> {
    if (!this.#folded) {
      this.#folded = isAscii(this.#texts)
        ? foldAscii(this.#texts, this.#starts)
        : foldEach(this.size, (code) => this.text(code));
      this.#onFolded();
    }
    return this.#folded;
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;

function isAscii(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}

function foldAscii(texts: Buffer, textStarts: Uint32Array): ReturnType<Column['folded']> {
  const size = textStarts.length - 1;
  const bytes = Buffer.allocUnsafeSlow(texts.length + size);
  const starts = new Uint32Array(size + 1);
  let to = 0;
  for (let i = 0; i < size; i++) {
    const end = textStarts[i + 1]!;
    for (let from = textStarts[i]!; from < end; from++) {
      const byte = texts[from]!;
      bytes[to++] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte === LINE_FEED ? SPACE : byte;
    }
    bytes[to++] = LINE_FEED;
    starts[i + 1] = to;
  }
  return { bytes, starts };
}

function foldEach(size: number, text: (code: number) => string): ReturnType<Column['folded']> {
  const starts = new Uint32Array(size + 1);
  const parts: Buffer[] = [];
  for (let i = 0; i < size; i++) {
    const part = Buffer.from(`${foldText(text(i + 1)).replaceAll('\n', ' ')}\n`);
    parts.push(part);
    starts[i + 1] = starts[i]! + part.length;
  }
  return { bytes: Buffer.concat(parts), starts };
}

function constantText(text: string, rows: number): FileColumn {
  const starts = Uint32Array.of(0, Buffer.byteLength(text));
  const table = Buffer.concat([Buffer.from(starts.buffer), Buffer.from(text)]);
  // A small Buffer may lie anywhere in one that many share.
  const aligned = Buffer.from(new Uint8Array(table).buffer);
  return new FileColumn(aligned, { kind: 'text', size: 1, codeBytes: 0, rows, onFolded: () => {} });
}

/** A file that is open. It stays readable after its name has been removed, by all threads of the process, until `close`. */
export type OpenFile = { path: string; descriptor: number; size: number };

export function openFile(path: string): OpenFile {
  try {
    const descriptor = openSync(path, 'r');
    return { path, descriptor, size: fstatSync(descriptor).size };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new DamagedFile(path, 'it is missing');
    throw new OperatorError(`${path} cannot be read: ${message}.`, { cause: error });
  }
}

export function closeFile({ descriptor }: OpenFile): void {
  closeSync(descriptor);
}

export function bytesOnDisk({ path, descriptor, size }: OpenFile): ReadableBytes {
  return {
    path,
    size,
    read: (offset, length) => {
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let done = 0; done < length; ) {
        const count = readSync(descriptor, bytes, done, length - done, offset + done);
        if (count === 0) throw new DamagedFile(path, `it has less than ${offset + length} bytes`);
        done += count;
      }
      return bytes;
    },
  };
}
