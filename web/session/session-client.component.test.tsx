// What the application relies on in the provider's client library, at the pinned version.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answerWith,
  bootstrap,
  breakConnection,
  clearCookies,
  publicToken,
  sendPath,
  signedInData,
  storeSessionCookies,
  stubLeaving,
  stubProvider,
} from '../../test/component/fake-provider.ts';
import { createSessionClient } from './session-client.ts';

const newClient = (token = publicToken) =>
  createSessionClient({ publicToken: token, apiUrl: location.origin, inbox: false });
const send = (client = newClient()) => client.magicLinks.email.loginOrCreate('ada@example.org');
const oneHour = { session_duration_minutes: 60 };
const verifierKeys = () => Object.keys(localStorage).filter((key) => key.includes('PKCE_VERIFIER'));

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

beforeEach(() => {
  clearCookies();
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    clearCookies();
  };
});

describe('[A18] failures', () => {
  test.each([
    ['Unable to contact our servers.', breakConnection],
    ['Invalid JSON response from our servers.', () => new Response('<html>')],
    [
      'Invalid or no response from server',
      () => new Response('<html>', { status: 500, headers: { 'Content-Type': 'application/json' } }),
    ],
    ['Invalid response from our servers.', () => new Response('Busy', { status: 503 })],
  ])('%s', async (message, answer) => {
    stubProvider({ [sendPath]: answer });
    await expect(send()).rejects.toThrow(message);
  });

  test('[A18] an API error keeps its type, status, message, URL and request id', async () => {
    const error = {
      status_code: 429,
      error_type: 'too_many_requests',
      error_message: 'Slowly.',
      error_url: 'https://example.org/errors',
      request_id: 'request-1',
    };
    stubProvider({ [sendPath]: () => Response.json(error, { status: 429 }) });
    await expect(send()).rejects.toMatchObject({ name: 'StytchAPIError', ...error });
  });

  test('[A18] an error about the shape of a request is a schema error', async () => {
    stubProvider({ [sendPath]: () => Response.json({ body: [] }, { status: 400 }) });
    await expect(send()).rejects.toMatchObject({ name: 'StytchAPISchemaError' });
  });
});

test('[A15] calls go to /sdk/v1 with credentials and basic auth: the public token, then the session token', async () => {
  const { calls, callsTo } = stubProvider({
    [sendPath]: answerWith({}),
    '/magic_links/authenticate': answerWith(signedInData),
    '/oauth/authenticate': answerWith(signedInData),
    '/sessions/authenticate': answerWith(signedInData),
    '/sessions/revoke': answerWith({}),
  });
  const client = newClient();
  await send(client);
  await client.magicLinks.authenticate('link', oneHour);
  await client.session.authenticate(oneHour);
  await client.session.revoke();
  const leave = stubLeaving(client);
  await client.oauth.google.start();
  const { code_verifier } = JSON.parse(localStorage.getItem(verifierKeys()[0]!)!);
  await client.oauth.authenticate('return', oneHour);

  const made = calls.filter(({ path }) => path !== '/events');
  const before = btoa(`${publicToken}:${publicToken}`);
  const within = btoa(`${publicToken}:${signedInData.session_token}`);
  expect(made.map(({ method, path, authorization }) => [method, path, authorization])).toEqual([
    ['GET', `/projects/bootstrap/${publicToken}`, `Basic ${before}`],
    ['POST', sendPath, `Basic ${before}`],
    ['POST', '/magic_links/authenticate', `Basic ${before}`],
    ['POST', '/sessions/authenticate', `Basic ${within}`],
    ['POST', '/sessions/revoke', `Basic ${within}`],
    ['POST', '/oauth/authenticate', `Basic ${before}`],
  ]);
  for (const { path, url, credentials } of made) {
    expect([url, credentials]).toEqual([`${location.origin}/sdk/v1${path}`, 'include']);
  }
  expect(callsTo('/sessions/authenticate')[0]!.body).toEqual(oneHour);
  expect(callsTo('/oauth/authenticate')[0]!.body).toEqual({ token: 'return', code_verifier, ...oneHour });
  expect(await challengeOf(code_verifier)).toBe(leave.mock.calls[0]![0].searchParams.get('code_challenge'));
});

test('[A15] telemetry goes to /sdk/v1/events; the library names the public token in the body, and sends no basic auth', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { callsTo } = stubProvider();
  const token = 'public-token-test-telemetry';
  newClient(token);
  await vi.advanceTimersByTimeAsync(800);
  // Clients of other tests may send theirs meanwhile.
  const sent = callsTo('/events').filter(({ body }) => JSON.stringify(body).includes(token));
  expect(sent).toEqual([
    {
      url: `${location.origin}/sdk/v1/events`,
      path: '/events',
      method: 'POST',
      body: [
        {
          telemetry: expect.objectContaining({
            sdk: expect.objectContaining({ version: '@stytch/react@20.1.0' }),
          }),
          event: expect.objectContaining({
            public_token: token,
            event_name: 'sdk_instance_instantiated',
          }),
        },
      ],
      authorization: null,
      credentials: undefined,
    },
  ]);
});

describe('[A22] where Stytch itself signs people in', () => {
  test.each([
    ['public-token-test-2', 'https://test.stytch.com'],
    ['public-token-live-2', 'https://api.stytch.com'],
  ])('[A22] every call of a client with %s goes to %s', async (token, origin) => {
    const { calls } = stubProvider({ [`/projects/bootstrap/${token}`]: answerWith(bootstrap) });
    const client = createSessionClient({ publicToken: token, apiUrl: null, inbox: false });
    const email = 'ada@example.org';
    const phone = '+17045550100';
    const password = 'a long one';
    const { otps, totps, passwords, user, webauthn, cryptoWallets, magicLinks, impersonation } = client;
    const asked: Record<string, () => Promise<unknown>> = {
      'GET /users/me': () => user.get(),
      'PUT /users/me': () => user.update({ untrusted_metadata: {} }),
      'DELETE /users/emails/1': () => user.deleteEmail('1'),
      'DELETE /users/totps/1': () => user.deleteTOTP('1'),
      'POST /magic_links/email/send/primary': () => magicLinks.email.send(email),
      'POST /otps/sms/login_or_create': () => otps.sms.loginOrCreate(phone),
      'POST /otps/whatsapp/login_or_create': () => otps.whatsapp.loginOrCreate(phone),
      'POST /otps/email/login_or_create': () => otps.email.loginOrCreate(email),
      'POST /otps/authenticate': () => otps.authenticate('123456', 'method', oneHour),
      'POST /totps': () => totps.create({ expiration_minutes: 5 }),
      'POST /totps/authenticate': () => totps.authenticate({ totp_code: '123456', ...oneHour }),
      'POST /passwords': () => passwords.create({ email, password, ...oneHour }),
      'POST /passwords/strength_check': () => passwords.strengthCheck({ email, password }),
      'POST /webauthn/register/start': () => webauthn.register(),
      'POST /crypto_wallets/authenticate/start/primary': () =>
        cryptoWallets.authenticateStart({ crypto_wallet_type: 'ethereum', crypto_wallet_address: '0x1' }),
      'POST /impersonation/authenticate': () => impersonation.authenticate({ impersonation_token: 't' }),
    };
    // None is answered: it is where they go that counts.
    await Promise.allSettled(Object.values(asked).map((ask) => ask()));
    const made = calls.filter(({ path }) => path !== '/events' && !path.startsWith('/projects/'));
    expect(made.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(asked).sort());
    for (const { url, path } of calls) expect(url).toBe(`${origin}/sdk/v1${path}`);
  });
});

test('[A16] [A23] the PKCE verifier is stored under PKCE_VERIFIER in the client’s namespace, and gone after use', async () => {
  const { callsTo } = stubProvider({
    [sendPath]: answerWith({}),
    '/magic_links/authenticate': answerWith(signedInData),
  });
  expect(verifierKeys()).toEqual([]);
  const client = newClient();
  await send(client);
  const [key, ...others] = verifierKeys();
  expect(others).toEqual([]);
  expect(key).toMatch(new RegExp(`${publicToken}.*PKCE_VERIFIER`));
  const stored = JSON.parse(localStorage.getItem(key!)!);

  await client.magicLinks.authenticate('link', oneHour);
  expect(callsTo(sendPath)[0]!.body).toMatchObject({ code_challenge: stored.code_challenge });
  expect(callsTo('/magic_links/authenticate')[0]!.body).toMatchObject({
    code_verifier: stored.code_verifier,
  });
  expect(verifierKeys()).toEqual([]);
});

describe('[A19] input checks', () => {
  test('[A19] inputs of the wrong type are refused before any call', async () => {
    const { callsTo } = stubProvider();
    const { magicLinks } = newClient();
    const authenticate = magicLinks.authenticate as (...input: unknown[]) => Promise<unknown>;
    await expect(authenticate(7, oneHour)).rejects.toThrow('token must be a string.');
    await expect(authenticate('token', { session_duration_minutes: 'long' })).rejects.toThrow(
      'session_duration_minutes must be a number.',
    );
    expect(callsTo('/magic_links/authenticate')).toEqual([]);
  });

  test('[A19] a public token without the prefix public-token- gives a warning', () => {
    stubProvider();
    newClient('secret-1');
    const warnings = vi.mocked(console.warn).mock.calls.flat().join();
    expect(warnings).toContain('Expected "public-token-..."');
  });
});

test('[A21] telemetry is sent in batches of 15, or after 800 ms', async () => {
  vi.useFakeTimers();
  const { calls } = stubProvider();
  const client = newClient() as unknown as {
    _networkClient: { logEvent(event: { name: string; details: object }): void };
  };
  await vi.advanceTimersByTimeAsync(800);
  // Clients of other tests may still send theirs.
  const batches = () =>
    calls.flatMap(({ path, body }) =>
      path === '/events' && JSON.stringify(body).includes('"event_name":"test"') ? [body!.length] : [],
    );
  const log = (count: number) => {
    for (let i = 0; i < count; i++) client._networkClient.logEvent({ name: 'test', details: {} });
  };
  log(15);
  expect(batches()).toEqual([15]);
  log(3);
  await vi.advanceTimersByTimeAsync(799);
  expect(batches()).toEqual([15]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches()).toEqual([15, 3]);
});

describe('[A13] the background refresh', () => {
  const refreshPath = '/sessions/authenticate';

  /** A client whose first refresh is done, with fake timers. */
  async function openSession() {
    // Not intervals: the library's telemetry would fire hundreds of times.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    storeSessionCookies();
    const provider = stubProvider({ [refreshPath]: answerWith(signedInData) });
    newClient();
    await vi.advanceTimersByTimeAsync(0);
    const refreshes = () => provider.callsTo(refreshPath).length;
    expect(refreshes()).toBe(1);
    return { ...provider, refreshes };
  }

  test('[A13] the session is refreshed every 3 minutes', async () => {
    const { refreshes } = await openSession();
    for (const count of [2, 3]) {
      await vi.advanceTimersByTimeAsync(179_999);
      expect(refreshes()).toBe(count - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(refreshes()).toBe(count);
    }
  });

  test.each([
    { random: 0, jitterMs: -175 },
    { random: 0.5, jitterMs: 0 },
    { random: 0.999_999, jitterMs: 174 },
  ])(
    '[A13] a failed refresh is retried after 2000 ms x 2^attempt with a jitter of $jitterMs ms, attempt capped at 7',
    async ({ random, jitterMs }) => {
      const { refreshes, answers } = await openSession();
      vi.spyOn(Math, 'random').mockReturnValue(random);
      answers[refreshPath] = breakConnection;
      await vi.advanceTimersByTimeAsync(180_000);
      let count = refreshes();
      for (const attempt of [1, 2, 3, 4, 5, 6, 7, 7]) {
        await vi.advanceTimersByTimeAsync(2000 * 2 ** attempt + jitterMs - 1);
        expect(refreshes(), `before attempt ${attempt}`).toBe(count);
        await vi.advanceTimersByTimeAsync(1);
        expect(refreshes(), `at attempt ${attempt}`).toBe(++count);
      }
    },
  );
});
