// A column of a segment while it is filled: its different values as they come, and a code a row; then its table in the file.
import { foldText } from '../search-text.ts';
import type { StoredColumn } from './column-file.ts';
import { SEGMENT_ROWS_MAX } from './segment.ts';

export type ColumnTable = Omit<StoredColumn, 'at'> & { bytes: Buffer };

export class ColumnBuilder {
  readonly kind: StoredColumn['kind'];
  /** Grows with the rows. */
  #codes = new Uint16Array(256);
  /** The code of each value, in the order in which they came. */
  readonly #values = new Map<string | number, number>();
  /** Of all values, about. */
  #bytes = 0;

  constructor(kind: StoredColumn['kind']) {
    this.kind = kind;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Rows that are not set have no value. */
  set(row: number, value: string | number | null): void {
    if (value === null) return;
    if (row >= this.#codes.length) this.#grow(row);
    this.#codes[row] = this.#codeOf(value);
  }

  #grow(row: number): void {
    const grown = new Uint16Array(Math.min(4 * (row + 1), SEGMENT_ROWS_MAX));
    grown.set(this.#codes);
    this.#codes = grown;
  }

  #codeOf(value: string | number): number {
    const known = this.#values.get(value);
    if (known !== undefined) return known;
    const code = this.#values.size + 1;
    this.#values.set(value, code);
    // The string, its place in the map, and its folded form while it is sorted.
    this.#bytes += 64 + (typeof value === 'string' ? 2 * value.length : 0);
    return code;
  }

  /** A column that follows from this one, value by value. */
  derived(of: (value: string) => string | null): ColumnBuilder {
    const made = new ColumnBuilder('text');
    const codes = new Uint16Array(this.#values.size + 1);
    for (const [value, code] of this.#values) {
      const other = of(value as string);
      if (other !== null) codes[code] = made.#codeOf(other);
    }
    made.#codes = this.#codes.map((code) => codes[code]!);
    return made;
  }

  /** Undefined where no row has a value. */
  table(rows: number): ColumnTable | undefined {
    const size = this.#values.size;
    if (size === 0) return undefined;
    const { kind } = this;
    const values = [...this.#values.keys()];
    const sorted =
      kind === 'text' ? sortTexts(values as string[]) : Float64Array.from(values as number[]).sort();
    const codes = this.#sortedCodes(sorted, rows);
    const codeBytes = size === 1 && codes.indexOf(0) < 0 ? 0 : size < 256 ? 1 : 2;
    const codeTable = bytesOf(
      codeBytes === 2 ? codes : codeBytes === 1 ? Uint8Array.from(codes) : new Uint8Array(0),
    );
    if (sorted instanceof Float64Array) {
      return { kind, size, codeBytes, bytes: Buffer.concat([bytesOf(sorted), codeTable]) };
    }
    // In the order of the bytes that a number of theirs takes, so that all are aligned.
    const { starts, texts } = textParts(sorted);
    return { kind, size, codeBytes, bytes: Buffer.concat([starts, codeTable, texts]) };
  }

  #sortedCodes(sorted: readonly string[] | Float64Array, rows: number): Uint16Array {
    const places = new Uint16Array(sorted.length + 1);
    for (let at = 0; at < sorted.length; at++) places[this.#values.get(sorted[at]!)!] = at + 1;
    const codes = new Uint16Array(rows);
    // The last rows may have no value.
    const known = Math.min(rows, this.#codes.length);
    for (let row = 0; row < known; row++) codes[row] = places[this.#codes[row]!]!;
    return codes;
  }
}

function bytesOf({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array | Uint16Array | Uint32Array | Float64Array): Buffer {
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
function sortTexts(values: string[]): string[] {
  const keyed = values.map((value) => ({ value, folded: foldText(value) }));
  const compare = values.some((value) => /[\ud800-\udfff]/.test(value)) ? byCodePoint : byCodeUnit;
  keyed.sort((a, b) => compare(a.folded, b.folded) || compare(a.value, b.value));
  return keyed.map(({ value }) => value);
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** The code units of characters beyond U+FFFF sort before some that are below. UTF-8 has the order of code points. */
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
