// The file of a source's columns: its parts, and how it is checked when it is opened.
//
// For each segment first all shapes, one after the other, then its tables: boxes, places of shapes, and a table a column. At
// the end the directory, JSON that says where each table is, and a trailer of fixed length. Nothing is at a place that has
// to be known in advance, so the file is written from front to back. Little-endian, like all common machines that Node runs on.
import { crc32 } from 'node:zlib';
import { DamagedFile } from '../sqlite/damaged-file.ts';

const MAGIC = 'PLATCOLS';
const FORMAT = 1;
/** Trailer: length of the directory, its checksum, the length of the whole file, the format, the magic. */
const TRAILER_BYTES = 32;

/** Where a table is, and the checksum that it is read with. */
export type Place = [offset: number, length: number, checksum: number];

export type StoredColumn = {
  kind: 'text' | 'number';
  /** Different values. */
  size: number;
  /** Bytes of a code: 0 where all rows have the one value. */
  codeBytes: 0 | 1 | 2;
  at: Place;
};

export type StoredSegment = {
  rows: number;
  /** Int32, four a row. */
  boxes: Place;
  /** Where the shapes begin. */
  shapesAt: number;
  /** Uint32: where the shape of each row begins, counted from there; then where each ends. */
  shapes: Place;
  countyFields: readonly string[];
  columns: Readonly<Record<string, StoredColumn>>;
};

export type Directory = { segments: readonly StoredSegment[] };

/** Anything that bytes can be read from at any place. */
export type ReadableBytes = {
  /** For messages. */
  path: string;
  size: number;
  /** New bytes, at an address that is a multiple of 8. */
  read(offset: number, length: number): Buffer;
};

export function leader(): Buffer {
  return Buffer.from(MAGIC, 'latin1');
}

/** The end of the file, whose first bytes have the place `offset`. */
export function directoryAndTrailer(directory: Directory, offset: number): Buffer {
  const text = Buffer.from(JSON.stringify(directory));
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(text.length, 0);
  trailer.writeUInt32LE(crc32(text), 4);
  trailer.writeDoubleLE(offset + text.length + TRAILER_BYTES, 8);
  trailer.writeUInt32LE(FORMAT, 16);
  trailer.write(MAGIC, TRAILER_BYTES - MAGIC.length, 'latin1');
  return Buffer.concat([text, trailer]);
}

/** Throws a DamagedFile unless the file is whole, as far as its two ends tell. */
export function readDirectory(file: ReadableBytes): Directory {
  const { path, size } = file;
  if (size === 0) throw new DamagedFile(path, 'it is empty');
  if (size < MAGIC.length + TRAILER_BYTES) throw new DamagedFile(path, `it has ${size} bytes only`);
  const trailer = file.read(size - TRAILER_BYTES, TRAILER_BYTES);
  const isOurs =
    file.read(0, MAGIC.length).toString('latin1') === MAGIC &&
    trailer.toString('latin1', TRAILER_BYTES - MAGIC.length) === MAGIC;
  if (!isOurs) throw new DamagedFile(path, 'it is no whole file of columns');
  const format = trailer.readUInt32LE(16);
  if (format !== FORMAT) throw new DamagedFile(path, `its format is ${format} instead of ${FORMAT}`);
  const expected = trailer.readDoubleLE(8);
  if (size !== expected) throw new DamagedFile(path, `it has ${size} of ${expected} bytes`);
  const length = trailer.readUInt32LE(0);
  const text =
    length <= size - MAGIC.length - TRAILER_BYTES && file.read(size - TRAILER_BYTES - length, length);
  if (!text || crc32(text) !== trailer.readUInt32LE(4)) {
    throw new DamagedFile(path, 'its directory does not have its checksum');
  }
  return JSON.parse(text.toString()) as Directory;
}

export function readTable(file: ReadableBytes, [offset, length, checksum]: Place): Buffer {
  const bytes = file.read(offset, length);
  if (crc32(bytes) !== checksum) {
    throw new DamagedFile(
      file.path,
      `its bytes from ${offset} to ${offset + length} do not have their checksum`,
    );
  }
  return bytes;
}
