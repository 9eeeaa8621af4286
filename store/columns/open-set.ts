// The columns of a loaded set, open for questions, which worker threads answer (query-threads.ts).
import type { FilterField } from '../../contract/parcel-filter.ts';
import { openWorker } from '../../runtime/worker-call.ts';
import { type AskedFilter, FilterRefused, type ParcelQueries, type SetQuery } from '../parcel-queries.ts';
import { readDirectory } from './column-file.ts';
import { bytesOnDisk, type ColumnSource, closeFile, openFile } from './open-columns.ts';
import { type Leaving, type QueryThread, QueryThreads } from './query-threads.ts';
import type { Answered, SetFiles } from './query-worker.ts';

/** What a query keeps on the heap: a million parcels take a third of it. Column tables are beside it (kept-tables.ts). */
const HEAP_MB_MAX = 1024;

export const startQueryThread = (set: SetFiles): QueryThread =>
  openWorker(new URL('./query-worker.ts', import.meta.url), set, { heapMbMax: HEAP_MB_MAX });

export class OpenColumns implements ParcelQueries {
  readonly #set: SetFiles;
  readonly #threads: QueryThreads;
  #countyFields: Promise<string[]> | undefined;
  #lastStream = 0;

  private constructor(set: SetFiles, start: typeof startQueryThread) {
    this.#set = set;
    this.#threads = new QueryThreads(() => start(set));
  }

  /** Opens all files at once: after that, a load that replaces them may remove their names. Throws a DamagedFile. */
  static open({
    version,
    sources,
    start = startQueryThread,
  }: {
    version: string;
    sources: readonly (ColumnSource & { path: string })[];
    /** Only a test has a thread of its own. */
    start?: typeof startQueryThread;
  }): OpenColumns {
    const opened: SetFiles['sources'][number][] = [];
    try {
      for (const { path, ...source } of sources) {
        const file = openFile(path);
        opened.push({ ...source, file });
        readDirectory(bytesOnDisk(file));
      }
    } catch (error) {
      for (const { file } of opened) closeFile(file);
      throw error;
    }
    return new OpenColumns({ version, sources: opened }, start);
  }

  get version(): string {
    return this.#set.version;
  }

  select(query: SetQuery, signal: AbortSignal) {
    return this.#ask(signal, (leaving) =>
      this.#threads.ask('select', { query, stop: leaving.stop }, { leaving }),
    );
  }

  pins(filter: AskedFilter, signal: AbortSignal) {
    return this.#ask(signal, (leaving) =>
      this.#threads.ask('pins', { query: filter, stop: leaving.stop }, { leaving }),
    );
  }

  values(query: { field: FilterField; filter: AskedFilter; limit: number }, signal: AbortSignal) {
    return this.#ask(signal, (leaving) =>
      this.#threads.ask('values', { query, stop: leaving.stop }, { leaving }),
    );
  }

  quartiles(query: { field: FilterField; filter: AskedFilter; from: number }, signal: AbortSignal) {
    return this.#ask(signal, (leaving) =>
      this.#threads.ask('quartiles', { query, stop: leaving.stop }, { leaving }),
    );
  }

  /** Of a set they never change, and a panel that lists them does not wait behind queries again. */
  countyFields(): Promise<string[]> {
    this.#countyFields ??= this.#threads.ask('countyFields', undefined).catch((error: unknown) => {
      this.#countyFields = undefined;
      throw error;
    });
    return this.#countyFields;
  }

  labelsOf(sources: readonly string[]): Promise<string[]> {
    return this.#threads.ask('labelsOf', sources);
  }

  async *stream(filter: AskedFilter, signal: AbortSignal) {
    const leaving = { signal, stop: newFlag() };
    // All of it is of one thread.
    const place = this.#threads.leastBusy();
    const stream = ++this.#lastStream;
    const open = async (rowsBefore: number) => {
      const { stop } = leaving;
      const opening = { stream, query: filter, stop, rowsBefore };
      valueIn(await this.#threads.ask('openStream', opening, { leaving, place }));
    };
    try {
      await open(0);
      for (let taken = 0; ; ) {
        let next = await this.#threads.ask('nextBatch', stream, { leaving, place });
        // The thread was ended meanwhile, for a question of somebody else.
        if (next === 'unknown') {
          await open(taken);
          next = await this.#threads.ask('nextBatch', stream, { leaving, place });
        }
        if (next === 'unknown') throw new Error('The parcels of this set are not being read any more.');
        const batch = valueIn(next);
        if (!batch) return;
        taken += batch.parcels.length;
        yield batch;
      }
    } finally {
      // Not waited for: the thread may be at work for somebody else.
      this.#threads.ask('endStream', stream, { place }).catch(() => {});
    }
  }

  async #ask<Value>(
    signal: AbortSignal,
    call: (leaving: Leaving) => Promise<Answered<Value>>,
  ): Promise<Value> {
    return valueIn(await call({ signal, stop: newFlag() }));
  }

  /** The caller makes sure that nothing is asked any more. What nobody waits for ends soon. */
  async close(): Promise<void> {
    await this.#threads.close();
    for (const { file } of this.#set.sources) closeFile(file);
  }
}

const newFlag = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function valueIn<Value>(answer: Answered<Value>): Value {
  if ('refused' in answer) throw new FilterRefused(answer.refused);
  return answer.value;
}
