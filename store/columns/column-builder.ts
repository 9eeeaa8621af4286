// A column of a segment while it is filled, and then its table in the file: its different values in order, and a code a row.
import { foldText } from '../search-text.ts';
import { firstWhere } from './binary-search.ts';
import type { StoredColumn } from './column-file.ts';
import { SEGMENT_ROWS_MAX } from './segment.ts';
import { byCodePoint } from './text-order.ts';

export type ColumnTable = Omit<StoredColumn, 'at'> & { bytes: Buffer };

const FIRST_ROWS = 256;
const grownRows = (row: number) => Math.min(4 * (row + 1), SEGMENT_ROWS_MAX);

export class TextColumnBuilder {
  /** By row: the number of its value, in the order in which values came; 0 for none. */
  #codes = new Uint16Array(FIRST_ROWS);
  readonly #values = new Map<string, number>();
  #bytes = 0;
  #last: string | undefined;
  #lastCode = 0;

  /** What the values take in memory, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Rows that are not set have no value. */
  set(row: number, value: string): void {
    if (row >= this.#codes.length) {
      const grown = new Uint16Array(grownRows(row));
      grown.set(this.#codes);
      this.#codes = grown;
    }
    this.#codes[row] = this.#codeOf(value);
  }

  #codeOf(value: string): number {
    // Nearly every second value is that of the row before: comparing is cheaper than hashing.
    if (value === this.#last) return this.#lastCode;
    let code = this.#values.get(value);
    if (code === undefined) {
      code = this.#values.size + 1;
      this.#values.set(value, code);
      // The text, its place in the map, and its folded form while it is sorted.
      this.#bytes += 64 + 2 * value.length;
    }
    this.#last = value;
    this.#lastCode = code;
    return code;
  }

  /** A column that follows from this one, value by value. */
  derived(of: (value: string) => string | null): TextColumnBuilder {
    const made = new TextColumnBuilder();
    const codes = new Uint16Array(this.#values.size + 1);
    for (const [value, code] of this.#values) {
      const other = of(value);
      if (other !== null) codes[code] = made.#codeOf(other);
    }
    made.#codes = this.#codes.map((code) => codes[code]!);
    return made;
  }

  /** Undefined where no row has a value. */
  table(rows: number): ColumnTable | undefined {
    const size = this.#values.size;
    if (size === 0) return undefined;
    const sorted = sortTexts(this.#values);
    const places = new Uint16Array(size + 1);
    for (let at = 0; at < size; at++) places[sorted[at]!.code] = at + 1;
    const codes = new Uint16Array(rows);
    // The last rows may have no value.
    const known = Math.min(rows, this.#codes.length);
    for (let row = 0; row < known; row++) codes[row] = places[this.#codes[row]!]!;
    const { codeBytes, codeTable } = codeTableOf(codes, size);
    const { starts, texts } = textParts(sorted.map(({ value }) => value));
    // In the order of the bytes that a number of theirs takes, so that all are aligned.
    return { kind: 'text', size, codeBytes, bytes: Buffer.concat([starts, codeTable, texts]) };
  }
}

export class NumberColumnBuilder {
  /** By row; NaN for none. Nearly all numbers of a column differ, so there is no use in a map of them. */
  #values = new Float64Array(FIRST_ROWS).fill(Number.NaN);

  get bytes(): number {
    return this.#values.byteLength;
  }

  set(row: number, value: number): void {
    if (row >= this.#values.length) {
      const grown = new Float64Array(grownRows(row)).fill(Number.NaN);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[row] = value;
  }

  table(rows: number): ColumnTable | undefined {
    const values = distinctNumbers(this.#values);
    const size = values.length;
    if (size === 0) return undefined;
    const codes = new Uint16Array(rows);
    const known = Math.min(rows, this.#values.length);
    for (let row = 0; row < known; row++) {
      const value = this.#values[row]!;
      if (!Number.isNaN(value)) codes[row] = 1 + firstWhere(0, size - 1, (place) => values[place]! >= value);
    }
    const { codeBytes, codeTable } = codeTableOf(codes, size);
    return { kind: 'number', size, codeBytes, bytes: Buffer.concat([bytesOf(values), codeTable]) };
  }
}

/** In order. */
function distinctNumbers(values: Float64Array): Float64Array {
  // NaN comes last.
  const sorted = values.slice().sort();
  let size = 0;
  for (const value of sorted) {
    if (Number.isNaN(value)) break;
    if (size === 0 || sorted[size - 1] !== value) sorted[size++] = value;
  }
  return sorted.slice(0, size);
}

/** As few bytes a code as the values need: none where each row has the only one. */
function codeTableOf(codes: Uint16Array, size: number): { codeBytes: 0 | 1 | 2; codeTable: Buffer } {
  if (size === 1 && !codes.includes(0)) return { codeBytes: 0, codeTable: Buffer.alloc(0) };
  if (size < 256) return { codeBytes: 1, codeTable: bytesOf(Uint8Array.from(codes)) };
  return { codeBytes: 2, codeTable: bytesOf(codes) };
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Where each text begins as Uint32, with the end as one more; and all texts as UTF-8. */
function textParts(values: readonly string[]): { starts: Buffer; texts: Buffer } {
  const joined = values.join('');
  const isAscii = Buffer.byteLength(joined) === joined.length;
  // One by one: two halves of a character at the end of one text and the beginning of the next are none together.
  const texts = isAscii
    ? Buffer.from(joined, 'latin1')
    : Buffer.concat(values.map((value) => Buffer.from(value)));
  const starts = new Uint32Array(values.length + 1);
  for (let i = 0; i < values.length; i++) {
    starts[i + 1] = starts[i]! + (isAscii ? values[i]!.length : Buffer.byteLength(values[i]!));
  }
  return { starts: bytesOf(starts), texts };
}

/** By their folded forms, then by themselves, each by code points. */
function sortTexts(values: ReadonlyMap<string, number>): { value: string; code: number }[] {
  const keyed: { value: string; folded: string; code: number }[] = [];
  let compare: typeof byCodePoint = byCodeUnit;
  for (const [value, code] of values) {
    keyed.push({ value, folded: foldText(value), code });
    if (/[\ud800-\udfff]/.test(value)) compare = byCodePoint;
  }
  return keyed.sort((a, b) => compare(a.folded, b.folded) || compare(a.value, b.value));
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
