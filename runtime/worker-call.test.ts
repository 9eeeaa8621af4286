// What happens when a worker thread fails or dies under way.
import { afterEach, expect, test } from 'vitest';
import type { EchoCalls } from '../test/echo-worker.ts';
import { OperatorError } from './operator-error.ts';
import { isOutOfMemory, openWorker, type WorkerCaller } from './worker-call.ts';

const echoWorker = new URL('../test/echo-worker.ts', import.meta.url);
let worker: WorkerCaller<EchoCalls> | undefined;

afterEach(() => worker?.close());

test('pending calls of a thread that dies are rejected, and the next call gets a new thread', async () => {
  worker = openWorker<EchoCalls>(echoWorker, undefined);
  expect(await worker.call('echo', 'before')).toBe('before');
  const died = worker.call('die', undefined);
  const behind = worker.call('echo', 'behind');
  await expect(died).rejects.toThrow('The thread has ended.');
  await expect(behind).rejects.toThrow('The thread has ended.');
  expect(await worker.call('echo', 'after')).toBe('after');
});

test('a thread that never answers can be ended, and the next call gets a new one', async () => {
  worker = openWorker<EchoCalls>(echoWorker, undefined);
  await worker.call('echo', 'before');
  const spinning = worker.call('spin', undefined);
  worker.end();
  await expect(spinning).rejects.toThrow('The thread was ended.');
  expect(await worker.call('echo', 'after')).toBe('after');
});

test('a thread that needs more memory than it may ends alone, and is told from others', async () => {
  worker = openWorker<EchoCalls>(echoWorker, undefined, { heapMbMax: 100 });
  const failure: unknown = await worker.call('hoard', undefined).catch((error: unknown) => error);
  expect(isOutOfMemory(failure)).toBe(true);
  expect(isOutOfMemory(new Error('The thread has ended.'))).toBe(false);
  expect(await worker.call('echo', 'after')).toBe('after');
});

test('a closed worker takes no more calls', async () => {
  const closing = openWorker<EchoCalls>(echoWorker, undefined);
  await closing.close();
  await expect(closing.call('echo', 'late')).rejects.toThrow('The worker is closed.');
});

test('an error from the worker keeps its class and the worker’s stack', async () => {
  worker = openWorker<EchoCalls>(echoWorker, undefined);
  const failure: unknown = await worker.call('fail', 'torn').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(OperatorError);
  expect((failure as Error).stack).toMatch(/torn[\s\S]*echo-worker/);
  await expect(worker.call('refuse', 'bad folder')).rejects.toBeInstanceOf(OperatorError);
});
