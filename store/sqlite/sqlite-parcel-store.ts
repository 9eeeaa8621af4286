// The parcel store in SQLite files. A source is written beside the current ones and published by a new manifest, which
// every process that has the folder open notices.
import type { Parcel, ParcelMatch } from '../../contract/parcel.ts';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { queriesOfHeldSet } from '../columns/held-queries.ts';
import { formatFolderOf } from '../format-folder.ts';
import type { ParcelQueries } from '../parcel-queries.ts';
import type {
  ChangeOptions,
  OlderSet,
  ParcelSet,
  ParcelShape,
  ParcelSource,
  ParcelStore,
  ParcelsInBox,
  ReplaceSource,
  SourceParcel,
  StoredTile,
} from '../parcel-store.ts';
import { type Change, changeSources, goLive } from './change-sources.ts';
import { FollowedSet } from './followed-set.ts';
import { removeOlderFiles } from './parcel-files.ts';
import { readOlderSet } from './parcel-manifest.ts';
import { unpackTileParcel } from './parcel-reader.ts';

export type SqliteFolder = {
  dataDir: string;
  onWarning: (line: string) => void;
  onClosed: () => void;
  /** Loads parcels that nobody else sees before goLive. */
  isUpgrade?: boolean | undefined;
};

const PARCELS_PER_BATCH = 1000;

export class SqliteParcelStore implements ParcelStore {
  readonly queries: ParcelQueries;
  readonly #folder: SqliteFolder;
  readonly #followed: FollowedSet;
  readonly #closing = new AbortController();
  #load: Promise<unknown> | undefined;

  private constructor(folder: SqliteFolder, followed: FollowedSet) {
    this.#folder = folder;
    this.#followed = followed;
    this.queries = queriesOfHeldSet({
      hold: async () => {
        const { set } = followed;
        return set && { queries: set.columns, release: set.hold() };
      },
      closing: this.#closing.signal,
    });
  }

  static async open(folder: SqliteFolder): Promise<SqliteParcelStore> {
    const { dataDir, onWarning, isUpgrade = false } = folder;
    const formatFolder = formatFolderOf({ dataDir });
    const followed = await FollowedSet.open({ dataDir, formatFolder, isUpgrade, onWarning });
    return new SqliteParcelStore(folder, followed);
  }

  current(): ParcelSet | undefined {
    return this.#followed.set?.description;
  }

  async catchUp(): Promise<ParcelSet | undefined> {
    await this.#followed.catchUp();
    return this.current();
  }

  outdated(): OlderSet | undefined {
    return this.#followed.outdated;
  }

  older(): Promise<OlderSet | undefined> {
    return readOlderSet(this.#folder.dataDir);
  }

  removeOlder(): Promise<void> {
    return removeOlderFiles(this.#folder.dataDir);
  }

  liveSince(): string | undefined {
    return this.#followed.liveSince;
  }

  async goLive(): Promise<void> {
    const formatFolder = formatFolderOf(this.#folder);
    await goLive({ formatFolder, followed: this.#followed, signal: this.#closing.signal });
  }

  isEmptied(): boolean {
    return this.#followed.isEmptied;
  }

  damaged(): ParcelSource[] {
    return this.#followed.damaged.map(({ source: { hasBarePins: _, ...source } }) => source);
  }

  onChange(listener: (set: ParcelSet | undefined) => void): () => void {
    return this.#followed.onChange(listener);
  }

  async findByPin(pin: string): Promise<Parcel | undefined> {
    return this.#followed.set?.read('findByPin', pin);
  }

  async findAt(point: LngLat): Promise<Parcel | undefined> {
    return this.#followed.set?.read('findAt', point);
  }

  async findShape(pin: string): Promise<ParcelShape | undefined> {
    const packed = await this.#followed.set?.read('findShape', pin);
    return packed && { pin: packed.pin, geometry: decodeGeometry(packed.geometry) };
  }

  async search(query: { text: string; limit: number }): Promise<ParcelMatch[]> {
    return JSON.parse(await this.searchJson(query)) as ParcelMatch[];
  }

  async searchJson(query: { text: string; limit: number }): Promise<string> {
    return (await this.#followed.set?.use((set) => set.call('search', query))) ?? '[]';
  }

  async inBox(query: { bounds: Bounds; limit: number }): Promise<ParcelsInBox | undefined> {
    return this.#followed.set?.use(async (set) => {
      const rows = await set.call('inBox', query);
      return { version: set.description.version, parcels: rows.map(unpackTileParcel) };
    });
  }

  async storedTile(address: TileAddress): Promise<StoredTile | undefined> {
    return this.#followed.set?.use(async (set) => ({
      version: set.description.version,
      gzip: await set.tile(address),
    }));
  }

  async deepTile(address: TileAddress): Promise<StoredTile | undefined> {
    return this.#followed.set?.use(async (set) => ({
      version: set.description.version,
      gzip: await set.call('deepTile', address),
    }));
  }

  async *readSource({
    name,
    withShapes,
  }: {
    name: string;
    withShapes: boolean;
  }): AsyncGenerator<SourceParcel[]> {
    const { set } = this.#followed;
    if (!set?.sources.some(({ source }) => source.name === name)) return;
    const release = set.hold();
    try {
      for (let after = 0; ; ) {
        const batch = await set.call('readBatch', { name, after, limit: PARCELS_PER_BATCH, withShapes });
        if (batch.parcels.length === 0) return;
        after = batch.lastId;
        yield batch.parcels;
      }
    } finally {
      release();
    }
  }

  async replaceSource(replacement: ReplaceSource): Promise<ParcelSet> {
    const loaded = this.current();
    if (replacement.unlessLoaded && loaded && !this.#load) return loaded;
    return (await this.#change({ replacement }, replacement))!;
  }

  async removeSource(name: string, options: ChangeOptions = {}): Promise<ParcelSet | undefined> {
    return this.#change({ removed: name, onProgress: options.onProgress }, options);
  }

  async #change(change: Change, { signal }: ChangeOptions): Promise<ParcelSet | undefined> {
    if (this.#load) throw new OperatorError('Parcels are being loaded already.');
    const load = changeSources({
      formatFolder: formatFolderOf(this.#folder),
      isUpgrade: this.#folder.isUpgrade ?? false,
      followed: this.#followed,
      signal: AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]),
      onWarning: this.#folder.onWarning,
      ...change,
    });
    this.#load = load;
    try {
      await load;
      return this.current();
    } finally {
      this.#load = undefined;
    }
  }

  async ping(): Promise<void> {
    await this.#followed.set?.use((set) => set.call('open', undefined));
  }

  async close(): Promise<void> {
    this.#closing.abort(new OperatorError('The load was stopped, because the store was closed.'));
    await this.#load?.catch(() => {});
    await this.#followed.close();
    this.#folder.onClosed();
  }
}
