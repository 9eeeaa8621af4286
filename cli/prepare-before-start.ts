// Makes what a server cannot start without: the demo county if no parcels were ever loaded, maps, and places.
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { layersFolderOf, layersSignature } from '../store/layer-folder.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import { fetchSharedLayers } from './layer-changes.ts';
import { requireFreePort } from './listen.ts';
import { makeMapsFolder } from './maps-folder.ts';
import { missingMaps, type PreparedFor, placesVersion } from './missing-maps.ts';
import { lookAtOlder, refuseOutdated } from './older-version.ts';
import { onWarning, type Stores } from './open-parts.ts';
import { prepareInProcess } from './prepare-in-process.ts';
import type { PreparationJob } from './prepare-process.ts';
import { isAnything, type Preparations } from './shared-maps.ts';
import { stopSignal } from './stop-server.ts';

type Prepared = Pick<Stores, 'parcels' | 'places'>;

/**
 * Answers the parcels that are loaded then, and the signature of the layers that they were prepared with. Whoever has removed their
 * last county gets an empty map, and no fictional land.
 */
export async function prepareBeforeStart(
  config: Config,
  stores: Prepared,
): Promise<{ set: ParcelSet | undefined; signature: string | undefined }> {
  const { parcels } = stores;
  await lookAtOlder(config, parcels);
  const set = parcels.current() ?? (parcels.isEmptied() ? undefined : await firstParcels(config, stores));
  await fetchSharedLayers(config).catch((error: Error) =>
    onWarning(`Layers could not be fetched from the database: ${error.message}`),
  );
  const signature = await layersSignature(layersFolderOf(config)).catch(() => undefined);
  if (set) await prepareMapsFor(set, config, stores);
  return { set, signature };
}

async function firstParcels(config: Config, { parcels, places }: Prepared): Promise<ParcelSet> {
  refuseOutdated(parcels.outdated());
  const damaged = parcels.damaged().map(({ name }) => name);
  if (damaged.length > 0) {
    throw new OperatorError(
      `All parcels are damaged (${damaged.join(', ')}), so there is nothing to serve: import them again with platbook refresh, or take them away with platbook remove NAME.`,
    );
  }
  await requireFreePort(config);
  await prepare('demo county', config);
  await places.reload();
  return (await parcels.catchUp())!;
}

/** In a process of its own, with its progress. */
export async function prepare(
  task: PreparationJob['task'],
  { dataDir, databaseUrl, maps }: Config,
): Promise<void> {
  const stop = stopSignal();
  try {
    const { basemapFile } = maps;
    await prepareInProcess({ task, dataDir, databaseUrl, basemapFile, showsProgress: true }, stop.signal);
  } finally {
    stop.release();
  }
}

async function prepareMapsFor(set: ParcelSet, config: Config, { places }: Prepared): Promise<void> {
  const { databaseUrl } = config;
  const folder = mapsFolderOf(config);
  const preparedFor = {
    folder,
    layersFolder: layersFolderOf(config),
    basemapFile: config.maps.basemapFile,
    set,
  };
  // What the parcels say of their ground takes minutes for a state: it is drawn beside the running server.
  const missing = { ...(await missingMaps({ ...preparedFor, places })), ground: false };
  if (!isAnything(missing)) return;
  if (await isLeftToMake({ missing, databaseUrl, ...preparedFor })) {
    await requireFreePort(config);
    await makeMapsFolder(folder);
    console.log('Preparing maps and places: there are none yet for these parcels.');
    await prepare('maps to start with', config);
  }
  await places.reload();
}

type Missing = PreparedFor & { missing: Preparations; databaseUrl: string | undefined };

/** Fetches what another process on the database has made. Answers whether anything is left to be made here. */
async function isLeftToMake({ missing, databaseUrl, ...preparedFor }: Missing): Promise<boolean> {
  if (databaseUrl === undefined) return true;
  const [{ SharedFiles }, { fetchShared }] = await Promise.all([
    import('../store/postgres/shared-files.ts'),
    import('./shared-maps.ts'),
  ]);
  const shared = new SharedFiles(databaseUrl);
  try {
    const { folder, set } = preparedFor;
    const version = await placesVersion(preparedFor);
    return isAnything(await fetchShared(missing, { shared, folder, set, placesVersion: version, onWarning }));
  } finally {
    await shared.close();
  }
}
