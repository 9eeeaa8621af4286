// Tests opening a PostgreSQL database: clear errors, older and newer formats, and several processes at once.

import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { OperatorError } from '../../runtime/operator-error.ts';
import { eventually } from '../../test/eventually.ts';
import { createBareDatabase } from '../../test/postgres-cluster.ts';
import { closeStores, postgresPlace } from '../../test/store-places.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { testSource } from '../../test/test-source.ts';
import type { ParcelRecord, ReplaceSource } from '../parcel-store.ts';
import { openPostgresStores } from './open-postgres-stores.ts';
import { PARCELS } from './parcel-schema.ts';

const load: ReplaceSource & { parcels: ParcelRecord[] } = {
  parcels: [...syntheticParcels({ columns: 20, rows: 1 })],
  expectedCount: 20,
  ...testSource,
};

async function refusalOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

async function administer(databaseUrl: string, ...statements: string[]): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

test('a server that does not answer is refused, without its password', async () => {
  const databaseUrl = 'postgres://someone:secret@127.0.0.1:1/platbook';
  expect(await refusalOf(openPostgresStores({ databaseUrl }))).toBe(
    'The database 127.0.0.1:1/platbook cannot be used: nothing answers there (ECONNREFUSED); start it, or correct DATABASE_URL.',
  );
});

test('a database that does not exist is refused', async () => {
  const databaseUrl = inject('postgresUrl').replace(/[^/]*$/, 'nowhere');
  expect(await refusalOf(openPostgresStores({ databaseUrl }))).toContain(
    '/nowhere cannot be used: database "nowhere" does not exist.',
  );
});

test('a database without PostGIS gets it', async () => {
  const databaseUrl = await createBareDatabase(inject('postgresUrl'), 'bare');
  await closeStores(await openPostgresStores({ databaseUrl }));
});

test('a database without PostGIS, and without the right to add it, is refused with advice', async () => {
  const databaseUrl = await createBareDatabase(inject('postgresUrl'), 'plain');
  await administer(databaseUrl, 'CREATE ROLE plain LOGIN', 'ALTER DATABASE plain OWNER TO plain');
  const asPlain = databaseUrl.replace('platbook@', 'plain@');
  expect(await refusalOf(openPostgresStores({ databaseUrl: asPlain }))).toMatch(
    /^The database needs PostGIS, which could not be added \(.*\)\. Its administrator can: CREATE EXTENSION postgis;$/,
  );
  await administer(databaseUrl, 'CREATE EXTENSION postgis');
  await closeStores(await openPostgresStores({ databaseUrl: asPlain }));
});

test('accounts of a newer Platbook are refused', async () => {
  const { databaseUrl, open } = await postgresPlace();
  await closeStores(await open());
  await administer(databaseUrl, 'UPDATE account_schema SET version = 99');
  expect(await refusalOf(open())).toContain('The accounts have schema version 99');
});

test('parcels of a newer Platbook are refused', async () => {
  const { databaseUrl, open } = await postgresPlace();
  await closeStores(await open());
  await administer(databaseUrl, 'CREATE SCHEMA platbook_parcels_99');
  expect(await refusalOf(open())).toContain('The parcels in the database have format 99');
});

test('processes that start together set the database up once', async () => {
  const { open } = await postgresPlace();
  const all = await Promise.all([open(), open(), open()]);
  await Promise.all(all.map(({ accounts }) => accounts.ping()));
  await Promise.all(all.map(closeStores));
});

test('parcels loaded by one process are read by the others', async () => {
  const { open } = await postgresPlace();
  const [loader, reader] = [await open(), await open()];
  for (const title of ['first', 'second']) {
    const set = await loader.parcels.replaceSource({ ...load, title });
    await eventually(() => expect(reader.parcels.current()).toEqual(set));
    expect(await reader.parcels.findByPin(load.parcels[0]!.pin)).toBeDefined();
  }
  await Promise.all([loader, reader].map(closeStores));
});

test('a process that lost its connections catches up on missed notifications', async () => {
  const { databaseUrl, open } = await postgresPlace();
  const reader = await open();
  await administer(
    databaseUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const loader = await open();
  const set = await loader.parcels.replaceSource(load);
  await eventually(() => expect(reader.parcels.current()).toEqual(set));
  await Promise.all([loader, reader].map(closeStores));
});

test('a process that cannot read the loaded set warns and retries until it can', async () => {
  const { databaseUrl, open } = await postgresPlace();
  const loader = await open();
  await loader.parcels.replaceSource(load);
  const warnings: string[] = [];
  const reader = await openPostgresStores({ databaseUrl, onWarning: (line) => warnings.push(line) });
  await administer(
    databaseUrl,
    `CREATE TABLE aside AS SELECT * FROM ${PARCELS}.loaded_set`,
    `DELETE FROM ${PARCELS}.loaded_set`,
    'NOTIFY platbook_parcels',
  );
  await eventually(() => expect(warnings).not.toEqual([]));
  expect(warnings[0]).toMatch(/^What parcels are loaded now could not be read: .+/);
  await administer(
    databaseUrl,
    `UPDATE ${PARCELS}.parcel_source SET title = 'at last'`,
    `INSERT INTO ${PARCELS}.loaded_set SELECT * FROM aside`,
  );
  await eventually(() => expect(reader.parcels.current()?.source).toBe('at last'));
  await Promise.all([loader, reader].map(closeStores));
});

test('of several processes that start without parcels, one loads them and the others wait', async () => {
  const { open } = await postgresPlace();
  const all = [await open(), await open(), await open()];
  const stages: string[] = [];
  const sets = await Promise.all(
    all.map(({ parcels }) =>
      parcels.replaceSource({ ...load, unlessLoaded: true, onProgress: ({ stage }) => stages.push(stage) }),
    ),
  );
  expect(new Set(sets.map(({ version }) => version)).size).toBe(1);
  expect(stages).toContain('Waiting for another import');
  for (const { parcels } of all) expect(parcels.current()).toEqual(sets[0]);
  await Promise.all(all.map(closeStores));
});
