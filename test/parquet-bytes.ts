// Writes a small Parquet file in memory, nulls allowed everywhere.
import { parquetWriteBuffer } from 'hyparquet-writer';

const elements = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  bytes: { type: 'BYTE_ARRAY' },
  double: { type: 'DOUBLE' },
  int64: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
} as const;

export type ParquetColumn = {
  name: string;
  type: keyof typeof elements;
  values: readonly (string | Uint8Array | number | bigint | boolean | Date | null)[];
};

export function parquetBytes(columns: readonly ParquetColumn[], metadata: Record<string, string>): Buffer {
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, values }) => ({ name, data: [...values] })),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...elements[type] })),
    ],
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
  });
  return Buffer.from(buffer);
}
