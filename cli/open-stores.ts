// The two stores that the settings ask for: SQLite files, or PostgreSQL.
import type { Config } from '../server/config.ts';
import type { AccountStore } from '../store/account-store.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import { openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';

export type Stores = { parcels: ParcelStore; accounts: AccountStore; close(): Promise<void> };

export async function openStores({ dataDir, databaseUrl }: Config): Promise<Stores> {
  const { parcels, accounts } = await (databaseUrl
    ? openPostgresStores({ databaseUrl })
    : openSqliteStores({ dataDir, onWarning: (line) => console.error(`platbook: ${line}`) }));
  return {
    parcels,
    accounts,
    close: async () => {
      await Promise.all([parcels.close(), accounts.close()]);
    },
  };
}
