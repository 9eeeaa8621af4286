// The worker pool: how many jobs run at once, in which order, and which are refused.
import { expect, test } from 'vitest';
import { createWorkerPool, WorkerUnavailable } from './worker-pool.ts';

type Job = { name: string; finish(): void };

function poolOf(count: number, queueMax = 10) {
  let opened = 0;
  let closed = 0;
  const running: Job[] = [];
  const done: string[] = [];
  const pool = createWorkerPool({
    count,
    queueMax,
    open: () => {
      opened++;
      return {
        close: async () => {
          closed++;
        },
      };
    },
  });
  const ask = (name: string) =>
    pool
      .run(() => new Promise<void>((finish) => running.push({ name, finish })))
      .then(() => {
        done.push(name);
      });
  return { pool, ask, running, done, opened: () => opened, closed: () => closed };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more jobs run at once than there are workers, and the newest waiting job runs next', async () => {
  const { ask, running, done, opened } = poolOf(2);
  const jobs = ['a', 'b', 'c', 'd'].map(ask);
  await settled();
  expect(running.map(({ name }) => name)).toEqual(['a', 'b']);
  running[0]!.finish();
  await settled();
  expect(running.map(({ name }) => name)).toEqual(['a', 'b', 'd']);
  for (const job of running) job.finish();
  await settled();
  running.at(-1)!.finish();
  await Promise.all(jobs);
  expect(done).toEqual(['a', 'b', 'd', 'c']);
  expect(opened()).toBe(2);
});

test('a job that fails releases its worker', async () => {
  const { pool, closed } = poolOf(1);
  await expect(pool.run(() => Promise.reject(new Error('torn')))).rejects.toThrow('torn');
  await expect(pool.run(async () => 'drawn')).resolves.toBe('drawn');
  await pool.close();
  expect(closed()).toBe(1);
});

test('when the queue is full, the job that has waited longest is refused', async () => {
  const { ask, running, done } = poolOf(1, 2);
  const jobs = ['a', 'b', 'c', 'd'].map(ask);
  const refusal = await jobs[1]!.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(WorkerUnavailable);
  for (let i = 0; i < 3; i++) {
    await settled();
    running[i]!.finish();
  }
  await Promise.all([jobs[0], jobs[2], jobs[3]]);
  expect(done).toEqual(['a', 'd', 'c']);
});

test('closing refuses waiting and new jobs, and waits only for the running one', async () => {
  const { pool, ask, running, closed } = poolOf(1);
  const [job, ...others] = ['a', 'b', 'c'].map(ask);
  const refused = Promise.all(others.map((other) => expect(other).rejects.toThrow(WorkerUnavailable)));
  await settled();
  const closing = pool.close();
  await refused;
  await expect(ask('d')).rejects.toThrow(WorkerUnavailable);
  // The running job keeps its worker.
  expect(closed()).toBe(0);
  running[0]!.finish();
  await Promise.all([job, closing]);
  expect(running.map(({ name }) => name)).toEqual(['a']);
  expect(closed()).toBe(1);
});
