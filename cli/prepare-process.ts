// The process that makes the demo county, or prepares maps and places, for a server that starts or runs. It needs up to a
// gigabyte of memory for a minute, and gives it back when it ends.
import { answerCall } from '../runtime/process-call.ts';
import type { Config } from '../server/config.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { loadDemoCounty } from './demo.ts';
import { mapsFolderOf } from './maps-folder.ts';
import { openParcels } from './open-parts.ts';
import { prepareMaps } from './prepare-maps.ts';
import { createProgressBar } from './progress-bar.ts';
import type { MapsAndPlaces } from './shared-maps.ts';

export type PreparationJob = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /** The demo county with its maps, unless parcels are loaded; or the maps of what is loaded. */
  task: 'demo county' | 'maps';
  showsProgress: boolean;
};

async function prepare({ task, showsProgress, ...config }: PreparationJob): Promise<MapsAndPlaces> {
  const { dataDir, databaseUrl } = config;
  const folder = mapsFolderOf(config);
  const parcels = await openParcels(config);
  const places = await PlaceFileStore.open(folder);
  const bar = createProgressBar(showsProgress ? process.stdout : { write: () => {} });
  try {
    if (task === 'demo county') {
      await loadDemoCounty({ parcels, places, dataDir, databaseUrl, unlessLoaded: true });
      return { maps: true, places: true };
    }
    const set = parcels.current();
    if (!set) return { maps: false, places: false };
    return await prepareMaps({ folder, databaseUrl, set, parcels, places, onProgress: bar.show });
  } finally {
    bar.end();
    await Promise.all([parcels.close(), places.close()]);
  }
}

answerCall(prepare);
