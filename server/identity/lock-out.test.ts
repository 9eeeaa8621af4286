// Attacks that use up the limits on sign-in links, call by call, and the person who then signs in all the same.
import { afterEach, expect, test, vi } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { TEST_INBOX } from '../../test/inbox.ts';
import { memoryCounters } from '../../test/memory-counters.ts';
import { CHALLENGE, openSdkClient, type SdkClient, VERIFIER } from '../../test/sdk-client.ts';
import {
  MAILS_PER_ADDRESS_AND_CLIENT_MAX,
  MAILS_PER_ADDRESS_AND_NETWORK_MAX,
  MAILS_PER_ADDRESS_MAX,
  MAILS_PER_CLIENT_MAX,
  MAILS_PER_HOUR_MAX,
  MAILS_PER_OWNER_MAX,
} from './rate-limits.ts';

const HOUR_MS = 60 * 60_000;
const OWNER = 'zoe@example.org';
/** Networks in which no attacker is. */
const HOME = '198.51.100.1';
const CAFE = '192.0.2.1';

let under: AppUnderTest;
let sdk: SdkClient;
let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
afterEach(() => under.close());

async function open(settings: Parameters<typeof openAppUnderTest>[0] = {}): Promise<void> {
  under = await openAppUnderTest({ records: [], now: () => nowMs, ...settings });
  vi.spyOn(under.accounts, 'count').mockImplementation(memoryCounters().count);
  sdk = await openSdkClient(under.app);
}

type Asked = { email: string; from: string; cookie?: string | undefined };

const ask = ({ email, from, cookie = '' }: Asked) =>
  sdk.call('/magic_links/email/login_or_create', {
    clientAddress: from,
    cookie,
    body: { email, code_challenge: CHALLENGE },
  });

/** How many of the requests are answered with 200. */
async function accepted(requests: readonly Asked[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < requests.length; at += 50) {
    const answers = await Promise.all(requests.slice(at, at + 50).map(ask));
    count += answers.filter(({ statusCode }) => statusCode === 200).length;
  }
  return count;
}

/** Opens the link in the newest mail. */
async function openLink() {
  const token = (await sdk.mailedLink()).searchParams.get('token');
  const body = { token, code_verifier: VERIFIER, session_duration_minutes: 60 };
  const answer = await sdk.call('/magic_links/authenticate', { body });
  return { email: answer.json().data?.user.emails[0].email, setCookie: String(answer.headers['set-cookie']) };
}

/** Signs in, and answers the cookie that the browser keeps. */
async function signIn(asked: Asked): Promise<string> {
  expect((await ask(asked)).statusCode).toBe(200);
  const { email, setCookie } = await openLink();
  expect(email).toBe(asked.email);
  return setCookie.split(';')[0]!;
}

const hasMailTo = async (email: string) => (await under.app.inject(TEST_INBOX)).body.includes(email);

/** Each client within its limit. */
const places = {
  '67 IPv4 addresses': (at: number) => `203.0.113.${at % 67}`,
  'five IPv6 /48': (at: number) => `2001:db8:${at % 5}:${at}::1`,
};
type Place = keyof typeof places;

const floodOf = (domain: string, from: Place = '67 IPv4 addresses'): Asked[] =>
  Array.from({ length: MAILS_PER_HOUR_MAX + 10 }, (_, at) => ({
    email: `made-up-${at}@${domain}`,
    from: places[from](at),
  }));

test('[SEC-8] a flood of addresses that SIGN_IN_ALLOW refuses uses up nothing: a new person gets a link', async () => {
  await open({ signInAllow: ['@example.org'] });
  const flood = floodOf('evil.example');
  expect(await accepted(flood)).toBe(flood.length);
  await signIn({ email: OWNER, from: HOME });
});

test.each(Object.keys(places) as Place[])(
  '[SEC-8] after a flood of made-up addresses from %s an account gets its link, and the answer to others is the same',
  async (from) => {
    await open();
    await signIn({ email: OWNER, from: HOME });
    nowMs += HOUR_MS;
    const flood = floodOf('evil.example', from);
    // Nobody opens these links, and each would be a durable write.
    const adding = vi.spyOn(under.accounts, 'addSignInToken').mockResolvedValue();
    expect(await accepted(flood)).toBe(flood.length);
    adding.mockRestore();

    // The first one of the flood has a row, too, but nobody has signed in with it.
    await ask({ email: flood[0]!.email, from: HOME });
    const toNew = await ask({ email: 'new@example.org', from: HOME });
    const toOwner = await ask({ email: OWNER, from: CAFE });
    // Both are random.
    const ids = { request_id: expect.any(String), method_id: expect.any(String) };
    expect(toOwner.json().data).toEqual({ ...toNew.json().data, ...ids });
    expect([toNew.statusCode, toOwner.statusCode]).toEqual([200, 200]);
    expect(await hasMailTo('new@example.org')).toBe(false);
    expect(await hasMailTo(flood[0]!.email)).toBe(false);
    expect((await openLink()).email).toBe(OWNER);
    expect(under.logged()).toContain('Sign-in mails of this hour are used up');

    nowMs += HOUR_MS;
    await signIn({ email: 'new@example.org', from: HOME });
  },
);

/** From ten /64 of one /56, five requests each. */
const oneLine = (email: string): Asked[] =>
  Array.from({ length: 10 * MAILS_PER_ADDRESS_AND_CLIENT_MAX }, (_, at) => ({
    email,
    from: `2001:db8:1:${at % 10}::1`,
  }));

test('[SEC-9] one line cannot use up the limit of an address by moving through its networks', async () => {
  await open();
  expect(await accepted(oneLine(OWNER))).toBe(MAILS_PER_ADDRESS_AND_NETWORK_MAX);
  await signIn({ email: OWNER, from: HOME });
});

/** From many places of the world. */
const manyLines = (email: string): Asked[] =>
  Array.from({ length: 2 * MAILS_PER_ADDRESS_MAX }, (_, at) => ({ email, from: `203.0.${at % 50}.7` }));

test('[SEC-9] a browser in which the account has signed in gets its links, whatever strangers have asked for', async () => {
  await open();
  const cookie = await signIn({ email: OWNER, from: HOME });
  nowMs += HOUR_MS;
  expect(await accepted(manyLines(OWNER))).toBe(MAILS_PER_ADDRESS_MAX);
  expect((await ask({ email: OWNER, from: CAFE })).statusCode).toBe(429);
  // Other guests use up the limit of the café's address, too.
  await accepted(
    Array.from({ length: MAILS_PER_CLIENT_MAX[0] }, (_, at) => ({ email: `${at}@a.example`, from: CAFE })),
  );
  expect((await ask({ email: 'guest@example.org', from: CAFE })).statusCode).toBe(429);
  expect(await signIn({ email: OWNER, from: CAFE, cookie: `a=b; ${cookie}` })).toBe(cookie);
  const again = Array.from({ length: 10 }, () => ({ email: OWNER, from: CAFE, cookie }));
  expect(await accepted(again)).toBe(MAILS_PER_OWNER_MAX - 1);
});

test('[SEC-9] without an attack the sixth link is refused in that browser as in any other', async () => {
  await open();
  const cookie = await signIn({ email: OWNER, from: HOME });
  nowMs += HOUR_MS;
  const requests = Array.from({ length: 10 }, () => ({ email: OWNER, from: HOME, cookie }));
  expect(await accepted(requests)).toBe(MAILS_PER_ADDRESS_AND_CLIENT_MAX);
});

test('[SEC-9] a forged cookie, or that of somebody else, gets nothing more than none', async () => {
  await open();
  const cookie = await signIn({ email: OWNER, from: HOME });
  const foreign = await signIn({ email: 'eve@example.org', from: HOME });
  nowMs += HOUR_MS;
  await accepted(manyLines(OWNER));
  const changed = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const forged of [foreign, changed, 'known_browser=', `known_browser=${OWNER}`]) {
    expect((await ask({ email: OWNER, from: CAFE, cookie: forged })).statusCode).toBe(429);
  }
  // Nor does it tell whether there is an account.
  await accepted(manyLines('nobody@example.org'));
  expect((await ask({ email: 'nobody@example.org', from: CAFE, cookie: foreign })).statusCode).toBe(429);
});

test('[SEC-9] a stolen cookie brings a few mails to its owner, and cannot keep the owner out', async () => {
  await open();
  const cookie = await signIn({ email: OWNER, from: HOME });
  nowMs += HOUR_MS;
  const theft = oneLine(OWNER).map((asked) => ({ ...asked, cookie }));
  const most = MAILS_PER_ADDRESS_AND_NETWORK_MAX + MAILS_PER_OWNER_MAX;
  expect(await accepted(theft)).toBeLessThanOrEqual(most);
  expect(await signIn({ email: OWNER, from: HOME, cookie })).toBe(cookie);
});

test('[SEC-9] the cookie is out of reach of scripts and other sites, lasts, and names nobody', async () => {
  await open();
  await ask({ email: OWNER, from: HOME });
  const { setCookie } = await openLink();
  const attributes = 'Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax';
  expect(setCookie).toMatch(new RegExp(`^known_browser=[\\w-]{43}; ${attributes}$`));
  await under.close();

  await open({ publicUrl: 'https://parcels.example.org' });
  await ask({ email: OWNER, from: HOME });
  const overHttps = (await openLink()).setCookie;
  expect(overHttps).toMatch(new RegExp(`^__Host-known_browser=[\\w-]{43}; ${attributes}; Secure$`));
});
