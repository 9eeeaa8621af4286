// Health checks on a port of their own: what they say of a server that starts, runs, and is too busy to answer anything else.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../test/run-platbook.ts';
import { serveHealth } from './serve-health.ts';

async function open(healthPort: number) {
  const health = (await serveHealth({ host: '127.0.0.1', healthPort }))!;
  onTestFinished(() => health.close());
  return health;
}

test('without HEALTH_PORT there is none', async () => {
  expect(await serveHealth({ host: '127.0.0.1', healthPort: undefined })).toBeUndefined();
});

test('a server that starts is not healthy yet; one that runs is; nothing else is answered', async () => {
  const port = await freePort();
  const health = await open(port);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await ask('/healthz')).status).toBe(503);
  health.startBeating();
  const answer = await ask('/healthz');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok' });
  expect((await ask('/')).status).toBe(404);
});

test('a server whose event loop is blocked is still healthy', async () => {
  const port = await freePort();
  const health = await open(port);
  health.startBeating();
  const status = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { workerData: status } = require('node:worker_threads');
    fetch('http://127.0.0.1:${port}/healthz').then((answer) => {
      Atomics.store(status, 0, answer.status);
      Atomics.notify(status, 0);
    });`;
  const asking = new Worker(code, { eval: true, workerData: status });
  // This thread does nothing until the answer is there.
  Atomics.wait(status, 0, 0, 60_000);
  expect(status[0]).toBe(200);
  await once(asking, 'exit');
});

test('a port in use is said in words', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  await expect(serveHealth({ host: '127.0.0.1', healthPort: port })).rejects.toThrow(
    `HEALTH_PORT ${port} on 127.0.0.1 is in use: stop what runs there, or set HEALTH_PORT to another one.`,
  );
});
