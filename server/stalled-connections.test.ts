// The real server, whose own time-outs a test lets pass at once.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openAppUnderTest } from '../test/app-under-test.ts';
import { eventually } from '../test/eventually.ts';
import { STALLED_MS } from './stalled-connections.ts';

/** More than the operating system takes for a client that does not read. */
const LONG = 60_000_000;

/** Its answer is not read yet. */
async function ask(path: string): Promise<{ answer: IncomingMessage; socket: Socket }> {
  const { app, close } = await openAppUnderTest();
  onTestFinished(close);
  app.get('/api/long', async () => 'x'.repeat(LONG));
  app.get('/api/short', async () => 'x');
  app.get('/long.js', async () => 'x'.repeat(LONG));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(app.server, 'connection') as Promise<Socket[]>;
  const { port } = app.server.address() as AddressInfo;
  const sent = request({ port, path, agent: false }).end();
  sent.on('error', () => {});
  onTestFinished(() => void sent.destroy());
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const [socket] = await connected;
  return { answer, socket: socket! };
}

test('a long answer that nobody reads ends its connection after 15 seconds without a byte', async () => {
  const { socket } = await ask('/api/long');
  expect([STALLED_MS, socket.timeout]).toEqual([15_000, STALLED_MS]);
  socket.setTimeout(1);
  await eventually(() => expect(socket.destroyed).toBe(true));
});

test('after a long answer that was read the connection may be idle as long as before', async () => {
  const idle = (await ask('/api/short')).socket.timeout;
  const { answer, socket } = await ask('/api/long');
  expect((await buffer(answer)).length).toBe(LONG);
  await eventually(() => expect(socket.timeout).toBe(idle));
  expect(idle).toBeGreaterThan(STALLED_MS);
});

test('a phone that loses its network goes on with the files of the page behind the tunnel', async () => {
  const idle = (await ask('/api/short')).socket.timeout;
  expect((await ask('/long.js')).socket.timeout).toBe(idle);
});
