// Rate limits: a client over its limit causes no more writes, and clients are told apart by address or network.
import { beforeEach, expect, test } from 'vitest';
import { clientAddress, createRateLimits, type RateLimits, TRIES_PER_CLIENT_MAX } from './rate-limits.ts';

const MINUTE_MS = 60_000;

let nowMs: number;
let counts: Map<string, { count: number; windowEndsAtMs: number }>;
/** Calls to the store. */
let asked: number;
let limits: RateLimits;

beforeEach(() => {
  nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  counts = new Map();
  asked = 0;
  limits = createRateLimits({
    now: () => nowMs,
    accounts: {
      count: async ({ name, nowMs, windowMs }) => {
        asked++;
        const known = counts.get(name);
        const isOver = !known || known.windowEndsAtMs <= nowMs || known.windowEndsAtMs > nowMs + 2 * windowMs;
        const next = isOver
          ? { count: 1, windowEndsAtMs: nowMs + windowMs }
          : { ...known, count: known.count + 1 };
        counts.set(name, next);
        return next;
      },
    },
  });
});

async function tryOften(client: string, times: number): Promise<string[]> {
  const answers: string[] = [];
  for (let tried = 0; tried < times; tried++) {
    const answer = await limits.countTry(client).then(
      () => 'let in',
      ({ type, retryAfterSeconds }) => `${type} ${retryAfterSeconds}`,
    );
    answers.push(answer);
  }
  return answers;
}

test('past the limit the store counts once more, then not again until the window ends', async () => {
  const answers = await tryOften('one', TRIES_PER_CLIENT_MAX + 500);
  expect(answers.filter((answer) => answer === 'let in')).toHaveLength(TRIES_PER_CLIENT_MAX);
  expect(new Set(answers.slice(TRIES_PER_CLIENT_MAX))).toEqual(new Set(['too_many_requests 900']));
  expect(asked).toBe(TRIES_PER_CLIENT_MAX + 1);

  nowMs += 14 * MINUTE_MS;
  expect(await tryOften('one', 2)).toEqual(Array(2).fill('too_many_requests 60'));
  expect(asked).toBe(TRIES_PER_CLIENT_MAX + 1);
  nowMs += MINUTE_MS;
  expect(await tryOften('one', 1)).toEqual(['let in']);
});

test('other clients are still let in', async () => {
  await tryOften('one', TRIES_PER_CLIENT_MAX + 1);
  expect(await tryOften('other', 1)).toEqual(['let in']);
});

test('a clock that is set back locks nobody out', async () => {
  await tryOften('one', TRIES_PER_CLIENT_MAX + 1);
  nowMs -= 24 * 60 * MINUTE_MS;
  expect(await tryOften('one', 1)).toEqual(['let in']);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:0000:0000:0000:0002', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(100), 'x'.repeat(64)],
])('%s is counted as %s', (ip, name) => {
  expect(clientAddress({ ip })).toBe(name);
});
