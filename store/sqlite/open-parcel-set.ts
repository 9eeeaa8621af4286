// A loaded parcel set, open for reading: on this thread what takes microseconds, in reader threads what may take longer,
// and the tile files.

import type { TileAddress } from '../../geo/geometry.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import { OpenColumns } from '../columns/open-set.ts';
import { originOf, parcelSetOf, qualifierOf, type StoredSource } from '../parcel-sources.ts';
import type { ParcelSet } from '../parcel-store.ts';
import { type ParcelFiles, parcelFiles, sharedTilesFile } from './parcel-files.ts';
import type { Manifest } from './parcel-manifest.ts';
import { type ReaderSource, WouldBlock } from './parcel-reader.ts';
import type { ParcelReaderCalls } from './parcel-reader-worker.ts';
import { SourcesReader } from './sources-reader.ts';
import { TileSlab } from './tile-slab.ts';

type QuickCall = 'findByPin' | 'findAt' | 'findShape';
type ArgumentOf<Name extends QuickCall> = Parameters<SourcesReader[Name]>[0];
type AnswerOf<Name extends QuickCall> = ReturnType<SourcesReader[Name]>;

type Reader = { worker: WorkerCaller<ParcelReaderCalls>; callsWaiting: number };
export type OpenSource = { source: StoredSource; files: ParcelFiles; tiles: TileSlab };

export class OpenParcelSet {
  readonly description: ParcelSet;
  readonly sources: readonly OpenSource[];
  readonly sharedTiles: TileSlab | undefined;
  readonly columns: OpenColumns;
  readonly #quickReader: SourcesReader;
  readonly #readers: Reader[];
  readonly #openReader: () => Promise<Reader>;
  #secondReader: Promise<void> | undefined;
  #inUse = 0;
  #idle: (() => void) | undefined;

  private constructor(
    description: ParcelSet,
    {
      columns,
      ...tiles
    }: {
      sources: readonly OpenSource[];
      sharedTiles: TileSlab | undefined;
      columns: OpenColumns;
    },
    readers: { quick: SourcesReader; thread: Reader; openThread: () => Promise<Reader> },
  ) {
    this.description = description;
    this.sources = tiles.sources;
    this.sharedTiles = tiles.sharedTiles;
    this.columns = columns;
    this.#quickReader = readers.quick;
    this.#readers = [readers.thread];
    this.#openReader = readers.openThread;
  }

  /** The manifest must name a source. Opens every file: a load may remove the files of a replaced source at any time. */
  static async open(formatFolder: string, manifest: Manifest): Promise<OpenParcelSet> {
    const description = parcelSetOf(manifest)!;
    const readerSources = manifest.sources.map((source) => readerSource(formatFolder, source));
    const openThread = () => openReader(readerSources);
    const opening = openThread();
    // Awaited below; until then a failure is not unhandled.
    opening.catch(() => {});
    let quick: SourcesReader | undefined;
    let columns: OpenColumns | undefined;
    const slabs: TileSlab[] = [];
    const openTiles = async (path: string) => {
      const slab = await TileSlab.open(path);
      slabs.push(slab);
      return slab;
    };
    try {
      const sharedTiles = manifest.sharedTiles
        ? await openTiles(sharedTilesFile(formatFolder, manifest.sharedTiles))
        : undefined;
      const sources: OpenSource[] = [];
      for (const source of manifest.sources) {
        const files = parcelFiles(formatFolder, source);
        sources.push({ source, files, tiles: await openTiles(files.tiles) });
      }
      columns = openColumns(formatFolder, manifest);
      quick = await SourcesReader.openQuick(readerSources);
      const thread = await opening;
      return new OpenParcelSet(description, { sources, sharedTiles, columns }, { quick, thread, openThread });
    } catch (error) {
      quick?.close();
      await Promise.all([
        columns?.close(),
        ...slabs.map((slab) => slab.close()),
        opening.then(({ worker }) => worker.close()).catch(() => {}),
      ]);
      throw error;
    }
  }

  /** Reference counting: keeps the set open until `read` ends, even if another set replaces it meanwhile. */
  async use<T>(read: (set: OpenParcelSet) => Promise<T>): Promise<T> {
    const release = this.hold();
    try {
      return await read(this);
    } finally {
      release();
    }
  }

  /** Like `use`, until the returned function is called. */
  hold(): () => void {
    this.#inUse++;
    return () => {
      this.#inUse--;
      if (this.#inUse === 0) this.#idle?.();
    };
  }

  /** On this thread if it is quick: a message to a thread and back costs more than such a read. */
  async read<Name extends QuickCall>(name: Name, argument: ArgumentOf<Name>): Promise<AnswerOf<Name>> {
    try {
      const read = this.#quickReader[name] as (argument: ArgumentOf<Name>) => AnswerOf<Name>;
      return read.call(this.#quickReader, argument);
    } catch (error) {
      if (!(error instanceof WouldBlock)) throw error;
      return this.use(() => this.call(name, argument) as Promise<AnswerOf<Name>>);
    }
  }

  /** Calls an idle reader thread, or else the one with the shortest queue. */
  call: WorkerCaller<ParcelReaderCalls>['call'] = (name, argument) => {
    const ask = () => {
      const reader = this.#readers.reduce((best, other) =>
        other.callsWaiting < best.callsWaiting ? other : best,
      );
      reader.callsWaiting++;
      return reader.worker.call(name, argument).finally(() => {
        reader.callsWaiting--;
      });
    };
    const isIdle = this.#readers.some(({ callsWaiting }) => callsWaiting === 0);
    return isIdle ? ask() : this.#withSecondReader().then(ask);
  };

  /** Started by the first call that would have to wait. Two, so that a slow search does not block other queries. */
  #withSecondReader(): Promise<void> {
    this.#secondReader ??= this.#openReader().then(
      (reader) => void this.#readers.push(reader),
      // A load has removed the files of this set, which only waits for its last calls.
      () => {},
    );
    return this.#secondReader;
  }

  /** A tile that several sources share is drawn from all of them, any other one by its only source. */
  async tile(address: TileAddress): Promise<Uint8Array | undefined> {
    const shared = await this.sharedTiles?.read(address);
    if (shared) return shared;
    for (const { tiles } of this.sources) {
      const gzip = await tiles.read(address);
      if (gzip) return gzip;
    }
    return undefined;
  }

  /** Waits for the current readers. The caller makes sure that no new ones start. */
  async close(): Promise<void> {
    if (this.#inUse > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    this.#quickReader.close();
    await Promise.all([
      this.columns.close(),
      this.sharedTiles?.close(),
      ...this.sources.map(({ tiles }) => tiles.close()),
      ...this.#readers.map(({ worker }) => worker.close()),
    ]);
  }
}

export function readerSource(formatFolder: string, source: StoredSource): ReaderSource {
  return {
    path: parcelFiles(formatFolder, source).db,
    bounds: source.bounds,
    origin: originOf(source),
    qualifier: qualifierOf(source),
  };
}

function openColumns(formatFolder: string, { version, sources }: Manifest): OpenColumns {
  return OpenColumns.open({
    version,
    sources: sources.map((source) => ({
      path: parcelFiles(formatFolder, source).columns,
      source: source.name,
      qualifier: qualifierOf(source),
    })),
  });
}

async function openReader(sources: readonly ReaderSource[]): Promise<Reader> {
  const worker = openWorker<ParcelReaderCalls>(new URL('./parcel-reader-worker.ts', import.meta.url), {
    sources,
  });
  try {
    await worker.call('open', undefined);
    return { worker, callsWaiting: 0 };
  } catch (error) {
    await worker.close();
    throw error;
  }
}
