// Typed calls across threads: a worker answers the calls of a table of functions, its owner awaits them.

import { parentPort } from 'node:worker_threads';
import { OperatorError } from './operator-error.ts';
import { startWorker } from './start-worker.ts';

// biome-ignore lint/suspicious/noExplicitAny: any argument and any answer; each table names its own
type Calls = Record<string, (argument: any) => unknown>;

type Question = { id: number; name: string; argument: unknown } | 'close';
type Answer = { id: number; value: unknown } | { id: number; failure: SentError };
type SentError = { message: string; stack: string | undefined; isForOperator: boolean };

export type WorkerCaller<T extends Calls> = {
  call<Name extends keyof T & string>(
    name: Name,
    argument: Parameters<T[Name]>[0],
  ): Promise<Awaited<ReturnType<T[Name]>>>;
  /** Calls made before are answered first. */
  close(): Promise<void>;
};

/** In the worker. One call at a time and in order, so that a call may await without being overtaken. */
export function answerCalls(calls: Calls, close: () => unknown): void {
  const port = parentPort!;
  let last: Promise<void> = Promise.resolve();
  const answer = async (question: Question) => {
    if (question === 'close') {
      await close();
      return port.close();
    }
    const { id, name, argument } = question;
    try {
      port.postMessage({ id, value: await calls[name]!(argument) } satisfies Answer);
    } catch (error) {
      port.postMessage({ id, failure: sent(error) } satisfies Answer);
    }
  };
  port.on('message', (question: Question) => {
    last = last.then(() => answer(question));
  });
}

/** An error loses its class when it crosses threads, so class and stack travel beside the message. */
function sent(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, isForOperator: false };
  return { message: error.message, stack: error.stack, isForOperator: error instanceof OperatorError };
}

function received({ message, stack, isForOperator }: SentError): Error {
  const error = isForOperator ? new OperatorError(message) : new Error(message);
  // Where it was thrown, in the worker; where it was received says nothing.
  if (stack !== undefined) error.stack = stack;
  return error;
}

/**
 * In the worker's owner. `source` is the worker's TypeScript file. A worker that dies (out of memory, say) fails the
 * calls it had, and the next call starts another.
 */
export function openWorker<T extends Calls>(source: URL, workerData: unknown): WorkerCaller<T> {
  let thread = startThread(source, workerData);
  let closed = false;
  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The worker is closed.'));
        if (thread.hasEnded()) thread = startThread(source, workerData);
        thread.ask({ name, argument, resolve: resolve as (value: unknown) => void, reject });
      }),
    close: () => {
      closed = true;
      return thread.close();
    },
  };
}

type Asked = {
  name: string;
  argument: unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
};

function startThread(source: URL, workerData: unknown) {
  const worker = startWorker(source, workerData);
  const waiting = new Map<number, Asked>();
  let nextId = 1;
  let ended = false;

  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('value' in answer) asked?.resolve(answer.value);
    else asked?.reject(received(answer.failure));
  });
  const end = (error: Error) => {
    ended = true;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
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
    ask: (asked: Asked) => {
      const id = nextId++;
      waiting.set(id, asked);
      worker.postMessage({ id, name: asked.name, argument: asked.argument } satisfies Question);
    },
    close: () => {
      worker.postMessage('close' satisfies Question);
      return exited;
    },
  };
}
