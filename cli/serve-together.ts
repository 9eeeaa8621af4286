// The primary of several processes that serve together on one port (PROCESSES): prepares what is missing, forks the others,
// replaces one that dies, and prepares maps and places again when parcels change. It serves nothing itself.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { relayBetweenWorkers } from '../runtime/cluster-bus.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import { prepareForParcels } from './follow-parcels.ts';
import { requireFreePort } from './listen.ts';
import { onWarning, openParcels } from './open-parts.ts';
import { prepareBeforeStart } from './prepare-before-start.ts';
import { stopOnSignal } from './stop-server.ts';

/** What the primary tells the others, with what is new. */
export const RELOAD = 'maps, layers or places have changed';

/** A pause, so that one that cannot start does not take all the time of a processor. */
const RESTART_PAUSE_MS = 1000;

/** Resolves when all of them serve. */
export async function serveTogether(config: Config): Promise<ParcelSet | undefined> {
  const unlock = await lockUnlessPostgres(config);
  const parcels = await openParcels(config);
  try {
    const { PlaceFileStore } = await import('../store/sqlite/place-file-store.ts');
    const places = await PlaceFileStore.open(mapsFolderOf(config));
    const { set, signature } = await prepareBeforeStart(config, { parcels, places });
    await places.close();
    await requireFreePort(config);
    const clusterBus = relayBetweenWorkers();
    const stopAll = await forkAll(config);
    const reload = (what: { places: boolean }) => clusterBus.ask(RELOAD, what);
    const stopPreparing = prepareForParcels({ config, parcels, signature, onWarning, reload });
    stopOnSignal(async () => {
      await Promise.all([stopAll(), stopPreparing()]);
      await parcels.close();
      unlock();
    });
    return set;
  } catch (error) {
    await parcels.close();
    unlock();
    throw error;
  }
}

/** One server, of however many processes, has a data folder. A database may have any number. */
async function lockUnlessPostgres({ dataDir, databaseUrl }: Config): Promise<() => void> {
  if (databaseUrl !== undefined) return () => {};
  const { lockWithAccounts } = await import('../store/sqlite/open-sqlite-stores.ts');
  return lockWithAccounts(dataDir);
}

/** Returns the function that stops them. */
async function forkAll({ processes, inboxKey }: Config): Promise<() => Promise<void>> {
  let isStopping = false;
  const fork = () => cluster.fork({ PLATBOOK_INBOX_KEY: inboxKey });
  const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const stop = async () => {
    isStopping = true;
    const ended = running().map((worker) => once(worker, 'exit'));
    for (const worker of running()) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  };
  // However this process ends, it leaves none behind.
  process.once('exit', () => {
    for (const worker of running()) worker.process.kill('SIGKILL');
  });

  try {
    await Promise.all(Array.from({ length: processes }, () => listening(fork())));
  } catch (error) {
    await stop();
    throw error;
  }
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    const how = signal ? `by signal ${signal}` : `with code ${code}`;
    onWarning(`Process ${worker.process.pid} has ended ${how}. Another takes its place.`);
    setTimeout(() => isStopping || fork(), RESTART_PAUSE_MS);
  });
  return stop;
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    // It has said why.
    worker.once('exit', () => reject(new OperatorError('A process could not start: see above.')));
  });
}
