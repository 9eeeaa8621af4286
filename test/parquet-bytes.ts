// Writes a small Parquet file in memory: one row group, one uncompressed page a column, nulls allowed everywhere.
// Enough of Thrift's compact protocol and of Parquet's plain encoding for that, after their specifications.

export type ParquetColumn = {
  name: string;
  type: 'text' | 'bytes' | 'double' | 'int64' | 'boolean' | 'date';
  values: readonly (string | Uint8Array | number | bigint | boolean | null)[];
};

/** Numbers of the physical and of the converted types. */
const types = {
  text: { physical: 6, converted: 0 },
  bytes: { physical: 6, converted: undefined },
  double: { physical: 5, converted: undefined },
  int64: { physical: 2, converted: undefined },
  boolean: { physical: 0, converted: undefined },
  /** Days since 1970. */
  date: { physical: 1, converted: 6 },
} as const;

const PLAIN = 0;
const RLE = 3;

export function parquetBytes(columns: readonly ParquetColumn[], metadata: Record<string, string>): Buffer {
  const rows = columns[0]?.values.length ?? 0;
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let position = 4;
  const chunks = columns.map(({ name, type, values }) => {
    const page = pageBytes(type, values);
    const start = position;
    parts.push(page);
    position += page.length;
    return struct([
      [2, i64(start)],
      [
        3,
        struct([
          [1, i32(types[type].physical)],
          [2, list(I32, [i32(PLAIN), i32(RLE)])],
          [3, list(BINARY, [binary(name)])],
          [4, i32(0)],
          [5, i64(rows)],
          [6, i64(page.length)],
          [7, i64(page.length)],
          [9, i64(start)],
        ]),
      ],
    ]);
  });
  const footer = struct([
    [1, i32(1)],
    [2, list(STRUCT, [rootElement(columns.length), ...columns.map(schemaElement)])],
    [3, i64(rows)],
    [
      4,
      list(STRUCT, [
        struct([
          [1, list(STRUCT, chunks)],
          [2, i64(position - 4)],
          [3, i64(rows)],
        ]),
      ]),
    ],
    [
      5,
      list(
        STRUCT,
        Object.entries(metadata).map(([key, value]) =>
          struct([
            [1, binary(key)],
            [2, binary(value)],
          ]),
        ),
      ),
    ],
  ]).bytes;
  return Buffer.concat([...parts, footer, uint32(footer.length), Buffer.from('PAR1')]);
}

function rootElement(children: number): Value {
  return struct([
    [4, binary('schema')],
    [5, i32(children)],
  ]);
}

function schemaElement({ name, type }: ParquetColumn): Value {
  const { physical, converted } = types[type];
  const optional = i32(1);
  const fields: [number, Value][] = [
    [1, i32(physical)],
    [3, optional],
    [4, binary(name)],
  ];
  if (converted !== undefined) fields.push([6, i32(converted)]);
  return struct(fields);
}

function pageBytes(type: ParquetColumn['type'], values: ParquetColumn['values']): Buffer {
  // Definition levels: a run of one for each value, 1 where it is there.
  const levels = Buffer.from(values.flatMap((value) => [1 << 1, value === null ? 0 : 1]));
  const present = values.filter((value) => value !== null);
  const body = Buffer.concat([uint32(levels.length), levels, plain(type, present)]);
  const header = struct([
    [1, i32(0)],
    [2, i32(body.length)],
    [3, i32(body.length)],
    [
      5,
      struct([
        [1, i32(values.length)],
        [2, i32(PLAIN)],
        [3, i32(RLE)],
        [4, i32(RLE)],
      ]),
    ],
  ]);
  return Buffer.concat([header.bytes, body]);
}

function plain(
  type: ParquetColumn['type'],
  values: readonly (string | Uint8Array | number | bigint | boolean)[],
): Buffer {
  if (type === 'boolean') {
    const bits = Buffer.alloc(Math.ceil(values.length / 8));
    values.forEach((value, i) => {
      if (value) bits[i >> 3]! |= 1 << (i & 7);
    });
    return bits;
  }
  return Buffer.concat(
    values.map((value) => {
      const number = Buffer.alloc(type === 'date' ? 4 : 8);
      if (type === 'double') number.writeDoubleLE(Number(value));
      else if (type === 'int64') number.writeBigInt64LE(BigInt(value as bigint));
      else if (type === 'date') number.writeInt32LE(Number(value));
      else {
        const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value as Uint8Array);
        return Buffer.concat([uint32(bytes.length), bytes]);
      }
      return number;
    }),
  );
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

// Thrift's compact protocol.
type Value = { type: number; bytes: Buffer };
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

/** Numbers here are never negative: twice the number is their zigzag form. */
const i32 = (value: number): Value => ({ type: I32, bytes: varint(value * 2) });
const i64 = (value: number): Value => ({ type: I64, bytes: varint(value * 2) });

function binary(text: string): Value {
  const bytes = Buffer.from(text);
  return { type: BINARY, bytes: Buffer.concat([varint(bytes.length), bytes]) };
}

function list(type: number, items: readonly Value[]): Value {
  const head =
    items.length < 15
      ? Buffer.from([(items.length << 4) | type])
      : Buffer.concat([Buffer.from([0xf0 | type]), varint(items.length)]);
  return { type: LIST, bytes: Buffer.concat([head, ...items.map(({ bytes }) => bytes)]) };
}

function struct(fields: readonly [number, Value][]): Value {
  let last = 0;
  const parts = fields.map(([id, { type, bytes }]) => {
    const head = Buffer.from([((id - last) << 4) | type]);
    last = id;
    return Buffer.concat([head, bytes]);
  });
  return { type: STRUCT, bytes: Buffer.concat([...parts, Buffer.from([0])]) };
}
