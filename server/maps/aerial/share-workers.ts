// Shares a few workers among many who wait: one job each, and whoever came last is served first.

type Closable = { close(): Promise<void> };

export type SharedWorkers<Worker extends Closable> = {
  use<Result>(job: (worker: Worker) => Promise<Result>): Promise<Result>;
  /** To be called when no job waits any more. */
  close(): Promise<void>;
};

/** Workers are opened when they are first needed. */
export function shareWorkers<Worker extends Closable>({
  count,
  open,
}: {
  count: number;
  open: () => Worker;
}): SharedWorkers<Worker> {
  const opened: Worker[] = [];
  const idle: Worker[] = [];
  /** The last to come is the one whose map has not moved on yet. */
  const waiting: ((worker: Worker) => void)[] = [];

  function take(): Promise<Worker> {
    const free = idle.pop();
    if (free) return Promise.resolve(free);
    if (opened.length < count) {
      const worker = open();
      opened.push(worker);
      return Promise.resolve(worker);
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(worker: Worker): void {
    const next = waiting.pop();
    if (next) next(worker);
    else idle.push(worker);
  }

  return {
    async use(job) {
      const worker = await take();
      try {
        return await job(worker);
      } finally {
        giveBack(worker);
      }
    },
    async close() {
      await Promise.all(opened.map((worker) => worker.close()));
    },
  };
}
