// Copies of the columns in the database, as files of this machine: each source is copied when its version is first asked about,
// by one of the processes that share the folder, and removed when another version is loaded.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenColumns } from '../columns/open-set.ts';
import { qualifierOf, type StoredSource } from '../parcel-sources.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { columnsContent, copyChunks } from './column-chunks.ts';
import type { Sql } from './connect.ts';

type SourceVersion = Pick<StoredSource, 'name' | 'version'>;

/** With the hash of what is in it: two databases may have the same source and version, on a machine that serves both. */
const COPY = /^([a-z0-9][a-z0-9-]{0,39})-(\d+)-[0-9a-f]{64}\.columns$/;
const UNFINISHED = /^.+\.columns\.[0-9a-f-]{36}$/;
/** What is not finished after a day belongs to no running process. */
const UNFINISHED_MS_MAX = 24 * 60 * 60 * 1000;

export class LocalColumns {
  readonly #sql: Sql;
  readonly #folder: string;

  constructor({ sql, folder }: { sql: Sql; folder: string }) {
    this.#sql = sql;
    this.#folder = folder;
  }

  /** Throws a SourceReplaced if one of the sources is not loaded any more. */
  async open({
    version,
    sources,
  }: {
    version: string;
    sources: readonly StoredSource[];
  }): Promise<OpenColumns> {
    for (let isSecond = false; ; isSecond = true) {
      const opened = [];
      for (const source of sources) {
        const path = await this.#copyOf(source);
        opened.push({ path, source: source.name, qualifier: qualifierOf(source) });
      }
      try {
        return OpenColumns.open({ version, sources: opened });
      } catch (error) {
        // Another process may have removed it between the two calls; and a copy that was damaged is made again.
        if (!(error instanceof DamagedFile) || isSecond) throw error;
        await rm(error.path, { force: true });
      }
    }
  }

  async #copyOf(source: StoredSource): Promise<string> {
    const content = await columnsContent(this.#sql, source);
    const path = join(this.#folder, `${source.name}-${source.version}-${content.hash}.columns`);
    const found = await stat(path).catch(undefinedIfMissing);
    if (found?.size === content.bytes) return path;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Beside it, then renamed: other processes find all of it or nothing.
    const unfinished = `${path}.${randomUUID()}`;
    const file = await open(unfinished, 'wx', 0o600);
    try {
      try {
        await copyChunks({ sql: this.#sql, source, content, append: (bytes) => file.appendFile(bytes) });
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return path;
  }

  /** Removes the copies of all other versions. Who still reads one goes on. */
  async keepOnly(sources: readonly SourceVersion[]): Promise<void> {
    const needed = new Set(sources.map(({ name, version }) => `${name}-${version}`));
    for (const name of (await readdir(this.#folder).catch(undefinedIfMissing)) ?? []) {
      const path = join(this.#folder, name);
      const [, source, version] = COPY.exec(name) ?? [];
      const isLeftover = source
        ? !needed.has(`${source}-${version}`)
        : UNFINISHED.test(name) && (await isOld(path));
      // On Windows a file that is still being read stays, until the next time.
      if (isLeftover) await rm(path, { force: true }).catch(() => {});
    }
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(undefinedIfMissing);
  return found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_MS_MAX;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
