// The layers of all processes on one database: their files and the manifest, fetched into this one's folder or kept for others.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import {
  filesOfLayer,
  LAYERS_FILE,
  layersIn,
  manifestOf,
  readLayers,
  type StoredLayer,
  writeLayers,
} from '../store/layer-folder.ts';
import type { ChangeOptions } from '../store/parcel-store.ts';
import { isEnd } from '../store/postgres/connect.ts';
import { type ReadFiles, SharedFiles } from '../store/postgres/shared-files.ts';
import { withLock } from '../store/postgres/with-load-lock.ts';
import { setFileAside } from '../store/sqlite/damaged-file.ts';
import { saveShared } from './shared-maps.ts';

/** The advisory lock of the process that changes layers: an arbitrary number that all processes share. */
const LAYERS_LOCK = 7_528_266_004;

/** One set of files is the manifest, the others are the files of one layer each. */
const MANIFEST = { kind: 'layers', key: 'manifest' };
const kindOf = ({ name }: StoredLayer) => `layer ${name}`;
const filesOf = (layer: StoredLayer) => ({ kind: kindOf(layer), key: layer.addedAt });

export class SharedLayers {
  readonly #databaseUrl: string;
  readonly #files: SharedFiles;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    this.#files = new SharedFiles(databaseUrl);
  }

  /** A mutex of all processes that change layers. */
  inTurn<T>(run: () => Promise<T>, options: ChangeOptions): Promise<T> {
    return withLock({ databaseUrl: this.#databaseUrl, lock: LAYERS_LOCK, ...options }, run);
  }

  /**
   * Brings the folder up to date, and answers what is shared; undefined for nothing yet. A layer that cannot be fetched
   * stays as it was here. Only for the process that holds the folder's lock.
   */
  fetch(folder: string, onWarning: (line: string) => void): Promise<StoredLayer[] | undefined> {
    return this.#files.reading(async (read) => {
      const wanted = await sharedLayers(read);
      // Nothing was shared yet, or the database is another one: what is here stays, and goes there with the next change.
      if (!wanted) return undefined;
      const known = await knownLayers(folder, onWarning);
      const next: StoredLayer[] = [];
      const failures: string[] = [];
      for (const layer of wanted) {
        const failure = await fetchFiles(read, folder, layer);
        const found = failure === undefined ? layer : known.find(({ name }) => name === layer.name);
        if (found) next.push(found);
        if (failure !== undefined) failures.push(`${layer.name} (${failure})`);
      }
      if (JSON.stringify(next) !== JSON.stringify(known)) await writeLayers(folder, next);
      if (failures.length > 0) {
        onWarning(`Layers that could not be fetched from the database: ${failures.join(', ')}.`);
      }
      return wanted;
    });
  }

  /** Others find the layers before, or all of these with their files. */
  async keep(folder: string, layers: readonly StoredLayer[]): Promise<void> {
    const before = (await this.#files.reading(sharedLayers)) ?? [];
    const isKept = (layer: StoredLayer) =>
      before.some(({ name, addedAt }) => name === layer.name && addedAt === layer.addedAt);
    const changed = layers
      .filter((layer) => !isKept(layer))
      .map((layer) => ({
        ...filesOf(layer),
        files: filesOfLayer(layer).map((name) => ({ name, path: join(folder, name) })),
      }));
    const manifest = { name: LAYERS_FILE, bytes: Buffer.from(manifestOf(layers)) };
    await this.#files.write(
      [...changed, { ...MANIFEST, files: [manifest] }],
      before.map(kindOf).filter((kind) => !layers.some((layer) => kindOf(layer) === kind)),
    );
  }

  async close(): Promise<void> {
    await this.#files.close();
  }
}

/** Undefined where there are none. */
async function sharedLayers(read: ReadFiles): Promise<StoredLayer[] | undefined> {
  const chunks: Uint8Array[] = [];
  const isThere = await read(MANIFEST, async ({ parts }) => {
    for await (const part of parts) chunks.push(part);
  });
  if (!isThere) return undefined;
  const layers = layersIn(Buffer.concat(chunks).toString());
  if (!layers) throw new OperatorError('The layers in the database are of another version of Platbook.');
  return layers;
}

/** A manifest here that cannot be read is only a copy of the one in the database. */
async function knownLayers(folder: string, onWarning: (line: string) => void): Promise<StoredLayer[]> {
  try {
    return await readLayers(folder);
  } catch {
    const path = join(folder, LAYERS_FILE);
    await setFileAside(path);
    onWarning(`${path} was damaged. It was set aside, and the layers are fetched from the database.`);
    return [];
  }
}

/** Answers why that was not possible. */
async function fetchFiles(read: ReadFiles, folder: string, layer: StoredLayer): Promise<string | undefined> {
  const names = filesOfLayer(layer);
  if (names.every((name) => existsSync(join(folder, name)))) return undefined;
  try {
    const isKept = await read(filesOf(layer), async (file) => {
      if (names.includes(file.name)) await saveShared(folder, file);
    });
    return isKept ? undefined : 'its files are not there: add it again';
  } catch (error) {
    if (isEnd(error)) throw error;
    return (error as Error).message;
  }
}
