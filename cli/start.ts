// platbook start: opens the stores, loads the demo county if there are no parcels, prepares maps, and serves.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { buildApp } from '../server/app.ts';
import type { Config } from '../server/config.ts';
import { LiveMaps } from '../server/maps/live-maps.ts';
import { checkBasemapFile } from '../server/maps/open-maps.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { Command } from './command.ts';
import { followParcels } from './follow-parcels.ts';
import { listen, requireFreePort } from './listen.ts';
import { mapsFolderOf } from './maps-folder.ts';
import { missingMaps } from './missing-maps.ts';
import { onWarning, openMapParts, openStores, type Stores } from './open-parts.ts';
import { createProgressBar } from './progress-bar.ts';
import { prepareStop, stopOnSignal } from './stop-server.ts';
import { welcome } from './welcome.ts';

export const start: Command = {
  run: async ({ config }) => {
    await startServer(config);
    return undefined;
  },
};

async function startServer(config: Config): Promise<void> {
  // Fail fast: the preparation takes a minute.
  await checkBasemapFile(config.maps.basemapFile);
  const stores = await openStores(config);
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
    console.log(welcome({ config, set, webFolder }));
  } catch (error) {
    await stores.close();
    throw error;
  }
}

async function firstParcels(config: Config, stores: Stores): Promise<ParcelSet> {
  const outdated = stores.parcels.outdated();
  // The demo county can be made again, identical each time. Other parcels only their owner can load again.
  if (outdated && outdated.kind !== 'demo') {
    throw new OperatorError(
      `The parcels (${outdated.source}) were loaded by an older Platbook, which this one cannot read: import them again (platbook import). The command platbook demo puts the demo county in their place.`,
    );
  }
  await requireFreePort(config);
  // Loaded only now: the importer and the generator of the county are the larger part of all code.
  const { loadDemoCounty } = await import('./demo.ts');
  return loadDemoCounty({ ...stores, dataDir: config.dataDir, unlessLoaded: true });
}

async function prepareBeforeStart(config: Config, { set, parcels, places }: Stores & { set: ParcelSet }) {
  const folder = mapsFolderOf(config);
  const missing = await missingMaps({ folder, set, places });
  if (!missing.maps && !missing.places) return;
  const { prepareMaps } = await import('./prepare-maps.ts');
  const bar = createProgressBar(process.stdout);
  try {
    await prepareMaps({
      folder,
      set,
      parcels,
      places,
      onBegin: async () => {
        await requireFreePort(config);
        console.log('Preparing maps and places: there are none yet for these parcels.');
      },
      onProgress: bar.show,
    });
  } finally {
    bar.end();
  }
}

/** dist/web, relative to the sources (cli) or to the build (dist/server/cli). */
function findWebFolder(): string | undefined {
  return ['../dist/web', '../../web']
    .map((path) => join(import.meta.dirname, path))
    .find((folder) => existsSync(join(folder, 'index.html')));
}
