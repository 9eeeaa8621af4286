// The provider besides its calls: OAuth tokens, failing mail, clients behind a proxy, removal of expired rows.
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountStore } from '../../store/account-store.ts';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { CHALLENGE, openSdkClient, type SdkClient, VERIFIER } from '../../test/sdk-client.ts';
import { type EmbeddedProvider, openEmbeddedProvider, removeExpiredHourly } from './embedded-provider.ts';
import { MailFailed } from './mail/mailer.ts';
import type { SigningKeys } from './signing-keys.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW_MS = 1_772_366_400_000;

let under: AppUnderTest;
let sdk: SdkClient;
let provider: EmbeddedProvider;

beforeAll(async () => {
  under = await openAppUnderTest({ records: [], trustProxy: ['127.0.0.1'] });
  sdk = await openSdkClient(under.app);
  // Another process on the same accounts, whose mail server is out of order.
  provider = await openEmbeddedProvider({
    accounts: under.accounts,
    mailer: { send: () => Promise.reject(new MailFailed(new Error('connection refused'))) },
    publicUrl: 'http://localhost:3000',
    now: Date.now,
  });
});
afterAll(() => under.close());

describe('an OAuth token', () => {
  const authenticate = (token: string, more: object = {}) =>
    sdk.call('/oauth/authenticate', {
      body: { token, code_verifier: VERIFIER, session_duration_minutes: 43_200, ...more },
    });

  test('[A9] [A15] signs in the user with that e-mail address, once', async () => {
    const { user_id } = await sdk.signIn('ada@example.org');
    const token = (await provider.issueOauthToken({ email: 'ada@example.org', codeChallenge: CHALLENGE }))!;
    const { data } = (await authenticate(token)).json();
    expect(data).toMatchObject({
      user_id,
      session: { authentication_factors: [{ type: 'oauth' }] },
      user: { emails: [{ email: 'ada@example.org', verified: true }] },
    });
    const again = await authenticate(token);
    expect(again.statusCode).toBe(404);
    expect(again.json()).toMatchObject({ error_type: 'oauth_token_not_found' });
  });

  test('[A16] needs the verifier', async () => {
    const token = (await provider.issueOauthToken({ email: 'bob@example.org', codeChallenge: CHALLENGE }))!;
    const answer = await authenticate(token, { code_verifier: 'wrong' });
    expect(answer.json()).toMatchObject({ status_code: 400, error_type: 'pkce_mismatch' });
    expect((await authenticate(token)).statusCode).toBe(200);
  });
});

test('[A5] [A18] mail that cannot be sent is an error that the page can show', async () => {
  const app = Fastify();
  provider.routes(app);
  const answer = await app.inject({
    method: 'POST',
    url: '/sdk/v1/magic_links/email/login_or_create',
    headers: { authorization: `Basic ${btoa(`${provider.publicToken}:${provider.publicToken}`)}` },
    payload: { email: 'ada@example.org', code_challenge: CHALLENGE },
  });
  await app.close();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ status_code: 503, error_type: 'server_unavailable' });
});

describe('a client behind a proxy', () => {
  const ask = (remoteAddress: string, forwardedFor: string) =>
    under.app.inject({
      method: 'POST',
      url: '/sdk/v1/magic_links/authenticate',
      remoteAddress,
      headers: {
        authorization: `Basic ${btoa(`${sdk.publicToken}:${sdk.publicToken}`)}`,
        'x-forwarded-for': forwardedFor,
      },
      payload: { token: 'x', session_duration_minutes: 60 },
    });
  const countUnder = async (client: string) => {
    const counter = { name: `tries from ${client}`, nowMs: Date.now(), windowMs: 15 * 60_000 };
    return (await under.accounts.count(counter)).count - 1;
  };

  test('is counted by its own address where TRUST_PROXY names the proxy', async () => {
    await ask('127.0.0.1', '198.51.100.1, 203.0.113.1');
    expect(await countUnder('203.0.113.1')).toBe(1);
  });

  test('cannot choose its address where TRUST_PROXY does not', async () => {
    await ask('203.0.113.2', '198.51.100.2');
    expect(await countUnder('198.51.100.2')).toBe(0);
    expect(await countUnder('203.0.113.2')).toBe(1);
  });
});

describe('removal of expired rows', () => {
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
    removeExpiredHourly(app, {
      accounts: accounts as unknown as AccountStore,
      keys: keys as unknown as SigningKeys,
      now: () => NOW_MS,
    });
    return { app, accounts, keys };
  }

  test('every hour removes what expired a day ago (grace for clock skew), until the server closes', async () => {
    const { app, accounts, keys } = openRemoving(async () => 0);
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(accounts.removeExpired.mock.calls).toEqual(Array(2).fill([{ beforeMs: NOW_MS - 24 * HOUR_MS }]));
    expect(keys.removeOld).toHaveBeenCalledTimes(2);
    await app.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('after a failure is tried again an hour later', async () => {
    const { app, accounts } = openRemoving(() => Promise.reject(new Error('no answer')));
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(accounts.removeExpired).toHaveBeenCalledTimes(2);
    await app.close();
  });
});
