// Opens the parts of the server that the settings ask for: the stores, the maps and their imagery. The code of those that
// they do not ask for is not even loaded.

import type { ClusterBus } from '../runtime/cluster-bus.ts';
import { escapeHtml } from '../runtime/escape-html.ts';
import type { Config } from '../server/config.ts';
import type { MapParts } from '../server/maps/live-maps.ts';
import type { AccountStore } from '../store/account-store.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { layersFolderOf } from '../store/layer-folder.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceFileStore } from '../store/sqlite/place-file-store.ts';

export type Stores = {
  parcels: ParcelStore;
  accounts: AccountStore;
  places: PlaceFileStore;
  close(): Promise<void>;
};

export type Storage = Pick<Config, 'dataDir' | 'databaseUrl'>;

export const onWarning = (line: string) => console.error(`platbook: ${line}`);

/** The parcels alone, beside a server that may be running. */
export async function openParcels(
  { dataDir, databaseUrl }: Storage,
  { isUpgrade = false } = {},
): Promise<ParcelStore> {
  if (databaseUrl) {
    const { openPostgresParcels } = await import('../store/postgres/open-postgres-stores.ts');
    return openPostgresParcels({ databaseUrl, onWarning, isUpgrade });
  }
  const { openSqliteParcels } = await import('../store/sqlite/open-sqlite-stores.ts');
  return openSqliteParcels({ dataDir, onWarning, isUpgrade });
}

/** The accounts alone, beside a server that may be running. */
export async function openAccounts({ dataDir, databaseUrl }: Storage): Promise<AccountStore> {
  if (databaseUrl) {
    const { openPostgresAccounts } = await import('../store/postgres/open-postgres-stores.ts');
    return openPostgresAccounts({ databaseUrl, dataDir, onWarning });
  }
  const { openSqliteAccounts } = await import('../store/sqlite/open-sqlite-stores.ts');
  return openSqliteAccounts({ dataDir, onWarning });
}

/** Parcels and accounts in SQLite files or in PostgreSQL; places in a file either way. */
export async function openStores(
  { dataDir, databaseUrl }: Storage,
  clusterBus?: ClusterBus,
): Promise<Stores> {
  const { parcels, accounts } = await openParcelsAndAccounts({ dataDir, databaseUrl }, clusterBus);
  const { PlaceFileStore } = await import('../store/sqlite/place-file-store.ts');
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

async function openParcelsAndAccounts({ dataDir, databaseUrl }: Storage, clusterBus: ClusterBus | undefined) {
  if (databaseUrl) {
    const { openPostgresStores } = await import('../store/postgres/open-postgres-stores.ts');
    return openPostgresStores({ databaseUrl, dataDir, onWarning });
  }
  const { openSqliteStores } = await import('../store/sqlite/open-sqlite-stores.ts');
  return openSqliteStores({ dataDir, onWarning, clusterBus });
}

/** Imagery is painted for the demo county's own map only: nothing is invented for real land. What was added wins. */
export async function openMapParts({ dataDir, maps }: Pick<Config, 'dataDir' | 'maps'>): Promise<MapParts> {
  const { basemapFile } = maps;
  const [{ openMaps }, { openOverlays }] = await Promise.all([
    import('../server/maps/open-maps.ts'),
    import('../store/sqlite/overlay-file-store.ts'),
  ]);
  const opened = await openMaps({
    folder: mapsFolderOf({ dataDir }),
    layersFolder: layersFolderOf({ dataDir }),
    basemapFile,
    openOverlays,
    onWarning,
  });
  const { county: basemap, elevation, aerial, layers } = opened;
  const added = layers.findLast(({ kind, remote }) => kind === 'imagery' && remote);
  if (added?.remote) {
    const { createRemoteImagery } = await import('../server/maps/remote-imagery.ts');
    const { remote, bounds, credit } = added;
    const attribution = escapeHtml(credit ?? '');
    return {
      maps: opened,
      imagery: createRemoteImagery({ remote, bounds, attribution, onWarning }),
    };
  }
  if (!basemap || aerial.length > 0) return { maps: opened, imagery: undefined };
  const { createPaintedImagery } = await import('../demo/imagery/painted-imagery.ts');
  return { maps: opened, imagery: createPaintedImagery({ basemap, elevation }) };
}
