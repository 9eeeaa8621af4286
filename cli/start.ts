// platbook start: opens the stores, makes the demo county where there is none or an outdated one, draws what maps are
// missing, and serves until told to stop.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { buildApp } from '../server/app.ts';
import type { Config } from '../server/config.ts';
import { checkBasemapFile } from '../server/maps/open-maps.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import { drawMissingMaps, mapsFolderOf } from './draw-missing-maps.ts';
import { listen, refuseUnlessFree } from './listen.ts';
import { loadDemoCounty } from './load-demo-county.ts';
import { openStores, type Stores } from './open-stores.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { prepareStop } from './stop-server.ts';
import { welcome } from './welcome.ts';

export async function start(config: Config): Promise<void> {
  // Before the long preparation, not at its end.
  await checkBasemapFile(config.maps.basemapFile);
  const stores = await openStores(config);
  try {
    const set = stores.parcels.current() ?? (await firstParcels(config, stores));
    await drawMissingMaps({ config, set, places: stores.places });
    const webFolder = findWebFolder();
    const app = await buildApp({ ...stores, config, webFolder, log: process.stderr });
    const stopServer = prepareStop(app);
    await listen(app, config);
    stopOnSignal(async () => {
      await stopServer();
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
  // The demo county can be made again, for it is always the same; other people's parcels are theirs to load.
  if (outdated && outdated.kind !== 'demo') {
    throw new OperatorError(
      `The parcels (${outdated.source}) were loaded by an older Platbook, which this one cannot read: load them again. npm start -- demo puts the demo county in their place.`,
    );
  }
  await refuseUnlessFree(config);
  return loadDemoCounty({ ...stores, mapsFolder: mapsFolderOf(config), unlessLoaded: true });
}

/** dist/web, seen from the sources (cli) or from the build (dist/server/cli). */
function findWebFolder(): string | undefined {
  return ['../dist/web', '../../web']
    .map((path) => join(import.meta.dirname, path))
    .find((folder) => existsSync(join(folder, 'index.html')));
}
