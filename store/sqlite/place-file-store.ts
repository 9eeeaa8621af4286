// Places in one SQLite file: a new one is made beside it, then takes its place.
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
import type { PackedPlace } from './place-writer.ts';
import type { PlaceWriterCalls } from './place-writer-worker.ts';

/** Few enough that the event loop answers others between two batches. */
const RECORDS_PER_BATCH = 1000;

type OpenFile = { set: PlaceSet; worker: WorkerCaller<PlaceReaderCalls> };

export class PlaceFileStore implements PlaceStore {
  readonly #path: string;
  /** While a new file takes the old one's place, questions wait for it. */
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
    // A name of its own: several processes may share a folder, and in containers they even have the same number.
    const made = `${this.#path}.${randomUUID()}.loading`;
    try {
      await mkdir(dirname(made), { recursive: true });
      await writePlaces(made, replacement);
      const swapped = this.#swap(made);
      // However that ends, questions go to the file that is there then.
      this.#file = swapped.catch(() => openFile(this.#path));
      this.#set = (await swapped)?.set;
    } catch (error) {
      await rm(made, { force: true });
      throw error;
    }
  }

  /** A file that is being read cannot be replaced everywhere, so its reader ends first. */
  async #swap(made: string): Promise<OpenFile | undefined> {
    const old = await this.#file;
    await old?.worker.close();
    await rename(made, this.#path);
    return openFile(this.#path);
  }

  async close(): Promise<void> {
    const file = await this.#file;
    this.#file = Promise.resolve(undefined);
    await file?.worker.close();
  }
}

/** Undefined where there is none, or none that this version can read: it will be made anew. */
async function openFile(path: string): Promise<OpenFile | undefined> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists) return undefined;
  const worker = openWorker<PlaceReaderCalls>(new URL('./place-reader-worker.ts', import.meta.url), { path });
  const set = await worker.call('describe', undefined).catch(() => undefined);
  if (set) {
    // Nobody waits for this; should it fail, so will the first question, which is where it is reported.
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
