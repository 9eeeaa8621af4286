// The place store, in one SQLite file. A new file is written beside it and then renamed over it.
import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
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
import { requireWholeSqliteFile } from './damaged-file.ts';
import type { PlaceReaderCalls } from './place-reader-worker.ts';
import { PLACE_FORMAT } from './place-schema.ts';
import type { PackedPlace, PlaceWriterCalls } from './place-writer-worker.ts';

export const PLACES_FILE = 'places.db';

/** Small batches, so that the event loop can answer other requests in between. */
const RECORDS_PER_BATCH = 1000;

type OpenFile = {
  set: PlaceSet;
  /** The thread that reads the file, started by the first query. */
  reader(): WorkerCaller<PlaceReaderCalls>;
  close(): Promise<void>;
};

export class PlaceFileStore implements PlaceStore {
  readonly #path: string;
  /** Pending while the file is replaced: queries wait for it. */
  #file: Promise<OpenFile | undefined>;
  #set: PlaceSet | undefined;
  #isClosed = false;

  private constructor(path: string, file: OpenFile | undefined) {
    this.#path = path;
    this.#file = Promise.resolve(file);
    this.#set = file?.set;
  }

  static async open(folder: string): Promise<PlaceFileStore> {
    const path = join(folder, PLACES_FILE);
    return new PlaceFileStore(path, await openFile(path));
  }

  current(): PlaceSet | undefined {
    return this.#set;
  }

  async search(query: PlaceQuery): Promise<FoundPlace[]> {
    return (await this.#file)?.reader().call('search', query) ?? [];
  }

  async findAt(query: PointQuery): Promise<FoundPlace[]> {
    return (await this.#file)?.reader().call('findAt', query) ?? [];
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
    await old?.close();
    await rename(made, this.#path);
    return openFile(this.#path);
  }

  /** Opens the file again, after another thread or process has replaced it. */
  async reload(): Promise<void> {
    const old = await this.#file;
    const next = await openFile(this.#path);
    this.#file = Promise.resolve(next);
    this.#isClosed = false;
    this.#set = next?.set;
    await old?.close();
    this.warmUp();
  }

  /** Reads the index ahead of the first query. Not awaited: if it fails, that query fails too and reports it. */
  warmUp(): void {
    this.#file.then((file) => file?.reader().call('readIndex', undefined)).catch(() => {});
  }

  async ping(): Promise<void> {
    const file = await this.#file;
    if (file) await file.reader().call('readAnyPlace', undefined);
    else if (!this.#isClosed && (await isThere(this.#path)))
      throw new Error('The places file cannot be read.');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const file = await this.#file;
    this.#file = Promise.resolve(undefined);
    await file?.close();
  }
}

/** Undefined if there is no file that this version can read. The caller then makes a new one. */
async function openFile(path: string): Promise<OpenFile | undefined> {
  const set = (await isThere(path)) ? describe(path) : undefined;
  if (!set) return undefined;
  let worker: WorkerCaller<PlaceReaderCalls> | undefined;
  return {
    set,
    reader: () => {
      worker ??= openWorker(new URL('./place-reader-worker.ts', import.meta.url), { path });
      return worker;
    },
    close: async () => worker?.close(),
  };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Two rows, read on this thread: starting another takes a hundred times as long, and every start waits for them. */
function describe(path: string): PlaceSet | undefined {
  try {
    requireWholeSqliteFile(path);
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
      if (format !== PLACE_FORMAT) return undefined;
      const made = db.prepare('SELECT made_from, attribution FROM made').get() as {
        made_from: string;
        attribution: string;
      };
      return { parcelVersion: made.made_from, attribution: made.attribution };
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}

async function writePlaces(
  path: string,
  { places, houses, crossings, parcelVersion, attribution }: ReplacePlaces,
): Promise<void> {
  const writer = openWorker<PlaceWriterCalls>(new URL('./place-writer-worker.ts', import.meta.url), { path });
  try {
    for (const batch of batches(places)) await writer.call('addPlaces', batch.map(packed));
    for (const batch of batches(houses)) await writer.call('addHouses', batch);
    for (const batch of batches(crossings)) await writer.call('addCrossings', batch);
    await writer.call('writeIndex', undefined);
    await writer.call('finish', { parcelVersion: await parcelVersion, attribution });
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
