// Follows imports beside the running server: prepares maps and places for the new parcels, and puts them in use. What
// belongs to the demo county leaves at once when real land comes; its successors take a while to be drawn.
import type { Config } from '../server/config.ts';
import type { LiveMaps } from '../server/maps/live-maps.ts';
import { layersFolderOf, layersSignature } from '../store/layer-folder.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { fetchSharedLayers } from './layer-changes.ts';
import { mapsFolderOf } from './maps-folder.ts';
import { isGroundMissing } from './missing-maps.ts';
import { openMapParts } from './open-parts.ts';
import { prepareInProcess } from './prepare-in-process.ts';
import type { Preparations } from './shared-maps.ts';

type Parts = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'maps'>;
  parcels: ParcelStore;
  places: PlaceFileStore;
  maps: LiveMaps;
  onWarning: (line: string) => void;
};

/** For a server that serves alone. Returns the function that ends it, and a preparation under way. */
export function followParcels(parts: Parts): () => Promise<void> {
  const { config, parcels, onWarning } = parts;
  const shown = showParcels(parts);
  const stopPreparing = prepareForParcels({ config, parcels, onWarning, onPrepared: shown.reload });
  return async () => {
    shown.stop();
    await stopPreparing();
  };
}

/** Has maps and places made for new parcels. `onPrepared` puts them in use. Returns the function that ends it. */
export function prepareForParcels({
  config: { dataDir, databaseUrl },
  parcels,
  onWarning,
  onPrepared,
}: Pick<Parts, 'config' | 'parcels' | 'onWarning'> & {
  onPrepared: (made: Preparations) => Promise<unknown>;
}): () => Promise<void> {
  const stopped = new AbortController();
  let isRunning = false;
  let isDirty = false;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (isDirty && !stopped.signal.aborted) {
      isDirty = false;
      try {
        const job = { task: 'maps', dataDir, databaseUrl, showsProgress: false } as const;
        await onPrepared(await prepareInProcess(job, stopped.signal));
      } catch (error) {
        if (stopped.signal.aborted) break;
        onWarning(`The places of the new parcels could not be prepared: ${(error as Error).message}`);
      }
    }
    isRunning = false;
  }

  const prepareAgain = () => {
    isDirty = true;
    if (isRunning || stopped.signal.aborted) return;
    isRunning = true;
    running = run();
  };
  const unsubscribe = parcels.onChange(prepareAgain);
  const stopFollowing = onLayersChange(dataDir, prepareAgain);
  const stopFetching =
    databaseUrl === undefined ? () => {} : fetchLayers({ dataDir, databaseUrl }, onWarning);
  const set = parcels.current();
  // A start does not wait for it.
  if (set)
    void isGroundMissing({ folder: mapsFolderOf({ dataDir }), set }).then(
      (is) => is && prepareAgain(),
      (error: Error) => onWarning(`The ground of the parcels cannot be read: ${error.message}`),
    );
  return async () => {
    stopFollowing();
    stopFetching();
    unsubscribe();
    stopped.abort();
    await running;
  };
}

/** How often the database is asked for layers that another process has changed. */
const FETCH_LAYERS_MS = 5000;

/** Returns the function that ends it. */
function fetchLayers(
  storage: Pick<Config, 'dataDir' | 'databaseUrl'>,
  onWarning: (line: string) => void,
): () => void {
  let isFetching = false;
  let lastWarning = '';
  const timer = setInterval(async () => {
    if (isFetching) return;
    isFetching = true;
    try {
      await fetchSharedLayers(storage);
      lastWarning = '';
    } catch (error) {
      const warning = `Layers could not be fetched from the database: ${(error as Error).message}`;
      if (warning !== lastWarning) onWarning(warning);
      lastWarning = warning;
    } finally {
      isFetching = false;
    }
  }, FETCH_LAYERS_MS).unref();
  return () => clearInterval(timer);
}

/** `fs.watch` would be quicker, but is unreliable on network folders. */
const LAYERS_POLL_MS = 1000;

/** Calls back when layers were added, replaced or removed, one call at a time. Returns the function that ends it. */
function onLayersChange(dataDir: string, changed: () => unknown): () => void {
  const folder = layersFolderOf({ dataDir });
  /** A folder that cannot be read at the moment counts as unchanged. */
  const signature = (otherwise: string | undefined) => layersSignature(folder).catch(() => otherwise);
  let known = signature(undefined);
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const now = await signature(await known);
      if (now === (await known)) return;
      known = Promise.resolve(now);
      await changed();
    } finally {
      isAsking = false;
    }
  }, LAYERS_POLL_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Hides the demo county the moment it is replaced, and shows layers as they are added. `reload` shows what has been
 * prepared since.
 */
export function showParcels({ config, parcels, places, maps, onWarning }: Parts): {
  reload(made: Preparations): Promise<void>;
  stop(): void;
} {
  let shownKind = parcels.current()?.kind;
  /** The maps in use belong to parcels of another kind, or are reduced. */
  let areMapsStale = false;
  let hidden: Promise<void> = Promise.resolve();

  async function hideDemoCounty(): Promise<void> {
    maps.replace({ maps: maps.current().maps.withoutCounty(), imagery: undefined });
    // A closed place store finds nothing, until it is loaded again.
    await places.close();
  }

  const stopFollowing = onLayersChange(config.dataDir, async () => {
    try {
      const { maps: opened, imagery } = await openMapParts(config);
      // The files of the demo county may still be there.
      const reduced = () => ({ maps: opened.withoutCounty(), imagery: undefined });
      maps.replace(areMapsStale ? reduced() : { maps: opened, imagery });
    } catch (error) {
      onWarning(`Layers that have changed cannot be shown: ${(error as Error).message}`);
    }
  });

  const unsubscribe = parcels.onChange((set) => {
    const isDemoReplaced = shownKind === 'demo' && set?.kind === 'imported';
    if (set?.kind !== shownKind) areMapsStale = true;
    shownKind = set?.kind;
    if (isDemoReplaced) hidden = hideDemoCounty();
  });
  return {
    async reload(made) {
      await hidden;
      // They may have been made by another process with the same folder.
      if (made.maps || made.ground || areMapsStale) maps.replace(await openMapParts(config));
      areMapsStale = false;
      await places.reload();
    },
    stop() {
      stopFollowing();
      unsubscribe();
    },
  };
}
