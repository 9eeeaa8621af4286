import { expect, test } from 'vitest';
import { shareWorkers } from './share-workers.ts';

type Job = { name: string; finish(): void };

function workshop(count: number) {
  let opened = 0;
  let closed = 0;
  const running: Job[] = [];
  const done: string[] = [];
  const workers = shareWorkers({
    count,
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
