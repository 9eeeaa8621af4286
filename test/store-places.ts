// The databases that the stores run on. The store contract tests run once on each.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { PARCEL_FORMAT } from '../contract/parcel-columns.ts';
import type { AccountStore } from '../store/account-store.ts';
import { formatFolderOf } from '../store/format-folder.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import { openPostgresParcels, openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteParcels, openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { createDatabase } from './postgres-cluster.ts';

export type Stores = { parcels: ParcelStore; accounts: AccountStore };

export type StorePlace = {
  /** Opens the stores, with all that was stored before. */
  open(): Promise<Stores>;
  /** Opens the parcels alone, as a command does beside a running server. */
  openParcels(options?: { isUpgrade: boolean }): Promise<ParcelStore>;
  /** Makes the parcels those of a version before folders of formats. No store may be open. */
  makeOlder(): Promise<void>;
  remove(): Promise<void>;
};

export async function sqlitePlace(): Promise<StorePlace & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-store-'));
  return {
    dataDir,
    open: () => openSqliteStores({ dataDir }),
    openParcels: (options) => openSqliteParcels({ dataDir, ...options }),
    makeOlder: async () => {
      const folder = formatFolderOf({ dataDir });
      for (const name of await readdir(folder)) await rename(join(folder, name), join(dataDir, name));
      await rm(folder, { recursive: true });
      const manifest = join(dataDir, 'parcels.json');
      const { liveSince: _, ...older } = JSON.parse(await readFile(manifest, 'utf8'));
      await writeFile(manifest, JSON.stringify({ ...older, format: 5 }));
    },
    remove: () => rm(dataDir, { recursive: true }),
  };
}

/** The database is removed together with its cluster when the tests end. */
export async function postgresPlace(): Promise<StorePlace & { databaseUrl: string }> {
  const databaseUrl = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  return {
    databaseUrl,
    open: () => openPostgresStores({ databaseUrl }),
    openParcels: (options) => openPostgresParcels({ databaseUrl, ...options }),
    makeOlder: async () => {
      const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
      const schemas = await sql<{ nspname: string }[]>`
        SELECT nspname FROM pg_namespace WHERE nspname ~ ${`^platbook_(parcels|source)_${PARCEL_FORMAT}`}`;
      for (const { nspname } of schemas) {
        const older = nspname.replace(`_${PARCEL_FORMAT}`, '');
        await sql`ALTER SCHEMA ${sql(nspname)} RENAME TO ${sql(older)}`;
      }
      await sql`ALTER TABLE platbook_parcels.loaded_set DROP COLUMN live_since`;
      await sql`UPDATE platbook_parcels.loaded_set SET format = 5`;
      await sql.end();
    },
    remove: async () => {},
  };
}

export const storeKinds: { kind: string; createPlace: () => Promise<StorePlace> }[] = [
  { kind: 'SQLite', createPlace: sqlitePlace },
  { kind: 'PostgreSQL', createPlace: postgresPlace },
];

/** What the store answers to the next change of its parcels. */
export function nextChange(parcels: ParcelStore): Promise<ParcelSet | undefined> {
  return new Promise((resolve) => {
    const stop = parcels.onChange((set) => {
      stop();
      resolve(set);
    });
  });
}

export async function closeStores({ parcels, accounts }: Stores): Promise<void> {
  await parcels.close();
  await accounts.close();
}
