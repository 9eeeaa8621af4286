// The worker thread that prepares maps and places for parcels that were imported while the server runs.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../runtime/worker-call.ts';
import { openPostgresParcels } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteParcels } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { mapsFolderOf } from './maps-folder.ts';
import { prepareMaps } from './prepare-maps.ts';

const calls = {
  prepare: async () => {
    const folder = mapsFolderOf(workerData);
    // Not by openParcels: a worker that runs from the sources cannot import() them.
    const parcels = await (workerData.databaseUrl
      ? openPostgresParcels(workerData)
      : openSqliteParcels(workerData));
    const places = await PlaceFileStore.open(folder);
    try {
      const set = parcels.current();
      return set ? await prepareMaps({ folder, set, parcels, places }) : { maps: false, places: false };
    } finally {
      await Promise.all([parcels.close(), places.close()]);
    }
  },
};
export type PrepareCalls = typeof calls;

answerCalls(calls, () => {});
