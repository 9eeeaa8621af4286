// Tests the copies of columns that servers of PostgreSQL keep on their machine.
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { oddParcels } from '../../test/odd-parcels.ts';
import { closeStores, postgresPlace, type Stores } from '../../test/store-places.ts';
import { testSource } from '../../test/test-source.ts';
import { formatFolderOf } from '../format-folder.ts';
import type { ParcelStore } from '../parcel-store.ts';
import { columnsContent, copyChunks, SourceReplaced } from './column-chunks.ts';
import { connect } from './connect.ts';
import { openPostgresStores } from './open-postgres-stores.ts';
import { PARCELS } from './parcel-schema.ts';

let databaseUrl: string;
let dataDir: string;
const opened: Stores[] = [];
beforeEach(async () => {
  ({ databaseUrl } = await postgresPlace());
  dataDir = await mkdtemp(join(tmpdir(), 'platbook-copies-'));
});
afterEach(async () => {
  for (const stores of opened.splice(0)) await closeStores(stores);
  await rm(dataDir, { recursive: true });
});

/** As a server process of this machine does. */
async function openServer(): Promise<ParcelStore> {
  const stores = await openPostgresStores({ databaseUrl, dataDir });
  opened.push(stores);
  return stores.parcels;
}

const never = new AbortController().signal;
const countIn = async (parcels: ParcelStore) =>
  (await parcels.queries.select({ filter: { op: 'all' }, sort: [], limit: 0, offset: 0 }, never)).count;
const load = (parcels = oddParcels, name = testSource.name) => ({
  ...testSource,
  name,
  parcels,
  expectedCount: parcels.length,
});
const copies = async () =>
  (await readdir(join(formatFolderOf({ dataDir }), 'columns')).catch(() => [])).sort();

async function runSql(statement: string): Promise<void> {
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  await sql.unsafe(statement);
  await sql.end();
}

test('a version is copied by the first question, once for all processes of a machine', async () => {
  const [first, second] = [await openServer(), await openServer()];
  const { version } = await first.replaceSource(load());
  await second.catchUp();
  expect(await copies()).toEqual([]);
  expect(await countIn(first)).toBe(oddParcels.length);
  expect(await copies()).toEqual([expect.stringMatching(`^test-${version}-[0-9a-f]{64}\\.columns$`)]);
  // The second process would not get it from the database any more.
  await runSql(`UPDATE ${PARCELS}.column_chunk SET bytes = ''::bytea || substr(bytes, 2) || '\\x00'`);
  expect(await countIn(second)).toBe(oddParcels.length);
});

test('processes that ask at the same time each find all of it', async () => {
  const servers = [await openServer(), await openServer(), await openServer()];
  await servers[0]!.replaceSource(load());
  for (const server of servers) await server.catchUp();
  const counts = await Promise.all(servers.flatMap((server) => [countIn(server), countIn(server)]));
  expect(new Set(counts)).toEqual(new Set([oddParcels.length]));
  expect(await copies()).toHaveLength(1);
});

test('the copy of a replaced version is removed, and those of an earlier process at the next start', async () => {
  const server = await openServer();
  await server.replaceSource(load());
  await countIn(server);
  const [old] = await copies();
  await server.replaceSource(load(oddParcels.slice(1)));
  await eventually(async () => expect(await copies()).not.toContain(old));
  expect(await countIn(server)).toBe(oddParcels.length - 1);

  const [current] = await copies();
  const ofToday = `${current}.0b04b1f2-9f39-4d5e-9d3e-0123456789ab`;
  const ofYesterday = `${current}.1b04b1f2-9f39-4d5e-9d3e-0123456789ab`;
  for (const name of [old!, ofToday, ofYesterday, 'notes.txt']) {
    await writeFile(join(formatFolderOf({ dataDir }), 'columns', name), '');
  }
  await utimes(join(formatFolderOf({ dataDir }), 'columns', ofYesterday), 1, 1);
  await openServer();
  await eventually(async () => expect(await copies()).toEqual([current, ofToday, 'notes.txt'].sort()));
});

test('a damaged copy is made again', async () => {
  const server = await openServer();
  await server.replaceSource(load());
  await countIn(server);
  const [name] = await copies();
  const path = join(formatFolderOf({ dataDir }), 'columns', name!);
  const whole = await readFile(path);
  for (const damaged of [Buffer.alloc(0), whole.subarray(1), Buffer.alloc(whole.length)]) {
    await writeFile(path, damaged);
    expect(await countIn(await openServer())).toBe(oddParcels.length);
    expect(await readFile(path)).toEqual(whole);
  }
});

test('a source that is replaced while it is copied is noticed between two pieces', async () => {
  const server = await openServer();
  const { sources } = await server.replaceSource(load());
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    const content = await columnsContent(sql, sources[0]!);
    await server.replaceSource(load(oddParcels.slice(2)));
    const append = () => Promise.reject(new Error('Nothing may be copied.'));
    const copy = copyChunks({ sql, source: sources[0]!, content, append });
    await expect(copy).rejects.toBeInstanceOf(SourceReplaced);
    await expect(columnsContent(sql, sources[0]!)).rejects.toBeInstanceOf(SourceReplaced);
    await server.removeSource('test');
    await expect(columnsContent(sql, sources[0]!)).rejects.toBeInstanceOf(SourceReplaced);
  } finally {
    await sql.end();
  }
});

test('columns that lost their checksum in the database are refused, not misread', async () => {
  const server = await openServer();
  await server.replaceSource(load());
  await runSql(`UPDATE ${PARCELS}.column_chunk SET bytes = substr(bytes, 2)`);
  await expect(countIn(server)).rejects.toThrow(
    'The columns of test in the database do not have their checksums.',
  );
  expect(await copies()).toEqual([]);
  await server.replaceSource(load());
  expect(await countIn(server)).toBe(oddParcels.length);
});

test('an import does not wait for a set that is being read', async () => {
  const server = await openServer();
  await server.replaceSource(load());
  const stream = server.queries.stream({ op: 'all' }, never)[Symbol.asyncIterator]();
  const { value } = await stream.next();
  await server.replaceSource(load(oddParcels.slice(3)));
  expect(value.parcels).toHaveLength(oddParcels.length);
  expect((await stream.next()).done).toBe(true);
  expect(await countIn(server)).toBe(oddParcels.length - 3);
});
