// Follows imports beside the running server: prepares maps and places for the new parcels, and puts them in use. What
// belongs to the demo county leaves at once when real land comes; its successors take a while to be drawn.
import type { Config } from '../server/config.ts';
import type { LiveMaps, MapParts } from '../server/maps/live-maps.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { openMapParts } from './open-parts.ts';
import { prepareInProcess } from './prepare-in-process.ts';

type Parts = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'maps'>;
  parcels: ParcelStore;
  places: PlaceFileStore;
  maps: LiveMaps;
  onWarning: (line: string) => void;
};

/** Returns the function that ends it, and a preparation under way. */
export function followParcels({ config, parcels, places, maps, onWarning }: Parts): () => Promise<void> {
  const stopped = new AbortController();
  let isRunning = false;
  let isDirty = false;
  let running: Promise<void> = Promise.resolve();
  let shownKind = parcels.current()?.kind;
  /** The maps in use belong to parcels of another kind, or are reduced. */
  let areMapsStale = false;

  async function hideDemoCounty(): Promise<void> {
    maps.replace(withoutCounty(maps.current(), config.maps.basemapFile !== undefined));
    // A closed place store finds nothing, until it is loaded again.
    await places.close();
  }

  async function prepare(): Promise<void> {
    const { dataDir, databaseUrl } = config;
    const job = { task: 'maps', dataDir, databaseUrl, showsProgress: false } as const;
    const made = await prepareInProcess(job, stopped.signal);
    // They may have been made by another process with the same folder.
    if (made.maps || areMapsStale) maps.replace(await openMapParts(config));
    areMapsStale = false;
    await places.reload();
  }

  async function run(): Promise<void> {
    while (isDirty && !stopped.signal.aborted) {
      isDirty = false;
      try {
        await prepare();
      } catch (error) {
        if (stopped.signal.aborted) break;
        onWarning(`The places of the new parcels could not be prepared: ${(error as Error).message}`);
      }
    }
    isRunning = false;
  }

  const unsubscribe = parcels.onChange((set) => {
    const isDemoReplaced = shownKind === 'demo' && set?.kind === 'imported';
    if (set?.kind !== shownKind) areMapsStale = true;
    shownKind = set?.kind;
    isDirty = true;
    const hidden = isDemoReplaced ? hideDemoCounty() : undefined;
    if (isRunning) return;
    isRunning = true;
    running = Promise.resolve(hidden).then(run);
  });
  return async () => {
    unsubscribe();
    stopped.abort();
    await running;
  };
}

/** The world as it is drawn; the county's own map, hills and imagery are left out. An extract is of real land. */
function withoutCounty({ maps, imagery }: MapParts, hasExtract: boolean): MapParts {
  if (hasExtract) return { maps, imagery };
  // The files stay open in the parts before, which are closed with the server.
  const close = async () => {};
  return {
    maps: { ...maps, basemap: undefined, contours: undefined, elevation: undefined, close },
    imagery: undefined,
  };
}
