import { expect, test } from 'vitest';
import { Failure } from '../../server/failure.ts';
import { shareWorkers } from './share-workers.ts';

type Job = { name: string; finish(): void };

function workshop(count: number, waitingMax = 10) {
  let opened = 0;
  let closed = 0;
  const running: Job[] = [];
  const done: string[] = [];
  const workers = shareWorkers({
    count,
    waitingMax,
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
    workers
      .use(() => new Promise<void>((finish) => running.push({ name, finish })))
      .then(() => {
        done.push(name);
      });
  return { workers, ask, running, done, opened: () => opened, closed: () => closed };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more jobs run at once than there are workers, and the last to come is served first', async () => {
  const { ask, running, done, opened } = workshop(2);
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

test('a job that fails gives its worker back', async () => {
  const { workers, closed } = workshop(1);
  await expect(workers.use(() => Promise.reject(new Error('torn')))).rejects.toThrow('torn');
  await expect(workers.use(async () => 'drawn')).resolves.toBe('drawn');
  await workers.close();
  expect(closed()).toBe(1);
});

test('where too many wait, the one who has waited longest is refused', async () => {
  const { ask, running, done } = workshop(1, 2);
  const jobs = ['a', 'b', 'c', 'd'].map(ask);
  const refusal = await jobs[1]!.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ status: 503 });
  for (let i = 0; i < 3; i++) {
    await settled();
    running[i]!.finish();
  }
  await Promise.all([jobs[0], jobs[2], jobs[3]]);
  expect(done).toEqual(['a', 'd', 'c']);
});

test('closing refuses those who wait and those who come, and waits for no job but the running one', async () => {
  const { workers, ask, running, closed } = workshop(1);
  const [job, ...others] = ['a', 'b', 'c'].map(ask);
  const refused = Promise.all(others.map((other) => expect(other).rejects.toMatchObject({ status: 503 })));
  await settled();
  const closing = workers.close();
  await refused;
  await expect(ask('d')).rejects.toMatchObject({ status: 503 });
  // Its worker is still its own.
  expect(closed()).toBe(0);
  running[0]!.finish();
  await Promise.all([job, closing]);
  expect(running.map(({ name }) => name)).toEqual(['a']);
  expect(closed()).toBe(1);
});
