// The place store, in one SQLite file. A new file is written beside it and then renamed over it.
import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import type {
  FoundPlace,
  PlaceQuery,
  PlaceRecord,
  PlaceSet,
  PlaceStore,
  PointQuery,
  ReplacePlaces,
} from '../place-store.ts';
import type { PlaceReaderCalls } from './place-reader-worker.ts';
import type { PackedPlace, PlaceWriterCalls } from './place-writer-worker.ts';

/** Small batches, so that the event loop can answer other requests in between. */
const RECORDS_PER_BATCH = 1000;

type OpenFile = { set: PlaceSet; worker: WorkerCaller<PlaceReaderCalls> };

export class PlaceFileStore implements PlaceStore {
  readonly #path: string;
  /** Pending while the file is replaced: queries wait for it. */
  #file: Promise<OpenFile | undefined>;
  #set: PlaceSet | undefined;

  private constructor(path: string, file: OpenFile | undefined) {
    this.#path = path;
    this.#file = Promise.resolve(file);
    this.#set = file?.set;
  }

  static async open(folder: string): Promise<PlaceFileStore> {
    const path = join(folder, 'places.db');
    return new PlaceFileStore(path, await openFile(path));
  }

  current(): PlaceSet | undefined {
    return this.#set;
  }

  async search(query: PlaceQuery): Promise<FoundPlace[]> {
    return (await this.#file)?.worker.call('search', query) ?? [];
  }

  async findAt(query: PointQuery): Promise<FoundPlace[]> {
    return (await this.#file)?.worker.call('findAt', query) ?? [];
  }

  async replaceAll(replacement: ReplacePlaces): Promise<void> {
    // A random name, because processes may share the folder, and in containers even process ids are equal.
    const made = `${this.#path}.${randomUUID()}.loading`;
    try {
      await mkdir(dirname(made), { recursive: true });
      await writePlaces(made, replacement);
      const swapped = this.#swap(made);
      // If the swap fails, queries go on with the old file.
      this.#file = swapped.catch(() => openFile(this.#path));
      this.#set = (await swapped)?.set;
    } catch (error) {
      await rm(made, { force: true });
      throw error;
    }
  }

  /** Closes the reader first, because Windows cannot replace an open file. */
  async #swap(made: string): Promise<OpenFile | undefined> {
    const old = await this.#file;
    await old?.worker.close();
    await rename(made, this.#path);
    return openFile(this.#path);
  }

  /** Opens the file again, after another thread or process has replaced it. */
  async reload(): Promise<void> {
    const old = await this.#file;
    const next = await openFile(this.#path);
    this.#file = Promise.resolve(next);
    this.#set = next?.set;
    await old?.worker.close();
  }

  async close(): Promise<void> {
    const file = await this.#file;
    this.#file = Promise.resolve(undefined);
    await file?.worker.close();
  }
}

/** Undefined if there is no file that this version can read. The caller then makes a new one. */
async function openFile(path: string): Promise<OpenFile | undefined> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists) return undefined;
  const worker = openWorker<PlaceReaderCalls>(new URL('./place-reader-worker.ts', import.meta.url), { path });
  const set = await worker.call('describe', undefined).catch(() => undefined);
  if (set) {
    // Not awaited: it only warms the cache. If it fails, the first query fails too and reports it.
    worker.call('readNames', undefined).catch(() => {});
    return { set, worker };
  }
  await worker.close();
  return undefined;
}

async function writePlaces(
  path: string,
  { places, houses, crossings, ...set }: ReplacePlaces,
): Promise<void> {
  const writer = openWorker<PlaceWriterCalls>(new URL('./place-writer-worker.ts', import.meta.url), { path });
  try {
    for (const batch of batches(places)) await writer.call('addPlaces', batch.map(packed));
    for (const batch of batches(houses)) await writer.call('addHouses', batch);
    for (const batch of batches(crossings)) await writer.call('addCrossings', batch);
    await writer.call('finish', set);
  } finally {
    await writer.close();
  }
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function packed({ area, ...place }: PlaceRecord): PackedPlace {
  return { ...place, area: area && encodeGeometry(area) };
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < RECORDS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
