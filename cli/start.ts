// platbook start: opens the stores, prepares what is missing, and serves: alone, or as one of several processes.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { boxesTouch } from '../geo/bounds-of.ts';
import type { AreaGeometry } from '../geo/geometry.ts';
import { type ClusterBus, noClusterBus, openClusterBus } from '../runtime/cluster-bus.ts';
import { VERSION } from '../runtime/version.ts';
import type { Config } from '../server/config.ts';
import { LiveMaps } from '../server/maps/live-maps.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import { closeToOthers } from './close-to-others.ts';
import type { Command } from './command.ts';
import { STOPPED } from './exit-codes.ts';
import { followParcels, showParcels } from './follow-parcels.ts';
import { listen } from './listen.ts';
import { missingGround } from './missing-ground.ts';
import { findOutdated } from './older-version.ts';
import { onWarning, openMapParts, openStores, type Stores } from './open-parts.ts';
import { prepareBeforeStart } from './prepare-before-start.ts';
import { serveHealth } from './serve-health.ts';
import { RELOAD } from './serve-together.ts';
import { prepareStop, StoppedBySignal, stopOnSignal, stopWithPrimary } from './stop-server.ts';
import { welcome } from './welcome.ts';

export const start: Command = {
  run: async ({ config, runGuarded }) => {
    try {
      const outdated = cluster.isWorker ? undefined : await findOutdated(config);
      // The demo county is made again.
      if (outdated && outdated.kind !== 'demo') {
        const { upgradeBeforeStart } = await import('./upgrade.ts');
        const code = await upgradeBeforeStart({ config, runGuarded });
        if (code !== undefined) return code;
      }
      await startServer(config);
      return undefined;
    } catch (error) {
      if (error instanceof StoppedBySignal) return STOPPED;
      throw error;
    }
  },
};

async function startServer(config: Config): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(config);
  if (config.maps.basemapFile !== undefined) {
    // Fail fast: the preparation takes a minute.
    const { checkBasemapFile } = await import('../server/maps/open-maps.ts');
    await checkBasemapFile(config.maps.basemapFile);
  }
  await closeToOthers(config.dataDir, onWarning);
  const health = await serveHealth(config);
  try {
    await (config.processes === 1 ? serveAlone(config) : serveWithOthers(config));
    health?.startBeating();
  } catch (error) {
    await health?.close();
    throw error;
  }
}

async function serveWithOthers(config: Config): Promise<void> {
  const { serveTogether } = await import('./serve-together.ts');
  const set = await serveTogether(config);
  await greet(config, set);
}

async function serveAlone(config: Config): Promise<void> {
  await withStores(config, undefined, async (stores) => {
    const { set, signature } = await prepareBeforeStart(config, stores);
    const { maps, stopServer } = await serve(config, stores, noClusterBus);
    const stopFollowing = followParcels({ ...stores, config, maps, signature, onWarning });
    stopOnSignal(async () => {
      await stopServer();
      await stopFollowing();
      await stores.close();
    });
    await greet(config, set);
  });
}

async function greet(config: Config, set: ParcelSet | undefined): Promise<void> {
  const missing = await missingGround(config, set?.sources ?? []);
  console.log(welcome({ config, set, missing, webFolder: findWebFolder() }));
}

/** The primary has prepared everything, and prepares again when parcels change. */
async function serveAsWorker(config: Config): Promise<void> {
  const clusterBus = openClusterBus();
  await withStores(config, clusterBus, async (stores) => {
    let isOutdated = false;
    clusterBus.answer(RELOAD, () => {
      isOutdated = true;
    });
    const { maps, stopServer } = await serve(config, stores, clusterBus);
    const shown = showParcels({ ...stores, config, maps, onWarning });
    clusterBus.answer(RELOAD, (what) => shown.reload(what as { places: boolean }));
    if (isOutdated) void shown.reload({ places: true });
    stopWithPrimary(async () => {
      await stopServer();
      shown.stop();
      await stores.close();
    });
  });
}

async function withStores(
  config: Config,
  clusterBus: ClusterBus | undefined,
  run: (stores: Stores) => Promise<void>,
): Promise<void> {
  const opening = openStores(config, clusterBus);
  // Loading the server's code blocks this thread for a while. The threads of the stores start meanwhile if they exist by then.
  const loading = Promise.race([opening, firstThread(config)]).then(() => import('../server/app.ts'));
  const [stores] = await Promise.all([opening, loading]);
  try {
    await run(stores);
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/** Resolves when a store has begun its first thread; at once with PostgreSQL, which needs none. */
async function firstThread({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl) return;
  await new Promise((resolve) => process.once('worker', resolve));
}

async function serve(config: Config, stores: Stores, clusterBus: ClusterBus) {
  const { buildApp } = await import('../server/app.ts');
  const { createEventLog } = await import('../server/monitoring/event-log.ts');
  const maps = new LiveMaps(await openMapParts(config));
  warnOfUncovered(config, { maps, set: stores.parcels.current() });
  const { bareSource } = stores.parcels.current() ?? {};
  if (bareSource !== undefined) await stores.accounts.nameCountyOfSaved(bareSource);
  const webFolder = findWebFolder();
  const ground = {
    overlays: () => maps.current().maps.overlays,
    terrainVersion: () => maps.current().maps.terrain?.version,
    groundUnder: async (geometry: AreaGeometry) => {
      const { terrain } = maps.current().maps;
      if (!terrain) return undefined;
      const { groundUnder } = await import('../layers/terrain/ground-under.ts');
      return groundUnder(terrain, geometry);
    },
  };
  const app = await buildApp({ ...stores, maps, ground, config, webFolder, clusterBus, log: process.stderr });
  const closeServer = prepareStop(app);
  await listen(app, config);
  const log = createEventLog({ write: (line) => process.stderr.write(line) });
  log.event('started', { version: VERSION, count: stores.parcels.current()?.count });
  const stopServer = async () => {
    await closeServer();
    log.event('stopped');
  };
  stores.places.warmUp();
  return { maps, stopServer };
}

/** An extract of other land is served, but nobody would see why the map is empty. */
function warnOfUncovered(
  { maps: { basemapFile } }: Config,
  { maps, set }: { maps: LiveMaps; set: ParcelSet | undefined },
): void {
  const { extract } = maps.current().maps;
  if (!extract || !set || set.kind === 'demo') return;
  const uncovered = set.sources
    .filter(({ bounds }) => !boxesTouch(bounds, extract.bounds))
    .map(({ name }) => name);
  if (uncovered.length > 0) {
    onWarning(
      `BASEMAP_PMTILES is "${basemapFile}", which does not cover the parcels of ${uncovered.join(', ')}.`,
    );
  }
}

/** dist/web, relative to the sources (cli) or to the build (dist/server/parts). */
function findWebFolder(): string | undefined {
  return ['../dist/web', '../../web']
    .map((path) => join(import.meta.dirname, path))
    .find((folder) => existsSync(join(folder, 'index.html')));
}
