import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

const BUSY_MS = 400;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function openApp() {
  const app = Fastify();
  takeTurns(app);
  const isPausedAfter = new Map<string, boolean>();
  let asked: Socket | undefined;
  app.get('/busy', async () => {
    const untilMs = performance.now() + BUSY_MS;
    while (performance.now() < untilMs);
    return 'done';
  });
  app.get('/:name', (request, reply) => {
    asked = request.raw.socket;
    // Before the turn of the timers.
    setImmediate(() => isPausedAfter.set(request.url, request.raw.socket.isPaused()));
    reply.send('here');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { open, isPausedAfter, asked: () => asked! };
}

test('while timers get no turn, a connection is read once; after their turn again', async () => {
  const { open, isPausedAfter, asked } = await openApp();
  const [busy, other] = [await open(), await open()];
  // Both arrive before the server reads: no timer gets a turn between them.
  busy.write(get('/busy'));
  other.write(get('/first'));
  await once(other, 'data');
  expect(isPausedAfter.get('/first')).toBe(true);
  await expect.poll(() => asked().isPaused()).toBe(false);
  other.write(get('/second'));
  expect(String((await once(other, 'data'))[0])).toContain('here');
});

test('a server whose timers come in time reads on', async () => {
  const { open, isPausedAfter } = await openApp();
  const socket = await open();
  // More than once: a machine that stands still starves timers, too.
  await expect
    .poll(async () => {
      socket.write(get('/any'));
      await once(socket, 'data');
      return isPausedAfter.get('/any');
    })
    .toBe(false);
});
