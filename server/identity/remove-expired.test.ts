// What has expired leaves by itself, and the clockwork stops with the server.
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AccountStore } from '../../store/account-store.ts';
import { removeExpiredNowAndThen } from './remove-expired.ts';
import type { SigningKeys } from './signing-keys.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW_MS = 1_772_366_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openRemoving(removeExpired: () => Promise<number>) {
  const app = Fastify();
  const accounts = { removeExpired: vi.fn(removeExpired) };
  const keys = { removeOld: vi.fn(async () => {}) };
  removeExpiredNowAndThen(app, {
    accounts: accounts as unknown as AccountStore,
    keys: keys as unknown as SigningKeys,
    now: () => NOW_MS,
  });
  return { app, accounts, keys };
}

test('every hour what expired a day ago goes, until the server closes', async () => {
  const { app, accounts, keys } = openRemoving(async () => 0);
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(accounts.removeExpired.mock.calls).toEqual(Array(2).fill([{ beforeMs: NOW_MS - 24 * HOUR_MS }]));
  expect(keys.removeOld).toHaveBeenCalledTimes(2);
  await app.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('a store that is out of order for an hour is asked again in the next', async () => {
  const { app, accounts } = openRemoving(() => Promise.reject(new Error('no answer')));
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(accounts.removeExpired).toHaveBeenCalledTimes(2);
  await app.close();
});
