// Opens the parts of the server that the settings ask for: the stores, the maps and their imagery.
import { createPaintedImagery } from '../demo/imagery/painted-imagery.ts';
import type { AppParts } from '../server/app.ts';
import type { Config } from '../server/config.ts';
import { openMaps } from '../server/maps/open-maps.ts';
import type { AccountStore } from '../store/account-store.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { mapsFolderOf } from './maps-folder.ts';

export type Stores = {
  parcels: ParcelStore;
  accounts: AccountStore;
  places: PlaceStore;
  close(): Promise<void>;
};

/** Parcels and accounts in SQLite files or in PostgreSQL; places in a file either way. */
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

/** Photographed imagery cannot be set up yet, so imagery is painted from the basemap, if there is one. */
export async function openMapParts(
  config: Pick<Config, 'dataDir' | 'maps'>,
): Promise<Pick<AppParts, 'maps' | 'imagery'>> {
  const maps = await openMaps({ folder: mapsFolderOf(config), basemapFile: config.maps.basemapFile });
  const { basemap, elevation } = maps;
  return { maps, imagery: basemap && createPaintedImagery({ basemap, elevation }) };
}
