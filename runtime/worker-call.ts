// Remote procedure calls to a worker thread: the worker has a table of functions, and its owner awaits their results.
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker } from 'node:worker_threads';
import { fromSent, type SentError, toSent } from './sent-error.ts';

// biome-ignore lint/suspicious/noExplicitAny: arguments and results of any type; each table names its own
type Calls = Record<string, (argument: any) => unknown>;

type CallMessage = { id: number; name: string; argument: unknown } | 'close';
type ResultMessage = { id: number; value: unknown } | { id: number; failure: SentError };

export type WorkerCaller<T extends Calls> = {
  call<Name extends keyof T & string>(
    name: Name,
    argument: Parameters<T[Name]>[0],
  ): Promise<Awaited<ReturnType<T[Name]>>>;
  /** Pending calls are answered first. */
  close(): Promise<void>;
  /** Ends the thread wherever it is. Its pending calls are rejected, and the next call starts a new one. */
  end(): void;
};

/** `heapMbMax`: a thread that needs more ends, and the process goes on. What arrays of bytes hold does not count. */
type Options = { heapMbMax?: number };

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

const NICENESS = 5;

/**
 * For the worker's side. Linux knows priorities of threads: what works long leaves the cores to details and tiles. Elsewhere it would be
 * that of the process.
 */
export function leaveCoresToOthers(): void {
  if (process.platform === 'linux') setPriority(NICENESS);
}

/** For the worker's side. Calls run one at a time and in order, even if they await. */
export function answerCalls(calls: Calls, close: () => unknown): void {
  const port = parentPort!;
  let last: Promise<void> = Promise.resolve();
  const answer = async (request: CallMessage) => {
    if (request === 'close') {
      await close();
      return port.close();
    }
    const { id, name, argument } = request;
    try {
      port.postMessage({ id, value: await calls[name]!(argument) } satisfies ResultMessage);
    } catch (error) {
      port.postMessage({ id, failure: toSent(error) } satisfies ResultMessage);
    }
  };
  port.on('message', (request: CallMessage) => {
    last = last.then(() => answer(request));
  });
}

/**
 * For the owner's side. `source` is the worker's file, as new URL(…, import.meta.url): by this form the build finds it.
 * If the worker dies (out of memory, say), its pending calls are rejected, and the next call starts a new one.
 */
export function openWorker<T extends Calls>(
  source: URL,
  workerData: unknown,
  options: Options = {},
): WorkerCaller<T> {
  const start = () => startThread(startWorker(source, workerData, options));
  let thread = start();
  let closed = false;
  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The worker is closed.'));
        if (thread.hasEnded()) thread = start();
        thread.send({ name, argument, resolve: resolve as (value: unknown) => void, reject });
      }),
    close: () => {
      closed = true;
      return thread.close();
    },
    end: () => thread.end(),
  };
}

type PendingCall = {
  name: string;
  argument: unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
};

function startThread(worker: Worker) {
  const pending = new Map<number, PendingCall>();
  let nextId = 1;
  let ended = false;

  worker.on('message', (response: ResultMessage) => {
    const call = pending.get(response.id);
    pending.delete(response.id);
    if ('value' in response) call?.resolve(response.value);
    else call?.reject(fromSent(response.failure));
  });
  const end = (error: Error) => {
    ended = true;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on('error', end);
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      end(new Error('The thread has ended.'));
      resolve();
    });
  });

  return {
    hasEnded: () => ended,
    send: (call: PendingCall) => {
      const id = nextId++;
      pending.set(id, call);
      worker.postMessage({ id, name: call.name, argument: call.argument } satisfies CallMessage);
    },
    close: () => {
      worker.postMessage('close' satisfies CallMessage);
      return exited;
    },
    end: () => {
      end(new Error('The thread was ended.'));
      worker.terminate();
    },
  };
}

/** Runs the worker's TypeScript source, or the JavaScript that the build has made of it. */
function startWorker(source: URL, workerData: unknown, { heapMbMax }: Options): Worker {
  const options = {
    workerData,
    // With more room for young objects, what survives a collection at once may be more than V8 has in hand at the limit: then all of the
    // process ends (seen with Node.js 24).
    ...(heapMbMax !== undefined && {
      resourceLimits: {
        maxOldGenerationSizeMb: heapMbMax,
        maxYoungGenerationSizeMb: Math.min(heapMbMax / 8, 48),
      },
    }),
  };
  if (source.pathname.endsWith('.js')) return new Worker(source, options);
  // A worker does not inherit its parent's TypeScript loader, so it registers its own. The CommonJS one needs no
  // thread of its own, so the worker starts three times as fast.
  const tsx = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const code = `require(${JSON.stringify(tsx)}).register(); require(${JSON.stringify(fileURLToPath(source))});`;
  return new Worker(code, { ...options, eval: true });
}
