// The head of a DBF file (dBASE III to Visual FoxPro) and how the values of one row are decoded.
import type { FieldType, LayerField, RawValue } from '../layer.ts';
import { ownNames } from './own-names.ts';
import { type DecodeText, isAscii } from './text-encoding.ts';

type DbfColumn = { name: string; type: string; offset: number; length: number };

export type DbfHead = {
  rowCount: number;
  headLength: number;
  rowLength: number;
  languageDriver: number;
  columns: readonly DbfColumn[];
};

const FIELD_TYPES: Record<string, FieldType> = {
  C: 'text',
  N: 'number',
  F: 'number',
  I: 'number',
  '+': 'number',
  B: 'number',
  O: 'number',
  Y: 'number',
  L: 'boolean',
  D: 'date',
  T: 'date',
  '@': 'date',
};

const BLANK = 0x20;
const DELETED = 0x2a;
const JULIAN_DAY_OF_1970 = 2_440_588;
const MS_PER_DAY = 86_400_000;

/** Undefined where the bytes are not a DBF. `bytes` holds the whole head, `headLength` bytes of it. */
export function parseDbfHead(bytes: Buffer, decode: DecodeText): DbfHead | undefined {
  const headLength = bytes.length < 32 ? 0 : bytes.readUInt16LE(8);
  const rowLength = bytes.length < 32 ? 0 : bytes.readUInt16LE(10);
  if (headLength < 33 || rowLength < 1 || bytes.length < headLength) return undefined;
  const described: (DbfColumn & { decimals: number })[] = [];
  let offset = 1;
  for (let at = 32; at + 32 <= headLength && bytes[at] !== 0x0d && bytes[at] !== 0; at += 32) {
    const nameEnd = bytes.subarray(at, at + 11).indexOf(0);
    const name = decode(bytes, at, at + (nameEnd === -1 ? 11 : nameEnd)).trim();
    const type = String.fromCharCode(bytes[at + 11]!);
    described.push({ name, type, offset, length: bytes[at + 16]!, decimals: bytes[at + 17]! });
    offset += bytes[at + 16]!;
  }
  // Clipper and FoxPro keep the high byte of a long text's length where numbers have their decimals.
  if (offset < rowLength) {
    offset = 1;
    for (const column of described) {
      column.offset = offset;
      if (column.type === 'C') column.length += column.decimals * 256;
      offset += column.length;
    }
  }
  // A Shapefile of shapes alone has a table without columns.
  if (offset > rowLength || (described.length === 0 && bytes[32] !== 0x0d)) return undefined;
  // Names cut at ten characters may collide.
  const names = ownNames(
    described.map(({ name }) => name),
    'FIELD',
  );
  return {
    rowCount: bytes.readUInt32LE(4),
    headLength,
    rowLength,
    languageDriver: bytes[29]!,
    columns: described
      .map(({ type, offset, length }, index) => ({ name: names[index]!, type, offset, length }))
      .filter(({ type, length }) => FIELD_TYPES[type] && length > 0),
  };
}

export function dbfFields(head: DbfHead): LayerField[] {
  return head.columns.map(({ name, type }) => ({ name, type: FIELD_TYPES[type]! }));
}

/** Undefined for a row that is marked as deleted. */
export function dbfRow(o: {
  head: DbfHead;
  bytes: Buffer;
  start: number;
  decode: DecodeText;
}): Record<string, RawValue> | undefined {
  const { head, bytes, start, decode } = o;
  if (bytes[start] === DELETED) return undefined;
  const { columns, rowLength } = head;
  // One call for the row instead of one a column: most rows have no accents.
  const ascii = isAscii(bytes, start, start + rowLength)
    ? bytes.toString('latin1', start, start + rowLength)
    : undefined;
  const row: Record<string, RawValue> = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!;
    row[column.name] = valueIn({ column, bytes, start, decode, ascii });
  }
  return row;
}

function valueIn(o: {
  column: DbfColumn;
  bytes: Buffer;
  start: number;
  decode: DecodeText;
  ascii: string | undefined;
}): RawValue {
  const { column, bytes, start, ascii } = o;
  const from = start + column.offset;
  switch (column.type) {
    case 'I':
    case '+':
      return column.length === 4 ? bytes.readInt32LE(from) : null;
    case 'B':
      return column.length === 8 ? finite(bytes.readDoubleLE(from)) : null;
    case 'O':
      return column.length === 8 ? finite(bytes.readDoubleBE(from)) : null;
    case 'Y':
      return column.length === 8 ? Number(bytes.readBigInt64LE(from)) / 10_000 : null;
    case 'T':
    case '@':
      return column.length === 8 ? dayOfJulian(bytes.readInt32LE(from)) : null;
  }
  let end = from;
  const limit = from + column.length;
  // A text ends at its first NUL; programs leave rubbish behind it.
  while (end < limit && bytes[end] !== 0) end++;
  while (end > from && bytes[end - 1] === BLANK) end--;
  if (end === from) return null;
  const text = ascii === undefined ? o.decode(bytes, from, end) : ascii.slice(from - start, end - start);
  switch (column.type) {
    case 'C':
      return text;
    case 'D':
      return dayOfDigits(text.trimStart());
    case 'L':
      return 'TtYy'.includes(text) ? true : 'FfNn'.includes(text) ? false : null;
    default:
      return numberOf(text.trimStart());
  }
}

/** Three digits behind each: not a decimal comma, which 12,75 has. As import/fields/clean-amount.ts reads them. */
const THOUSANDS = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/** Null for `****`, which is how a number that does not fit is written. */
function numberOf(text: string): number | string | null {
  const value = Number(text);
  if (!Number.isFinite(value)) {
    const plain = Number(THOUSANDS.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'));
    return Number.isFinite(plain) ? plain : null;
  }
  // A PIN of 17 digits in a column of numbers would lose its last ones.
  if (text.length > 15 && !Number.isSafeInteger(value) && /^\d+$/.test(text)) return text;
  return value;
}

function dayOfDigits(text: string): string | null {
  if (!/^\d{8}$/.test(text)) return null;
  const month = Number(text.slice(4, 6));
  const day = Number(text.slice(6));
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

function dayOfJulian(day: number): string | null {
  const ms = (day - JULIAN_DAY_OF_1970) * MS_PER_DAY;
  return day > 0 && Math.abs(ms) < 8e14 ? new Date(ms).toISOString().slice(0, 10) : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
