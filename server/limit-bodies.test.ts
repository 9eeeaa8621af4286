// Bodies that arrive slowly, over real connections: what they may take together, and that nobody else is held up by them.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SET_BODY_BYTES_MAX } from '../contract/limits.ts';
import { refusals } from '../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest } from '../test/app-under-test.ts';
import { eventually } from '../test/eventually.ts';
import { CLIENT_BODIES_BYTES_MAX } from './limit-bodies.ts';

let under: AppUnderTest;
let port: number;
beforeAll(async () => {
  under = await openAppUnderTest({ parcelAccess: 'public' });
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = under.app.server.address() as AddressInfo);
});
afterAll(() => under.close());

/** All but the last bytes of a body, and what is heard of it. */
async function sendMost(from: string, bytes: number, length = `Content-Length: ${bytes}`) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  const sender = { socket, heard: '' };
  socket.setEncoding('latin1').on('data', (text) => {
    sender.heard += text;
  });
  socket.on('error', () => {});
  socket.write(
    `POST /api/parcels HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
  );
  socket.write('x'.repeat(Math.min(bytes, 100_000) - 1));
  await once(socket, 'connect');
  return sender;
}
const ask = async (from: string, payload: object) =>
  (await under.app.inject({ method: 'POST', url: '/api/parcels', payload, remoteAddress: from })).statusCode;
const large = { filter: "pin = '1'".padEnd(SET_BODY_BYTES_MAX / 4) };

test('slow bodies of one address take a few megabytes; it is refused more, and others are not', async () => {
  const most = CLIENT_BODIES_BYTES_MAX / SET_BODY_BYTES_MAX;
  const senders: { socket: Socket; heard: string }[] = [];
  for (let number = 0; number < most + 8; number++) {
    senders.push(await sendMost('127.0.0.1', SET_BODY_BYTES_MAX));
  }
  const refused = () => senders.filter(({ heard }) => heard.startsWith('HTTP/1.1 429 '));
  await eventually(() => expect(refused()).toHaveLength(8));
  expect(refused()[0]!.heard).toContain(refusals.tooManyAtOnce);
  expect(await ask('127.0.0.1', large)).toBe(429);
  expect(await ask('127.0.0.1', { filter: '' })).toBe(200);
  expect(await ask('198.51.100.7', large)).toBe(200);
  for (const { socket } of senders) socket.destroy();
  await eventually(async () => expect(await ask('127.0.0.1', large)).toBe(200));
});

test('many addresses together fill the server’s share, and small bodies are taken all the same', async () => {
  const senders = await Promise.all(
    Array.from({ length: 130 }, (_, number) => sendMost(`127.0.1.${1 + (number % 26)}`, SET_BODY_BYTES_MAX)),
  );
  await eventually(() =>
    expect(senders.filter(({ heard }) => heard.startsWith('HTTP/1.1 503 '))).toHaveLength(2),
  );
  expect(await ask('198.51.100.7', large)).toBe(503);
  expect(await ask('198.51.100.7', { filter: '' })).toBe(200);
  for (const { socket } of senders) socket.destroy();
  await eventually(async () => expect(await ask('198.51.100.7', large)).toBe(200));
});

test('large bodies that one address sends one after the other are refused once they are too many, and later taken again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const statuses: number[] = [];
    const most = (4 * CLIENT_BODIES_BYTES_MAX) / SET_BODY_BYTES_MAX;
    for (let sent = 0; sent < most + 2; sent++) statuses.push(await ask('198.51.100.20', large));
    expect(new Set(statuses.slice(0, most - 1))).toEqual(new Set([200]));
    expect(statuses.at(-1)).toBe(429);
    expect(await ask('198.51.100.21', large)).toBe(200);
    expect(await ask('198.51.100.20', { filter: '' })).toBe(200);
    vi.advanceTimersByTime(2000);
    expect(await ask('198.51.100.20', large)).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('a body has two minutes to arrive', () => {
  expect(under.app.server.requestTimeout).toBe(120_000);
});
