// Rate limits: who is refused, who never is by somebody else's doing, and that a client over its limit causes no more writes.
import { beforeEach, expect, test } from 'vitest';
import { memoryCounters } from '../../test/memory-counters.ts';
import { clientNetworks } from '../client-networks.ts';
import {
  createRateLimits,
  MAILS_PER_ADDRESS_AND_CLIENT_MAX,
  MAILS_PER_ADDRESS_AND_NETWORK_MAX,
  MAILS_PER_ADDRESS_MAX,
  MAILS_PER_CLIENT_MAX,
  MAILS_PER_HOUR_MAX,
  MAILS_PER_HOUR_RESERVED,
  type RateLimits,
  TRIES_PER_CLIENT_MAX,
} from './rate-limits.ts';

const TRIES_MAX = TRIES_PER_CLIENT_MAX[0];

const MINUTE_MS = 60_000;

let nowMs: number;
let counts: ReturnType<typeof memoryCounters>['counts'];
/** Calls to the store. */
let asked: number;
let limits: RateLimits;

beforeEach(() => {
  nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  const counters = memoryCounters();
  counts = counters.counts;
  asked = 0;
  limits = createRateLimits({
    now: () => nowMs,
    accounts: {
      count(counter) {
        asked++;
        return counters.count(counter);
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

type Asked = { email: string; client: string[]; isKnownBrowser?: boolean; isAccount?: boolean };

/** How many of so many requests are let in, how many mails are sent, and what the last one refused is told. */
async function askOften(times: number, request: (asked: number) => Asked) {
  let [letIn, sent] = [0, 0];
  let refusal: { message: string; retryAfterSeconds: number } | undefined;
  for (let asked = 0; asked < times; asked++) {
    const { isAccount = false, isKnownBrowser = false, ...rest } = request(asked);
    try {
      const isOwner = await limits.countRequest({ ...rest, isKnownBrowser });
      letIn++;
      if (await limits.countMail({ isOwner, isAccount })) sent++;
    } catch (error) {
      refusal = error as typeof refusal;
    }
  }
  return { letIn, sent, refusal };
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
    client: [`203.0.${asked % 100}.7`],
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

test('[SEC-9] a /24, a /56 and a /48 get a few links to one address, and one client does not use them up', async () => {
  const from = (times: number, ip: (asked: number) => string) =>
    askOften(times, (asked) => ({ email: victim, client: clientNetworks({ ip: ip(asked) }) }));
  expect((await from(9, () => '203.0.113.7')).letIn).toBe(MAILS_PER_ADDRESS_AND_CLIENT_MAX);
  const neighbors = await from(50, (asked) => `203.0.113.${asked}`);
  expect(neighbors.letIn).toBe(MAILS_PER_ADDRESS_AND_NETWORK_MAX - MAILS_PER_ADDRESS_AND_CLIENT_MAX);
  expect(neighbors.refusal!.message).toBe(
    'Too many links were sent to this address. Try again in 15 minutes.',
  );
  expect((await from(50, (asked) => `2001:db8:1:${asked % 10}::1`)).letIn).toBe(8);
  expect((await from(50, (asked) => `2001:db8:2:${asked % 10}00::1`)).letIn).toBe(8);
  // Five /48 leave links to others.
  expect((await from(500, (asked) => `2001:db8:${asked % 5}:${asked % 50}::1`)).letIn).toBe(3 * 8);
  expect((await from(1, () => '198.51.100.1')).letIn).toBe(1);
});

const fiveSites = (asked: number) => {
  const subnet = Math.floor(asked / 5) % 16;
  return `2001:db8:${asked % 5}:${Math.floor(subnet / 4)}0${subnet % 4}::1`;
};

test.each([
  ['five /48', fiveSites],
  ['67 IPv4 addresses', (asked: number) => `203.0.113.${asked % 67}`],
])(
  '[SEC-8] made-up addresses from %s leave mails for accounts, and the next hour begins anew',
  async (_, ip) => {
    const flood = await askOften(MAILS_PER_HOUR_MAX + 10, (asked) => ({
      email: `${asked}@example.org`,
      client: clientNetworks({ ip: ip(asked) }),
    }));
    expect(flood.letIn).toBe(MAILS_PER_HOUR_MAX + 10);
    expect(flood.sent).toBe(MAILS_PER_HOUR_MAX - MAILS_PER_HOUR_RESERVED);
    const accounts = await askOften(MAILS_PER_HOUR_MAX, (asked) => ({
      email: `account-${asked}@example.org`,
      client: [`client ${asked}`],
      isAccount: true,
    }));
    expect(accounts.sent).toBe(MAILS_PER_HOUR_RESERVED);
    const late = { email: victim, client: ['late'] };
    expect((await askOften(1, () => late)).sent).toBe(0);
    expect((await askOften(1, () => ({ ...late, isAccount: true, isKnownBrowser: true }))).sent).toBe(1);
    nowMs += 60 * MINUTE_MS;
    expect((await askOften(1, () => late)).sent).toBe(1);
  },
);
