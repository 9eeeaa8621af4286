// Where the processes that are killed keep their data: a folder with SQLite, or a PostgreSQL database. Each can be set
// back to accounts as an older version has left them, and can hold an import at a delicate moment.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import postgres from 'postgres';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { migrationsFrom } from '../../store/account-migrations.ts';
import { formatFolderOf } from '../../store/format-folder.ts';
import { openPostgresParcels, openPostgresStores } from '../../store/postgres/open-postgres-stores.ts';
import { PARCELS } from '../../store/postgres/parcel-schema.ts';
import { tryToLock } from '../../store/sqlite/with-load-lock.ts';
import { eventually } from '../eventually.ts';
import { createDatabase } from '../postgres-cluster.ts';
import { type StorePlace, sqlitePlace } from '../store-places.ts';
import { size } from './size.ts';

export type Accounts = { users: number; saved: number };

export type KillPlace = Omit<StorePlace, 'makeOlder'> & {
  /** The argument of the processes. */
  where: string;
  /** The settings of the command line. */
  settings: Record<string, string>;
  /** Ends all connections of others, as an administrator of the database can. */
  endBackends?(): Promise<void>;
  /** Keeps a copy of accounts of the first version, with people and a saved parcel each. */
  writeOldAccounts(): Promise<Accounts>;
  restoreOldAccounts(): Promise<void>;
  countAccounts(): Promise<Accounts>;
  /** Called while an import writes. `reached` resolves when it is about to exchange the sets, where it stays. */
  holdSwap(): Promise<{ reached: Promise<unknown>; release(): Promise<void> }>;
  /** Resolves when the sets have been exchanged. */
  swapped(): Promise<void>;
  /** Keeps imports waiting. Answers the function that lets them go on. */
  holdLock(): Promise<() => unknown>;
  /** What imports have stored, without versions. */
  contents(): Promise<string[]>;
};

/** Reports are meant to stay, and a lock has a journal while it is held. */
async function importFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'imports'), { recursive: true });
  return names.filter((name) => !/reports|-journal$/.test(name)).sort();
}

/** The statements of the first version alone. */
function firstVersion(): string[] {
  return migrationsFrom(0).slice(0, migrationsFrom(0).length - migrationsFrom(1).length);
}

/** Enough for a migration to take a moment. */
const PEOPLE = size({ short: 2000, long: 20_000 });

const FILL = [
  `INSERT INTO users SELECT 'u' || n, 'old-' || n || '@example.com', 1, 1 FROM numbers`,
  `INSERT INTO sessions SELECT 's' || n, 'u' || n, 'hash' || n, 1, 1, 9000000000000 FROM numbers`,
  `INSERT INTO magic_links SELECT 'm' || n, 'u' || n, 'x', 1, 9000000000000, 0, 0 FROM numbers`,
  `INSERT INTO saved_parcels SELECT 'p' || n, 'u' || n, 'old-' || n, 'Owner', 'Address', NULL, NULL, 'note', 1 FROM numbers`,
];

async function sqliteKillPlace(): Promise<KillPlace> {
  const place = await sqlitePlace();
  onTestFinished(place.remove);
  const file = join(place.dataDir, 'accounts.db');
  const copy = join(place.dataDir, 'old-accounts');
  const manifest = join(formatFolderOf(place), 'parcels.json');
  return {
    ...place,
    where: place.dataDir,
    settings: { DATA_DIR: place.dataDir },
    writeOldAccounts: async () => {
      const old = new DatabaseSync(copy);
      for (const statement of firstVersion()) old.exec(statement);
      old.exec(`CREATE TEMP TABLE numbers AS WITH RECURSIVE count(n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${PEOPLE}) SELECT n FROM count`);
      for (const statement of FILL) old.exec(statement);
      old.exec('PRAGMA user_version = 1');
      old.close();
      return { users: PEOPLE, saved: PEOPLE };
    },
    restoreOldAccounts: async () => {
      for (const end of ['-wal', '-shm', '-journal']) await rm(file + end, { force: true });
      await copyFile(copy, file);
    },
    countAccounts: async () => {
      // In a process of its own: a statement that waits for the garbage collector keeps the file locked.
      const code = `const { DatabaseSync } = require('@photostructure/sqlite');
        const accounts = new DatabaseSync(process.argv[1], { readOnly: true });
        process.stdout.write(JSON.stringify(accounts.prepare(
          'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM saved_parcels) AS saved').get()));`;
      return JSON.parse(execFileSync(process.execPath, ['-e', code, file], { encoding: 'utf8' }));
    },
    holdSwap: async () => {
      // A pipe in the place of the new manifest: nobody reads it, so writing it never ends.
      const pipe = `${manifest}.unfinished`;
      execFileSync('mkfifo', [pipe]);
      const reached = open(pipe, 'r');
      return { reached, release: async () => (await reached).close() };
    },
    swapped: async () => {
      const { ino } = await stat(manifest);
      const isNew = async () => expect((await stat(manifest)).ino).not.toBe(ino);
      await vi.waitFor(isNew, { interval: 1, timeout: 60_000 });
    },
    holdLock: async () => tryToLock(join(formatFolderOf(place), 'load.lock'))!,
    contents: async () => {
      const names = (await readdir(formatFolderOf(place))).filter((name) => /^(parcels|shared)/.test(name));
      const ofParcels = names.map((name) => name.replace(/\d{13,}/, 'VERSION'));
      return [...ofParcels, ...(await importFiles(place.dataDir))].sort();
    },
  };
}

async function postgresKillPlace(): Promise<KillPlace> {
  const cluster = inject('postgresUrl');
  const name = `kill_${randomUUID()}`;
  const databaseUrl = await createDatabase(cluster, name);
  const oldUrl = await createDatabase(cluster, `${name}_old`);
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-kill-place-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const connect = () => postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const asAdministrator = async (run: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(cluster, { max: 1, onnotice: () => {} });
    await run(sql).finally(() => sql.end());
  };
  return {
    where: databaseUrl,
    settings: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    open: () => openPostgresStores({ databaseUrl, dataDir }),
    openParcels: () => openPostgresParcels({ databaseUrl }),
    remove: async () => {},
    endBackends: () =>
      asAdministrator(
        (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`,
      ),
    writeOldAccounts: async () => {
      const sql = postgres(oldUrl, { max: 1, onnotice: () => {} });
      for (const statement of firstVersion()) await sql.unsafe(statement);
      await sql`CREATE TEMP TABLE numbers AS SELECT generate_series(1, ${PEOPLE}::int) AS n`;
      for (const statement of FILL) await sql.unsafe(statement);
      await sql`CREATE TABLE account_schema (version integer NOT NULL)`;
      await sql`INSERT INTO account_schema VALUES (1)`;
      await sql.end();
      return { users: PEOPLE, saved: PEOPLE };
    },
    restoreOldAccounts: () =>
      asAdministrator(async (sql) => {
        await sql`DROP DATABASE ${sql(name)} WITH (FORCE)`;
        await sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(`${name}_old`)}`;
      }),
    countAccounts: async () => {
      const sql = connect();
      const [counts] = await sql<{ users: number; saved: number }[]>`
        SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM saved_parcels) AS saved`;
      await sql.end();
      return { ...counts! };
    },
    holdSwap: async () => {
      const [reader, watcher] = [connect(), connect()];
      // The last table that the exchange locks.
      await reader`BEGIN`;
      await reader`LOCK TABLE ${reader(PARCELS)}.known_word IN ACCESS SHARE MODE`;
      const reached = eventually(async () => {
        const waiting = await watcher`
          SELECT 1 FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE '%LOCK TABLE %platbook_parcels%'`;
        expect(waiting).toHaveLength(1);
      });
      return {
        reached,
        release: async () => {
          await reader`ROLLBACK`;
          await Promise.all([reader.end(), watcher.end()]);
        },
      };
    },
    swapped: async () => {
      const sql = connect();
      await new Promise<void>((resolve) => void sql.listen('platbook_parcels', () => resolve()));
      await sql.end();
    },
    holdLock: async () => {
      const sql = connect();
      // The lock of store/postgres/with-load-lock.ts.
      await sql`SELECT pg_advisory_lock(7528266001)`;
      return () => sql.end();
    },
    contents: async () => {
      const sql = connect();
      // Without the maps and places of the server, as in a folder.
      const tables = await sql<{ name: string }[]>`
        SELECT schemaname || '.' || tablename AS name FROM pg_tables
        WHERE starts_with(schemaname, 'platbook') AND schemaname <> 'platbook_files' ORDER BY name`;
      await sql.end();
      return [...tables.map(({ name: table }) => table), ...(await importFiles(dataDir))];
    },
  };
}

export const killPlaces: { kind: string; createPlace: () => Promise<KillPlace> }[] = [
  { kind: 'SQLite', createPlace: sqliteKillPlace },
  { kind: 'PostgreSQL', createPlace: postgresKillPlace },
];
