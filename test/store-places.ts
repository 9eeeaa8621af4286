// The databases that the stores run on. The store contract tests run once on each.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { AccountStore } from '../store/account-store.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import { openPostgresParcels, openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteParcels, openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { createDatabase } from './postgres-cluster.ts';

export type Stores = { parcels: ParcelStore; accounts: AccountStore };

export type StorePlace = {
  /** Opens the stores, with all that was stored before. */
  open(): Promise<Stores>;
  /** Opens the parcels alone, as a command does beside a running server. */
  openParcels(): Promise<ParcelStore>;
  remove(): Promise<void>;
};

export async function sqlitePlace(): Promise<StorePlace & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-store-'));
  return {
    dataDir,
    open: () => openSqliteStores({ dataDir }),
    openParcels: () => openSqliteParcels({ dataDir }),
    remove: () => rm(dataDir, { recursive: true }),
  };
}

/** The database is removed together with its cluster when the tests end. */
export async function postgresPlace(): Promise<StorePlace & { databaseUrl: string }> {
  const databaseUrl = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  return {
    databaseUrl,
    open: () => openPostgresStores({ databaseUrl }),
    openParcels: () => openPostgresParcels({ databaseUrl }),
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
