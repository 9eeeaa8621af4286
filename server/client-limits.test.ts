// Limits of clients without a session, with PARCEL_ACCESS=public, on the real server.
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusals } from '../contract/messages.ts';
import { tileAt } from '../geo/tile-address.ts';
import { type AppUnderTest, lotCenter, openAppUnderTest } from '../test/app-under-test.ts';
import { CLIENT_BURST_MAX, CLIENT_REQUESTS_PER_SECOND_MAX, createClientLimits } from './client-limits.ts';

let under: AppUnderTest;
let origin: string;
let port: number;
let nowMs = Date.now();
beforeAll(async () => {
  under = await openAppUnderTest({ parcelAccess: 'public', trustProxy: ['127.0.0.1'], now: () => nowMs });
  origin = await under.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = under.app.server.address() as AddressInfo);
});
afterAll(() => under.close());

const { x, y } = tileAt(lotCenter(0), 14);
const TILE = `/tiles/14/${x}/${y}.pbf`;

/** Over a real connection, as from a proxy. */
const ask = (from: string, path = TILE, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': from, ...headers } });

const BATCH = 5;

/** How many of these are answered, in batches on one connection. */
async function accepted(from: string, count: number): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port }).setEncoding('latin1');
  const request = `GET ${TILE} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nAccept-Encoding: gzip\r\n\r\n`;
  const ask = () => socket.write(request.repeat(BATCH));
  let heard = '';
  const statuses = () => [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
  let asked = BATCH;
  ask();
  for await (const chunk of socket) {
    heard += chunk;
    const answered = statuses().length;
    if (answered === count) break;
    if (answered === asked) {
      asked += BATCH;
      ask();
    }
  }
  return statuses().filter((status) => status === '200').length;
}

test('[SEC-13] a client without a session that asks for too much waits, and others and signed-in people do not', async () => {
  // So that it is in memory.
  await ask('203.0.113.9');
  expect(await accepted('203.0.113.7', CLIENT_BURST_MAX + BATCH)).toBe(CLIENT_BURST_MAX);
  for (const path of [TILE, '/api/parcels/search?q=kestrel', '/api/counties']) {
    const refused = await ask('203.0.113.7', path);
    expect([refused.status, refused.headers.get('retry-after')], path).toEqual([429, '1']);
    expect(await refused.json()).toEqual({ message: refusals.tooManyReads });
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect((await ask('203.0.113.8', path)).status, path).toBe(200);
  }
  const token = await under.signIn();
  for (let at = 0; at < 3; at++) {
    expect((await ask('203.0.113.7', TILE, { cookie: `session_token=${token}` })).status).toBe(200);
  }
  expect((await ask('203.0.113.7', TILE, { cookie: 'session_token=made-up' })).status).toBe(429);

  nowMs += 1000;
  expect(await accepted('203.0.113.7', CLIENT_REQUESTS_PER_SECOND_MAX + BATCH)).toBe(
    CLIENT_REQUESTS_PER_SECOND_MAX,
  );
  nowMs -= 60_000;
  expect((await ask('203.0.113.7')).status).toBe(429);
});

const requestFrom = (remoteAddress: string, host = 'parcels.example.org') =>
  ({ headers: { host }, socket: { remoteAddress } }) as IncomingMessage;

function turns(takeTurn: ReturnType<typeof createClientLimits>, request: IncomingMessage): number {
  let count = 0;
  while (count < 100_000 && takeTurn(request) !== undefined) count++;
  return count;
}

test('[SEC-13] moving through the networks of an IPv6 site brings four times as much, and no more', () => {
  const takeTurn = createClientLimits({ trustProxy: [], now: () => nowMs });
  const counts = Array.from({ length: 20 }, (_, at) =>
    turns(takeTurn, requestFrom(`2001:db8:1:${(at * 256).toString(16)}::1`)),
  );
  expect(counts.slice(0, 4)).toEqual(Array(4).fill(CLIENT_BURST_MAX));
  expect(counts.slice(4)).toEqual(Array(16).fill(0));
  expect(turns(takeTurn, requestFrom('2001:db8:2::1'))).toBe(CLIENT_BURST_MAX);
});

test('[SEC-13] programs on this machine are not limited, unless they speak for others', () => {
  const takeTurn = createClientLimits({ trustProxy: [], now: () => nowMs });
  expect(turns(takeTurn, requestFrom('127.0.0.1'))).toBe(CLIENT_BURST_MAX);
  expect(turns(takeTurn, requestFrom('127.0.0.1', 'localhost:3000'))).toBe(100_000);
});
