// A pool of a few workers for many jobs: one job per worker at a time, a bounded LIFO queue for the rest.

type Closable = { close(): Promise<void> };

export type WorkerPool<Worker extends Closable> = {
  /** Rejects with WorkerUnavailable if too many newer jobs came in, or if the pool is closed. */
  run<Result>(job: (worker: Worker) => Promise<Result>): Promise<Result>;
  /** Finishes the running jobs and rejects the waiting ones. */
  close(): Promise<void>;
};

/** No worker for this job: the pool is overloaded or closed. Not a bug, so nothing to log; the caller may retry. */
export class WorkerUnavailable extends Error {
  override name = 'WorkerUnavailable';

  constructor() {
    super('No worker is available.');
  }
}

/** Opens workers lazily, up to `count`. */
export function createWorkerPool<Worker extends Closable>({
  count,
  queueMax,
  open,
}: {
  count: number;
  queueMax: number;
  open: () => Worker;
}): WorkerPool<Worker> {
  const opened: Worker[] = [];
  const idle: Worker[] = [];
  /** Last in, first out: the newest request is the one whose user has not moved the map on yet. */
  const queue: { resolve(worker: Worker): void; reject(error: WorkerUnavailable): void }[] = [];
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  async function acquire(): Promise<Worker> {
    if (isClosed) throw new WorkerUnavailable();
    const free = idle.pop();
    if (free) return free;
    if (opened.length < count) {
      const worker = open();
      opened.push(worker);
      return worker;
    }
    return new Promise((resolve, reject) => {
      queue.push({ resolve, reject });
      // Load shedding: the oldest job would time out before its turn.
      if (queue.length > queueMax) queue.shift()!.reject(new WorkerUnavailable());
    });
  }

  function release(worker: Worker): void {
    const next = queue.pop();
    if (next) next.resolve(worker);
    else idle.push(worker);
  }

  return {
    async run(job) {
      const worker = await acquire();
      // The pool may have been closed between the assignment of the worker and this line.
      if (isClosed) throw new WorkerUnavailable();
      const result = job(worker);
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
        release(worker);
      }
    },
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new WorkerUnavailable());
      await Promise.allSettled(running);
      await Promise.all(opened.map((worker) => worker.close()));
    },
  };
}
