// Makes the map and the places of a data folder quickly, from a few: a server starts on it at once.
import { mapsFolderOf } from '../store/format-folder.ts';
import { openSqliteParcels, openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { loadParcels, testParcels } from './app-under-test.ts';
import { drawTestWorld } from './draw-test-maps.ts';
import { smallGazetteer } from './small-gazetteer.ts';

/** With the test parcels. */
export async function writePreparedFolder(dataDir: string): Promise<void> {
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  await loadParcels(parcels, testParcels);
  await Promise.all([parcels.close(), accounts.close()]);
  await prepareFolder(dataDir);
}

/** For the parcels that are loaded. */
export async function prepareFolder(dataDir: string): Promise<void> {
  const parcels = await openSqliteParcels({ dataDir });
  const parcelVersion = parcels.current()!.version;
  await parcels.close();
  const maps = mapsFolderOf({ dataDir });
  await drawTestWorld(maps);
  const places = await PlaceFileStore.open(maps);
  await places.replaceAll({ ...smallGazetteer, parcelVersion });
  await places.close();
}
