// Opens the parts of the server that the settings ask for: the stores, the maps and their imagery.
import { createPaintedImagery } from '../demo/imagery/painted-imagery.ts';
import type { Config } from '../server/config.ts';
import type { MapParts } from '../server/maps/live-maps.ts';
import { openMaps } from '../server/maps/open-maps.ts';
import type { AccountStore } from '../store/account-store.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import { openPostgresParcels, openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteParcels, openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { mapsFolderOf } from './maps-folder.ts';

export type Stores = {
  parcels: ParcelStore;
  accounts: AccountStore;
  places: PlaceFileStore;
  close(): Promise<void>;
};

type Storage = Pick<Config, 'dataDir' | 'databaseUrl'>;

export const onWarning = (line: string) => console.error(`platbook: ${line}`);

/** The parcels alone, beside a server that may be running. */
export async function openParcels({ dataDir, databaseUrl }: Storage): Promise<ParcelStore> {
  return databaseUrl
    ? openPostgresParcels({ databaseUrl, onWarning })
    : openSqliteParcels({ dataDir, onWarning });
}

/** Parcels and accounts in SQLite files or in PostgreSQL; places in a file either way. */
export async function openStores({ dataDir, databaseUrl }: Storage): Promise<Stores> {
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

/** Imagery is painted for the demo county's own map only: nothing is invented for real land. */
export async function openMapParts({ dataDir, maps }: Pick<Config, 'dataDir' | 'maps'>): Promise<MapParts> {
  const { basemapFile } = maps;
  const opened = await openMaps({ folder: mapsFolderOf({ dataDir }), basemapFile });
  const { basemap, elevation } = opened;
  const isDemo = basemap !== undefined && basemapFile === undefined;
  return { maps: opened, imagery: isDemo ? createPaintedImagery({ basemap, elevation }) : undefined };
}
