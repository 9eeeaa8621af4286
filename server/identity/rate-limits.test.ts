// Rate limits: who is refused, who never is by somebody else's doing, and that a client over its limit causes no more writes.
import { beforeEach, expect, test } from 'vitest';
import {
  createRateLimits,
  MAILS_PER_ADDRESS_AND_CLIENT_MAX,
  MAILS_PER_ADDRESS_MAX,
  MAILS_PER_CLIENT_MAX,
  MAILS_PER_HOUR_MAX,
  type RateLimits,
  TRIES_PER_CLIENT_MAX,
} from './rate-limits.ts';

const TRIES_MAX = TRIES_PER_CLIENT_MAX[0];

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
    const answer = await limits.countTry([client]).then(
      () => 'let in',
      ({ type, retryAfterSeconds }) => `${type} ${retryAfterSeconds}`,
    );
    answers.push(answer);
  }
  return answers;
}

test('past the limit the store counts once more, then not again until the window ends', async () => {
  const answers = await tryOften('one', TRIES_MAX + 500);
  expect(answers.filter((answer) => answer === 'let in')).toHaveLength(TRIES_MAX);
  expect(new Set(answers.slice(TRIES_MAX))).toEqual(new Set(['too_many_requests 900']));
  expect(asked).toBe(TRIES_MAX + 1);

  nowMs += 14 * MINUTE_MS;
  expect(await tryOften('one', 2)).toEqual(Array(2).fill('too_many_requests 60'));
  expect(asked).toBe(TRIES_MAX + 1);
  nowMs += MINUTE_MS;
  expect(await tryOften('one', 1)).toEqual(['let in']);
});

test('other clients are still let in', async () => {
  await tryOften('one', TRIES_MAX + 1);
  expect(await tryOften('other', 1)).toEqual(['let in']);
});

test('a clock that is set back locks nobody out', async () => {
  await tryOften('one', TRIES_MAX + 1);
  nowMs -= 24 * 60 * MINUTE_MS;
  expect(await tryOften('one', 1)).toEqual(['let in']);
});

/** How many of so many mails are let in, and what the last one refused is told. */
async function askOften(times: number, mail: (asked: number) => { email: string; client: string[] }) {
  let letIn = 0;
  let refusal: { message: string; retryAfterSeconds: number } | undefined;
  for (let asked = 0; asked < times; asked++) {
    await limits.countMail(mail(asked)).then(
      () => letIn++,
      (error) => {
        refusal = error;
      },
    );
  }
  return { letIn, refusal };
}

const victim = 'zoe@example.org';

test('who asks for links to an address of somebody else reaches a limit, and the owner does not', async () => {
  const attack = await askOften(1000, () => ({ email: victim, client: ['203.0.113.7'] }));
  expect(attack.letIn).toBe(MAILS_PER_ADDRESS_AND_CLIENT_MAX);
  const owner = await askOften(1, () => ({ email: victim, client: ['198.51.100.1'] }));
  expect(owner.letIn).toBe(1);
});

test('many clients together fill one mailbox up to a far higher ceiling', async () => {
  const { letIn, refusal } = await askOften(200, (asked) => ({
    email: victim,
    client: [`203.0.113.${asked % 100}`],
  }));
  expect(letIn).toBe(MAILS_PER_ADDRESS_MAX);
  expect(MAILS_PER_ADDRESS_MAX).toBeGreaterThanOrEqual(10 * MAILS_PER_ADDRESS_AND_CLIENT_MAX);
  expect(refusal!.message).toBe('Too many links were sent to this address. Try again in 15 minutes.');
});

test('one client gets its number of mails to any addresses, and refused ones do not count for the address', async () => {
  const client = ['203.0.113.7'];
  const { letIn, refusal } = await askOften(100, (asked) => ({ email: `${asked}@example.org`, client }));
  expect(letIn).toBe(MAILS_PER_CLIENT_MAX[0]);
  expect(refusal!.message).toBe('Too many links were asked for from here. Try again in 15 minutes.');
  await askOften(100, () => ({ email: victim, client }));
  expect(counts.has(`mails to ${victim}`)).toBe(false);
});

test('who has many IPv6 networks is counted by the wider ones, too', async () => {
  const inOneSite = (asked: number) => ({
    email: `${asked}@example.org`,
    client: [`2001:db8:1:${asked}::/64`, `2001:db8:1:${asked & 0xff00}::/56`, '2001:db8:1::/48'],
  });
  expect((await askOften(256, inOneSite)).letIn).toBe(MAILS_PER_CLIENT_MAX[1]);
  const manySubnets = (asked: number) => inOneSite(asked * 256);
  expect((await askOften(600, manySubnets)).letIn).toBe(MAILS_PER_CLIENT_MAX[2] - MAILS_PER_CLIENT_MAX[1]);
});

test('all together get so many mails an hour', async () => {
  const { letIn, refusal } = await askOften(MAILS_PER_HOUR_MAX + 5, (asked) => ({
    email: `${asked}@example.org`,
    client: [`client ${asked}`],
  }));
  expect(letIn).toBe(MAILS_PER_HOUR_MAX);
  expect(refusal!.message).toBe('This server has sent too many links. Try again in 60 minutes.');
  nowMs += 59 * MINUTE_MS + 30_000;
  const later = await askOften(1, () => ({ email: victim, client: ['late'] }));
  expect(later.refusal).toMatchObject({
    retryAfterSeconds: 30,
    message: 'This server has sent too many links. Try again in a minute.',
  });
  nowMs += MINUTE_MS;
  expect((await askOften(1, () => ({ email: victim, client: ['late'] }))).letIn).toBe(1);
});
