// The layers of all processes on one database: their files and the manifest, fetched into this one's folder or kept for others.
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../basemap/write-atomically.ts';
import {
  filesOfLayer,
  LAYERS_FILE,
  layersIn,
  readLayers,
  type StoredLayer,
  writeLayers,
} from '../store/layer-folder.ts';
import { SharedFiles } from '../store/postgres/shared-files.ts';

/** One set of files is the manifest, the others are the files of one layer each. */
const MANIFEST = { kind: 'layers', key: 'manifest' };
const filesOf = (layer: StoredLayer) => ({ kind: `layer ${layer.name}`, key: layer.addedAt });

export class SharedLayers {
  readonly #files: SharedFiles;

  constructor(databaseUrl: string) {
    this.#files = new SharedFiles(databaseUrl);
  }

  inTurn<T>(run: () => Promise<T>): Promise<T> {
    return this.#files.inTurn(run);
  }

  /** Brings the folder up to date. True where it has changed. */
  async fetch(folder: string): Promise<boolean> {
    const text = await this.#manifest();
    // Nothing was shared yet, or the database is another one: what is here stays, and goes there with the next change.
    if (text === undefined) return false;
    const wanted = layersIn(text);
    const known = await readLayers(folder);
    if (!wanted || JSON.stringify(wanted) === JSON.stringify(known)) return false;
    await mkdir(folder, { recursive: true });
    for (const layer of wanted) {
      const isHere = filesOfLayer(layer).every((file) => existsSync(join(folder, file)));
      // Another process is replacing them: the manifest that names the new ones follows.
      if (!isHere && !(await this.#fetchFiles(folder, layer))) return false;
    }
    await writeLayers(folder, wanted);
    return true;
  }

  async #manifest(): Promise<string | undefined> {
    let text: string | undefined;
    await this.#files.read(MANIFEST, async ({ parts }) => {
      const chunks: Uint8Array[] = [];
      for await (const part of parts) chunks.push(part);
      text = Buffer.concat(chunks).toString();
    });
    return text;
  }

  /** False where they are not kept any more. */
  #fetchFiles(folder: string, layer: StoredLayer): Promise<boolean> {
    return this.#files.read(filesOf(layer), async ({ name, parts, modifiedMs }) => {
      const path = join(folder, name);
      await writeAtomically(path, parts);
      // The versions in addresses and ETags are made of it: the same in all processes.
      await utimes(path, new Date(), new Date(modifiedMs));
    });
  }

  /** The manifest last: it is what others follow. */
  async keep(folder: string, layers: readonly StoredLayer[]): Promise<void> {
    const before = layersIn((await this.#manifest()) ?? '{"format":1,"layers":[]}') ?? [];
    for (const layer of layers) {
      const isKept = before.some(({ name, addedAt }) => name === layer.name && addedAt === layer.addedAt);
      const names = filesOfLayer(layer);
      if (isKept || names.length === 0) continue;
      await this.#files.write(
        filesOf(layer),
        names.map((name) => ({ name, path: join(folder, name) })),
      );
    }
    const path = join(folder, `${LAYERS_FILE}.shared`);
    await writeFile(path, JSON.stringify({ format: 1, layers }), { mode: 0o600 });
    await this.#files.write(MANIFEST, [{ name: LAYERS_FILE, path }]).finally(() => rm(path, { force: true }));
    const names = new Set(layers.map(({ name }) => name));
    for (const { name } of before) if (!names.has(name)) await this.#files.remove(`layer ${name}`);
  }

  async close(): Promise<void> {
    await this.#files.close();
  }
}
