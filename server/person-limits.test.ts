// Limits per person, on the real server: what one person may have under way, and how much they may change.
import { request } from 'node:http';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { refusals } from '../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest } from '../test/app-under-test.ts';
import { eventually } from '../test/eventually.ts';
import { pairedBuses } from '../test/paired-buses.ts';
import { replyFailure } from './failure.ts';
import {
  ACCOUNT_CALLS_UNDER_WAY_MAX,
  CHANGES_PER_MINUTE_MAX,
  createPersonLimits,
  REQUESTS_UNDER_WAY_MAX,
} from './person-limits.ts';

let under: AppUnderTest;
let origin: string;
let nowMs = Date.now();

beforeAll(async () => {
  under = await openAppUnderTest({ now: () => nowMs });
  origin = await under.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => under.close());
afterEach(() => vi.restoreAllMocks());

const savedRecord = {
  id: 'a1',
  parcel_pin: '1',
  parcel_owner_name: 'ADA LOVELACE',
  parcel_address: '7 HERON CT',
  parcel_centroid_lat: null,
  parcel_centroid_lon: null,
  notes: null,
  folder: null,
  color: null,
};

type Headers = Record<string, string>;
const signedIn = async (): Promise<Headers> => ({ authorization: `Bearer ${await under.signIn()}` });
const list = (headers: Headers) => under.app.inject({ url: '/api/saved-parcels', headers });
const search = (headers: Headers) => under.app.inject({ url: '/api/parcels/search?q=kestrel', headers });
const change = (headers: Headers) =>
  under.app.inject({ method: 'DELETE', url: '/api/saved-parcels/unknown', headers });

/** Calls of this method wait until they are released. */
function stall<Answer>(target: object, method: string, answer: Answer) {
  const asked = vi.fn();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting = async () => {
    asked();
    await isReleased;
    return answer;
  };
  vi.spyOn(target as Record<string, typeof waiting>, method).mockImplementation(waiting);
  return { asked, release };
}
const stallDeletes = () => stall(under.accounts, 'deleteSavedParcel', true);

test('a person has a few account calls under way at most, and others are answered meanwhile', async () => {
  const [mine, theirs] = [await signedIn(), await signedIn()];
  const { asked, release } = stallDeletes();
  const waiting = Array.from({ length: ACCOUNT_CALLS_UNDER_WAY_MAX }, () => change(mine));
  await eventually(() => expect(asked).toHaveBeenCalledTimes(ACCOUNT_CALLS_UNDER_WAY_MAX));

  const refused = await list(mine);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toEqual({ message: refusals.tooManyAtOnce });
  expect(refused.headers['retry-after']).toBe('1');
  expect((await search(mine)).statusCode).toBe(200);
  expect((await list(theirs)).statusCode).toBe(200);

  release();
  for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(204);
  expect((await list(mine)).statusCode).toBe(200);
});

test('a person has a limited number of requests under way, of all kinds together', async () => {
  const [mine, theirs] = [await signedIn(), await signedIn()];
  const { asked, release } = stall(under.parcels, 'searchJson', '[]');
  const waiting = Array.from({ length: REQUESTS_UNDER_WAY_MAX }, () => search(mine));
  await eventually(() => expect(asked).toHaveBeenCalledTimes(REQUESTS_UNDER_WAY_MAX));

  for (const refused of [await search(mine), await list(mine)]) {
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({ message: refusals.tooManyAtOnce });
  }
  expect((await list(theirs)).statusCode).toBe(200);

  release();
  for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200);
  expect((await list(mine)).statusCode).toBe(200);
});

test('after too many changes in a minute a person waits, and is told for how long', async () => {
  const [mine, theirs] = [await signedIn(), await signedIn()];
  for (let at = 0; at < CHANGES_PER_MINUTE_MAX; at++) expect((await change(mine)).statusCode).toBe(404);
  nowMs += 20_000;
  const refused = await change(mine);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toEqual({ message: refusals.tooManyChanges });
  expect(refused.headers['retry-after']).toBe('40');
  expect((await list(mine)).statusCode).toBe(200);
  expect((await change(theirs)).statusCode).toBe(404);
  nowMs += 40_000;
  expect((await change(mine)).statusCode).toBe(404);
});

test('with several processes a person may make as many changes a minute as with one', async () => {
  const [one, other] = pairedBuses().map((clusterBus) => {
    const limits = createPersonLimits({ clusterBus, now: () => nowMs });
    const app = fastify();
    limits.follow(app);
    const requireOwner = limits.limitAccountCalls(() => ({ userId: 'ann' }));
    app.delete('/change', async (request) => requireOwner(request));
    app.setErrorHandler(replyFailure);
    return async () => (await app.inject({ method: 'DELETE', url: '/change' })).statusCode;
  });
  for (let at = 0; at < CHANGES_PER_MINUTE_MAX / 2; at++) {
    expect([await one!(), await other!()]).toEqual([200, 200]);
  }
  // The last message has arrived.
  await new Promise(setImmediate);
  expect([await one!(), await other!()]).toEqual([429, 429]);
  nowMs += 60_000;
  expect([await one!(), await other!()]).toEqual([200, 200]);
});

test('a clock that is set back by a day keeps nobody waiting', async () => {
  const mine = await signedIn();
  for (let at = 0; at <= CHANGES_PER_MINUTE_MAX; at++) await change(mine);
  nowMs -= 24 * 60 * 60_000;
  expect((await change(mine)).statusCode).toBe(404);
  nowMs += 24 * 60 * 60_000;
});

test('a client that hangs up holds its place until the work it left behind has ended', async () => {
  const mine = await signedIn();
  const { asked, release } = stallDeletes();
  const calls = Array.from({ length: ACCOUNT_CALLS_UNDER_WAY_MAX }, () =>
    request(`${origin}/api/saved-parcels/1`, { method: 'DELETE', headers: mine })
      .on('error', () => {})
      .end(),
  );
  await eventually(() => expect(asked).toHaveBeenCalledTimes(ACCOUNT_CALLS_UNDER_WAY_MAX));
  for (const call of calls) call.destroy();
  const openConnections = () =>
    new Promise((resolve) => under.app.server.getConnections((_error, count) => resolve(count)));
  await vi.waitUntil(async () => (await openConnections()) === 0, { timeout: 30_000 });
  expect((await list(mine)).statusCode).toBe(429);

  release();
  await eventually(async () => expect((await list(mine)).statusCode).toBe(200));
});

test('a client that does not read its answers holds its places until it has gone', async () => {
  const mine = await signedIn();
  // More than the buffers of a connection hold.
  const long = { ...savedRecord, notes: 'x'.repeat(16_000_000) };
  const pages = vi
    .spyOn(under.accounts, 'pageSavedParcels')
    .mockResolvedValue({ parcels: [long], next: undefined });
  const sockets = Array.from({ length: ACCOUNT_CALLS_UNDER_WAY_MAX }, () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) });
    return socket.on('error', () => {}).once('data', () => socket.pause());
  });
  const { authorization } = mine;
  for (const socket of sockets) {
    socket.write(`GET /api/saved-parcels HTTP/1.1\r\nHost: here\r\nAuthorization: ${authorization}\r\n\r\n`);
  }
  await eventually(() => expect(sockets.every((socket) => socket.isPaused())).toBe(true));
  pages.mockRestore();
  expect((await list(mine)).statusCode).toBe(429);

  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect((await list(mine)).statusCode).toBe(200));
});
