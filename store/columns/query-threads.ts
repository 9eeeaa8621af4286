// The threads that answer questions about a set, one question at a time each. The first question starts one of them, and one that
// finds it at work the other: so a question that takes long does not hold up all others.
import { refusals } from '../../contract/messages.ts';
import { isOutOfMemory, type WorkerCaller } from '../../runtime/worker-call.ts';
import { FilterRefused } from '../parcel-queries.ts';
import type { QueryCalls } from './query-worker.ts';

/** Each keeps tables in memory of its own. */
const THREADS = 2;
/** A thread that was told to stop does so within milliseconds. One that still has not answered then never will. */
export const STOP_MS = 2000;

export type QueryThread = WorkerCaller<QueryCalls>;

/** Where a thread runs. It is another one after the watchdog, or a want of memory, has ended the one before. */
export type ThreadPlace = { readonly thread: QueryThread; isBusy: boolean };

/** `stop` becomes 1 when the signal fires: the thread sees it. */
export type Leaving = { signal: AbortSignal; stop: Int32Array };

type Waiting = { place: ThreadPlace | undefined; run(place: ThreadPlace): Promise<void> };

export class QueryThreads {
  readonly #start: () => QueryThread;
  readonly #places: ThreadPlace[] = [];
  #waiting: Waiting[] = [];

  constructor(start: () => QueryThread) {
    this.#start = start;
  }

  /**
   * Settles when the thread has answered or has ended, never before: whoever holds a turn for this question holds it as long as
   * the thread works. Only a question that has not begun is given up at once.
   */
  ask<Name extends keyof QueryCalls>(
    name: Name,
    argument: Parameters<QueryCalls[Name]>[0],
    { leaving, place }: { leaving?: Leaving; place?: ThreadPlace } = {},
  ): Promise<Awaited<ReturnType<QueryCalls[Name]>>> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(leaving!.signal.reason);
      };
      const run = async ({ thread }: ThreadPlace) => {
        leaving?.signal.removeEventListener('abort', giveUp);
        const watched = leaving && watch(thread, leaving);
        try {
          const answer = await thread.call(name, argument);
          leaving?.signal.throwIfAborted();
          resolve(answer);
        } catch (error) {
          if (leaving?.signal.aborted) reject(leaving.signal.reason);
          else reject(isOutOfMemory(error) ? new FilterRefused(refusals.queryTooLarge) : error);
        } finally {
          watched?.end();
        }
      };
      const waiting: Waiting = { place, run };
      if (leaving?.signal.aborted) return giveUp();
      leaving?.signal.addEventListener('abort', giveUp);
      this.#waiting.push(waiting);
      this.#runNext();
    });
  }

  /** For questions that belong together, as those of a stream. */
  leastBusy(): ThreadPlace {
    return this.#free() ?? this.#places[0]!;
  }

  #free(): ThreadPlace | undefined {
    const free = this.#places.find(({ isBusy }) => !isBusy);
    if (free || this.#places.length === THREADS) return free;
    const started = { thread: this.#start(), isBusy: false };
    this.#places.push(started);
    return started;
  }

  #runNext(): void {
    // Whole questions go before the batches of streams, of which there are many.
    const inOrder = this.#waiting.toSorted((one, other) => Number(!!one.place) - Number(!!other.place));
    for (const waiting of inOrder) {
      const place = waiting.place ?? this.#free();
      if (!place || place.isBusy) continue;
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      place.isBusy = true;
      waiting.run(place).finally(() => {
        place.isBusy = false;
        this.#runNext();
      });
    }
  }

  /** Questions that run are answered first. */
  async close(): Promise<void> {
    await Promise.all(this.#places.map(({ thread }) => thread.close()));
  }
}

/** A watchdog: tells the thread when the signal fires, and ends it if it does not answer then. */
function watch(thread: QueryThread, { signal, stop }: Leaving) {
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    Atomics.store(stop, 0, 1);
    timer = setTimeout(() => thread.end(), STOP_MS);
  };
  signal.addEventListener('abort', tell);
  return {
    end: () => {
      signal.removeEventListener('abort', tell);
      clearTimeout(timer);
    },
  };
}
