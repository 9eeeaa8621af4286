// Tests opening a data folder: clear errors, locking, migrations, and leftovers of interrupted loads.

import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { closeStores, type StorePlace, sqlitePlace } from '../../test/store-places.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { migrationsFrom } from '../account-migrations.ts';
import type { ParcelRecord, ReplaceParcels } from '../parcel-store.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

let place: StorePlace & { dataDir: string };
beforeEach(async () => {
  place = await sqlitePlace();
});
afterEach(() => place.remove());

const load: ReplaceParcels & { parcels: ParcelRecord[] } = {
  parcels: [...syntheticParcels({ columns: 20, rows: 1 })],
  expectedCount: 20,
  source: 'test',
  kind: 'imported',
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

function setSchemaVersion(path: string, version: number): void {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}

test('a missing folder is created', async () => {
  const dataDir = join(place.dataDir, 'new', 'folder');
  await closeStores(await openSqliteStores({ dataDir }));
  expect(await readdir(dataDir)).toContain('accounts.db');
});

test('accounts are readable only by the user that runs the server', async () => {
  const stores = await place.open();
  await stores.accounts.findOrCreateUser({ email: 'ada@example.org', nowMs: 0 });
  const names = (await readdir(place.dataDir)).filter((name) => name.startsWith('accounts'));
  for (const name of names) expect((await stat(join(place.dataDir, name))).mode & 0o077).toBe(0);
  expect(names).toContain('accounts.db-wal');
  await closeStores(stores);
});

test('accounts of the first version are migrated without loss', async () => {
  const path = join(place.dataDir, 'accounts.db');
  const db = new DatabaseSync(path);
  const firstSteps = migrationsFrom(0).slice(0, -migrationsFrom(1).length);
  for (const statement of firstSteps) db.exec(statement);
  db.exec(`PRAGMA user_version = 1;
    INSERT INTO users VALUES ('ada', 'ada@example.org', 1, 5);
    INSERT INTO magic_links VALUES ('link', 'ada', 'challenge', 5, 50, 0, 0);
    INSERT INTO sessions VALUES ('session', 'ada', 'hash', 5, 6, 50);`);
  db.close();
  const stores = await place.open();
  expect(await stores.accounts.findSession({ tokenHash: 'hash', nowMs: 10 })).toEqual({
    sessionId: 'session',
    userId: 'ada',
    kind: 'magic_links',
    tokenHash: 'hash',
    startedAtMs: 5,
    lastAccessedAtMs: 6,
    expiresAtMs: 50,
  });
  const attempt = { tokenHash: 'link', codeChallenge: 'challenge', nowMs: 10, wrongTriesMax: 5 };
  expect((await stores.accounts.spendSignInToken({ ...attempt, kind: 'magic_links' })).outcome).toBe(
    'spent-now',
  );
  await closeStores(stores);
});

test('a folder that cannot be created is refused', async () => {
  const file = join(place.dataDir, 'file');
  await writeFile(file, '');
  const dataDir = join(file, 'data');
  expect(await refusalOf(openSqliteStores({ dataDir }))).toContain(
    `The data folder ${dataDir} cannot be used`,
  );
});

test('two stores on one folder: the second is refused, until the first is closed', async () => {
  const first = await place.open();
  expect(await refusalOf(place.open())).toBe(
    `The data folder ${place.dataDir} is in use by another Platbook process.`,
  );
  await first.parcels.close();
  await refusalOf(place.open());
  await first.accounts.close();
  await closeStores(await place.open());
});

test('accounts of a newer Platbook are refused and left as they are', async () => {
  await closeStores(await place.open());
  setSchemaVersion(join(place.dataDir, 'accounts.db'), 99);
  const line = 'The accounts have schema version 99, but this version of Platbook knows only';
  expect(await refusalOf(place.open())).toContain(line);
  expect(await refusalOf(place.open())).toContain(line);
});

test('parcels of a newer Platbook are refused and left as they are', async () => {
  const stores = await place.open();
  const { version } = await stores.parcels.replaceAll(load);
  await closeStores(stores);
  const path = join(place.dataDir, `parcels-${version}.db`);
  setSchemaVersion(path, 99);
  expect(await refusalOf(place.open())).toContain(
    `${path} has format 99, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
  );
  setSchemaVersion(path, PARCEL_FORMAT);
  await closeStores(await place.open());
});

/** What format 2 looked like: its loaded_set had no kind. */
function makeFormat2(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('ALTER TABLE loaded_set DROP COLUMN kind; PRAGMA user_version = 2;');
  db.close();
}

test.each([
  ['Demo county (fictional)', 'demo'],
  ['Harrow County', 'imported'],
])('an outdated set without a kind is judged by its source: %s', async (source, kind) => {
  const stores = await place.open();
  const { version } = await stores.parcels.replaceAll({ ...load, source });
  await closeStores(stores);
  makeFormat2(join(place.dataDir, `parcels-${version}.db`));
  const again = await place.open();
  expect(again.parcels.outdated()).toEqual({ version, source, kind });
  await closeStores(again);
});

test('parcels of an older Platbook are not read until others replace them, and accounts stay', async () => {
  const stores = await place.open();
  const { version } = await stores.parcels.replaceAll(load);
  const user = await stores.accounts.findOrCreateUser({ email: 'ada@example.org', nowMs: 0 });
  await closeStores(stores);
  makeFormat2(join(place.dataDir, `parcels-${version}.db`));

  for (const isReplaced of [false, true]) {
    const { parcels, accounts } = await place.open();
    expect(parcels.outdated()).toEqual({ version, source: 'test', kind: 'imported' });
    expect(parcels.current()).toBeUndefined();
    expect(await parcels.findByPin(load.parcels[0]!.pin)).toBeUndefined();
    expect(await accounts.findUser(user.userId)).toEqual(user);
    if (isReplaced) {
      const set = await parcels.replaceAll({ ...load, unlessLoaded: true });
      expect(Number(set.version)).toBeGreaterThan(Number(version));
      expect(parcels.current()).toEqual(set);
      expect(parcels.outdated()).toBeUndefined();
    }
    await closeStores({ parcels, accounts });
  }
  const files = (await readdir(place.dataDir)).filter((name) => name.startsWith('parcels'));
  expect(files).toHaveLength(2);
  expect(files.join()).not.toContain(version);
});

test('an accounts file that is no database is refused', async () => {
  await writeFile(
    join(place.dataDir, 'accounts.db'),
    'not a database, but long enough to be looked at'.repeat(99),
  );
  expect(await refusalOf(place.open())).toContain('file is not a database');
});

test('leftovers of an interrupted load are removed, other files are not', async () => {
  const stores = await place.open();
  const { version } = await stores.parcels.replaceAll(load);
  await closeStores(stores);
  const leftovers = ['parcels-1.db', 'parcels-1.tiles', 'parcels-9999999999999.tiles'];
  const unfinished = [
    'parcels-9999999999999.db.loading',
    'parcels-7.tiles.loading',
    'parcels-7.db.loading-journal',
  ];
  const foreign = ['parcels-of-mine.db', 'notes.txt'];
  for (const name of [...leftovers, ...unfinished, ...foreign])
    await writeFile(join(place.dataDir, name), '');

  const again = await place.open();
  expect(again.parcels.current()?.version).toBe(version);
  expect((await readdir(place.dataDir)).filter((name) => /parcels|notes/.test(name)).sort()).toEqual(
    [`parcels-${version}.db`, `parcels-${version}.tiles`, ...foreign].sort(),
  );
  await closeStores(again);
});

test('after a replacement only the new files are left', async () => {
  const stores = await place.open();
  await stores.parcels.replaceAll(load);
  const { version } = await stores.parcels.replaceAll(load);
  await closeStores(stores);
  expect((await readdir(place.dataDir)).filter((name) => name.startsWith('parcels')).sort()).toEqual([
    `parcels-${version}.db`,
    `parcels-${version}.tiles`,
  ]);
});
