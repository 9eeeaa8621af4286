// The mail about a sign-in from a new browser, through a real SMTP server.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { eventually } from '../../test/eventually.ts';
import { type MailServer, openMailServer } from '../../test/mail-server.ts';
import { CHALLENGE, openSdkClient, VERIFIER } from '../../test/sdk-client.ts';
import { NOTICES_PER_HOUR_MAX } from './new-browser-notice.ts';
import { hashOf } from './secret-hash.ts';

const EMAIL = 'zoe@example.org';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
let mail: MailServer;
let site: AppUnderTest;
afterEach(async () => {
  await site.close();
  await mail.close();
});

async function open(smtpUrl?: string): Promise<void> {
  mail = await openMailServer();
  site = await openAppUnderTest({ records: [], smtpUrl: smtpUrl ?? mail.url, now: () => nowMs });
}

let tokens = 0;
/** With a token as a link or a provider would bring it; answers the cookie of the browser. */
async function signIn({ kind = 'magic_links' as 'magic_links' | 'oauth', cookie = '', email = EMAIL } = {}) {
  const { userId } = await site.accounts.findOrCreateUser({ email, nowMs });
  const token = `token-${++tokens}`;
  await site.accounts.addSignInToken({
    tokenHash: hashOf(token),
    kind,
    userId,
    codeChallenge: CHALLENGE,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 60_000,
  });
  const { publicToken } = await openSdkClient(site.app);
  const answer = await site.app.inject({
    method: 'POST',
    url: `/sdk/v1/${kind}/authenticate`,
    remoteAddress: '203.0.113.7',
    headers: {
      authorization: `Basic ${btoa(`${publicToken}:${publicToken}`)}`,
      'user-agent': FIREFOX,
      cookie,
    },
    payload: { token, code_verifier: VERIFIER, session_duration_minutes: 60 },
  });
  expect(answer.statusCode).toBe(200);
  return String(answer.headers['set-cookie']).split(';')[0]!;
}

test('[SEC-14] a sign-in in a new browser is told by mail, by link or provider; the first one and known browsers are not', async () => {
  await open();
  const counting = vi.spyOn(site.accounts, 'count');
  /** Each is counted before the sign-in is answered, and sent after it. */
  const begun = () => counting.mock.calls.filter(([{ name }]) => name.startsWith('new browsers')).length;
  const cookie = await signIn();
  await signIn({ cookie });
  await signIn({ cookie, kind: 'oauth' });
  await signIn({ email: 'another@example.org' });
  expect(begun()).toBe(0);
  await signIn({ kind: 'oauth' });
  await signIn({ cookie: cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
  expect(begun()).toBe(2);
  await eventually(() => expect(mail.received).toHaveLength(2));
  for (const { recipients, mail: message } of mail.received) {
    expect(recipients).toEqual([EMAIL]);
    expect(message.subject).toBe('New sign-in to Platbook');
    for (const words of [
      'When: 2026-03-01 12:00 UTC',
      'Browser: Firefox on Windows',
      'Network: 203.0.113.7',
      'Sign Out Everywhere Else',
      'http://localhost:3000',
    ]) {
      expect(message.text).toContain(words);
      expect(message.html).toContain(words);
    }
  }
});

test('[SEC-14] an account gets a few of these mails an hour, and they use up no links', async () => {
  await open();
  for (let at = 0; at < NOTICES_PER_HOUR_MAX + 4; at++) await signIn();
  await eventually(() => expect(mail.received).toHaveLength(NOTICES_PER_HOUR_MAX));
  const sdk = await openSdkClient(site.app);
  expect((await sdk.askForLink(EMAIL)).statusCode).toBe(200);
  await eventually(() => expect(mail.received).toHaveLength(NOTICES_PER_HOUR_MAX + 1));
  expect(mail.received.at(-1)!.mail.subject).toBe('Sign in to Platbook');
  nowMs += 60 * 60_000;
  await signIn();
  await eventually(() => expect(mail.received).toHaveLength(NOTICES_PER_HOUR_MAX + 2));
});

test('[SEC-14] a mail server that is down, or a count that hangs, neither fails nor delays a sign-in', async () => {
  await open('smtp://127.0.0.1:1');
  await signIn();
  for (let at = 0; at < 3; at++) {
    await signIn();
    // Then the outage is known, and a mail is refused at once.
    await pause(50);
  }
  const { count } = site.accounts;
  site.accounts.count = (counter) =>
    counter.name.startsWith('new browsers') ? new Promise(() => {}) : count.call(site.accounts, counter);
  await signIn();
  expect(mail.tries()).toBe(0);
});
