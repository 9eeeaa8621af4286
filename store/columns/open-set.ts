// The columns of a loaded set, open for questions, which two worker threads answer. The first question starts one of them, and one
// that finds it at work the other: so a question that takes long does not hold up all others.
import type { FilterField, ParcelFilter } from '../../contract/parcel-filter.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import { type ParcelQueries, type SetQuery, UnknownInFilter } from '../parcel-queries.ts';
import { readDirectory } from './column-file.ts';
import { bytesOnDisk, type ColumnSource, closeFile, openFile } from './open-columns.ts';
import type { Answered, QueryCalls, SetFiles } from './query-worker.ts';

/** Each keeps tables in memory of its own. */
const THREADS = 2;

type QueryThread = WorkerCaller<QueryCalls>;

export const startQueryThread = (set: SetFiles): QueryThread =>
  openWorker<QueryCalls>(new URL('./query-worker.ts', import.meta.url), set);

export class OpenColumns implements ParcelQueries {
  readonly #set: SetFiles;
  readonly #start: typeof startQueryThread;
  readonly #threads: { thread: QueryThread; waiting: number }[] = [];

  private constructor(set: SetFiles, start: typeof startQueryThread) {
    this.#set = set;
    this.#start = start;
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
    return askOnce(signal, (stop) => this.#ask('select', { query, stop }));
  }

  pins(filter: ParcelFilter, signal: AbortSignal) {
    return askOnce(signal, (stop) => this.#ask('pins', { query: filter, stop }));
  }

  values(query: { field: FilterField; filter: ParcelFilter; limit: number }, signal: AbortSignal) {
    return askOnce(signal, (stop) => this.#ask('values', { query, stop }));
  }

  countyFields(): Promise<string[]> {
    return this.#ask('countyFields', undefined);
  }

  labelsOf(sources: readonly string[]): Promise<string[]> {
    return this.#ask('labelsOf', sources);
  }

  async *stream(filter: ParcelFilter, signal: AbortSignal) {
    const waiting = new Waiting(signal);
    // All of it is of one thread.
    const call = this.#leastBusy();
    let stream: number | undefined;
    try {
      stream = await call('openStream', { query: filter, stop: waiting.stop });
      for (;;) {
        const batch = await waiting.for(call('nextBatch', stream));
        if (!batch) return;
        yield batch;
      }
    } finally {
      waiting.end();
      if (stream !== undefined) await call('endStream', stream).catch(() => {});
    }
  }

  #ask: QueryThread['call'] = (name, argument) => this.#leastBusy()(name, argument);

  #leastBusy(): QueryThread['call'] {
    let [least] = this.#threads.toSorted((one, other) => one.waiting - other.waiting);
    if (!least || (least.waiting > 0 && this.#threads.length < THREADS)) {
      least = { thread: this.#start(this.#set), waiting: 0 };
      this.#threads.push(least);
    }
    const chosen = least;
    return (name, argument) => {
      chosen.waiting++;
      return chosen.thread.call(name, argument).finally(() => {
        chosen.waiting--;
      });
    };
  }

  /** The caller makes sure that nothing is asked any more. What nobody waits for ends soon. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ thread }) => thread.close()));
    for (const { file } of this.#set.sources) closeFile(file);
  }
}

async function askOnce<Value>(
  signal: AbortSignal,
  call: (stop: Int32Array) => Promise<Answered<Value>>,
): Promise<Value> {
  const waiting = new Waiting(signal);
  try {
    return await waiting.for(call(waiting.stop));
  } finally {
    waiting.end();
  }
}

/** Somebody who waits for answers until a signal fires. The thread is told then, and stops within milliseconds. */
class Waiting {
  readonly stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #signal: AbortSignal;
  #reject: ((reason: unknown) => void) | undefined;

  constructor(signal: AbortSignal) {
    signal.throwIfAborted();
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  async for<Value>(answered: Promise<Answered<Value>>): Promise<Value> {
    const answer = await new Promise<Answered<Value>>((resolve, reject) => {
      this.#reject = reject;
      if (this.#signal.aborted) reject(this.#signal.reason);
      answered.then(resolve, reject);
    });
    if ('unknown' in answer) throw new UnknownInFilter(answer.unknown);
    return answer.value;
  }

  #onAbort = () => {
    Atomics.store(this.stop, 0, 1);
    this.#reject?.(this.#signal.reason);
  };

  end(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
