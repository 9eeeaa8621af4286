// Writes a data folder with a few parcels whose map and places are made already: a server starts on it at once.
import { join } from 'node:path';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { loadParcels, testParcels } from './app-under-test.ts';
import { drawTestWorld } from './draw-test-maps.ts';
import { smallGazetteer } from './small-gazetteer.ts';

export async function writePreparedFolder(dataDir: string): Promise<void> {
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  await loadParcels(parcels, testParcels);
  const parcelVersion = parcels.current()!.version;
  await Promise.all([parcels.close(), accounts.close()]);
  const maps = join(dataDir, 'maps');
  await drawTestWorld(maps);
  const places = await PlaceFileStore.open(maps);
  await places.replaceAll({ ...smallGazetteer, parcelVersion });
  await places.close();
}
