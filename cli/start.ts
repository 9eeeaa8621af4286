// platbook start: opens the stores, loads the demo county if there are no parcels, prepares maps, and serves.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';
import { LiveMaps } from '../server/maps/live-maps.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { Command } from './command.ts';
import { STOPPED } from './exit-codes.ts';
import { followParcels } from './follow-parcels.ts';
import { listen, requireFreePort } from './listen.ts';
import { makeMapsFolder, mapsFolderOf } from './maps-folder.ts';
import { missingMaps } from './missing-maps.ts';
import { onWarning, openMapParts, openStores, type Stores } from './open-parts.ts';
import { prepareInProcess } from './prepare-in-process.ts';
import type { PreparationJob } from './prepare-process.ts';
import type { MapsAndPlaces } from './shared-maps.ts';
import { prepareStop, StoppedBySignal, stopOnSignal, stopSignal } from './stop-server.ts';
import { welcome } from './welcome.ts';

export const start: Command = {
  run: async ({ config }) => {
    try {
      await startServer(config);
      return undefined;
    } catch (error) {
      if (error instanceof StoppedBySignal) return STOPPED;
      throw error;
    }
  },
};

async function startServer(config: Config): Promise<void> {
  if (config.maps.basemapFile !== undefined) {
    // Fail fast: the preparation takes a minute.
    const { checkBasemapFile } = await import('../server/maps/open-maps.ts');
    await checkBasemapFile(config.maps.basemapFile);
  }
  // The code of the server is loaded while the threads of the stores start.
  const [stores, { buildApp }] = await Promise.all([openStores(config), import('../server/app.ts')]);
  try {
    const set = stores.parcels.current() ?? (await firstParcels(config, stores));
    await prepareBeforeStart(config, { ...stores, set });
    const webFolder = findWebFolder();
    const maps = new LiveMaps(await openMapParts(config));
    const app = await buildApp({ ...stores, maps, config, webFolder, log: process.stderr });
    const stopServer = prepareStop(app);
    await listen(app, config);
    const stopFollowing = followParcels({ ...stores, config, maps, onWarning });
    stopOnSignal(async () => {
      await stopServer();
      await stopFollowing();
      await stores.close();
    });
    stores.places.warmUp();
    console.log(welcome({ config, set, webFolder }));
  } catch (error) {
    await stores.close();
    throw error;
  }
}

async function firstParcels(config: Config, { parcels, places }: Stores): Promise<ParcelSet> {
  const outdated = parcels.outdated();
  // The demo county can be made again, identical each time. Other parcels only their owner can load again.
  if (outdated && outdated.kind !== 'demo') {
    throw new OperatorError(
      `The parcels (${outdated.source}) were loaded by an older Platbook, which this one cannot read: import them again (platbook import). The command platbook demo puts the demo county in their place.`,
    );
  }
  await requireFreePort(config);
  await prepare('demo county', config);
  await places.reload();
  return (await parcels.catchUp())!;
}

async function prepare(task: PreparationJob['task'], { dataDir, databaseUrl }: Config): Promise<void> {
  const stop = stopSignal();
  try {
    await prepareInProcess({ task, dataDir, databaseUrl, showsProgress: true }, stop.signal);
  } finally {
    stop.release();
  }
}

async function prepareBeforeStart(
  config: Config,
  { set, places }: Stores & { set: ParcelSet },
): Promise<void> {
  const { databaseUrl } = config;
  const folder = mapsFolderOf(config);
  const missing = await missingMaps({ folder, set, places });
  if (!missing.maps && !missing.places) return;
  if (await isLeftToMake({ missing, databaseUrl, folder, set })) {
    await requireFreePort(config);
    await makeMapsFolder(folder);
    console.log('Preparing maps and places: there are none yet for these parcels.');
    await prepare('maps', config);
  }
  await places.reload();
}

type Missing = { missing: MapsAndPlaces; databaseUrl: string | undefined; folder: string; set: ParcelSet };

/** Fetches what another process on the database has made. Answers whether anything is left to be made here. */
async function isLeftToMake({ missing, databaseUrl, folder, set }: Missing): Promise<boolean> {
  if (databaseUrl === undefined) return true;
  const [{ SharedFiles }, { fetchShared }] = await Promise.all([
    import('../store/postgres/shared-files.ts'),
    import('./shared-maps.ts'),
  ]);
  const shared = new SharedFiles(databaseUrl);
  try {
    const left = await fetchShared(missing, { shared, folder, set, onWarning });
    return left.maps || left.places;
  } finally {
    await shared.close();
  }
}

/** dist/web, relative to the sources (cli) or to the build (dist/server/cli). */
function findWebFolder(): string | undefined {
  return ['../dist/web', '../../web']
    .map((path) => join(import.meta.dirname, path))
    .find((folder) => existsSync(join(folder, 'index.html')));
}
