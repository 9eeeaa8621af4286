// Signing in, staying signed in and signing out, call by call as the provider's client library makes them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { TEST_INBOX } from '../../test/inbox.ts';
import { CHALLENGE, openSdkClient, type SdkClient, VERIFIER } from '../../test/sdk-client.ts';
import {
  MAILS_PER_ADDRESS_AND_CLIENT_MAX,
  MAILS_PER_CLIENT_MAX,
  TRIES_PER_CLIENT_MAX,
} from './rate-limits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START_MS = Date.parse('2026-03-01T12:00:00.000Z');

let under: AppUnderTest;
let sdk: SdkClient;
let nowMs = START_MS;

beforeAll(async () => {
  under = await openAppUnderTest({ records: [], now: () => nowMs });
  sdk = await openSdkClient(under.app);
});
afterAll(() => under.close());
beforeEach(() => {
  // Limits of earlier tests are over; the clock never goes back by itself.
  nowMs += 20 * MINUTE_MS;
});

async function linkTokenFor(email: string): Promise<string> {
  await sdk.askForLink(email);
  return (await sdk.mailedLink()).searchParams.get('token')!;
}

const providerError = (status: number, type: string) => ({
  status_code: status,
  request_id: expect.stringMatching(/^request-id-test-/),
  error_type: type,
  error_message: expect.stringMatching(/\.$/),
  error_url: expect.stringContaining(type),
});

function expectError(answer: { statusCode: number; json(): unknown }, status: number, type: string): void {
  expect(answer.json()).toEqual(providerError(status, type));
  expect(answer.statusCode).toBe(status);
}

test('[A15] [A16] bootstrap tells the library to use PKCE, and has every field it reads', async () => {
  const answer = await sdk.call(`/projects/bootstrap/${sdk.publicToken}`, { method: 'GET' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    data: {
      request_id: expect.any(String),
      status_code: 200,
      project_name: 'Platbook',
      vertical: 'CONSUMER',
      captcha_settings: { enabled: false },
      pkce_required_for_email_magic_links: true,
      pkce_required_for_oauth: true,
      pkce_required_for_password_resets: true,
      pkce_required_for_sso: false,
      password_config: null,
      rbac_policy: { roles: [], resources: [], scopes: [] },
      dfp_protected_auth_enabled: false,
      cname_domain: null,
      disable_sdk_watermark: true,
      email_domains: [],
      slug_pattern: null,
      create_organization_enabled: false,
      siwe_required_for_crypto_wallets: false,
    },
  });
});

describe('asking for a link', () => {
  test('[A15] mails one that leads back to this site', async () => {
    const answer = await sdk.askForLink(' Ada@Example.org ', {
      login_magic_link_url: 'http://localhost:3000/authenticate',
      signup_magic_link_url: 'http://localhost:3000/authenticate',
    });
    expect(answer.statusCode).toBe(200);
    const link = await sdk.mailedLink();
    expect(link.href).toMatch(
      /^http:\/\/localhost:3000\/authenticate\?stytch_token_type=magic_links&token=[\w-]{43}$/,
    );
    expect((await under.app.inject(TEST_INBOX)).body).toContain('ada@example.org');
  });

  test('[A15] answers the same for known and unknown addresses', async () => {
    const { user_id } = await sdk.signIn('known@example.org');
    const known = (await sdk.askForLink('known@example.org')).json();
    const unknown = (await sdk.askForLink('unknown@example.org')).json();
    for (const answer of [known, unknown]) {
      expect(answer).toEqual({
        data: {
          request_id: expect.any(String),
          status_code: 200,
          method_id: expect.stringMatching(/^email-test-[\w-]{43}$/),
        },
      });
    }
    expect(known.data.method_id).not.toBe(unknown.data.method_id);
    expect(JSON.stringify([known, unknown])).not.toContain(user_id);
  });

  test.each([
    'https://evil.example/authenticate',
    'http://localhost:3000.evil.example/authenticate',
    'http://localhost:3000@evil.example/authenticate',
    'http://evil@localhost:3000/authenticate',
    'http://localhost:3001/authenticate',
    'https://localhost:3000/authenticate',
    'http://localhost:3000/other',
    'http://localhost:3000/authenticate/../other',
    '//localhost:3000/authenticate',
    'javascript:alert(1)',
    '',
  ])('[A15] refuses a link that would lead to %j, and mails nothing', async (url) => {
    const before = (await under.app.inject(TEST_INBOX)).body;
    for (const name of ['login_magic_link_url', 'signup_magic_link_url']) {
      const answer = await sdk.askForLink('ada@example.org', { [name]: url });
      expectError(answer, 400, 'no_match_for_provided_magic_link_url');
    }
    expect((await under.app.inject(TEST_INBOX)).body).toBe(before);
  });

  test('[A16] refuses to begin without a challenge', async () => {
    for (const code_challenge of [undefined, null, '', 'short', `${CHALLENGE}=`, 7]) {
      const answer = await sdk.askForLink('ada@example.org', { code_challenge });
      expectError(answer, 400, 'invalid_pkce_code_challenge');
    }
  });

  test('[A15] refuses a client the sixth message to one address within a quarter of an hour, and nobody else', async () => {
    for (let sent = 0; sent < MAILS_PER_ADDRESS_AND_CLIENT_MAX; sent++) {
      expect((await sdk.askForLink('often@example.org')).statusCode).toBe(200);
    }
    const refused = await sdk.askForLink('OFTEN@example.org');
    expectError(refused, 429, 'too_many_requests');
    expect(refused.headers['retry-after']).toBe('900');
    expect(refused.json().error_message).toBe(
      'Too many links were sent to this address. Try again in 15 minutes.',
    );
    expect((await sdk.askForLink('else@example.org')).statusCode).toBe(200);
    const owner = await sdk.call('/magic_links/email/login_or_create', {
      clientAddress: '203.0.113.9',
      body: { email: 'often@example.org', code_challenge: CHALLENGE },
    });
    expect(owner.statusCode).toBe(200);
    nowMs += 15 * MINUTE_MS;
    expect((await sdk.askForLink('often@example.org')).statusCode).toBe(200);
  });

  test('[A15] refuses a client that has sent thirty, not others', async () => {
    const ask = (clientAddress: string, person: number) =>
      sdk.call('/magic_links/email/login_or_create', {
        clientAddress,
        body: { email: `person${person}@example.org`, code_challenge: CHALLENGE },
      });
    for (let sent = 0; sent < MAILS_PER_CLIENT_MAX[0]; sent++) {
      expect((await ask('203.0.113.7', sent)).statusCode).toBe(200);
    }
    expectError(await ask('203.0.113.7', MAILS_PER_CLIENT_MAX[0]), 429, 'too_many_requests');
    expect((await ask('203.0.113.8', MAILS_PER_CLIENT_MAX[0])).statusCode).toBe(200);
  });
});

describe('opening a link', () => {
  test('[A9] [A15] begins a session of the asked duration, and has every field the library reads', async () => {
    const answer = await sdk.authenticate(await linkTokenFor('zoe@example.org'));
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json();
    const email_id = data.method_id;
    expect(data).toEqual({
      request_id: expect.any(String),
      status_code: 200,
      user_id: expect.any(String),
      method_id: expect.any(String),
      session_token: expect.stringMatching(/^[\w-]{43}$/),
      session_jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      session: {
        session_id: expect.any(String),
        user_id: data.user_id,
        started_at: new Date(nowMs).toISOString(),
        last_accessed_at: new Date(nowMs).toISOString(),
        expires_at: new Date(nowMs + 43_200 * MINUTE_MS).toISOString(),
        attributes: { ip_address: '', user_agent: '' },
        authentication_factors: [
          {
            type: 'magic_link',
            delivery_method: 'email',
            last_authenticated_at: new Date(nowMs).toISOString(),
            email_factor: { email_id, email_address: 'zoe@example.org' },
          },
        ],
        roles: [],
      },
      user: {
        user_id: data.user_id,
        status: 'active',
        created_at: new Date(nowMs).toISOString(),
        emails: [{ email: 'zoe@example.org', email_id, verified: true }],
        name: { first_name: '', middle_name: '', last_name: '' },
        phone_numbers: [],
        providers: [],
        webauthn_registrations: [],
        biometric_registrations: [],
        crypto_wallets: [],
        totps: [],
        password: null,
        roles: [],
        trusted_metadata: {},
        untrusted_metadata: {},
      },
    });
  });

  test('[A9] a second sign-in finds the same user', async () => {
    const { user_id } = await sdk.signIn('same@example.org');
    expect((await sdk.signIn('Same@EXAMPLE.org')).user_id).toBe(user_id);
  });

  test('[A9] a link works once', async () => {
    const token = await linkTokenFor('once@example.org');
    expect((await sdk.authenticate(token)).statusCode).toBe(200);
    expectError(await sdk.authenticate(token), 401, 'unable_to_auth_magic_link');
  });

  test('[A9] race: of two requests with one link, one signs in', async () => {
    const token = await linkTokenFor('race@example.org');
    const answers = await Promise.all([sdk.authenticate(token), sdk.authenticate(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  test('[A9] a link works for ten minutes', async () => {
    const [early, late] = [await linkTokenFor('early@example.org'), await linkTokenFor('late@example.org')];
    nowMs += 10 * MINUTE_MS - 1;
    expect((await sdk.authenticate(early)).statusCode).toBe(200);
    nowMs += 1;
    expectError(await sdk.authenticate(late), 401, 'unable_to_auth_magic_link');
  });

  test('[A16] without the verifier (as mail scanners do), or with a wrong one, does not use it up', async () => {
    const token = await linkTokenFor('scanned@example.org');
    const without = await sdk.authenticate(token, { code_verifier: undefined });
    expectError(without, 400, 'pkce_expected_code_verifier');
    expectError(await sdk.authenticate(token, { code_verifier: 'wrong' }), 400, 'pkce_mismatch');
    expectError(await sdk.authenticate(token, { code_verifier: CHALLENGE }), 400, 'pkce_mismatch');
    expect((await sdk.authenticate(token)).statusCode).toBe(200);
  });

  test('[A16] with five wrong verifiers uses it up', async () => {
    const token = await linkTokenFor('guessed@example.org');
    for (let tries = 0; tries < 5; tries++) {
      expectError(await sdk.authenticate(token, { code_verifier: `wrong${tries}` }), 400, 'pkce_mismatch');
    }
    expectError(await sdk.authenticate(token), 401, 'unable_to_auth_magic_link');
  });

  test('[A9] an unknown, truncated, foreign or overlong token opens nothing', async () => {
    const token = await linkTokenFor('nearly@example.org');
    const { session_token } = await sdk.signIn('other@example.org');
    for (const wrong of [
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      session_token,
      'x'.repeat(9000),
    ]) {
      expectError(await sdk.authenticate(wrong), 401, 'unable_to_auth_magic_link');
    }
  });

  test('[A9] a magic link is not an OAuth token', async () => {
    const token = await linkTokenFor('kinds@example.org');
    const body = { token, code_verifier: VERIFIER, session_duration_minutes: 60 };
    expectError(await sdk.call('/oauth/authenticate', { body }), 404, 'oauth_token_not_found');
    expect((await sdk.authenticate(token)).statusCode).toBe(200);
  });

  test('[A9] a session lasts from five minutes to 30 days, nothing else', async () => {
    const token = await linkTokenFor('lasting@example.org');
    for (const session_duration_minutes of [undefined, null, '60', 4, 43_201, 527_040, 60.5, -60]) {
      const answer = await sdk.authenticate(token, { session_duration_minutes });
      expectError(answer, 400, 'invalid_session_duration_minutes');
    }
    expect((await sdk.authenticate(token, { session_duration_minutes: 43_200 })).statusCode).toBe(200);
  });

  test('[A9] rate limit: a client with too many tries is told to wait', async () => {
    const attempt = () =>
      sdk.call('/magic_links/authenticate', {
        clientAddress: '203.0.113.9',
        body: { token: 'guess', session_duration_minutes: 60 },
      });
    for (let tries = 0; tries < TRIES_PER_CLIENT_MAX[0]; tries++)
      expect((await attempt()).statusCode).toBe(401);
    expectError(await attempt(), 429, 'too_many_requests');
  });
});

describe('staying signed in', () => {
  const refresh = (sessionToken: string, body?: object) =>
    sdk.call('/sessions/authenticate', { sessionToken, ...(body && { body }) });

  test('[A13] answers a fresh JWT and the same token, and extends by what is asked', async () => {
    const { session_token, session_jwt } = await sdk.signIn('staying@example.org');
    nowMs += 3 * MINUTE_MS;
    const { data } = (await refresh(session_token, { session_duration_minutes: 60 })).json();
    expect(data.session_token).toBe(session_token);
    expect(data.session_jwt).not.toBe(session_jwt);
    expect(data.session).toMatchObject({
      last_accessed_at: new Date(nowMs).toISOString(),
      expires_at: new Date(nowMs + 60 * MINUTE_MS).toISOString(),
    });
    expect(data.user.emails[0].email).toBe('staying@example.org');
  });

  test('[A13] asked for no duration, also without any body, it leaves the end where it was', async () => {
    const { session_token } = await sdk.signIn('unchanged@example.org');
    const expires_at = new Date(nowMs + 43_200 * MINUTE_MS).toISOString();
    nowMs += DAY_MS;
    expect((await refresh(session_token)).json().data.session).toMatchObject({ expires_at });
    expect((await refresh(session_token, {})).json().data.session).toMatchObject({ expires_at });
  });

  test('[A13] nobody may ask for more than 30 days, and after 90 days a session ends, however often it was extended', async () => {
    const { session_token } = await sdk.signIn('staunch@example.org');
    const startedAtMs = nowMs;
    const month = { session_duration_minutes: 43_200 };
    const tooLong = await refresh(session_token, { session_duration_minutes: 43_201 });
    expectError(tooLong, 400, 'invalid_session_duration_minutes');
    for (const days of [29, 58, 87]) {
      nowMs = startedAtMs + days * DAY_MS;
      const { expires_at } = (await refresh(session_token, month)).json().data.session;
      expect(Date.parse(expires_at)).toBe(startedAtMs + Math.min(days + 30, 90) * DAY_MS);
    }
    nowMs = startedAtMs + 90 * DAY_MS;
    expectError(await refresh(session_token, month), 404, 'session_not_found');
  });

  test('[A13] [A18] an expired session ends at the client too', async () => {
    const { session_token } = await sdk.signIn('expired@example.org');
    nowMs += 30 * DAY_MS;
    expectError(await refresh(session_token), 404, 'session_not_found');
  });

  test('[A13] [A18] a client whose cookie has expired, and one of another server, is told that it has no session', async () => {
    expectError(await sdk.call('/sessions/authenticate', { body: {} }), 401, 'unauthorized_credentials');
    expectError(await refresh('a-token-of-another-server'), 404, 'session_not_found');
    expectError(await sdk.call('/users/me', { method: 'GET' }), 401, 'unauthorized_credentials');
  });

  test('[A22] users/me answers the signed-in user', async () => {
    const { session_token, user_id } = await sdk.signIn('me@example.org');
    const answer = await sdk.call('/users/me', { method: 'GET', sessionToken: session_token });
    expect(answer.json().data).toMatchObject({ user_id, emails: [{ email: 'me@example.org' }] });
  });
});

describe('signing out', () => {
  test('[A14] ends the session at once, with no body sent', async () => {
    const { session_token } = await sdk.signIn('leaving@example.org');
    const answer = await sdk.call('/sessions/revoke', { sessionToken: session_token });
    expect(answer.json()).toEqual({ data: { request_id: expect.any(String), status_code: 200 } });
    const again = await sdk.call('/sessions/authenticate', { sessionToken: session_token });
    expectError(again, 404, 'session_not_found');
  });

  test('[A14] twice is answered with a session-ending type, and other sessions go on', async () => {
    const [first, second] = [await sdk.signIn('two@example.org'), await sdk.signIn('two@example.org')];
    await sdk.call('/sessions/revoke', { sessionToken: first.session_token });
    const again = await sdk.call('/sessions/revoke', { sessionToken: first.session_token });
    expectError(again, 404, 'session_not_found');
    const other = await sdk.call('/sessions/authenticate', { sessionToken: second.session_token });
    expect(other.statusCode).toBe(200);
  });
});

describe('clock skew', () => {
  test('[A13] a clock set ahead ends sessions, and set right again they go on', async () => {
    const { session_token } = await sdk.signIn('ahead@example.org');
    const token = await linkTokenFor('ahead@example.org');
    nowMs += 400 * DAY_MS;
    expectError(
      await sdk.call('/sessions/authenticate', { sessionToken: session_token }),
      404,
      'session_not_found',
    );
    expectError(await sdk.authenticate(token), 401, 'unable_to_auth_magic_link');
    nowMs -= 400 * DAY_MS;
    expect((await sdk.call('/sessions/authenticate', { sessionToken: session_token })).statusCode).toBe(200);
    expect((await sdk.authenticate(token)).statusCode).toBe(200);
  });

  test('[A13] a clock set back leaves users signed in, and lets them sign in', async () => {
    const { session_token } = await sdk.signIn('back@example.org');
    nowMs -= DAY_MS;
    const answer = await sdk.call('/sessions/authenticate', { sessionToken: session_token });
    expect(answer.statusCode).toBe(200);
    expect((await sdk.signIn('back@example.org')).session_token).toBeDefined();
    nowMs += DAY_MS;
  });
});

test('[A21] batches of 15 events are accepted without basic auth, and discarded', async () => {
  const events = Array.from({ length: 15 }, (_, at) => ({
    telemetry: { event_id: `event-id-${at}`, sdk: { identifier: 'x'.repeat(2000) } },
    event: { public_token: sdk.publicToken, event_name: 'render_login_screen' },
  }));
  const answer = await under.app.inject({ method: 'POST', url: '/sdk/v1/events', payload: events });
  expect(answer.statusCode).toBe(200);
});

test.each([
  ['POST', '/otps/sms/login_or_create'],
  ['POST', '/otps/email/login_or_create'],
  ['GET', '/otps/authenticate'],
  ['POST', '/totps'],
  ['POST', '/webauthn/register/start'],
  ['POST', '/passwords/authenticate'],
  ['POST', '/crypto_wallets/authenticate/start'],
  ['POST', '/magic_links/email/send/primary'],
  ['POST', '/impersonation/authenticate'],
  ['GET', '/oauth/authorize/start'],
  ['GET', '/'],
  ['GET', '/sessions/authenticate'],
] as const)('[A22] %s %s is answered with 404 in the provider’s shape', async (method, path) => {
  expectError(await sdk.call(path, { method }), 404, 'route_not_found');
});

test('[A22] so is the deletion of a factor', async () => {
  const answer = await under.app.inject({ method: 'DELETE', url: '/sdk/v1/users/emails/email-test-1' });
  expectError(answer, 404, 'route_not_found');
});

test('none of these requests logged an error', () => {
  expect(under.logged()).not.toMatch(/"event":"(failure|warning)"/);
});
