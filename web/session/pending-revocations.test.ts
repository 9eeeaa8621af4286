import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import { endSessionLater, retryPendingRevocations } from './pending-revocations.ts';

const DAY_MS = 24 * 60 * 60_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const listeners = new EventTarget();

/** What the server answers: a status, or nothing. */
let answer: number | undefined;
let asked: string[];
let stop: () => void = () => {};

beforeEach(() => {
  answer = undefined;
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners));
  vi.stubGlobal('removeEventListener', listeners.removeEventListener.bind(listeners));
  vi.stubGlobal('fetch', async (path: string, { body, credentials }: RequestInit) => {
    expect([path, credentials]).toEqual(['/api/ended-sessions', 'omit']);
    asked.push(JSON.parse(String(body)).token_sha256);
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return new Response(null, { status: answer });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const kept = () => localStorage.getItem('sessions_to_end');
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const start = async () => {
  stop = retryPendingRevocations();
  await wait(0);
};

test('what is kept is the hash of the token, never the token', async () => {
  await endSessionLater('secret-token');
  expect(kept()).toContain(hashOf('secret-token'));
  expect(kept()).not.toContain('secret-token');
});

test('it is tried again after 2 s, 4 s, 8 s, until the server answers, and then forgotten', async () => {
  await start();
  await endSessionLater('token');
  await wait(0);
  expect(asked).toHaveLength(1);
  for (const [pauseMs, times] of [
    [1999, 1],
    [1, 2],
    [3999, 2],
    [1, 3],
    [8000, 4],
  ] as const) {
    await wait(pauseMs);
    expect(asked).toHaveLength(times);
  }
  answer = 204;
  await wait(16_000);
  expect(asked).toHaveLength(5);
  expect(new Set(asked)).toEqual(new Set([hashOf('token')]));
  expect(kept()).toBeNull();
  await wait(DAY_MS);
  expect(asked).toHaveLength(5);
});

test('the pause is never longer than five minutes, and over at once when the browser is online again', async () => {
  await endSessionLater('token');
  await start();
  await wait(60 * 60_000);
  const before = asked.length;
  await wait(5 * 60_000);
  expect(asked.length).toBe(before + 1);
  listeners.dispatchEvent(new Event('online'));
  await wait(0);
  expect(asked.length).toBe(before + 2);
});

test('the next page goes on with it', async () => {
  await endSessionLater('one');
  await endSessionLater('two');
  answer = 204;
  await start();
  expect(asked).toEqual([hashOf('one'), hashOf('two')]);
  expect(kept()).toBeNull();
});

test.each([500, 503, 429])('a server that answers %i is tried again', async (status) => {
  answer = status;
  await endSessionLater('token');
  await start();
  expect(kept()).not.toBeNull();
  await wait(2000);
  expect(asked).toHaveLength(2);
});

test.each([400, 404])('a refusal with %i is final', async (status) => {
  answer = status;
  await endSessionLater('token');
  await start();
  expect(kept()).toBeNull();
});

test('after 30 days the session has expired by itself', async () => {
  await endSessionLater('token');
  vi.setSystemTime(Date.now() + 30 * DAY_MS);
  await start();
  expect(asked).toEqual([]);
});

test('a page that is gone tries nothing, and damaged entries do no harm', async () => {
  await endSessionLater('token');
  await start();
  stop();
  await wait(DAY_MS);
  expect(asked).toHaveLength(1);
  localStorage.setItem('sessions_to_end', '{"not": "a list"}');
  await start();
  expect(asked).toHaveLength(1);
});
