// The pages of a layer on disk: what has arrived stays, so that a download that was killed goes on where it stopped,
// and a layer is read from here in flat memory. Each page holds rows that no other page holds.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Bounds } from '../../geo/geometry.ts';
import type { Attributes } from './attribute-values.ts';
import { toleratedChange } from './count-margin.ts';
import type { SpatialReference } from './layer-description.ts';

export type StoredRow = {
  attributes: Attributes;
  geometry?: unknown;
  /** Why the server did not give the geometry. */
  lost?: string;
};

export type StoredPage = { strategy: string; label: string; sequence: number; file: string };

/** What must be the same for a download to be continued. */
export type LayerIdentity = {
  address: string;
  where: string;
  /** The bounds that the rows touch; left out for all. */
  within?: Bounds | undefined;
  count: number | null;
  fields: string[];
  lastEdit: number | null;
};

export type DownloadState = {
  identity: LayerIdentity;
  startedAtMs: number;
  /** Present when all rows are here. */
  complete?: { rows: number };
  /** The system that the server answers in; undefined before the first answer. */
  spatialReference?: SpatialReference;
  /** Strategies that turned out not to work on this server, and why. */
  failedStrategies: Record<string, string>;
  /** From the least object id to after the greatest. */
  idSpan?: { from: number; to: number };
  /** Rows were edited at the county since the first page came: a row may have slipped from one page to another. */
  hasChanged?: boolean;
  /** Rows that were left out because an answer had them twice. */
  repeats?: number;
  /** The most rows that the server gives at once, as it turned out. */
  cap?: number;
};

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** A layer that does not say when it was edited is asked for anew after a day. */
const KEPT_WITHOUT_EDIT_DATE_MS = 24 * 3_600_000;
const IDS_FILE = 'ids.json.gz';
const FOLDER_NAME = /^arcgis-[0-9a-f]{16}$/;
const PAGE_NAME = /^page_([a-z]+)_(.*)_(\d+)\.json\.gz$/;

export function folderOf(
  o: { workFolder: string } & Pick<LayerIdentity, 'address' | 'where' | 'within'>,
): string {
  const wanted = [o.address, o.where, ...(o.within ? [JSON.stringify(o.within)] : [])].join('\n');
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return join(o.workFolder, `arcgis-${hash}`);
}

/** Removes what was downloaded from ArcGIS servers: to be called when the import has succeeded. */
export async function forgetDownload(workFolder: string): Promise<void> {
  const names = await readdir(workFolder).catch(() => []);
  for (const name of names) {
    if (FOLDER_NAME.test(name)) await rm(join(workFolder, name), { recursive: true, force: true });
  }
}

/** The same layer, with a few rows more or less. */
function isEditOf(old: LayerIdentity, now: LayerIdentity): boolean {
  if (old.count === null || now.count === null) return false;
  const { count, lastEdit } = now;
  return (
    JSON.stringify({ ...old, count, lastEdit }) === JSON.stringify(now) &&
    Math.abs(old.count - now.count) <= toleratedChange(old.count)
  );
}

export class PageFolder {
  readonly path: string;
  readonly state: DownloadState;
  pages: StoredPage[] = [];
  #sequence = 0;
  #parts = 0;
  /** The state lies in the folder: without it, pages would not be known as this layer's. */
  #isBegun = false;

  private constructor(path: string, state: DownloadState) {
    this.path = path;
    this.state = state;
  }

  /**
   * Goes on with what is there if it is of the same layer in the same state, and begins anew otherwise. A download that
   * broke off is continued through the day though rows are edited meanwhile: counties edit all day.
   */
  static async open(o: { path: string; identity: LayerIdentity; nowMs: number }): Promise<PageFolder> {
    const old = await readFile(join(o.path, 'plan.json'), 'utf8')
      .then((text) => JSON.parse(text) as DownloadState)
      .catch(() => undefined);
    const isOfToday = old !== undefined && o.nowMs - old.startedAtMs < KEPT_WITHOUT_EDIT_DATE_MS;
    const isSame =
      old !== undefined &&
      JSON.stringify(old.identity) === JSON.stringify(o.identity) &&
      (o.identity.lastEdit !== null || isOfToday);
    const isEdited = !isSame && isOfToday && !old.complete && isEditOf(old.identity, o.identity);
    if (!isSame && !isEdited) {
      await rm(o.path, { recursive: true, force: true });
      return new PageFolder(o.path, {
        identity: o.identity,
        startedAtMs: o.nowMs,
        failedStrategies: {},
      });
    }
    // An earlier version kept them under another name; they are found out again.
    const folder = new PageFolder(o.path, { ...old, failedStrategies: old.failedStrategies ?? {} });
    folder.#isBegun = true;
    if (isEdited) await folder.#takeEdit(o.identity);
    for (const file of await readdir(o.path)) {
      const [, strategy, label, sequence] = PAGE_NAME.exec(file) ?? [];
      if (strategy === undefined || label === undefined) continue;
      folder.pages.push({ strategy, label, sequence: Number(sequence), file });
      folder.#sequence = Math.max(folder.#sequence, Number(sequence));
    }
    folder.pages.sort((a, b) => a.sequence - b.sequence);
    return folder;
  }

  /** What was asked about the layer before its rows is asked again. */
  async #takeEdit(identity: LayerIdentity): Promise<void> {
    this.state.identity = identity;
    this.state.hasChanged = true;
    delete this.state.idSpan;
    await rm(join(this.path, IDS_FILE), { force: true });
    await this.saveState();
  }

  /** Written under another name first: a page is there whole, or not at all. */
  async #write(name: string, content: string | Uint8Array): Promise<void> {
    const path = join(this.path, name);
    const part = `${path}.${++this.#parts}.part`;
    await writeFile(part, content);
    await rename(part, path);
  }

  async saveState(): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await this.#write('plan.json', JSON.stringify(this.state));
    this.#isBegun = true;
  }

  async add(o: { strategy: string; label: string; rows: readonly StoredRow[] }): Promise<void> {
    if (!this.#isBegun) await this.saveState();
    const sequence = ++this.#sequence;
    const file = `page_${o.strategy}_${o.label}_${sequence}.json.gz`;
    await this.#write(file, await zip(JSON.stringify(o.rows), { level: 1 }));
    this.pages.push({ strategy: o.strategy, label: o.label, sequence, file });
  }

  /** Undefined for a page that cannot be read: it is removed, and its rows are asked for again. */
  async read(page: StoredPage): Promise<StoredRow[] | undefined> {
    try {
      return JSON.parse((await unzip(await readFile(join(this.path, page.file)))).toString()) as StoredRow[];
    } catch {
      await rm(join(this.path, page.file), { force: true });
      this.pages = this.pages.filter((each) => each !== page);
      delete this.state.complete;
      await this.saveState();
      return undefined;
    }
  }

  async saveIds(ids: readonly number[]): Promise<void> {
    if (!this.#isBegun) await this.saveState();
    await this.#write(IDS_FILE, await zip(JSON.stringify(ids), { level: 1 }));
  }

  async readIds(): Promise<number[] | undefined> {
    return readFile(join(this.path, IDS_FILE))
      .then(unzip)
      .then((bytes) => JSON.parse(bytes.toString()) as number[])
      .catch(() => undefined);
  }
}
