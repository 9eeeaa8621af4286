// What requests leave in the log: sign-ins, refusals, limits and failures, and neither addresses nor tokens of anybody.
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN } from '../../test/app-under-test.ts';
import { openSdkClient, type SdkClient, VERIFIER } from '../../test/sdk-client.ts';
import { TRIES_PER_CLIENT_MAX } from '../identity/rate-limits.ts';
import { createEventLog } from './event-log.ts';
import { logRequests } from './log-requests.ts';

let under: AppUnderTest;
let sdk: SdkClient;
beforeAll(async () => {
  under = await openAppUnderTest();
  sdk = await openSdkClient(under.app);
});
afterAll(() => under.close());

const lines = () =>
  under
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** What a request adds to the log. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = lines().length;
  await work();
  return lines().slice(before);
}

const EMAIL = 'ada.lovelace@example.org';
const CLIENT = '203.0.113.77';

test('a sign-in, its log-out and a used link are one line each, with the id that the answer carried', async () => {
  const secrets: string[] = [EMAIL, 'lovelace', CLIENT, VERIFIER, sdk.publicToken];
  let ids: unknown[] = [];
  const logged = await linesOf(async () => {
    await sdk.askForLink(EMAIL);
    const token = (await sdk.mailedLink()).searchParams.get('token')!;
    const call = (path: string, more: object) => sdk.call(path, { clientAddress: CLIENT, ...more });
    const body = { token, code_verifier: VERIFIER, session_duration_minutes: 60 };
    const signedIn = await call('/magic_links/authenticate', { body });
    const { session_token, session_jwt, user_id } = signedIn.json().data;
    const used = await call('/magic_links/authenticate', { body });
    await under.app.inject({
      url: `/api/parcels/search?q=kestrel&token=${token}`,
      headers: { authorization: `Bearer ${session_jwt}` },
    });
    const left = await call('/sessions/revoke', { sessionToken: session_token });
    ids = [signedIn, used, left].map(({ headers }) => headers['x-request-id']);
    secrets.push(token, session_token, session_jwt, session_jwt.split('.')[2]);
    expect(used.json().request_id).toBe(`request-id-test-${ids[1]}`);
    expect(user_id).toMatch(/^[\w-]{36}$/);
  });
  const method = 'POST';
  const route = '/sdk/v1/magic_links/authenticate';
  expect(logged).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      event: 'sign-in',
      requestId: ids[0],
      userId: expect.stringMatching(/^[\w-]{36}$/),
      method,
      route,
      status: 200,
    },
    {
      time: expect.any(String),
      level: 'warn',
      event: 'sign-in-refused',
      requestId: ids[1],
      method,
      route,
      status: 401,
      reason: 'unable_to_auth_magic_link',
    },
    {
      time: expect.any(String),
      level: 'info',
      event: 'sign-out',
      requestId: ids[2],
      userId: logged[0]!.userId,
      method,
      route: '/sdk/v1/sessions/revoke',
      status: 200,
    },
  ]);
  for (const secret of secrets) expect(under.logged()).not.toContain(secret);
});

test('a limit that is reached is one line, however often it is tried', async () => {
  const spend = () =>
    sdk.call('/magic_links/authenticate', {
      body: { token: 'x', code_verifier: VERIFIER, session_duration_minutes: 60 },
      clientAddress: '203.0.113.88',
    });
  for (let i = 0; i < TRIES_PER_CLIENT_MAX[0]; i++) await spend();
  const logged = await linesOf(async () => {
    for (let i = 0; i < 50; i++) expect((await spend()).statusCode).toBe(429);
  });
  expect(logged).toMatchObject([
    { event: 'limit-reached', route: '/sdk/v1/magic_links/authenticate', status: 429 },
  ]);
  expect(under.logged()).not.toContain('203.0.113');
});

test('a failure is one line with the person, the pattern of the route and the error; the answer tells nothing of it', async () => {
  const { session_jwt, user_id } = await sdk.signIn('grace@example.org');
  const broken = vi
    .spyOn(under.accounts, 'pageSavedParcels')
    .mockRejectedValue(new Error('no such table of grace@example.org'));
  let id: unknown;
  const logged = await linesOf(async () => {
    const url = '/api/saved-parcels?token=hush';
    const answer = await under.app.inject({ url, headers: { authorization: `Bearer ${session_jwt}` } });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ message: refusals.serverFault });
    id = answer.headers['x-request-id'];
  });
  broken.mockRestore();
  expect(logged).toMatchObject([
    {
      level: 'error',
      event: 'failure',
      requestId: id,
      userId: user_id,
      route: '/api/saved-parcels',
      status: 500,
      err: { message: 'no such table of (address)' },
    },
  ]);
  expect(under.logged()).not.toMatch(/hush|grace@/);
});

test('a full disk is said, with a status of its own, by the product and by the sign-in provider', async () => {
  const { session_jwt } = await sdk.signIn('mary@example.org');
  const full = new Error('database or disk is full');
  const saving = vi.spyOn(under.accounts, 'saveParcel').mockRejectedValue(full);
  const counting = vi.spyOn(under.accounts, 'count').mockRejectedValue(full);
  const saved = await under.app.inject({
    method: 'POST',
    url: '/api/saved-parcels',
    headers: { authorization: `Bearer ${session_jwt}` },
    payload: { parcel_pin: PLAIN_PIN, parcel_owner_name: 'Ada', parcel_address: '1 Main St' },
  });
  const asked = await sdk.askForLink('joan@example.org');
  saving.mockRestore();
  counting.mockRestore();
  expect([saved.statusCode, saved.json()]).toEqual([507, { message: refusals.diskFull }]);
  expect(asked.statusCode).toBe(507);
  expect(asked.json()).toMatchObject({ status_code: 507, error_message: refusals.diskFull });
});

test('so is an overload, which asks to come again', async () => {
  const written: string[] = [];
  const app = Fastify();
  logRequests(app, createEventLog({ write: (line) => written.push(line) }));
  app.get('/busy', async (_request, reply) => reply.code(503).header('Retry-After', 1).send());
  app.get('/broken', async (_request, reply) => reply.code(503).send());
  for (const url of ['/busy', '/busy', '/broken']) await app.inject(url);
  await app.close();
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'limit-reached', route: '/busy', status: 503 },
  ]);
});

test('what goes well is not logged', async () => {
  const logged = await linesOf(() => under.app.inject('/healthz'));
  expect(logged).toEqual([]);
});
