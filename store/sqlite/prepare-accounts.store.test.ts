// Tests that a server never starts on accounts that are damaged, or that have lost their people.
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '../../runtime/operator-error.ts';
import { closeStores, type StorePlace, sqlitePlace } from '../../test/store-places.ts';
import { backUpSqliteAccounts } from './back-up-accounts.ts';
import { restoreSqliteAccounts } from './restore-accounts.ts';

let place: StorePlace & { dataDir: string };
let accountsFile: string;
beforeEach(async () => {
  place = await sqlitePlace();
  accountsFile = join(place.dataDir, 'accounts.db');
});
afterEach(() => place.remove());

/** Two hundred people, so that the file has pages to lose, and a backup of them. */
async function withPeople(): Promise<string> {
  const stores = await place.open();
  for (let number = 1; number <= 200; number++) {
    await stores.accounts.findOrCreateUser({ email: `person-${number}@example.org`, nowMs: number });
  }
  await closeStores(stores);
  const path = join(place.dataDir, 'backups', 'accounts-2026-01-31T09-05-00Z.db');
  return (await backUpSqliteAccounts({ dataDir: place.dataDir, path })).path;
}

async function refusal(): Promise<string> {
  const error = await place.open().then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

async function removeLog(): Promise<void> {
  for (const end of ['-wal', '-shm']) await rm(`${accountsFile}${end}`, { force: true });
}

const damages: [string, () => Promise<unknown>][] = [
  ['garbage', () => writeFile(accountsFile, 'not a database at all'.repeat(2000))],
  ['cut off at half', async () => truncate(accountsFile, Math.floor((await stat(accountsFile)).size / 2))],
  ['cut off within its first page', () => truncate(accountsFile, 60)],
  [
    'overwritten in the middle',
    async () => {
      const bytes = await readFile(accountsFile);
      bytes.fill(0xa5, 4 * 4096, 6 * 4096);
      await writeFile(accountsFile, bytes);
    },
  ],
  ['empty', () => truncate(accountsFile, 0)],
  ['missing', () => rm(accountsFile)],
  [
    'replaced by an empty database',
    async () => {
      await rm(accountsFile);
      const db = new DatabaseSync(accountsFile);
      db.exec('PRAGMA journal_mode = WAL; PRAGMA user_version = 1; PRAGMA user_version = 0;');
      db.close();
    },
  ],
];

test.each(damages)(
  'an accounts file that is %s is refused with the way out, and left as it is',
  async (_how, damage) => {
    const backup = await withPeople();
    await removeLog();
    await damage();
    const before = await readFile(accountsFile).catch(() => undefined);
    for (let attempt = 1; attempt <= 2; attempt++) {
      const message = await refusal();
      expect(message).toContain(`${accountsFile} is `);
      expect(message).toContain('restore a backup with platbook restore FILE');
      expect(message).toContain(backup);
    }
    expect(await readFile(accountsFile).catch(() => undefined)).toEqual(before);

    const restored = await restoreSqliteAccounts({ dataDir: place.dataDir, file: backup });
    expect(restored.people).toBe(200);
    if (before) expect(await readFile(restored.aside!)).toEqual(before);
    const { parcels, accounts } = await place.open();
    expect(await accounts.findOrCreateUser({ email: 'person-7@example.org', nowMs: 999 })).toMatchObject({
      createdAtMs: 7,
    });
    await closeStores({ parcels, accounts });
  },
);

test('accounts that were cut off beside a log of later writes are refused', async () => {
  await withPeople();
  const stores = await place.open();
  await stores.accounts.findOrCreateUser({ email: 'in-the-log@example.org', nowMs: 0 });
  const [main, log] = [await readFile(accountsFile), await readFile(`${accountsFile}-wal`)];
  await closeStores(stores);
  await removeLog();
  await writeFile(accountsFile, main.subarray(0, Math.floor(main.length / 2)));
  await writeFile(`${accountsFile}-wal`, log);
  expect(await refusal()).toContain(`${accountsFile} is damaged`);
});

test('without the marker a missing file is a new one: an operator who removes both starts anew', async () => {
  await withPeople();
  await rm(accountsFile);
  await removeLog();
  const message = await refusal();
  expect(message).toContain(`remove ${join(place.dataDir, 'accounts.marker')}`);
  await rm(join(place.dataDir, 'accounts.marker'));
  await closeStores(await place.open());
  expect(await readdir(place.dataDir)).toContain('accounts.marker');
});

test('a first start that was killed before there was anything does not stop the next', async () => {
  await writeFile(accountsFile, '');
  await closeStores(await place.open());
  expect((await stat(accountsFile)).size).toBeGreaterThan(0);
});

test('accounts of a version before the marker get one', async () => {
  await withPeople();
  await rm(join(place.dataDir, 'accounts.marker'));
  await closeStores(await place.open());
  await rm(accountsFile);
  expect(await refusal()).toContain(`${accountsFile} is missing`);
});

test('a lock that is garbage is named', async () => {
  const path = join(place.dataDir, 'lock.db');
  await writeFile(path, 'no lock at all '.repeat(999));
  expect(await refusal()).toContain(`${path} is damaged, and only a lock: remove it.`);
});
