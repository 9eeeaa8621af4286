// What the limits cost: whoever is over one makes no more work for the store.
import { beforeEach, expect, test } from 'vitest';
import { createSignInLimits, type SignInLimits, TRIES_PER_CLIENT_MAX } from './sign-in-limits.ts';

const MINUTE_MS = 60_000;

let nowMs: number;
let counts: Map<string, { count: number; windowEndsAtMs: number }>;
/** How often the store was asked. */
let asked: number;
let limits: SignInLimits;

beforeEach(() => {
  nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  counts = new Map();
  asked = 0;
  limits = createSignInLimits({
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

test('past the limit the store is asked once more, then no longer until the window ends', async () => {
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

test('others go on being counted', async () => {
  await tryOften('one', TRIES_PER_CLIENT_MAX + 1);
  expect(await tryOften('other', 1)).toEqual(['let in']);
});

test('a clock that is set back locks nobody out', async () => {
  await tryOften('one', TRIES_PER_CLIENT_MAX + 1);
  nowMs -= 24 * 60 * MINUTE_MS;
  expect(await tryOften('one', 1)).toEqual(['let in']);
});
