// Tests backing up and restoring accounts, once on each database and from one to the other.
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '../runtime/operator-error.ts';
import { closeStores, postgresPlace, type Stores, sqlitePlace } from '../test/store-places.ts';
import {
  type AccountBackup,
  backupsIn,
  freePath,
  lastBackup,
  noteBackup,
  restoreAdvice,
  writeBackupBeforeMigration,
} from './account-backup.ts';
import { checkAccountFile } from './account-file.ts';
import { ACCOUNT_SCHEMA_VERSION, migrationsTo } from './account-migrations.ts';
import { backUpPostgresAccounts } from './postgres/back-up-accounts.ts';
import { openPostgresStores } from './postgres/open-postgres-stores.ts';
import { restorePostgresAccounts } from './postgres/restore-accounts.ts';
import type { RestoredAccounts } from './restored-accounts.ts';
import { backUpSqliteAccounts } from './sqlite/back-up-accounts.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import { restoreSqliteAccounts } from './sqlite/restore-accounts.ts';

type Place = {
  dataDir: string;
  open(): Promise<Stores>;
  backUp(path: string): Promise<AccountBackup>;
  restore(file: string, isForeign?: 'foreign'): Promise<RestoredAccounts>;
  /** Statements of an administrator. */
  administer(...statements: string[]): Promise<void>;
  /** The schema version that the accounts have by now. */
  version(): Promise<number>;
  remove(): Promise<void>;
};

async function onSqlite(): Promise<Place> {
  const { dataDir, remove } = await sqlitePlace();
  const using = <T>(use: (db: DatabaseSyncInstance) => T): T => {
    const db = new DatabaseSync(join(dataDir, 'accounts.db'));
    try {
      return use(db);
    } finally {
      db.close();
    }
  };
  return {
    dataDir,
    open: () => openSqliteStores({ dataDir }),
    backUp: (path) => backUpSqliteAccounts({ dataDir, path }),
    restore: (file, isForeign) =>
      restoreSqliteAccounts({ dataDir, file, isForeign: isForeign !== undefined }),
    administer: async (...statements) =>
      using((db) => {
        for (const statement of statements) db.exec(statement);
      }),
    version: async () =>
      using((db) => (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version),
    remove,
  };
}

async function onPostgres(): Promise<Place> {
  const { databaseUrl } = await postgresPlace();
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-backup-'));
  const using = async <T>(use: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    return use(sql).finally(() => sql.end());
  };
  return {
    dataDir,
    open: () => openPostgresStores({ databaseUrl, dataDir }),
    backUp: (path) => backUpPostgresAccounts({ databaseUrl, dataDir, path }),
    restore: (file, isForeign) =>
      restorePostgresAccounts({ databaseUrl, dataDir, file, isForeign: isForeign !== undefined }),
    administer: (...statements) =>
      using(async (sql) => {
        for (const statement of statements) await sql.unsafe(statement);
      }),
    version: () => using(async (sql) => (await sql`SELECT version FROM account_schema`)[0]!.version),
    remove: () => rm(dataDir, { recursive: true }),
  };
}

const parcel = {
  parcel_pin: '4601',
  parcel_owner_name: 'Ōwner ‘quoted’',
  parcel_address: '1 Main St',
  parcel_centroid_lat: 35.62,
  parcel_centroid_lon: -80.86,
  notes: null,
  folder: 'Ponds',
  color: '#1f7a4d',
};

/** Ada with one saved parcel and a session. */
async function fill({ accounts }: Stores) {
  const user = await accounts.findOrCreateUser({ email: 'ada@example.org', nowMs: 1_700_000_000_000 });
  await accounts.markEmailVerified(user.userId);
  const saved = await accounts.saveParcel({ userId: user.userId, parcel, nowMs: 5 });
  const { userId } = user;
  const drawing = {
    geometry: { type: 'Point' as const, coordinates: [-80, 35] },
    properties: { name: 'Ōak' },
  };
  await accounts.drawings.change({
    userId,
    writer: 'w',
    id: 'oak',
    base: 0,
    drawing,
    nowMs: 1_700_000_000_000,
  });
  await accounts.keepPreferences({ userId, chosen: { units: 'metric' } });
  const at = { startedAtMs: 5, lastAccessedAtMs: 5, expiresAtMs: 5_000 };
  const session = { sessionId: 'session', userId: user.userId, tokenHash: 'hash-of-a-token', ...at };
  await accounts.addSession({ ...session, kind: 'magic_links' });
  await accounts.addSignInToken({
    tokenHash: 'hash-of-a-link',
    kind: 'magic_links',
    userId: user.userId,
    codeChallenge: 'challenge',
    createdAtMs: 5,
    expiresAtMs: 5_000,
  });
  await accounts.addSigningKey({ keyId: 'key', privateJwk: 'a private key', createdAtMs: 5 });
  const project = await accounts.findOrCreateProject({ projectId: 'project', publicToken: 'token' });
  return { user: { ...user, emailVerified: true }, saved: saved!, project };
}

async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe.each([
  ['SQLite', onSqlite, onPostgres, 60],
  ['PostgreSQL', onPostgres, onSqlite, 20],
])('on %s', (kind, createPlace, createOther, rounds) => {
  let place: Place;
  beforeEach(async () => {
    place = await createPlace();
  });
  afterEach(() => place.remove());
  const backups = () => join(place.dataDir, 'backups');

  test('a restore brings people, saved parcels, drawings and preferences back as they were, and ends all sessions', async () => {
    const stores = await place.open();
    const { user, saved, project } = await fill(stores);
    const file = join(place.dataDir, 'copy.db');
    const backup = await place.backUp(file);
    expect(backup).toEqual({
      path: file,
      people: 1,
      savedParcels: 1,
      version: ACCOUNT_SCHEMA_VERSION,
      bytes: (await stat(file)).size,
    });
    expect((await stat(file)).mode & 0o077).toBe(0);
    await stores.accounts.deleteSavedParcel({ userId: user.userId, id: saved.id });
    await stores.accounts.findOrCreateUser({ email: 'later@example.org', nowMs: 9 });
    await closeStores(stores);

    const restored = await place.restore(file);
    expect(restored).toMatchObject({ people: 1, savedParcels: 1, versionBefore: ACCOUNT_SCHEMA_VERSION });
    const { parcels, accounts } = await place.open();
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.listSavedParcels(user.userId)).toEqual([saved]);
    expect(await accounts.drawings.list(user.userId)).toMatchObject([
      { id: 'oak', properties: { name: 'Ōak' } },
    ]);
    expect(JSON.parse((await accounts.findPreferences(user.userId))!)).toEqual({ units: 'metric' });
    expect(await accounts.findSession({ tokenHash: 'hash-of-a-token', nowMs: 10 })).toBeUndefined();
    const attempt = { tokenHash: 'hash-of-a-link', codeChallenge: 'challenge', nowMs: 10, wrongTriesMax: 5 };
    expect(await accounts.spendSignInToken({ ...attempt, kind: 'magic_links' })).toEqual({
      outcome: 'unknown',
    });
    expect(await accounts.listSigningKeys()).toEqual([]);
    expect(await accounts.findOrCreateProject({ projectId: 'x', publicToken: 'y' })).toEqual(project);
    await closeStores({ parcels, accounts });

    // What was there before has been kept, with the person who came after the backup.
    expect(restored.aside).toContain(join(backups(), 'accounts-before-restore-'));
    expect(checkAccountFile(restored.aside!)).toMatchObject({ people: 2, savedParcels: 0 });
    expect((await stat(restored.aside!)).mode & 0o077).toBe(0);
    expect((await readdir(place.dataDir)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('sessions that are in a restored file, as in a copy made by hand, are ended', async () => {
    const stores = await place.open();
    const { user } = await fill(stores);
    await closeStores(stores);
    const other = await place.backUp(join(place.dataDir, 'one.db'));
    const first = await place.restore(other.path);
    // The file of the accounts before has its sessions: nothing was taken from it.
    const again = await place.restore(first.aside!);
    expect(again.people).toBe(1);
    const { parcels, accounts } = await place.open();
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.findSession({ tokenHash: 'hash-of-a-token', nowMs: 10 })).toBeUndefined();
    await closeStores({ parcels, accounts });
  });

  test('a backup holds nothing that lets anybody in', async () => {
    const stores = await place.open();
    await fill(stores);
    await closeStores(stores);
    const { path } = await place.backUp(join(place.dataDir, 'copy.db'));
    const bytes = (await readFile(path)).toString('latin1');
    expect(bytes).toContain('ada@example.org');
    for (const secret of ['hash-of-a-token', 'hash-of-a-link', 'a private key']) {
      expect(bytes).not.toContain(secret);
    }
  });

  test('accounts move to the other database', async () => {
    const stores = await place.open();
    const { user, saved } = await fill(stores);
    await closeStores(stores);
    const { path } = await place.backUp(join(place.dataDir, 'copy.db'));
    const other = await createOther();
    expect(await other.restore(path, 'foreign')).toMatchObject({
      people: 1,
      savedParcels: 1,
      aside: undefined,
    });
    const { parcels, accounts } = await other.open();
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.listSavedParcels(user.userId)).toEqual([saved]);
    expect(await accounts.drawings.list(user.userId)).toMatchObject([
      { id: 'oak', properties: { name: 'Ōak' } },
    ]);
    expect(JSON.parse((await accounts.findPreferences(user.userId))!)).toEqual({ units: 'metric' });
    await closeStores({ parcels, accounts });
    await other.remove();
  });

  test(`${rounds} backups under constant writes are whole, and lose nothing that was saved before`, async () => {
    const stores = await place.open();
    const { user } = await fill(stores);
    let saves = 1;
    let isDone = false;
    const write = async () => {
      while (!isDone) {
        const pin = `pin ${saves++}`;
        await stores.accounts.saveParcel({
          userId: user.userId,
          parcel: { ...parcel, parcel_pin: pin, notes: 'x'.repeat(200) },
          nowMs: saves,
        });
        await stores.accounts.touchSession({
          sessionId: 'session',
          lastAccessedAtMs: saves,
          expiresAtMs: saves + 5_000,
        });
      }
    };
    const writers = [write(), write(), write()];
    try {
      let counted = 0;
      for (let round = 1; round <= rounds; round++) {
        const before = (await stores.accounts.listSavedParcels(user.userId)).length;
        const { path } = await place.backUp(join(place.dataDir, 'copy.db'));
        const { savedParcels, people } = checkAccountFile(path);
        expect(people).toBe(1);
        expect(savedParcels).toBeGreaterThanOrEqual(before);
        counted = savedParcels;
        await rm(path);
      }
      expect(counted).toBeGreaterThan(rounds);
    } finally {
      isDone = true;
      await Promise.all(writers);
      await closeStores(stores);
    }
  });

  test('a restore is refused while a server runs, and changes nothing', async () => {
    const stores = await place.open();
    const { user } = await fill(stores);
    const { path } = await place.backUp(join(place.dataDir, 'copy.db'));
    await stores.accounts.findOrCreateUser({ email: 'later@example.org', nowMs: 9 });
    expect(await refusalOf(place.restore(path))).toMatch(/^A server is running on .*: stop .* start/);
    expect(await stores.accounts.findSession({ tokenHash: 'hash-of-a-token', nowMs: 10 })).toBeDefined();
    expect(await stores.accounts.findUser(user.userId)).toEqual(user);
    await closeStores(stores);
    expect(await place.backUp(join(place.dataDir, 'again.db'))).toMatchObject({ people: 2 });
  });

  test('a backup of an older version is migrated', async () => {
    const file = join(place.dataDir, 'old.db');
    const db = new DatabaseSync(file);
    for (const statement of migrationsTo(1)) db.exec(statement);
    db.exec(`PRAGMA user_version = 1;
      INSERT INTO users VALUES ('ada', 'ada@example.org', 1, 5);
      INSERT INTO magic_links VALUES ('link', 'ada', 'challenge', 5, 50, 0, 0);
      INSERT INTO sessions VALUES ('session', 'ada', 'hash', 5, 6, 50);
      INSERT INTO saved_parcels VALUES ('id', 'ada', '4601', '', '', NULL, NULL, 'kept', 5);`);
    db.close();
    const before = await readFile(file);
    expect(await place.restore(file, 'foreign')).toMatchObject({
      versionBefore: 1,
      version: ACCOUNT_SCHEMA_VERSION,
    });
    const { parcels, accounts } = await place.open();
    expect((await accounts.listSavedParcels('ada')).map(({ notes }) => notes)).toEqual(['kept']);
    expect(await accounts.findSession({ tokenHash: 'hash', nowMs: 10 })).toBeUndefined();
    await closeStores({ parcels, accounts });
    expect(await readFile(file)).toEqual(before);
  });

  test('what is not a sound backup is refused by its name, and the accounts stay', async () => {
    const stores = await place.open();
    const { user } = await fill(stores);
    const { path: good } = await place.backUp(join(place.dataDir, 'good.db'));
    await closeStores(stores);
    const bad = join(place.dataDir, 'bad.db');
    const refusals: string[] = [];
    const refused = async (make: () => Promise<unknown>) => {
      await rm(bad, { force: true });
      await make();
      const message = await refusalOf(place.restore(bad, 'foreign'));
      expect(message).toContain(bad);
      expect(message).not.toContain('.restoring');
      refusals.push(message);
    };
    const withDatabase = async (...statements: string[]) => {
      const db = new DatabaseSync(bad);
      for (const statement of statements) db.exec(statement);
      db.close();
    };
    await refused(async () => {});
    await refused(() => writeFile(bad, ''));
    await refused(() => writeFile(bad, 'no database at all'.repeat(500)));
    await refused(async () => {
      await copyFile(good, bad);
      await truncate(bad, Math.floor((await stat(good)).size / 2));
    });
    await refused(async () => {
      const bytes = await readFile(good);
      bytes.fill(0xa5, 4096, 3 * 4096);
      await writeFile(bad, bytes);
    });
    await refused(() => withDatabase('CREATE TABLE users (name TEXT)'));
    await refused(async () => {
      await copyFile(good, bad);
      await withDatabase('DROP TABLE saved_parcels');
    });
    await refused(async () => {
      await copyFile(good, bad);
      await withDatabase('PRAGMA foreign_keys = OFF', 'DELETE FROM users');
    });
    await refused(async () => {
      await copyFile(good, bad);
      await withDatabase('PRAGMA user_version = 99');
    });
    expect(refusals.map((line) => line.replace(bad, 'FILE'))).toEqual([
      expect.stringMatching(/^FILE could not be read: ENOENT/),
      'FILE is empty: it holds no accounts of Platbook.',
      'FILE is damaged, or no file of accounts (file is not a database).',
      expect.stringMatching(/^FILE is damaged, or no file of accounts \(.+\)\.$/),
      expect.stringMatching(/^FILE is damaged, or no file of accounts \(.+\)\.$/),
      'FILE holds no accounts of Platbook.',
      'FILE is damaged, or no file of accounts (saved_parcels.id is missing).',
      'FILE is damaged, or no file of accounts (saved_parcels refers to rows that are missing).',
      expect.stringMatching(/^FILE has schema version 99, but this version of Platbook knows only/),
    ]);
    const { parcels, accounts } = await place.open();
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.findSession({ tokenHash: 'hash-of-a-token', nowMs: 10 })).toBeDefined();
    await closeStores({ parcels, accounts });
  });

  /** Changes a copy of a backup as somebody could who can write to where backups are kept. */
  async function tampered(path: string, ...statements: string[]): Promise<string> {
    const file = join(place.dataDir, 'tampered.db');
    await copyFile(path, file);
    const db = new DatabaseSync(file, { defensive: false });
    for (const statement of statements) db.exec(statement);
    db.close();
    return file;
  }

  async function backUpAda() {
    const stores = await place.open();
    const { user } = await fill(stores);
    const { path } = await place.backUp(join(place.dataDir, 'good.db'));
    await stores.accounts.findOrCreateUser({ email: 'later@example.org', nowMs: 9 });
    await closeStores(stores);
    return { user, path };
  }

  test('[SEC-11] a backup that was changed, or is of others, is refused by its MAC; as a foreign one it is taken, with a doubt', async () => {
    const { user, path } = await backUpAda();
    const changed = await tampered(path, "UPDATE users SET email = 'eve@example.org'");
    const refused = async (file: string) => {
      const message = await refusalOf(place.restore(file));
      expect(message).toMatch(/^\/.* is not known to be a backup of this installation: .* --foreign FILE\.$/);
      return message;
    };
    expect(await refused(changed)).toContain('its MAC is wrong');
    const short = join(place.dataDir, 'short.db');
    await copyFile(path, short);
    await truncate(short, (await stat(path)).size - 1);
    expect(await refused(short)).toContain('it carries no MAC');
    const [key, kept] = ['backup.key', 'kept.key'].map((name) => join(place.dataDir, name)) as [
      string,
      string,
    ];
    expect([(await stat(key)).size, (await stat(key)).mode & 0o077]).toEqual([32, 0]);
    await rename(key, kept);
    expect(await refused(path)).toContain('the key of its MAC is missing here');
    await rename(kept, key);
    const before = await place.open();
    expect(await before.accounts.findSession({ tokenHash: 'hash-of-a-token', nowMs: 10 })).toBeDefined();
    expect(await before.accounts.people.find('later@example.org')).toBeDefined();
    await closeStores(before);

    expect(await place.restore(path)).toMatchObject({ people: 1, doubt: undefined });
    expect((await place.restore(changed, 'foreign')).doubt).toContain('its MAC is wrong');
    const { parcels, accounts } = await place.open();
    expect(await accounts.findUser(user.userId)).toMatchObject({ email: 'eve@example.org' });
    await closeStores({ parcels, accounts });
  });

  test('[SEC-11] what Platbook never made, or a value of another type, is refused by its name, and the accounts stay', async () => {
    const { path } = await backUpAda();
    const unknown = (name: string) => `holds what Platbook never made: "${name}".`;
    const cases: [string, string][] = [
      ['CREATE TRIGGER evil AFTER INSERT ON sessions BEGIN SELECT 1; END', unknown('trigger evil')],
      ['CREATE VIEW evil AS SELECT * FROM users', unknown('view evil')],
      ['CREATE TABLE evil (a TEXT)', unknown('table evil')],
      ['CREATE VIRTUAL TABLE evil USING fts5(a)', unknown('virtual table evil')],
      ['CREATE INDEX evil ON users (email)', unknown('index evil')],
      ['ALTER TABLE users ADD COLUMN evil TEXT', unknown('column users.evil')],
      ['ALTER TABLE users ADD COLUMN evil AS (lower(email))', unknown('generated column users.evil')],
      ['PRAGMA user_version = 2', unknown('index sign_in_tokens_user')],
      [
        'PRAGMA legacy_alter_table = ON; ALTER TABLE users RENAME TO u; CREATE VIEW users AS SELECT * FROM u',
        'holds no accounts of Platbook.',
      ],
      ["UPDATE users SET created_at_ms = 'soon'", 'users.created_at_ms has a value of another type'],
      ['UPDATE users SET created_at_ms = 1 << 60', 'users.created_at_ms has a value of another type'],
      ["UPDATE saved_parcels SET notes = x'00'", 'saved_parcels.notes has a value of another type'],
    ];
    for (const [statements, reason] of cases) {
      const file = await tampered(path, statements);
      const message = await refusalOf(place.restore(file, 'foreign'));
      expect(message).toContain(file);
      expect(message).toContain(reason);
    }
    expect(await place.backUp(join(place.dataDir, 'again.db'))).toMatchObject({ people: 2 });
  });

  test.each([
    ['over an expression', '(user_id, hex(zeroblob(9)))'],
    ['with a condition', '(user_id) WHERE length(hex(zeroblob(9))) > 0'],
  ])('[SEC-11] an index %s is refused before anything runs it, whatever its name', async (_, columns) => {
    const { path } = await backUpAda();
    const file = await tampered(
      path,
      `DROP INDEX sessions_user; CREATE INDEX sessions_user ON sessions ${columns}`,
    );
    expect(await refusalOf(place.restore(file, 'foreign'))).toContain(
      'holds what Platbook never made: "computed index sessions_user".',
    );
  });

  test('[SEC-11] of a known table only rows are taken, into a table of our own', async () => {
    const { path } = await backUpAda();
    const file = await tampered(
      path,
      'PRAGMA writable_schema = ON',
      `UPDATE sqlite_schema SET sql = replace(sql, 'email_verified INTEGER NOT NULL', 'email_verified INTEGER NOT NULL DEFAULT (abs(-1))')`,
      'DROP INDEX sessions_user; CREATE UNIQUE INDEX sessions_user ON sessions (user_id)',
    );
    await place.restore(file, 'foreign');
    const restored = join(place.dataDir, 'restored.db');
    if (kind === 'SQLite') await copyFile(join(place.dataDir, 'accounts.db'), restored);
    else await place.backUp(restored);
    const schemaOf = (name: string) => {
      const db = new DatabaseSync(name);
      try {
        return db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
      } finally {
        db.close();
      }
    };
    expect(schemaOf(restored)).toEqual(schemaOf(path));
    expect(JSON.stringify(schemaOf(file))).toContain('DEFAULT');
  });

  test('[SEC-11] a file larger than the disk, and what is not a file, are refused at once', async () => {
    const file = join(place.dataDir, 'huge.db');
    await writeFile(file, '');
    await truncate(file, 2 ** 43);
    expect(await refusalOf(place.restore(file, 'foreign'))).toMatch(/huge\.db is too large: .* no room/);
    expect(await refusalOf(place.restore('/dev/zero', 'foreign'))).toBe('/dev/zero is not a file.');
    expect((await readdir(place.dataDir)).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  /** Accounts as the first version has left them. */
  async function makeOldAccounts() {
    await place.administer(
      ...migrationsTo(1),
      "INSERT INTO users VALUES ('ada', 'ada@example.org', 1, 5)",
      "INSERT INTO sessions VALUES ('session', 'ada', 'hash', 5, 6, 50)",
      ...(kind === 'SQLite'
        ? ['PRAGMA user_version = 1']
        : [
            'CREATE TABLE account_schema (version integer NOT NULL)',
            'INSERT INTO account_schema VALUES (1)',
          ]),
    );
  }

  test('accounts are backed up before they are migrated', async () => {
    await makeOldAccounts();
    await closeStores(await place.open());
    const [path, ...others] = await backupsIn(backups());
    expect(path).toMatch(/\/backups\/accounts-before-migration-/);
    expect(others).toEqual([]);
    expect(checkAccountFile(path!)).toMatchObject({ version: 1, people: 1 });
    await closeStores(await place.open());
    expect(await backupsIn(backups())).toHaveLength(1);
    expect(await place.restore(path!)).toMatchObject({ versionBefore: 1, people: 1 });
  });

  test('without a backup there is no migration', async () => {
    await makeOldAccounts();
    await writeFile(backups(), 'a file where the folder of backups should be');
    const message = await refusalOf(place.open());
    expect(message).toMatch(/^The accounts must be migrated .*not done without a backup\. .*backups/);
    expect(await place.version()).toBe(1);
    await rm(backups());
    await closeStores(await place.open());
    expect(await place.version()).toBe(ACCOUNT_SCHEMA_VERSION);
  });

  test('where nobody ever was, there is nothing to back up', async () => {
    expect(await refusalOf(place.backUp(join(place.dataDir, 'copy.db')))).toMatch(
      /^There are no accounts in /,
    );
    expect(await readdir(place.dataDir)).not.toContain('copy.db');
  });
});

test('what a killed restore has left beside accounts.db goes with the next one', async () => {
  const place = await onSqlite();
  await closeStores(await place.open());
  const { path } = await place.backUp(join(place.dataDir, 'good.db'));
  for (const end of ['', '.copy', '.copy-wal'])
    await writeFile(join(place.dataDir, `.accounts-killed.restoring${end}`), 'addresses');
  await place.restore(path);
  expect((await readdir(place.dataDir)).filter((name) => name.includes('restoring'))).toEqual([]);
  await place.remove();
});

test('of automatic backups the newest five are kept, and no other file is touched', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-backups-'));
  const folder = join(dataDir, 'backups');
  await mkdir(folder);
  const old = [1, 2, 3, 4, 5, 6, 7].map((day) => `accounts-before-migration-2020-01-0${day}T00-00-00Z.db`);
  const asked = [
    'accounts-2019-01-01T00-00-00Z.db',
    'accounts-before-restore-2019-01-01T00-00-00Z.db',
    'x.db',
  ];
  for (const name of [...old, ...asked]) await writeFile(join(folder, name), '');
  const backup = await writeBackupBeforeMigration({
    dataDir,
    fill: async (path) => {
      const db = new DatabaseSync(path);
      for (const statement of migrationsTo(1)) db.exec(statement);
      db.exec('PRAGMA user_version = 1');
      db.close();
    },
  });
  const left = (await readdir(folder)).sort();
  expect(left).toEqual([...asked, ...old.slice(3), backup.path.split('/').at(-1)].sort());
  await rm(dataDir, { recursive: true });
});

test('a second backup of the same second gets a name of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-backups-'));
  const name = 'accounts-2026-01-31T09-05-00Z.db';
  await writeFile(join(folder, name), '');
  const second = await freePath(folder, name);
  expect(second).toBe(join(folder, 'accounts-2026-01-31T09-05-00Z-2.db'));
  await writeFile(second, '');
  expect(await backupsIn(folder)).toEqual([second, join(folder, name)]);
  await rm(folder, { recursive: true });
});

test('the advice for lost accounts names the newest backups, wherever the last one was put', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-backups-'));
  const folder = join(dataDir, 'backups');
  const elsewhere = await mkdtemp(join(tmpdir(), 'platbook-elsewhere-'));
  expect(await restoreAdvice(dataDir)).toContain(`(there are none in ${folder})`);
  await mkdir(folder);
  const here = join(folder, 'accounts-2026-01-02T00-00-00Z.db');
  const older = join(elsewhere, 'accounts-2026-01-01T03-15-00Z.db');
  const newer = join(elsewhere, 'accounts-2026-01-03T03-15-00Z.db');
  for (const path of [here, older, newer]) await writeFile(path, '');
  expect(await restoreAdvice(dataDir)).toContain(`(the newest here: ${here})`);
  await noteBackup({ dataDir, path: newer });
  expect(await restoreAdvice(dataDir)).toContain(`(the newest here: ${newer}, ${here}, ${older})`);
  const named = join(elsewhere, 'before the move.db');
  await noteBackup({ dataDir, path: named });
  expect(await restoreAdvice(dataDir)).not.toContain(named);
  await writeFile(named, '');
  expect(await restoreAdvice(dataDir)).toContain(`(the newest here: ${named}, ${newer}, ${here})`);
  expect(await lastBackup(dataDir)).toEqual({ path: named, madeAt: expect.any(Date) });
  await rm(elsewhere, { recursive: true });
  await noteBackup({ dataDir, path: newer });
  await rm(here);
  expect(await restoreAdvice(dataDir)).toContain(`(there are none in ${folder} or ${elsewhere})`);
  await rm(dataDir, { recursive: true });
});
