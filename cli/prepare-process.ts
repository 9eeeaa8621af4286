// The process that makes the demo county, or prepares maps and places, for a server that starts or runs. It needs up to a
// gigabyte of memory for a minute, and gives it back when it ends.
import { endWithParent } from '../runtime/guarded-process.ts';
import { answerCall } from '../runtime/process-call.ts';
import type { Config } from '../server/config.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { layersFolderOf } from '../store/layer-folder.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { loadDemoCounty } from './demo.ts';
import { openParcels } from './open-parts.ts';
import { prepareMaps } from './prepare-maps.ts';
import { createProgressBar } from './progress-bar.ts';

export type PreparationJob = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /** The demo county with its maps, unless parcels are loaded; or the maps of what is loaded, all or without the ground. */
  task: 'demo county' | 'maps' | 'maps to start with';
  basemapFile: string | undefined;
  showsProgress: boolean;
};

async function prepare({ task, basemapFile, showsProgress, ...config }: PreparationJob): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const folder = mapsFolderOf(config);
  const parcels = await openParcels(config);
  const places = await PlaceFileStore.open(folder);
  const bar = createProgressBar(showsProgress ? process.stdout : { write: () => {} });
  try {
    if (task === 'demo county') {
      await loadDemoCounty({ parcels, places, dataDir, databaseUrl, unlessLoaded: true });
      return;
    }
    const set = parcels.current();
    if (!set) return;
    await prepareMaps({
      folder,
      layersFolder: layersFolderOf(config),
      basemapFile,
      workFolder: dataDir,
      databaseUrl,
      set,
      parcels,
      places,
      withoutGround: task === 'maps to start with',
      onProgress: bar.show,
    });
  } finally {
    bar.end();
    await Promise.all([parcels.close(), places.close()]);
  }
}

endWithParent();
answerCall(prepare);
