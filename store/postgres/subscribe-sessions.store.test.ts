// Tests that changes of sessions are heard across processes on PostgreSQL, and that a lost connection is noticed.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { closeStores, postgresPlace, type Stores } from '../../test/store-places.ts';
import type { AccountStore } from '../account-store.ts';
import { subscribeToSessions } from './subscribe-sessions.ts';

const NOW_MS = 1_700_000_000_000;

let databaseUrl: string;
let here: Stores;
let there: Stores;
let told: (string | undefined)[];

beforeEach(async () => {
  const place = await postgresPlace();
  databaseUrl = place.databaseUrl;
  here = await place.open();
  there = await place.open();
  told = [];
  there.accounts.onSessionChange((sessionId) => told.push(sessionId));
  await eventually(() => expect(there.accounts.receivesSessionChanges()).toBe(true));
  told.length = 0;
});
afterEach(async () => {
  await closeStores(here);
  await closeStores(there);
});

async function startSession(accounts: AccountStore, sessionId: string): Promise<string> {
  const { userId } = await accounts.findOrCreateUser({ email: 'ada@example.org', nowMs: NOW_MS });
  await accounts.addSession({
    sessionId,
    userId,
    kind: 'oauth',
    tokenHash: `hash of ${sessionId}`,
    startedAtMs: NOW_MS,
    lastAccessedAtMs: NOW_MS,
    expiresAtMs: NOW_MS + 60_000,
  });
  return sessionId;
}

async function administer(statement: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(statement);
  await sql.end();
}

test('a session that one process revokes or extends is told to the others', async () => {
  const sessionId = await startSession(here.accounts, 'one');
  await here.accounts.touchSession({ sessionId, lastAccessedAtMs: NOW_MS, expiresAtMs: NOW_MS + 1 });
  await eventually(() => expect(told).toEqual(['one']));
  // Nobody who logs out is let in by another process afterwards.
  await here.accounts.revokeSession(sessionId);
  expect(told).toEqual(['one', 'one']);
});

test('a process that has vanished does not keep anybody from logging out', async () => {
  const proxy = await openFreezingProxy();
  const frozen = subscribeToSessions(proxy.url);
  await eventually(() => expect(frozen.changes.isSubscribed()).toBe(true));
  proxy.freeze();
  const sessionId = await startSession(here.accounts, 'one');
  await here.accounts.revokeSession(sessionId);
  expect(frozen.changes.isSubscribed()).toBe(false);
  expect(told).toContain('one');
  proxy.close();
  await frozen.close();
});

test('so are sessions that an operator deletes by hand', async () => {
  await startSession(here.accounts, 'one');
  await administer("DELETE FROM sessions WHERE session_id = 'one'");
  await eventually(() => expect(told).toEqual(['one']));
  await administer('TRUNCATE sessions');
  await eventually(() => expect(told).toEqual(['one', undefined]));
});

test('nothing is believed to be heard while the connection is lost; once it is back, any session may have changed', async () => {
  // Looked at in the callback: the connection may be back sooner than a test can ask.
  const wasSubscribedAtReturn: boolean[] = [];
  there.accounts.onSessionChange((sessionId) => {
    if (sessionId === undefined) wasSubscribedAtReturn.push(there.accounts.receivesSessionChanges());
  });
  await administer(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'platbook sessions%'",
  );
  await eventually(() => expect(wasSubscribedAtReturn).toEqual([false]));
  await eventually(() => expect(there.accounts.receivesSessionChanges()).toBe(true));
  told.length = 0;
  const sessionId = await startSession(here.accounts, 'later');
  await here.accounts.revokeSession(sessionId);
  await eventually(() => expect(told).toContain('later'));
});

test('nobody believes a session that was revoked while only the connection that listens was lost', async () => {
  const sessionId = await startSession(here.accounts, 'one');
  await administer(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'platbook sessions%' AND query LIKE 'listen%'",
  );
  await here.accounts.revokeSession(sessionId);
  const isForgotten = told.includes('one') || told.includes(undefined);
  expect(isForgotten || !there.accounts.receivesSessionChanges()).toBe(true);
});

/** Passes bytes on to the database, until it is told to keep them. */
async function openFreezingProxy(): Promise<{ url: string; freeze(): void; close(): void }> {
  const target = new URL(databaseUrl);
  const sockets: Socket[] = [];
  const proxy = createServer((client) => {
    const server = connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [client, server]) socket.on('error', () => {});
    client.pipe(server).pipe(client);
    sockets.push(client, server);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

test('a connection that falls silent is not believed, although nobody closed it', async () => {
  const proxy = await openFreezingProxy();
  const subscribed = subscribeToSessions(proxy.url);
  await eventually(() => expect(subscribed.changes.isSubscribed()).toBe(true));
  proxy.freeze();
  await eventually(() => expect(subscribed.changes.isSubscribed()).toBe(false));
  proxy.close();
  await subscribed.close();
});
