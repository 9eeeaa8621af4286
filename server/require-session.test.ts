// Who may read and who may write.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../contract/messages.ts';
import { type AppUnderTest, lotCenter, openAppUnderTest, PLAIN_PIN } from '../test/app-under-test.ts';
import { openSdkClient, type SdkClient } from '../test/sdk-client.ts';

const MINUTE_MS = 60_000;

let closed: AppUnderTest;
let open: AppUnderTest;
let sdk: SdkClient;
let nowMs = Date.now();

beforeAll(async () => {
  closed = await openAppUnderTest({ now: () => nowMs });
  open = await openAppUnderTest({ parcelAccess: 'public' });
  sdk = await openSdkClient(closed.app);
});
afterAll(() => Promise.all([closed.close(), open.close()]));

const { lng, lat } = lotCenter(0);
const reads = [
  `/api/parcels/${PLAIN_PIN}`,
  '/api/parcels/search?q=kestrel',
  `/api/parcels/at?lng=${lng}&lat=${lat}`,
  `/api/parcels/feature/${PLAIN_PIN}`,
  '/tiles/14/4512/6437.pbf',
];

describe.each(reads)('%s', (url) => {
  test('[P1] [P5] is refused without a session', async () => {
    const answer = await closed.app.inject(url);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ message: messages.authenticationRequired });
  });

  test('[P1] [P5] opens with a bearer token, a token header or the cookie', async () => {
    const token = await closed.signIn();
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { 'x-session-token': token },
      { cookie: `theme=dark; session_token=${token}` },
      { authorization: 'Bearer expired', cookie: `session_token=${token}` },
    ]) {
      const answer = await closed.app.inject({ url, headers });
      expect([200, 204]).toContain(answer.statusCode);
    }
  });

  test('[P1] [P5] is open to everybody with PARCEL_ACCESS=public', async () => {
    const answer = await open.app.inject(url);
    expect([200, 204]).toContain(answer.statusCode);
  });
});

describe('saved parcels', () => {
  test('[V10] need a session even with PARCEL_ACCESS=public', async () => {
    for (const [method, url] of [
      ['GET', '/api/saved-parcels'],
      ['POST', '/api/saved-parcels'],
      ['PUT', '/api/saved-parcels/1'],
      ['DELETE', '/api/saved-parcels/1'],
    ] as const) {
      const answer = await open.app.inject({ method, url });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ message: messages.authenticationRequired });
    }
  });

  test('[V10] cannot be changed with the cookie alone, which another site could make a browser send', async () => {
    const token = await closed.signIn();
    const parcel = { parcel_pin: PLAIN_PIN, parcel_owner_name: 'A', parcel_address: 'B' };
    const cookie = `session_token=${token}`;
    const save = { method: 'POST', url: '/api/saved-parcels', headers: { cookie }, payload: parcel } as const;
    expect((await closed.app.inject(save)).statusCode).toBe(401);
    const list = await closed.app.inject({ url: '/api/saved-parcels', headers: { cookie } });
    expect(list.json()).toEqual({ parcels: [] });
  });
});

test.each([
  'Bearer',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'Bearer not-a-session',
  'Bearer a b',
  `Bearer ${'x'.repeat(9000)}`,
])('[P1] authorization %j opens nothing', async (authorization) => {
  const answer = await closed.app.inject({ url: reads[0]!, headers: { authorization } });
  expect(answer.statusCode).toBe(401);
});

describe('a session JWT', () => {
  let person = 0;
  const signIn = () => sdk.signIn(`person${++person % 5}-${Math.floor(person / 5)}@example.org`);
  const statusWith = async (headers: Record<string, string>, url = reads[0]!) =>
    (await closed.app.inject({ url, headers })).statusCode;

  test('[P1] [P5] [A11] opens what the session opens, as bearer token or as cookie', async () => {
    const { session_jwt } = await signIn();
    expect(await statusWith({ authorization: `Bearer ${session_jwt}` })).toBe(200);
    expect(await statusWith({ cookie: `session_jwt=${session_jwt}` })).toBe(200);
    expect([200, 204]).toContain(await statusWith({ cookie: `session_jwt=${session_jwt}` }, reads[4]));
  });

  test('[V10] as a cookie changes nothing, as bearer token it does', async () => {
    const { session_jwt } = await signIn();
    const payload = { parcel_pin: PLAIN_PIN, parcel_owner_name: 'A', parcel_address: 'B' };
    const save = async (headers: Record<string, string>) =>
      (await closed.app.inject({ method: 'POST', url: '/api/saved-parcels', headers, payload })).statusCode;
    expect(await save({ cookie: `session_jwt=${session_jwt}` })).toBe(401);
    expect(await save({ authorization: `Bearer ${session_jwt}` })).toBe(201);
  });

  test('[A13] that has expired is no harm while the session token is there', async () => {
    const { session_jwt, session_token } = await signIn();
    nowMs += 6 * MINUTE_MS;
    const authorization = `Bearer ${session_jwt}`;
    expect(await statusWith({ authorization })).toBe(401);
    expect(await statusWith({ authorization, 'x-session-token': session_token })).toBe(200);
    const cookie = `session_jwt=${session_jwt}; session_token=${session_token}`;
    expect(await statusWith({ cookie })).toBe(200);
  });

  test('[A13] made by a clock that ran ahead is no harm either', async () => {
    nowMs += 10 * MINUTE_MS;
    const { session_jwt, session_token } = await signIn();
    nowMs -= 10 * MINUTE_MS;
    const authorization = `Bearer ${session_jwt}`;
    expect(await statusWith({ authorization })).toBe(401);
    expect(await statusWith({ authorization, 'x-session-token': session_token })).toBe(200);
  });

  test('[A14] stops at once when its session is revoked, however well it was known', async () => {
    const { session_jwt, session_token } = await signIn();
    const authorization = `Bearer ${session_jwt}`;
    expect(await statusWith({ authorization })).toBe(200);
    await sdk.call('/sessions/revoke', { sessionToken: session_token });
    expect(await statusWith({ authorization, 'x-session-token': session_token })).toBe(401);
  });

  test('[A11] of another server opens nothing, nor does its session token', async () => {
    const foreign = await (await openSdkClient(open.app)).signIn('ada@example.org');
    const cookie = `session_jwt=${foreign.session_jwt}; session_token=${foreign.session_token}`;
    expect(await statusWith({ cookie })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${foreign.session_jwt}` })).toBe(401);
  });

  test('[A11] of somebody else in a cookie does not outweigh the bearer token', async () => {
    const [mine, theirs] = [await signIn(), await signIn()];
    const headers = {
      authorization: `Bearer ${mine.session_jwt}`,
      cookie: `session_jwt=${theirs.session_jwt}; session_token=${theirs.session_token}`,
    };
    const payload = { parcel_pin: PLAIN_PIN, parcel_owner_name: 'A', parcel_address: 'B' };
    await closed.app.inject({ method: 'POST', url: '/api/saved-parcels', headers, payload });
    const list = async (jwt: string) =>
      (
        await closed.app.inject({ url: '/api/saved-parcels', headers: { authorization: `Bearer ${jwt}` } })
      ).json();
    expect((await list(mine.session_jwt)).parcels).toHaveLength(1);
    expect((await list(theirs.session_jwt)).parcels).toEqual([]);
  });

  test.each([
    'a.b.c',
    `${'x'.repeat(3000)}.${'x'.repeat(3000)}.x`,
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
    '..',
  ])('[P1] that is none opens nothing: %.40s', async (jwt) => {
    expect(await statusWith({ authorization: `Bearer ${jwt}` })).toBe(401);
    expect(await statusWith({ cookie: `session_jwt=${jwt}` })).toBe(401);
  });

  test('nothing of this was a fault', () => {
    expect(closed.logged()).toBe('');
  });
});
