// Session guards: which credentials open reading, and which open saved parcels.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../contract/messages.ts';
import { type AppUnderTest, lotCenter, openAppUnderTest, PLAIN_PIN } from '../test/app-under-test.ts';
import { openSdkClient, type SdkClient } from '../test/sdk-client.ts';

const MINUTE_MS = 60_000;

let closed: AppUnderTest;
let open: AppUnderTest;
let sdk: SdkClient;
/** Of another server. */
let foreign: { session_token: string; session_jwt: string };
let nowMs = Date.now();

beforeAll(async () => {
  closed = await openAppUnderTest({ now: () => nowMs });
  open = await openAppUnderTest({ parcelAccess: 'public', keyOwner: 'foreign' });
  sdk = await openSdkClient(closed.app);
  foreign = await (await openSdkClient(open.app)).signIn('ada@example.org');
});
afterAll(() => Promise.all([closed.close(), open.close()]));

let people = 0;
const signInBySdk = () => sdk.signIn(`person-${++people}@example.org`);

const { lng, lat } = lotCenter(0);
const parcelUrl = `/api/parcels/${PLAIN_PIN}`;
const tileUrl = '/tiles/14/4512/6437.pbf';
const reads = [
  parcelUrl,
  '/api/parcels/search?q=kestrel',
  `/api/parcels/at?lng=${lng}&lat=${lat}`,
  `/api/parcels/feature/${PLAIN_PIN}`,
  `/api/parcels/${PLAIN_PIN}/overlays`,
  '/api/counties',
  '/api/parcels?filter=elsewhere',
  '/api/parcels/pins?filter=elsewhere',
  '/api/parcel-fields',
  '/api/parcel-fields/zoning/values',
  `/api/parcels/${PLAIN_PIN}/neighbors`,
  `/api/parcels/${PLAIN_PIN}/holdings`,
  `/api/parcels/${PLAIN_PIN}/sales`,
  '/api/notices',
  '/api/labels?format=5160',
  '/api/export?format=csv',
  tileUrl,
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

describe.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('%s of saved parcels', (method) => {
  const parcel = { parcel_pin: PLAIN_PIN, parcel_owner_name: 'A', parcel_address: 'B', notes: 'Mine' };
  const okStatus = { GET: 200, POST: 201, PUT: 200, DELETE: 204 }[method];
  let session: { session_token: string; session_jwt: string };
  let call: (headers: Record<string, string>, app?: AppUnderTest) => Promise<LightMyRequestResponse>;

  /** Prepares a call that succeeds once it is let in: PUT and DELETE name a saved parcel, POST a new one. */
  beforeEach(async () => {
    session = await signInBySdk();
    const collection = '/api/saved-parcels';
    let url = collection;
    if (method === 'PUT' || method === 'DELETE') {
      const headers = { authorization: `Bearer ${session.session_token}` };
      const saved = await closed.app.inject({ method: 'POST', url: collection, headers, payload: parcel });
      url = `${collection}/${saved.json().id}`;
    }
    const payload = { POST: parcel, PUT: { notes: 'New' }, GET: undefined, DELETE: undefined }[method];
    call = (headers, { app } = closed) => app.inject({ method, url, headers, ...(payload && { payload }) });
  });

  test('[V10] needs a session even with PARCEL_ACCESS=public', async () => {
    const answer = await call({}, open);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ message: messages.authenticationRequired });
  });

  test('[V10] [P6] is refused to cookies and to the session token header without a bearer token', async () => {
    const { session_token, session_jwt } = session;
    const cookie = `session_jwt=${session_jwt}; session_token=${session_token}`;
    for (const headers of [
      { cookie },
      { 'x-session-token': session_token },
      { 'x-session-token': session_jwt },
      { cookie, 'x-session-token': session_token },
      { cookie, 'x-session-token': session_token, authorization: 'Bearer ' },
      { cookie, 'x-session-token': session_token, authorization: `Basic ${btoa('user:password')}` },
    ]) {
      const answer = await call(headers);
      expect(answer.statusCode, JSON.stringify(headers)).toBe(401);
      expect(answer.json()).toEqual({ message: messages.authenticationRequired });
    }
  });

  test.each(['wrong', 'a.b.c', 'foreign'])(
    '[V10] is refused to a bearer token that is none (%s), beside good cookies and a good session token header',
    async (bearer) => {
      const { session_token, session_jwt } = session;
      const authorization = `Bearer ${bearer === 'foreign' ? foreign.session_jwt : bearer}`;
      const cookie = `session_jwt=${session_jwt}; session_token=${session_token}`;
      for (const token of [session_token, session_jwt]) {
        const answer = await call({ cookie, authorization, 'x-session-token': token });
        expect(answer.statusCode).toBe(401);
        expect(answer.json()).toEqual({ message: messages.authenticationRequired });
      }
    },
  );

  test.each(['session_jwt', 'session_token'] as const)('[V10] opens with a bearer %s', async (name) => {
    expect((await call({ authorization: `Bearer ${session[name]}` })).statusCode).toBe(okStatus);
  });

  test('[V10] [A13] opens with an expired bearer JWT where the session token stands beside it', async () => {
    nowMs += 6 * MINUTE_MS;
    const authorization = `Bearer ${session.session_jwt}`;
    expect((await call({ authorization })).statusCode).toBe(401);
    const both = { authorization, 'x-session-token': session.session_token };
    expect((await call(both)).statusCode).toBe(okStatus);
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
  const answer = await closed.app.inject({ url: parcelUrl, headers: { authorization } });
  expect(answer.statusCode).toBe(401);
});

describe('a session JWT', () => {
  const statusWith = async (headers: Record<string, string>, url = parcelUrl) =>
    (await closed.app.inject({ url, headers })).statusCode;

  test('[P1] [P5] [A11] opens what the session opens, as bearer token or as cookie', async () => {
    const { session_jwt } = await signInBySdk();
    expect(await statusWith({ authorization: `Bearer ${session_jwt}` })).toBe(200);
    expect(await statusWith({ cookie: `session_jwt=${session_jwt}` })).toBe(200);
    expect([200, 204]).toContain(await statusWith({ cookie: `session_jwt=${session_jwt}` }, tileUrl));
  });

  test('[A13] that has expired is replaced by the session token beside it', async () => {
    const { session_jwt, session_token } = await signInBySdk();
    nowMs += 6 * MINUTE_MS;
    const authorization = `Bearer ${session_jwt}`;
    expect(await statusWith({ authorization })).toBe(401);
    expect(await statusWith({ authorization, 'x-session-token': session_token })).toBe(200);
    const cookie = `session_jwt=${session_jwt}; session_token=${session_token}`;
    expect(await statusWith({ cookie })).toBe(200);
  });

  test('[A13] from the future (clock skew) is replaced by the session token beside it, too', async () => {
    nowMs += 10 * MINUTE_MS;
    const { session_jwt, session_token } = await signInBySdk();
    nowMs -= 10 * MINUTE_MS;
    const authorization = `Bearer ${session_jwt}`;
    expect(await statusWith({ authorization })).toBe(401);
    expect(await statusWith({ authorization, 'x-session-token': session_token })).toBe(200);
  });

  test('[A14] stops at once when its session is revoked, although it was verified before', async () => {
    const { session_jwt, session_token } = await signInBySdk();
    const authorization = `Bearer ${session_jwt}`;
    expect(await statusWith({ authorization })).toBe(200);
    await sdk.call('/sessions/revoke', { sessionToken: session_token });
    expect(await statusWith({ authorization, 'x-session-token': session_token })).toBe(401);
  });

  test('[A11] of another server opens nothing, nor does its session token', async () => {
    const cookie = `session_jwt=${foreign.session_jwt}; session_token=${foreign.session_token}`;
    expect(await statusWith({ cookie })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${foreign.session_jwt}` })).toBe(401);
  });

  test('[A11] of somebody else in a cookie does not outweigh the bearer token', async () => {
    const [mine, theirs] = [await signInBySdk(), await signInBySdk()];
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

  test('none of these requests logged an error', () => {
    expect(closed.logged()).not.toMatch(/"event":"(failure|warning)"/);
  });
});
