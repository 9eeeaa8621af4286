// The stores that the settings ask for: SQLite files, or PostgreSQL; places are in a file either way.
import type { Config } from '../server/config.ts';
import type { AccountStore } from '../store/account-store.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { mapsFolderOf } from './draw-missing-maps.ts';

export type Stores = {
  parcels: ParcelStore;
  accounts: AccountStore;
  places: PlaceStore;
  close(): Promise<void>;
};

export async function openStores({ dataDir, databaseUrl }: Config): Promise<Stores> {
  const onWarning = (line: string) => console.error(`platbook: ${line}`);
  const { parcels, accounts } = await (databaseUrl
    ? openPostgresStores({ databaseUrl, onWarning })
    : openSqliteStores({ dataDir, onWarning }));
  const places = await PlaceFileStore.open(mapsFolderOf({ dataDir }));
  return {
    parcels,
    accounts,
    places,
    close: async () => {
      await Promise.all([parcels.close(), accounts.close(), places.close()]);
    },
  };
}
