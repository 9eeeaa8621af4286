// /api/account: one's own account, sessions, data, and its end.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { account as accountSchema } from '../../contract/account.ts';
import { messages, refusals } from '../../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN } from '../../test/app-under-test.ts';
import { openSdkClient, type SdkClient } from '../../test/sdk-client.ts';

let under: AppUnderTest;
let sdk: SdkClient;
beforeAll(async () => {
  under = await openAppUnderTest();
  sdk = await openSdkClient(under.app);
});
afterAll(() => under.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, token?: string, body?: object) =>
  under.app.inject({
    method,
    url: path,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
const accountOf = async (token: string) =>
  accountSchema.parse((await call('GET', '/api/account', token)).json());
const isSignedIn = async (token: string) => (await call('GET', '/api/account', token)).statusCode === 200;

async function signInTwice(email: string) {
  const { session_token: here, user_id } = await sdk.signIn(email);
  const { session_token: there } = await sdk.signIn(email);
  return { here, there, userId: user_id };
}

const save = (token: string) =>
  call('POST', '/api/saved-parcels', token, {
    parcel_pin: PLAIN_PIN,
    parcel_owner_name: 'A',
    parcel_address: 'B',
    notes: 'by the creek',
  });

test.each([
  ['GET', '/api/account'],
  ['GET', '/api/account/export'],
  ['DELETE', '/api/account'],
  ['DELETE', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/session-1'],
] as const)('%s %s needs a bearer token; a cookie is not enough', async (method, url) => {
  const { session_token } = await sdk.signIn('cookie@example.org');
  const cookie = `session_token=${session_token}`;
  for (const headers of [{}, { cookie }]) {
    expect((await under.app.inject({ method, url, headers })).statusCode).toBe(401);
  }
  expect(await isSignedIn(session_token)).toBe(true);
});

test('shows the address and where one is signed in, the current session first', async () => {
  const { here, there } = await signInTwice('places@example.org');
  const answer = await accountOf(here);
  expect(answer).toEqual({
    address: 'places@example.org',
    created_at: expect.stringMatching(/^\d{4}-/),
    sessions: [expect.objectContaining({ current: true }), expect.objectContaining({ current: false })],
  });
  expect((await accountOf(there)).sessions![0]!.id).toBe(answer.sessions![1]!.id);
});

test('by JWT as by token, the current session is told', async () => {
  const { session_jwt } = await sdk.signIn('jwt@example.org');
  expect((await accountOf(session_jwt)).sessions).toMatchObject([{ current: true }]);
  // Answered from memory the second time.
  expect((await accountOf(session_jwt)).sessions).toMatchObject([{ current: true }]);
});

test('one other session ends, at once, and nobody else’s', async () => {
  const { here, there } = await signInTwice('one@example.org');
  const stranger = (await sdk.signIn('stranger@example.org')).session_token;
  const foreignId = (await accountOf(stranger)).sessions![0]!.id;
  expect(await isSignedIn(there)).toBe(true);
  const [, other] = (await accountOf(here)).sessions!;
  for (const id of [foreignId, 'none', '%00', 'x'.repeat(99)]) {
    const answer = await call('DELETE', `/api/account/sessions/${id}`, here);
    expect([answer.statusCode, answer.json().message]).toEqual([404, refusals.sessionNotFound]);
  }
  expect((await call('DELETE', `/api/account/sessions/${other!.id}`, here)).statusCode).toBe(204);
  expect(await Promise.all([here, there, stranger].map(isSignedIn))).toEqual([true, false, true]);
});

test('all other sessions end', async () => {
  const { here, there } = await signInTwice('all@example.org');
  const third = (await sdk.signIn('all@example.org')).session_token;
  const answer = await call('DELETE', '/api/account/sessions', here);
  expect(answer.json()).toEqual({ ended: 2 });
  expect(await Promise.all([here, there, third].map(isSignedIn))).toEqual([true, false, false]);
});

test('the export is a file with the account, its sessions, saved parcels, drawings and preferences, and no secrets', async () => {
  const { here, userId } = await signInTwice('export@example.org');
  await save(here);
  const oak = { geometry: { type: 'Point', coordinates: [-80, 35] }, properties: { name: 'Oak' } };
  await call('POST', '/api/drawings', here, { writer: 'w', changes: [{ id: 'oak', base: 0, drawing: oak }] });
  await call('PUT', '/api/preferences', here, { units: 'metric' });
  const answer = await call('GET', '/api/account/export', here);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="platbook-account.json"');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toEqual({
    exported_at: expect.any(String),
    account: {
      user_id: userId,
      address: 'export@example.org',
      address_verified: true,
      created_at: expect.any(String),
    },
    sessions: [
      expect.objectContaining({ signed_in_by: 'magic_links' }),
      expect.objectContaining({ signed_in_by: 'magic_links' }),
    ],
    saved_parcels: [
      // With its county, which may not be loaded for ever.
      expect.objectContaining({
        parcel_pin: `${PLAIN_PIN}~test`,
        notes: 'by the creek',
        saved_at: expect.any(String),
      }),
    ],
    drawings: {
      type: 'FeatureCollection',
      features: [{ ...oak, type: 'Feature', id: 'oak', version: expect.any(Number) }],
    },
    preferences: { units: 'metric' },
  });
  const hash = createHash('sha256').update(here).digest('hex');
  for (const secret of [here, hash]) expect(answer.body).not.toContain(secret);
});

test('an account is deleted only with its address typed, and then whole', async () => {
  const { here, there, userId } = await signInTwice('leaving@example.org');
  await save(here);
  for (const [body, message] of [
    [{ confirm: 'other@example.org' }, refusals.accountNotConfirmed],
    [{ confirm: '' }, refusals.accountNotConfirmed],
    [{ confirm: true }, /confirm must be text/],
    [{}, /confirm must be text/],
    [{ confirm: 'leaving@example.org', more: 1 }, /Unknown field: more/],
  ] as const) {
    const answer = await call('DELETE', '/api/account', here, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(message);
  }
  expect(await under.accounts.listSavedParcels(userId)).toHaveLength(1);
  const done = await call('DELETE', '/api/account', here, { confirm: ' Leaving@example.org ' });
  expect(done.statusCode).toBe(204);
  expect(await Promise.all([here, there].map(isSignedIn))).toEqual([false, false]);
  expect(await under.accounts.findUser(userId)).toBeUndefined();
  expect(await under.accounts.listSavedParcels(userId)).toEqual([]);
  // The same address is a new account.
  expect((await sdk.signIn('leaving@example.org')).user_id).not.toBe(userId);
});

test('of an account at another provider nothing is shown that this server does not know', async () => {
  const nowMs = Date.now();
  await under.accounts.adoptUser({ userId: 'user-live-1', nowMs });
  await under.accounts.addSession({
    sessionId: 'session-of-another-provider',
    userId: 'user-live-1',
    kind: 'oauth',
    tokenHash: createHash('sha256').update('its-token').digest('hex'),
    startedAtMs: nowMs,
    lastAccessedAtMs: nowMs,
    expiresAtMs: nowMs + 60_000,
  });
  expect(await accountOf('its-token')).toMatchObject({ address: null, sessions: null });
  const refused = await call('DELETE', '/api/account', 'its-token', { confirm: 'user-live-1' });
  expect(refused.statusCode).toBe(400);
  expect((await call('DELETE', '/api/account', 'its-token', { confirm: 'delete' })).statusCode).toBe(204);
});

test('a log-out that was not heard is made up for by the hash of the token, which opens nothing', async () => {
  const { here, there } = await signInTwice('offline@example.org');
  const token_sha256 = createHash('sha256').update(there).digest('hex');
  expect(await isSignedIn(token_sha256)).toBe(false);
  for (let times = 0; times < 2; times++) {
    expect((await call('POST', '/api/ended-sessions', undefined, { token_sha256 })).statusCode).toBe(204);
  }
  expect(await Promise.all([here, there].map(isSignedIn))).toEqual([true, false]);
  for (const body of [{}, { token_sha256: there }, { token_sha256: 'A'.repeat(64) }]) {
    expect((await call('POST', '/api/ended-sessions', undefined, body)).statusCode).toBe(400);
  }
});

test('what is written while the account is removed is answered as without a session', async () => {
  const { session_token, user_id: userId } = await sdk.signIn('leaving@example.org');
  const { saveParcel } = under.accounts;
  vi.spyOn(under.accounts, 'saveParcel').mockImplementationOnce(async (parcel) => {
    await under.accounts.people.remove({ userId, email: 'leaving@example.org' });
    return saveParcel.call(under.accounts, parcel);
  });
  const answer = await save(session_token);
  expect([answer.statusCode, answer.json()]).toEqual([401, { message: messages.authenticationRequired }]);
});
