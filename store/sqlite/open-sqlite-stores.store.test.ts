// Tests opening a data folder: clear errors, locking, migrations, leftovers of interrupted loads, and several processes.

import { copyFile, mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { eventually } from '../../test/eventually.ts';
import { closeStores, nextChange, type StorePlace, sqlitePlace } from '../../test/store-places.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { testSource } from '../../test/test-source.ts';
import { migrationsFrom } from '../account-migrations.ts';
import { formatFolderOf } from '../format-folder.ts';
import type { ParcelRecord, ParcelSet, ReplaceSource } from '../parcel-store.ts';
import { openSqliteParcels, openSqliteStores } from './open-sqlite-stores.ts';
import { publishManifest } from './parcel-manifest.ts';

let place: StorePlace & { dataDir: string };
beforeEach(async () => {
  place = await sqlitePlace();
});
afterEach(() => place.remove());

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

async function parcelFilesIn(): Promise<string[]> {
  return (await readdir(formatFolderOf(place))).filter((name) => /parcels|shared/.test(name)).sort();
}

function filesOf(set: ParcelSet): string[] {
  const files = set.sources.flatMap(({ name, version }) =>
    ['db', 'tiles', 'columns'].map((end) => `parcels-${name}-${version}.${end}`),
  );
  return [...files, 'parcels.json'].sort();
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
  const { version } = await stores.parcels.replaceSource(load);
  await closeStores(stores);
  const refused = (path: string) =>
    `${path} has format 99, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`;
  const database = join(formatFolderOf(place), `parcels-test-${version}.db`);
  setSchemaVersion(database, 99);
  expect(await refusalOf(place.open())).toBe(refused(database));
  setSchemaVersion(database, PARCEL_FORMAT);
  await closeStores(await place.open());
  const newer = join(place.dataDir, 'format-99');
  await rename(formatFolderOf(place), newer);
  expect(await refusalOf(place.open())).toBe(
    `The parcels in ${newer} have format 99, but this version of Platbook reads format ${PARCEL_FORMAT}: use the newer Platbook.`,
  );
});

test.each([
  ['{"format": 4, "version": "17', 'cut off'],
  ['{"format": 4}', 'without sources'],
  [
    `{"format": ${PARCEL_FORMAT}, "version": "1", "sources": [{"title": "x", "kind": "demo"}]}`,
    'with half a source',
  ],
])('a damaged manifest is refused with advice: %s (%s)', async (text) => {
  await mkdir(formatFolderOf(place));
  await writeFile(join(formatFolderOf(place), 'parcels.json'), text);
  expect(await refusalOf(place.open())).toBe(
    `The file ${join(formatFolderOf(place), 'parcels.json')} is damaged: restore it from a backup, or remove it and import the parcels again.`,
  );
});

test('parcels of a Platbook that kept no manifest are refused with advice', async () => {
  const path = join(place.dataDir, 'parcels-1600000000000.db');
  await writeFile(path, '');
  expect(await refusalOf(place.open())).toBe(
    `${path} is of a Platbook before 0.1.0, which no version since can read: move it away, and import the parcels again.`,
  );
});

test.runIf(process.platform === 'linux')(
  'the disk space of replaced parcels is freed by the garbage collector while the store stays open',
  async () => {
    const openDeleted = async () => {
      const targets = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      );
      return (await Promise.all(targets)).filter(
        (path) => path.startsWith(place.dataDir) && path.endsWith('(deleted)'),
      );
    };
    const stores = await place.open();
    await stores.parcels.replaceSource(load);
    expect(await stores.parcels.findByPin(load.parcels[0]!.pin)).toBeDefined();
    await stores.parcels.replaceSource(load);
    expect(await stores.parcels.findByPin(load.parcels[0]!.pin)).toBeDefined();
    await eventually(async () => {
      // Enough for the collector to look at everything.
      for (let at = 0; at < 100; at++) Array.from({ length: 100_000 }, (_, number) => ({ number }));
      expect(await openDeleted()).toEqual([]);
    });
    await closeStores(stores);
  },
);

test('an accounts file that is not a database is refused', async () => {
  await writeFile(
    join(place.dataDir, 'accounts.db'),
    'not a database, but long enough to be looked at'.repeat(99),
  );
  expect(await refusalOf(place.open())).toContain('file is not a database');
});

test('leftovers of interrupted loads are removed by the next load, not by a reader; other files never', async () => {
  const stores = await place.open();
  await stores.parcels.replaceSource(load);
  await closeStores(stores);
  const leftovers = [
    'parcels-test-1600000000000.db',
    'parcels-test-1600000000000.db-journal',
    'parcels-other-county-1600000000000.tiles',
    'parcels-other-county-1600000000000.columns',
    'shared-1600000000000.tiles',
    'parcels.json.unfinished',
  ];
  const foreign = ['parcels-of-mine.db', 'parcels-of-mine-2.db', 'notes-on-parcels.txt'];
  for (const name of [...leftovers, ...foreign]) await writeFile(join(formatFolderOf(place), name), '');

  const again = await place.open();
  expect(await parcelFilesIn()).toEqual(expect.arrayContaining([...leftovers, ...foreign]));
  const set = await again.parcels.replaceSource(load);
  expect(await parcelFilesIn()).toEqual([...filesOf(set), ...foreign].sort());
  await closeStores(again);
});

test('a source is imported beside a running server, which follows', async () => {
  const server = await place.open();
  const command = await openSqliteParcels({ dataDir: place.dataDir });
  const followed = nextChange(server.parcels);
  const set = await command.replaceSource(load);
  expect(await followed).toEqual(set);
  expect(server.parcels.current()).toEqual(set);
  expect((await server.parcels.findByPin(load.parcels[0]!.pin))?.pin).toBe(load.parcels[0]!.pin);
  await command.close();
  await closeStores(server);
});

test('a damaged manifest is warned about once, and the server goes on with the parcels it has', async () => {
  const warnings: string[] = [];
  const stores = await openSqliteStores({ dataDir: place.dataDir, onWarning: (line) => warnings.push(line) });
  const set = await stores.parcels.replaceSource(load);
  const manifest = join(formatFolderOf(place), 'parcels.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, 'not JSON');
  await eventually(() => expect(warnings).not.toEqual([]));
  expect(warnings).toEqual([expect.stringContaining('parcels.json is damaged')]);
  expect(stores.parcels.current()).toEqual(set);
  expect(await stores.parcels.findByPin(load.parcels[0]!.pin)).toBeDefined();

  const repaired = nextChange(stores.parcels);
  await writeFile(manifest, text.replace(`"version": "${set.version}"`, `"version": "${set.version}0"`));
  expect((await repaired)?.version).toBe(`${set.version}0`);
  expect(warnings).toHaveLength(1);
  await closeStores(stores);
});

test('searches at once are answered alike, also where another process has removed the files meanwhile', async () => {
  const { parcels, accounts } = await place.open();
  await parcels.replaceSource(load);
  const search = () => parcels.search({ text: '4600-00', limit: 5 });
  const alone = await search();
  expect(alone.length).toBeGreaterThan(0);
  for (const name of await parcelFilesIn()) {
    if (name.endsWith('.db')) await rm(join(formatFolderOf(place), name));
  }
  // The second would have a thread of its own, which cannot open them any more.
  expect(await Promise.all([search(), search(), search()])).toEqual([alone, alone, alone]);
  await closeStores({ parcels, accounts });
});

test('fifty sources are open at once', async () => {
  const parcels = await openSqliteParcels({ dataDir: place.dataDir });
  const first = { ...load, parcels: load.parcels.slice(0, 1) };
  let set = await parcels.replaceSource({ ...first, name: 'county-1' });
  // Copies of one county under other names: loading fifty would take too long.
  const [source] = set.sources;
  const sources = [{ ...source!, hasBarePins: true }];
  for (let number = 2; number <= 50; number++) {
    const name = `county-${number}`;
    for (const end of ['db', 'tiles', 'columns']) {
      const from = join(formatFolderOf(place), `parcels-county-1-${set.version}.${end}`);
      await copyFile(from, join(formatFolderOf(place), `parcels-${name}-${set.version}.${end}`));
    }
    sources.push({ ...source!, name, title: name, hasBarePins: false });
  }
  const followed = nextChange(parcels);
  const version = `${Number(set.version) + 1}`;
  await publishManifest(formatFolderOf(place), {
    version,
    sources,
    sharedTiles: null,
    liveSince: new Date().toISOString(),
  });
  set = (await followed)!;
  expect(set.source).toBe('Test county and 49 other sources');
  const { pin } = first.parcels[0]!;
  expect((await parcels.findByPin(`${pin}~county-50`))?.origin?.title).toBe('county-50');
  expect(await parcels.search({ text: pin, limit: 20 })).toHaveLength(20);
  expect(await parcels.removeSource('county-50')).toMatchObject({ count: 49 });
  expect((await parcels.storedTile(tileAt(first.parcels[0]!.centroid, 16)))?.gzip).toBeDefined();
  await parcels.close();
});
