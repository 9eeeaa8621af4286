// Follows imports beside the running server: prepares maps and places for the new parcels, and puts them in use.
import { openWorker } from '../runtime/worker-call.ts';
import type { Config } from '../server/config.ts';
import type { LiveMaps } from '../server/maps/live-maps.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { openMapParts } from './open-parts.ts';
import type { PrepareCalls } from './prepare-worker.ts';

type Parts = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'maps'>;
  parcels: ParcelStore;
  places: PlaceFileStore;
  maps: LiveMaps;
  onWarning: (line: string) => void;
};

/** Returns the function that ends it, which waits for a preparation under way. */
export function followParcels({ config, parcels, places, maps, onWarning }: Parts): () => Promise<void> {
  let isRunning = false;
  let isDirty = false;
  let running: Promise<void> = Promise.resolve();

  async function prepare(): Promise<void> {
    // A thread of its own, and a new one every time: it needs much memory for a short while.
    const worker = openWorker<PrepareCalls>(new URL('./prepare-worker.ts', import.meta.url), {
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
    });
    try {
      const made = await worker.call('prepare', undefined);
      if (made.maps) maps.replace(await openMapParts(config));
      if (made.places) await places.reload();
    } finally {
      await worker.close();
    }
  }

  async function run(): Promise<void> {
    while (isDirty) {
      isDirty = false;
      try {
        await prepare();
      } catch (error) {
        onWarning(`The places of the new parcels could not be prepared: ${(error as Error).message}`);
      }
    }
    isRunning = false;
  }

  const unsubscribe = parcels.onChange(() => {
    isDirty = true;
    if (isRunning) return;
    isRunning = true;
    running = run();
  });
  return async () => {
    unsubscribe();
    await running;
  };
}
