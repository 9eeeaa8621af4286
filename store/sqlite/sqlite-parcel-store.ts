// The parcel store in SQLite files. A new set is written beside the current one and then swapped in.

import type { Parcel, ParcelMatch } from '../../contract/parcel.ts';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker } from '../../runtime/worker-call.ts';
import type {
  OutdatedSet,
  ParcelSet,
  ParcelShape,
  ParcelStore,
  ParcelsInBox,
  ReplaceParcels,
  StoredTile,
} from '../parcel-store.ts';
import { loadParcels } from './load-parcels.ts';
import { OpenParcelSet } from './open-parcel-set.ts';
import {
  loadingFiles,
  newestVersion,
  type ParcelFiles,
  parcelFiles,
  publishSet,
  removeOtherVersions,
  removeSet,
} from './parcel-files.ts';
import { unpackTileParcel } from './parcel-reader.ts';
import type { ParcelReaderCalls } from './parcel-reader-worker.ts';

export type SqliteFolder = { dataDir: string; onWarning: (line: string) => void; onClosed: () => void };

export class SqliteParcelStore implements ParcelStore {
  readonly #folder: SqliteFolder;
  readonly #closing = new AbortController();
  #set: OpenParcelSet | undefined;
  #outdated: OutdatedSet | undefined;
  #load: Promise<unknown> | undefined;
  /** Pending until the readers of replaced sets are done and their files are removed. */
  #retired: Promise<unknown> = Promise.resolve();

  private constructor(folder: SqliteFolder) {
    this.#folder = folder;
  }

  static async open(folder: SqliteFolder): Promise<SqliteParcelStore> {
    const { dataDir } = folder;
    const version = await newestVersion(dataDir);
    await removeOtherVersions(dataDir, version);
    const store = new SqliteParcelStore(folder);
    if (version === undefined) return store;
    const files = parcelFiles(dataDir, version);
    const outdated = await describeOutdated(files);
    if (outdated) store.#outdated = { version, ...outdated };
    else store.#set = await OpenParcelSet.open(files, version);
    return store;
  }

  current(): ParcelSet | undefined {
    return this.#set?.description;
  }

  outdated(): OutdatedSet | undefined {
    return this.#outdated;
  }

  async findByPin(pin: string): Promise<Parcel | undefined> {
    return this.#set?.use((set) => set.call('findByPin', pin));
  }

  async findAt(point: LngLat): Promise<Parcel | undefined> {
    return this.#set?.use((set) => set.call('findAt', point));
  }

  async findShape(pin: string): Promise<ParcelShape | undefined> {
    const packed = await this.#set?.use((set) => set.call('findShape', pin));
    return packed && { pin: packed.pin, geometry: decodeGeometry(packed.geometry) };
  }

  async search(query: { text: string; limit: number }): Promise<ParcelMatch[]> {
    return (await this.#set?.use((set) => set.call('search', query))) ?? [];
  }

  async inBox(query: { bounds: Bounds; limit: number }): Promise<ParcelsInBox | undefined> {
    return this.#set?.use(async (set) => {
      const rows = await set.call('inBox', query);
      return { version: set.description.version, parcels: rows.map(unpackTileParcel) };
    });
  }

  async storedTile(address: TileAddress): Promise<StoredTile | undefined> {
    return this.#set?.use(async (set) => ({
      version: set.description.version,
      gzip: await set.tiles.read(address),
    }));
  }

  async replaceAll(replacement: ReplaceParcels): Promise<ParcelSet> {
    if (this.#load) throw new OperatorError('Parcels are being loaded already.');
    if (replacement.unlessLoaded && this.#set) return this.#set.description;
    const load = this.#makeAndSwap(replacement);
    this.#load = load;
    try {
      return await load;
    } finally {
      this.#load = undefined;
    }
  }

  async #makeAndSwap(replacement: ReplaceParcels): Promise<ParcelSet> {
    // Always greater than the current version, even if the clock was set back.
    const before = this.#set?.description ?? this.#outdated;
    const version = String(Math.max(Date.now(), Number(before?.version ?? 0) + 1));
    const files = loadingFiles(this.#folder.dataDir, version);
    try {
      await loadParcels({ files, replacement, signal: this.#closing.signal });
      await publishSet(this.#folder.dataDir, version);
    } catch (error) {
      await removeSet(files);
      throw error;
    }
    const next = await OpenParcelSet.open(parcelFiles(this.#folder.dataDir, version), version);
    const old = this.#set;
    this.#set = next;
    this.#outdated = undefined;
    if (before) this.#retired = Promise.all([this.#retired, this.#retire(before.version, old)]);
    return next.description;
  }

  /** If removing the files fails, the next start removes them. */
  async #retire(version: string, set: OpenParcelSet | undefined): Promise<void> {
    try {
      await set?.close();
      await removeSet(parcelFiles(this.#folder.dataDir, version));
    } catch (error) {
      this.#folder.onWarning(`The parcels loaded before could not be removed: ${(error as Error).message}`);
    }
  }

  async ping(): Promise<void> {
    await this.#set?.use((set) => set.call('describe', undefined));
  }

  async close(): Promise<void> {
    this.#closing.abort(new OperatorError('The load was stopped, because the store was closed.'));
    await this.#load?.catch(() => {});
    await this.#set?.close();
    await this.#retired;
    this.#set = undefined;
    this.#folder.onClosed();
  }
}

async function describeOutdated({
  db: path,
}: ParcelFiles): Promise<Omit<OutdatedSet, 'version'> | undefined> {
  const reader = openWorker<ParcelReaderCalls>(new URL('./parcel-reader-worker.ts', import.meta.url), {
    path,
  });
  try {
    return await reader.call('describeOutdated', undefined);
  } finally {
    await reader.close();
  }
}
