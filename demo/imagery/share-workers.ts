// Shares a few workers among many who wait: one job each, and whoever came last is served first.
import { messages } from '../../contract/messages.ts';
import { Failure } from '../../server/failure.ts';

type Closable = { close(): Promise<void> };

export type SharedWorkers<Worker extends Closable> = {
  /** Refused with a Failure where too many came after, and when closing. */
  use<Result>(job: (worker: Worker) => Promise<Result>): Promise<Result>;
  /** Jobs that run are finished, those that wait are refused. */
  close(): Promise<void>;
};

/** Workers are opened when they are first needed. */
export function shareWorkers<Worker extends Closable>({
  count,
  waitingMax,
  open,
}: {
  count: number;
  waitingMax: number;
  open: () => Worker;
}): SharedWorkers<Worker> {
  const opened: Worker[] = [];
  const idle: Worker[] = [];
  /** The last to come is the one whose map has not moved on yet. */
  const waiting: { serve(worker: Worker): void; refuse(failure: Failure): void }[] = [];
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  async function take(): Promise<Worker> {
    if (isClosed) throw unavailable();
    const free = idle.pop();
    if (free) return free;
    if (opened.length < count) {
      const worker = open();
      opened.push(worker);
      return worker;
    }
    return new Promise((serve, refuse) => {
      waiting.push({ serve, refuse });
      if (waiting.length > waitingMax) waiting.shift()!.refuse(unavailable());
    });
  }

  function giveBack(worker: Worker): void {
    const next = waiting.pop();
    if (next) next.serve(worker);
    else idle.push(worker);
  }

  return {
    async use(job) {
      const worker = await take();
      if (isClosed) throw unavailable();
      const result = job(worker);
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
        giveBack(worker);
      }
    },
    async close() {
      isClosed = true;
      for (const { refuse } of waiting.splice(0)) refuse(unavailable());
      await Promise.allSettled(running);
      await Promise.all(opened.map((worker) => worker.close()));
    },
  };
}

const unavailable = () => new Failure(503, messages.serverFault);
