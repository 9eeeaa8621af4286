// Files that one process has made, kept in the database for all others: maps and places take a minute to make, and a
// second to fetch. One set of files for each kind: a new one takes the place of the one before.
import { open, stat } from 'node:fs/promises';
import type { ChangeOptions } from '../parcel-store.ts';
import { connect, inTransaction, type Sql, type Statements } from './connect.ts';
import { withLock } from './with-load-lock.ts';

/** The advisory lock of the process that makes files: an arbitrary number that all processes share. */
const MAKING_LOCK = 7_528_266_003;
/** Small, because it is in memory several times over on its way. */
const PART_BYTES = 1024 * 1024;

/** `key` says what the files were made from and by which version: any other key counts as missing. */
export type SharedFilesId = { kind: string; key: string };
export type SharedFile = { name: string; modifiedMs: number; parts: AsyncIterable<Uint8Array> };
/** Hands over the files in the order in which they were written. False if there are none. */
export type ReadFiles = (id: SharedFilesId, take: (file: SharedFile) => Promise<void>) => Promise<boolean>;
export type FilesToShare = SharedFilesId & {
  files: readonly ({ name: string; path: string } | { name: string; bytes: Buffer })[];
};

export class SharedFiles {
  readonly #databaseUrl: string;
  readonly #sql: Sql;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    this.#sql = connect(databaseUrl, { connectionsMax: 1 });
  }

  /** A mutex of all processes: one makes the files, and the others find them made. */
  inTurn<T>(run: () => Promise<T>, options: ChangeOptions = {}): Promise<T> {
    return withLock({ databaseUrl: this.#databaseUrl, lock: MAKING_LOCK, ...options }, run);
  }

  /** All that `run` reads is of one moment, and stays complete while another process replaces it. */
  async reading<T>(run: (read: ReadFiles) => Promise<T>): Promise<T> {
    if (!(await hasTable(this.#sql))) return run(async () => false);
    return inTransaction(
      this.#sql,
      (sql) => run((id, take) => readFiles(sql, id, take)),
      'ISOLATION LEVEL REPEATABLE READ READ ONLY',
    );
  }

  /** Atomic: readers find the files before, or all of these and none of the kinds that are `gone`. */
  async write(sets: readonly FilesToShare[], gone: readonly string[] = []): Promise<void> {
    await this.#sql.begin(async (sql) => {
      // Only then: changing a table waits for those who read it.
      if (!(await hasTable(sql))) await createTable(sql);
      for (const kind of [...gone, ...sets.map((set) => set.kind)]) {
        await sql`DELETE FROM platbook_files.shared_file WHERE kind = ${kind}`;
      }
      for (const { kind, key, files } of sets) {
        for (const [place, file] of files.entries()) {
          const modifiedMs = 'path' in file ? Math.round((await stat(file.path)).mtimeMs) : Date.now();
          let part = 0;
          for await (const bytes of 'path' in file ? partsOfFile(file.path) : [file.bytes]) {
            await sql`
              INSERT INTO platbook_files.shared_file (kind, key, place, name, modified_ms, part, bytes)
              VALUES (${kind}, ${key}, ${place}, ${file.name}, ${modifiedMs}, ${part}, ${bytes})`;
            part++;
          }
        }
      }
    });
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 5 });
  }
}

async function readFiles(
  sql: Statements,
  { kind, key }: SharedFilesId,
  take: (file: SharedFile) => Promise<void>,
): Promise<boolean> {
  const files = await sql<{ place: number; name: string; modified_ms: number; parts: number }[]>`
    SELECT place, name, modified_ms, count(*)::integer AS parts FROM platbook_files.shared_file
    WHERE kind = ${kind} AND key = ${key} GROUP BY place, name, modified_ms ORDER BY place`;
  async function* partsOf({ place, parts }: { place: number; parts: number }) {
    for (let part = 0; part < parts; part++) {
      const [row] = await sql<{ bytes: Buffer }[]>`
        SELECT bytes FROM platbook_files.shared_file
        WHERE kind = ${kind} AND place = ${place} AND part = ${part}`;
      yield row!.bytes;
    }
  }
  for (const file of files) {
    await take({ name: file.name, modifiedMs: file.modified_ms, parts: partsOf(file) });
  }
  return files.length > 0;
}

async function hasTable(sql: Statements): Promise<boolean> {
  const [row] = await sql`SELECT to_regclass('platbook_files.shared_file') IS NOT NULL AS found`;
  return row!.found;
}

async function createTable(sql: Statements): Promise<void> {
  await sql`CREATE SCHEMA platbook_files`;
  await sql`
    CREATE TABLE platbook_files.shared_file (
      kind text NOT NULL, key text NOT NULL, place integer NOT NULL, name text NOT NULL,
      modified_ms bigint NOT NULL, part integer NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (kind, place, part)
    )`;
  // Most of them are packed already.
  await sql`ALTER TABLE platbook_files.shared_file ALTER COLUMN bytes SET STORAGE EXTERNAL`;
}

/** An empty file is one empty part. */
async function* partsOfFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let offset = 0; offset === 0 || offset < size; offset += PART_BYTES) {
      const bytes = Buffer.alloc(Math.min(PART_BYTES, size - offset));
      for (let done = 0; done < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
        if (bytesRead === 0) throw new Error(`${path} ends too early.`);
        done += bytesRead;
      }
      yield bytes;
    }
  } finally {
    await file.close();
  }
}
