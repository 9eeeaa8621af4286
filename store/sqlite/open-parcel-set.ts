// A loaded parcel set, open for reading: a pool of reader threads and the tile file.

import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import type { ParcelSet } from '../parcel-store.ts';
import type { ParcelFiles } from './parcel-files.ts';
import type { ParcelReaderCalls } from './parcel-reader-worker.ts';
import { TileSlab } from './tile-slab.ts';

/** Two, so that a slow search does not block other queries. */
const READERS = 2;

type Reader = { worker: WorkerCaller<ParcelReaderCalls>; callsWaiting: number };

export class OpenParcelSet {
  readonly description: ParcelSet;
  readonly tiles: TileSlab;
  readonly #readers: Reader[];
  #inUse = 0;
  #idle: (() => void) | undefined;

  private constructor(description: ParcelSet, tiles: TileSlab, readers: Reader[]) {
    this.description = description;
    this.tiles = tiles;
    this.#readers = readers;
  }

  static async open(files: ParcelFiles, version: string): Promise<OpenParcelSet> {
    const readers = Array.from({ length: READERS }, () => ({
      worker: openWorker<ParcelReaderCalls>(new URL('./parcel-reader-worker.ts', import.meta.url), {
        path: files.db,
      }),
      callsWaiting: 0,
    }));
    try {
      const [description] = await Promise.all(
        readers.map(({ worker }) => worker.call('describe', undefined)),
      );
      return new OpenParcelSet({ version, ...description! }, await TileSlab.open(files.tiles), readers);
    } catch (error) {
      await Promise.all(readers.map(({ worker }) => worker.close()));
      throw error;
    }
  }

  /** Reference counting: keeps the set open until `read` ends, even if another set replaces it meanwhile. */
  async use<T>(read: (set: OpenParcelSet) => Promise<T>): Promise<T> {
    this.#inUse++;
    try {
      return await read(this);
    } finally {
      this.#inUse--;
      if (this.#inUse === 0) this.#idle?.();
    }
  }

  /** Calls the reader thread with the shortest queue. */
  call: WorkerCaller<ParcelReaderCalls>['call'] = (name, argument) => {
    const reader = this.#readers.reduce((best, other) =>
      other.callsWaiting < best.callsWaiting ? other : best,
    );
    reader.callsWaiting++;
    return reader.worker.call(name, argument).finally(() => {
      reader.callsWaiting--;
    });
  };

  /** Waits for the current readers. The caller makes sure that no new ones start. */
  async close(): Promise<void> {
    if (this.#inUse > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    await Promise.all([this.tiles.close(), ...this.#readers.map(({ worker }) => worker.close())]);
  }
}
