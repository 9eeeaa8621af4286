// What the application relies on in the provider's client library, at the pinned version.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answerWith,
  breakConnection,
  clearCookies,
  publicToken,
  sendPath,
  signedInData,
  storeSessionCookies,
  stubProvider,
} from '../../test/component/fake-provider.ts';
import { createSessionClient } from './session-client.ts';

const newClient = (token = publicToken) =>
  createSessionClient({ publicToken: token, apiUrl: location.origin, inbox: false });
const send = (client = newClient()) => client.magicLinks.email.loginOrCreate('ada@example.org');
const oneHour = { session_duration_minutes: 60 };

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

test('[A15] every call but telemetry carries credentials and basic auth: the public token, then the session token', async () => {
  const { calls } = stubProvider({
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
  for (const { path, credentials } of made) expect(credentials, path).toBe('include');
});

test('[A16] [A23] the PKCE verifier is stored under PKCE_VERIFIER in the client’s namespace, and gone after use', async () => {
  const { callsTo } = stubProvider({
    [sendPath]: answerWith({}),
    '/magic_links/authenticate': answerWith(signedInData),
  });
  const verifierKeys = () => Object.keys(localStorage).filter((key) => key.includes('PKCE_VERIFIER'));
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
  const batches = () => calls.filter(({ path }) => path === '/events').map(({ body }) => body!.length);
  const before = batches().length;
  const log = (count: number) => {
    for (let i = 0; i < count; i++) client._networkClient.logEvent({ name: 'test', details: {} });
  };
  log(15);
  expect(batches().slice(before)).toEqual([15]);
  log(3);
  await vi.advanceTimersByTimeAsync(799);
  expect(batches().slice(before)).toEqual([15]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches().slice(before)).toEqual([15, 3]);
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
