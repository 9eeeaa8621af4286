// Changes the layers of a data folder, one process at a time. With PostgreSQL, the files are kept in the database for all
// processes that serve together.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';
import {
  layersFolderOf,
  readLayers,
  removeLeftovers,
  type StoredLayer,
  writeLayers,
} from '../store/layer-folder.ts';
import type { ChangeOptions } from '../store/parcel-store.ts';
import { tryToLock } from '../store/sqlite/with-load-lock.ts';
import { waitForTurn } from '../store/wait-for-turn.ts';
import type { Call } from './command.ts';
import { onWarning } from './open-parts.ts';
import type { SharedLayers } from './shared-layers.ts';

export type Storage = Pick<Config, 'dataDir' | 'databaseUrl'>;

export type LayerChange = {
  /** As they are now. */
  readonly layers: readonly StoredLayer[];
  /** Takes effect at once, in every process that serves. */
  publish(layers: readonly StoredLayer[]): Promise<void>;
};

/** Takes over what another process on the same database has changed. A command that is changing layers has done so itself. */
export async function fetchLayers(
  dataDir: string,
  shared: SharedLayers,
  warn: (line: string) => void,
): Promise<void> {
  const folder = layersFolderOf({ dataDir });
  try {
    const unlock = await inTime((options) => lock(folder, options));
    await shared.fetch(folder, warn).finally(unlock);
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
  }
}

/** For a start, or a list. */
export async function fetchSharedLayers({ dataDir, databaseUrl }: Storage): Promise<void> {
  if (databaseUrl !== undefined) {
    await withShared(databaseUrl, (shared) => fetchLayers(dataDir, shared, onWarning));
  }
}

/** The layers, with those that another process on the same database has added. */
export async function currentLayers(storage: Storage): Promise<StoredLayer[]> {
  await fetchSharedLayers(storage);
  return readLayers(layersFolderOf(storage));
}

export async function changeLayers<T>(
  { config: { dataDir, databaseUrl }, has }: { config: Storage } & Pick<Call, 'has'>,
  run: (change: LayerChange) => Promise<T>,
): Promise<T> {
  const folder = layersFolderOf({ dataDir });
  const onWait = () => has('quiet') || onWarning('Waiting for another process that is changing layers.');
  const unlock = await inTime((options) => lock(folder, options), onWait);
  try {
    if (databaseUrl === undefined) return await changeFolder(folder, run);
    return await withShared(databaseUrl, (shared) =>
      inTime((options) => shared.inTurn(() => changeFolder(folder, run, shared), options), onWait),
    );
  } finally {
    unlock();
  }
}

async function changeFolder<T>(
  folder: string,
  run: (change: LayerChange) => Promise<T>,
  shared?: SharedLayers,
): Promise<T> {
  const fetched = await shared?.fetch(folder, onWarning);
  const clean = async () => {
    const here = await readLayers(folder);
    await removeLeftovers(folder, here);
    return here;
  };
  // Before, for the sake of the disk: a process that was killed may have left as much as the next one needs.
  let layers: readonly StoredLayer[] = await clean();
  if (fetched) layers = fetched;
  try {
    return await run({
      get layers() {
        return layers;
      },
      async publish(changed) {
        await shared?.keep(folder, changed);
        await writeLayers(folder, changed);
        layers = changed;
      },
    });
  } finally {
    await clean();
  }
}

async function lock(folder: string, options: ChangeOptions): Promise<() => void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new OperatorError(`The data folder cannot be used: ${(error as Error).message}.`);
  }
  return waitForTurn(async () => tryToLock(join(folder, 'lock.db')), options);
}

/** A server that fetches layers takes seconds; a command may take hours. */
const WAIT_MS = 5000;

class Busy extends OperatorError {}

/** Waits for a lock, but not as long as a download may take. */
async function inTime<T>(
  run: (options: ChangeOptions) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  const signal = AbortSignal.timeout(WAIT_MS);
  let isSaid = false;
  const onProgress = () => {
    if (!isSaid) onWait();
    isSaid = true;
  };
  try {
    return await run({ signal, onProgress });
  } catch (error) {
    if (error !== signal.reason) throw error;
    throw new Busy('Layers are being changed by another process: wait for it to end.');
  }
}

async function withShared<T>(databaseUrl: string, run: (shared: SharedLayers) => Promise<T>): Promise<T> {
  const { SharedLayers } = await import('./shared-layers.ts');
  const shared = new SharedLayers(databaseUrl);
  try {
    return await run(shared);
  } finally {
    await shared.close();
  }
}
