// The columns of a source in the database: a file in pieces. Each is read by a statement of its own, so that whoever copies
// them never holds up an import.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Sql } from './connect.ts';
import { NEXT, PARCELS } from './parcel-schema.ts';

/** As text on the wire it is twice as long. */
const CHUNK_BYTES = 2 * 1024 * 1024;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Into the tables of a source that is being loaded. */
export async function storeColumns({
  sql,
  source,
  path,
  signal,
}: {
  sql: Sql;
  source: string;
  path: string;
  signal: AbortSignal;
}): Promise<void> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let number = 0; ; number++) {
      const length = await fill(file, bytes, number * CHUNK_BYTES);
      if (length === 0) return;
      const chunk = bytes.subarray(0, length);
      await sql`
        INSERT INTO ${sql(NEXT)}.column_chunk (source, number, hash, bytes)
        VALUES (${source}, ${number}, ${sha256(chunk)}, ${chunk})`;
      signal.throwIfAborted();
    }
  } finally {
    await file.close();
  }
}

type File = Awaited<ReturnType<typeof open>>;

async function fill(file: File, bytes: Buffer, offset: number): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, offset + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/** A source that is not loaded any more, or was loaded again: what is to be copied now is another file. */
export class SourceReplaced extends Error {}

type SourceVersion = { name: string; version: string };

/** What a copy must have. */
export type ColumnsContent = { bytes: number; chunks: number; hash: string };

export async function columnsContent(sql: Sql, { name, version }: SourceVersion): Promise<ColumnsContent> {
  const rows = await sql<{ version: string; hash: Buffer | null; bytes: number | null }[]>`
    SELECT version, hash, octet_length(bytes) AS bytes
    FROM ${sql(PARCELS)}.parcel_source
      LEFT JOIN ${sql(PARCELS)}.column_chunk ON column_chunk.source = name AND column_chunk.source = ${name}
    WHERE name = ${name} ORDER BY number`;
  if (rows[0]?.version !== version) throw new SourceReplaced();
  const hash = createHash('sha256');
  let bytes = 0;
  for (const row of rows) {
    if (row.hash) hash.update(row.hash);
    bytes += row.bytes ?? 0;
  }
  return { bytes, chunks: rows.length, hash: hash.digest('hex') };
}

/** Appends all chunks. Throws a SourceReplaced if they are not those of this version any more. */
export async function copyChunks({
  sql,
  source: { name, version },
  content,
  append,
}: {
  sql: Sql;
  source: SourceVersion;
  content: ColumnsContent;
  append: (bytes: Uint8Array) => Promise<void>;
}): Promise<void> {
  const hash = createHash('sha256');
  for (let number = 0; number < content.chunks; number++) {
    const [row] = await sql<{ version: string; bytes: Buffer | null }[]>`
      SELECT version, bytes
      FROM ${sql(PARCELS)}.parcel_source
        LEFT JOIN ${sql(PARCELS)}.column_chunk
          ON column_chunk.source = name AND column_chunk.source = ${name} AND number = ${number}
      WHERE name = ${name}`;
    if (row?.version !== version) throw new SourceReplaced();
    if (!row.bytes) continue;
    hash.update(sha256(row.bytes));
    await append(row.bytes);
  }
  if (hash.digest('hex') !== content.hash) {
    throw new Error(`The columns of ${name} in the database do not have their checksums.`);
  }
}
