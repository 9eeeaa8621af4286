// Changes the layers of a data folder, one process at a time. With PostgreSQL, the files are kept in the database for all
// processes that serve together.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Config } from '../server/config.ts';
import { layersFolderOf, readLayers, type StoredLayer, writeLayers } from '../store/layer-folder.ts';
import { tryToLock } from '../store/sqlite/with-load-lock.ts';

type Storage = Pick<Config, 'dataDir' | 'databaseUrl'>;

export type LayerChange = {
  /** As they are now. */
  readonly layers: readonly StoredLayer[];
  /** Takes effect at once, in every process that serves. */
  publish(layers: readonly StoredLayer[]): Promise<void>;
};

/** For a process that serves: takes over what another one on the same database has changed. */
export async function fetchSharedLayers({ dataDir, databaseUrl }: Storage): Promise<void> {
  if (databaseUrl === undefined) return;
  const folder = layersFolderOf({ dataDir });
  await mkdir(folder, { recursive: true });
  // A command that is changing this folder fetches them itself.
  const unlock = tryToLock(join(folder, 'lock.db'));
  if (!unlock) return;
  try {
    await withShared(databaseUrl, (shared) => shared.fetch(folder));
  } finally {
    unlock();
  }
}

/** The layers, with those that another process on the same database has added. */
export async function currentLayers({ dataDir, databaseUrl }: Storage): Promise<StoredLayer[]> {
  const folder = layersFolderOf({ dataDir });
  if (databaseUrl !== undefined) await withShared(databaseUrl, (shared) => shared.fetch(folder));
  return readLayers(folder);
}

export async function changeLayers<T>(
  { dataDir, databaseUrl }: Storage,
  run: (change: LayerChange) => Promise<T>,
): Promise<T> {
  const folder = layersFolderOf({ dataDir });
  const unlock = await lock(folder);
  try {
    if (databaseUrl === undefined) return await changeFolder(folder, run, async () => {});
    return await withShared(databaseUrl, (shared) =>
      shared.inTurn(async () => {
        await shared.fetch(folder);
        return changeFolder(folder, run, (layers) => shared.keep(folder, layers));
      }),
    );
  } finally {
    unlock();
  }
}

async function changeFolder<T>(
  folder: string,
  run: (change: LayerChange) => Promise<T>,
  share: (layers: readonly StoredLayer[]) => Promise<void>,
): Promise<T> {
  let layers: readonly StoredLayer[] = await readLayers(folder);
  return run({
    get layers() {
      return layers;
    },
    async publish(changed) {
      await share(changed);
      await writeLayers(folder, changed);
      layers = changed;
    },
  });
}

async function lock(folder: string): Promise<() => void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new OperatorError(`The data folder cannot be used: ${(error as Error).message}.`);
  }
  const unlock = tryToLock(join(folder, 'lock.db'));
  if (unlock) return unlock;
  throw new OperatorError('Layers are being changed by another process: wait for it to end.');
}

async function withShared<T>(
  databaseUrl: string,
  run: (shared: import('./shared-layers.ts').SharedLayers) => Promise<T>,
): Promise<T> {
  const { SharedLayers } = await import('./shared-layers.ts');
  const shared = new SharedLayers(databaseUrl);
  try {
    return await run(shared);
  } finally {
    await shared.close();
  }
}
