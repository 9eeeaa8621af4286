// What happens when a thread of the store dies under way.
import { afterEach, expect, test } from 'vitest';
import { openWorker, type WorkerCaller } from '../../store/worker-call.ts';
import type { EchoCalls } from './echo-worker.ts';

let worker: WorkerCaller<EchoCalls> | undefined;

afterEach(() => worker?.close());

test('the calls a dying thread had fail, and the next call finds a new thread', async () => {
  worker = openWorker<EchoCalls>(new URL('./echo-worker.ts', import.meta.url), undefined);
  expect(await worker.call('echo', 'before')).toBe('before');
  const died = worker.call('die', undefined);
  const behind = worker.call('echo', 'behind');
  await expect(died).rejects.toThrow('The thread has ended.');
  await expect(behind).rejects.toThrow('The thread has ended.');
  expect(await worker.call('echo', 'after')).toBe('after');
});

test('a closed worker takes no more calls', async () => {
  const closing = openWorker<EchoCalls>(new URL('./echo-worker.ts', import.meta.url), undefined);
  await closing.close();
  await expect(closing.call('echo', 'late')).rejects.toThrow('The store is closed.');
});
