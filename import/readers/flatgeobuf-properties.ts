// The attributes of a FlatGeobuf feature: pairs of a column's number and a value, packed one after another.
import { isUtf8 } from 'node:buffer';
import type { ColumnMeta } from 'flatgeobuf';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import type { FieldType, LayerField, RawValue } from '../layer.ts';

export function fieldOf({ name, type, title }: ColumnMeta): LayerField {
  const field: LayerField = { name, type: fieldType(type) };
  if (title !== null && title !== '' && title !== name) field.alias = title;
  return field;
}

function fieldType(type: ColumnType): FieldType {
  if (type === ColumnType.Bool) return 'boolean';
  if (type === ColumnType.DateTime) return 'date';
  const isText = type === ColumnType.String || type === ColumnType.Json || type === ColumnType.Binary;
  return isText ? 'text' : 'number';
}

const windows1252 = new TextDecoder('windows-1252');

/** UTF-8 by the standard; GDAL passes the bytes of old formats on as they are. */
function decodeText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') && !isUtf8(bytes) ? windows1252.decode(bytes) : text;
}

/** Throws a RangeError where the bytes end before a value does. */
export function readProperties(bytes: Buffer, columns: readonly ColumnMeta[]): Record<string, RawValue> {
  const properties: Record<string, RawValue> = {};
  let at = 0;
  while (at < bytes.length) {
    const column = columns[bytes.readUInt16LE(at)];
    at += 2;
    if (column === undefined) throw new RangeError('a value of a column that does not exist');
    const size = sizes[column.type];
    if (size !== undefined) {
      properties[column.name] = readNumber(bytes, at, column.type);
      at += size;
      continue;
    }
    const length = bytes.readUInt32LE(at);
    at += 4;
    if (at + length > bytes.length) throw new RangeError('a text that is cut');
    if (column.type !== ColumnType.Binary) {
      const text = decodeText(bytes.subarray(at, at + length));
      properties[column.name] = column.type === ColumnType.DateTime ? day(text) : text;
    }
    at += length;
  }
  return properties;
}

/** In bytes; those of varying length are missing. */
const sizes: Readonly<Record<number, number>> = {
  [ColumnType.Byte]: 1,
  [ColumnType.UByte]: 1,
  [ColumnType.Bool]: 1,
  [ColumnType.Short]: 2,
  [ColumnType.UShort]: 2,
  [ColumnType.Int]: 4,
  [ColumnType.UInt]: 4,
  [ColumnType.Long]: 8,
  [ColumnType.ULong]: 8,
  [ColumnType.Float]: 4,
  [ColumnType.Double]: 8,
};

function readNumber(bytes: Buffer, at: number, type: ColumnType): RawValue {
  switch (type) {
    case ColumnType.Byte:
      return bytes.readInt8(at);
    case ColumnType.UByte:
      return bytes.readUInt8(at);
    case ColumnType.Bool:
      return bytes.readUInt8(at) !== 0;
    case ColumnType.Short:
      return bytes.readInt16LE(at);
    case ColumnType.UShort:
      return bytes.readUInt16LE(at);
    case ColumnType.Int:
      return bytes.readInt32LE(at);
    case ColumnType.UInt:
      return bytes.readUInt32LE(at);
    case ColumnType.Long:
      return exact(bytes.readBigInt64LE(at));
    case ColumnType.ULong:
      return exact(bytes.readBigUInt64LE(at));
    case ColumnType.Float:
      return bytes.readFloatLE(at);
    default:
      return bytes.readDoubleLE(at);
  }
}

/** Text beyond 2^53: a PIN of 17 digits must keep its last ones. */
function exact(value: bigint): RawValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** The day of an ISO 8601 text, also with slashes. */
function day(text: string): string {
  const [, year, month, date] = /^(\d{4})[-/](\d\d)[-/](\d\d)/.exec(text) ?? [];
  return date === undefined ? text : `${year}-${month}-${date}`;
}
