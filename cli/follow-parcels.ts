// Follows imports and layers beside the running server: prepares maps and places for them, and puts them in use. What
// belongs to the demo county leaves at once when real land comes; its successors take a while to be drawn.
import type { Config } from '../server/config.ts';
import type { LiveMaps, MapParts } from '../server/maps/live-maps.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { layersFolderOf, layersSignature, readLayers } from '../store/layer-folder.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { fetchLayers } from './layer-changes.ts';
import { isGroundMissing } from './missing-maps.ts';
import { openMapParts } from './open-parts.ts';
import { prepareInProcess } from './prepare-in-process.ts';

type Parts = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'maps'>;
  parcels: ParcelStore;
  places: PlaceFileStore;
  maps: LiveMaps;
  onWarning: (line: string) => void;
};

type Following = Pick<Parts, 'config' | 'parcels' | 'onWarning'> & {
  /** Of the layers before anything was opened. */
  signature: string | undefined;
};

/** Puts in use what has changed: maps and layers, and maybe places. */
type Reload = (what: { places: boolean }) => Promise<unknown>;

/** For a server that serves alone. Returns the function that ends it, and a preparation under way. */
export function followParcels(parts: Parts & Following): () => Promise<void> {
  const shown = showParcels(parts);
  const stopPreparing = prepareForParcels({ ...parts, reload: shown.reload });
  return async () => {
    shown.stop();
    await stopPreparing();
  };
}

/** Has maps and places made for new parcels and layers. Returns the function that ends it. */
export function prepareForParcels({
  config: { dataDir, databaseUrl, maps },
  parcels,
  signature,
  onWarning,
  reload,
}: Following & { reload: Reload }): () => Promise<void> {
  const stopped = new AbortController();
  let isRunning = false;
  let isDirty = false;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (isDirty && !stopped.signal.aborted) {
      isDirty = false;
      try {
        const { basemapFile } = maps;
        const job = { task: 'maps', dataDir, databaseUrl, basemapFile, showsProgress: false } as const;
        await prepareInProcess(job, stopped.signal);
        // Also where there was nothing to make: another process with the same folder may have made it.
        await reload({ places: true });
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
  const stopFollowing = followLayers({ dataDir, databaseUrl, signature, onWarning }, async () => {
    await reload({ places: false });
    prepareAgain();
  });
  const set = parcels.current();
  // A start does not wait for it.
  if (set)
    void isGroundMissing({ folder: mapsFolderOf({ dataDir }), set }).then(
      (is) => is && prepareAgain(),
      (error: Error) => onWarning(`The ground of the parcels cannot be read: ${error.message}`),
    );
  return async () => {
    unsubscribe();
    stopped.abort();
    await Promise.all([stopFollowing(), running]);
  };
}

/** `fs.watch` would be quicker, but is unreliable on network folders. */
const POLL_MS = { folder: 1000, database: 5000 };

type FollowLayers = Pick<Config, 'dataDir' | 'databaseUrl'> & Pick<Following, 'signature' | 'onWarning'>;

/** Calls back when layers were added, replaced or removed, one call at a time. Returns the function that ends it. */
function followLayers(
  { dataDir, databaseUrl, signature, onWarning }: FollowLayers,
  changed: () => Promise<void>,
): () => Promise<void> {
  const folder = layersFolderOf({ dataDir });
  const shared =
    databaseUrl === undefined
      ? undefined
      : import('./shared-layers.ts').then(({ SharedLayers }) => new SharedLayers(databaseUrl));
  let known = signature;
  let lastWarning = '';
  let isPolling = false;

  async function poll(): Promise<void> {
    const problems: string[] = [];
    try {
      if (shared) await fetchLayers(dataDir, await shared, (line) => problems.push(line));
      const now = await layersSignature(folder);
      if (now !== known) {
        known = now;
        // Where they cannot be read, the map goes on as it was.
        await readLayers(folder);
        await changed();
      }
    } catch (error) {
      problems.push(`Layers that have changed cannot be shown: ${(error as Error).message}`);
    }
    const warning = problems.join(' ');
    if (warning !== '' && warning !== lastWarning) onWarning(warning);
    lastWarning = warning;
  }

  const timer = setInterval(
    async () => {
      if (isPolling) return;
      isPolling = true;
      await poll();
      isPolling = false;
    },
    shared ? POLL_MS.database : POLL_MS.folder,
  ).unref();
  return async () => {
    clearInterval(timer);
    await (await shared)?.close();
  };
}

/** Hides the demo county the moment it is replaced. `reload` shows what has changed since. */
export function showParcels({ config, parcels, places, maps, onWarning }: Parts): {
  reload: Reload;
  stop(): void;
} {
  let shownKind = parcels.current()?.kind;
  let last: Promise<void> = Promise.resolve();
  /** One after the other, so that what was asked for last is shown last. */
  const inTurn = (run: () => Promise<void>) => {
    last = last
      .then(run)
      .catch((error: Error) => onWarning(`Maps that have changed cannot be shown: ${error.message}`));
    return last;
  };
  const stop = parcels.onChange((set) => {
    const isDemoReplaced = shownKind === 'demo' && set?.kind === 'imported';
    shownKind = set?.kind;
    if (!isDemoReplaced) return;
    maps.replace(withoutCounty(maps.current()));
    // A closed place store finds nothing, until it is loaded again.
    void inTurn(() => places.close());
  });
  return {
    reload: (what) =>
      inTurn(async () => {
        const opened = await openMapParts(config);
        // The files of the demo county may still be there.
        maps.replace(shownKind === 'imported' ? withoutCounty(opened) : opened);
        if (what.places) await places.reload();
      }),
    stop,
  };
}

/** Imagery is painted for the demo county alone, unless a layer brings it. */
function withoutCounty({ maps, imagery }: MapParts): MapParts {
  const isAdded = maps.layers.some(({ kind, remote }) => kind === 'imagery' && remote);
  return { maps: maps.withoutCounty(), imagery: isAdded ? imagery : undefined };
}
