// platbook demo: makes the demo county, imports it as a county's data are imported, draws its maps, indexes its places.

import { areMapsDrawn } from '../basemap/drawn-maps.ts';
import type { County } from '../demo/county/county.ts';
import { DEMO_SEED, makeCounty, plannedBounds } from '../demo/county/make-county.ts';
import { countyLayer } from '../demo/county-layer.ts';
import { countyMap, DEMO_SOURCE } from '../demo/map/county-map.ts';
import { countyPlaces } from '../demo/places/county-places.ts';
import { runImport } from '../import/run-import.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { openWorker } from '../runtime/worker-call.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { layersFolderOf } from '../store/layer-folder.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { openAuditLog } from './audit-log.ts';
import type { Command } from './command.ts';
import { addDemoLayers, makeOutOverlays } from './demo-layers.ts';
import type { DrawMapsCalls } from './draw-maps-worker.ts';
import { makeMapsFolder } from './maps-folder.ts';
import { findOutdated, refuseOutdated } from './older-version.ts';
import { openStores } from './open-parts.ts';
import { prepareMaps } from './prepare-maps.ts';
import { createProgressBar, type Progress } from './progress-bar.ts';
import { lockWorkFolder, workFolderOf } from './work-folder.ts';

const DEMO_NAME = 'demo';

export const demo: Command = {
  run: async ({ config }) => {
    refuseOutdated(await findOutdated(config));
    const stores = await openStores(config);
    try {
      // The store refuses it, too, but only after the county has been made.
      const loaded = [...(stores.parcels.current()?.sources ?? []), ...stores.parcels.damaged()];
      const real = loaded.filter(({ kind }) => kind === 'imported');
      if (real.length > 0) {
        const names = real.map(({ name }) => name).join(', ');
        throw new OperatorError(
          `Real counties are loaded (${names}): platbook remove takes them away first.`,
        );
      }
      const { dataDir, databaseUrl } = config;
      const set = await loadDemoCounty({ ...stores, dataDir, databaseUrl });
      openAuditLog(config).event('demo-made', { count: set.count });
      console.log(`${set.count.toLocaleString('en-US')} parcels loaded: ${set.source}.`);
    } finally {
      await stores.close();
    }
    return undefined;
  },
};

export async function loadDemoCounty({
  parcels,
  places,
  dataDir,
  databaseUrl,
  unlessLoaded = false,
}: {
  parcels: ParcelStore;
  places: PlaceStore;
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Keeps the parcels that another process may have loaded meanwhile. */
  unlessLoaded?: boolean;
}): Promise<ParcelSet> {
  const mapsFolder = mapsFolderOf({ dataDir });
  await makeMapsFolder(mapsFolder);
  console.log('Making the demo county, a fictional place to try Platbook on.');
  const workFolder = workFolderOf({ dataDir, name: DEMO_NAME });
  const unlock = await lockWorkFolder(workFolder, { wait: unlessLoaded });
  const bar = createProgressBar(process.stdout);
  try {
    // On a database another process may have drawn them.
    const isLeftToDraw = databaseUrl === undefined && !(await areMapsDrawn(mapsFolder, 'county and world'));
    const drawMaps = isLeftToDraw ? drawInThread(mapsFolder) : undefined;
    const county = makeCounty({ seed: DEMO_SEED, onProgress: bar.show });
    const overlays = makeOutOverlays(county);
    const imported = runImport({
      source: { layers: [countyLayer(county)], close: async () => {} },
      join: undefined,
      options: {},
      about: { name: DEMO_NAME, title: DEMO_SOURCE, attribution: null, kind: 'demo', dataDate: null },
      recipeOf: () => null,
      store: parcels,
      unlessLoaded,
      workFolder,
      dryRun: false,
      // Its fields and coordinates are known; only a surprise would be worth a line.
      say: () => {},
      onProgress: ({ stage, done, total }) => bar.show({ stage, fraction: shareOf(done, total) }),
    });
    const [areas] = await Promise.all([
      overlays,
      imported,
      drawMaps?.(county),
      databaseUrl === undefined && indexPlaces(county, { places, parcels, imported }),
    ]);
    const set = parcels.current()!;
    // Another process may have loaded real land meanwhile.
    if (set.kind === 'demo') {
      bar.show({ stage: 'Drawing zoning and flood zones', fraction: undefined });
      await addDemoLayers({ dataDir, databaseUrl }, areas);
    }
    await prepareMaps({
      layersFolder: layersFolderOf({ dataDir }),
      workFolder: dataDir,
      folder: mapsFolder,
      databaseUrl,
      set,
      parcels,
      places,
      county,
      onProgress: bar.show,
    });
    return set;
  } finally {
    bar.end();
    unlock();
  }
}

/**
 * Draws the maps in a thread: the world while the county is made, and the county's own maps while its parcels are imported. Each
 * takes about one core. Returns the function that is given the county.
 */
function drawInThread(folder: string): (county: County) => Promise<void> {
  const drawer = openWorker<DrawMapsCalls>(new URL('./draw-maps-worker.ts', import.meta.url), undefined);
  const world = drawer.call('drawWorld', { folder, without: plannedBounds() });
  // Thrown where it is waited for.
  world.catch(() => {});
  return async (county) => {
    try {
      await Promise.all([world, drawer.call('finishMaps', { folder, county: countyMap(county) })]);
    } finally {
      await drawer.close();
    }
  };
}

/** Indexes the places in the store's thread while the parcels are imported. */
function indexPlaces(
  county: County,
  { places, parcels, imported }: { places: PlaceStore; parcels: ParcelStore; imported: Promise<unknown> },
): Promise<void> {
  // Where another process has loaded other parcels meanwhile, the places belong to none, and are made again for those.
  const parcelVersion = imported.then(() => {
    const { kind, version } = parcels.current()!;
    return kind === 'demo' ? version : '';
  });
  // Thrown where it is waited for.
  parcelVersion.catch(() => {});
  return places.replaceAll({ ...countyPlaces(county), parcelVersion });
}

function shareOf(done: number, total: number | undefined): Progress['fraction'] {
  return total === undefined ? undefined : done / Math.max(1, total);
}
