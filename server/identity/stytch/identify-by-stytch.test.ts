// Identifying users with Stytch as the provider, also during an outage of Stytch.
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusals } from '../../../contract/messages.ts';
import { openAppUnderTest } from '../../../test/app-under-test.ts';
import { openStytchStandIn, STYTCH_PROJECT, type StytchStandIn } from '../../../test/stytch-stand-in.ts';
import { replyFailure } from '../../failure.ts';
import { createSessionGuards } from '../../require-session.ts';
import { identifyByStytch } from './identify-by-stytch.ts';
import { stytchUrl } from './stytch-api.ts';

const MINUTE_MS = 60_000;
const CHECK = '/v1/sessions/authenticate';

let stytch: StytchStandIn;
let app: FastifyInstance;
let adopted: string[];
const banned = new Map<string, number>();
let nowMs: number;

function openApp(project = STYTCH_PROJECT): FastifyInstance {
  const door = Fastify();
  door.setErrorHandler(replyFailure);
  const identify = identifyByStytch({
    project,
    accounts: {
      adoptUser: async ({ userId }) => void adopted.push(userId),
      people: {
        find: async (userId) =>
          adopted.includes(userId)
            ? { userId, email: userId, emailVerified: false, createdAtMs: 0, bannedAtMs: banned.get(userId) }
            : undefined,
      },
    },
    apiUrl: stytch.url,
    now: () => nowMs,
  });
  const { requireSession, requireBearer } = createSessionGuards(identify);
  door.get('/me', requireSession);
  door.get('/mine', requireBearer);
  return door;
}

beforeEach(async () => {
  stytch = await openStytchStandIn();
  adopted = [];
  banned.clear();
  nowMs = Date.now();
  app = openApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all([app.close(), stytch.close()]);
});

function ask({ jwt, token }: { jwt?: string; token?: string }, url = '/me') {
  const headers = {
    ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
    ...(token !== undefined && { 'x-session-token': token }),
  };
  return app.inject({ url, headers });
}

function newToken(userId: string): string {
  const token = randomUUID();
  stytch.sessions.set(token, userId);
  return token;
}

const jwtOf = (userId: string) => stytch.signJwt({ userId, issuedAtMs: nowMs });

test('a user with a JWT of Stytch is let in, and adopted as an owner of saved parcels once', async () => {
  const jwt = await jwtOf('user-1');
  for (let times = 0; times < 3; times++) expect((await ask({ jwt })).json()).toEqual({ userId: 'user-1' });
  expect(adopted).toEqual(['user-1']);
  expect([...stytch.asked]).toEqual([[`/v1/sessions/jwks/${STYTCH_PROJECT.projectId}`, 1]]);
});

test('a person who is banned here is kept out within ten seconds, by JWT and by token, until the ban is lifted', async () => {
  const token = newToken('user-1');
  const ways = async () => [{ jwt: await jwtOf('user-1') }, { token }];
  for (const way of await ways()) expect((await ask(way)).statusCode).toBe(200);
  banned.set('user-1', nowMs);
  nowMs += 10_001;
  for (const way of await ways()) expect((await ask(way)).statusCode).toBe(401);
  expect((await ask({ jwt: await jwtOf('user-2') })).statusCode).toBe(200);
  banned.clear();
  nowMs += 10_001;
  for (const way of await ways()) expect((await ask(way)).statusCode).toBe(200);
  expect(adopted).toEqual(['user-1', 'user-2']);
});

test('where the JWT has expired, the session token is looked up', async () => {
  const [jwt, token] = [await jwtOf('user-1'), newToken('user-1')];
  nowMs += 10 * MINUTE_MS;
  expect((await ask({ jwt })).statusCode).toBe(401);
  expect((await ask({ jwt, token })).json()).toEqual({ userId: 'user-1' });
});

test('[V10] a person’s own data opens by token only beside a JWT of Stytch, though it may have expired', async () => {
  const token = newToken('user-1');
  const expired = await jwtOf('user-1');
  nowMs += 10 * MINUTE_MS;
  const foreign = await stytch.signJwt({ userId: 'user-1', issuedAtMs: nowMs, projectId: 'project-test-2' });
  for (const jwt of ['nonsense', 'a.b.c', foreign]) {
    expect((await ask({ jwt, token }, '/mine')).statusCode).toBe(401);
  }
  expect((await ask({ jwt: expired, token }, '/mine')).json()).toEqual({ userId: 'user-1' });
});

test('[V10] without the keys of Stytch nobody can tell whose JWT it is, so it opens nothing', async () => {
  const [jwt, token] = [await jwtOf('user-1'), newToken('user-1')];
  await ask({ token });
  stytch.outage = 503;
  // The token is cached.
  expect((await ask({ token })).statusCode).toBe(200);
  expect((await ask({ jwt, token }, '/mine')).statusCode).toBe(503);
});

test('a valid token is cached for a minute: many requests call Stytch once', async () => {
  const token = newToken('user-1');
  await Promise.all(Array.from({ length: 5 }, () => ask({ token })));
  await ask({ token });
  expect(stytch.asked.get(CHECK)).toBe(1);
  stytch.sessions.delete(token);
  expect((await ask({ token })).statusCode).toBe(200);
  nowMs += MINUTE_MS + 1;
  expect((await ask({ token })).statusCode).toBe(401);
});

test('negative cache: an unknown token is looked up again only after its TTL', async () => {
  for (let times = 0; times < 5; times++) expect((await ask({ token: 'unknown' })).statusCode).toBe(401);
  expect(stytch.asked.get(CHECK)).toBe(1);
  stytch.sessions.set('unknown', 'user-1');
  nowMs += 10_001;
  expect((await ask({ token: 'unknown' })).json()).toEqual({ userId: 'user-1' });
});

test('invalid credentials are refused', async () => {
  const foreign = await stytch.signJwt({ userId: 'user-1', issuedAtMs: nowMs, projectId: 'project-test-2' });
  const unknownKey = await stytch.signJwt({ userId: 'user-1', issuedAtMs: nowMs, keyId: 'key-2' });
  const forged = (await jwtOf('user-1')).replace(/\.[^.]+$/, '.c2lnbmF0dXJl');
  for (const jwt of [foreign, unknownKey, forged, 'a.b.c']) expect((await ask({ jwt })).statusCode).toBe(401);
  for (const token of ['unknown', 'x'.repeat(10_000)]) expect((await ask({ token })).statusCode).toBe(401);
  expect((await ask({})).statusCode).toBe(401);
  expect(adopted).toEqual([]);
});

test.each([500, 503, 429, 'down'] as const)(
  '[A18] during an outage (%s) a valid JWT is accepted, and nobody is signed out',
  async (outage) => {
    await ask({ jwt: await jwtOf('user-1') });
    const token = newToken('user-1');
    if (outage === 'down') await stytch.close();
    else stytch.outage = outage;
    // By then the keys would be asked for anew.
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs + 15 * MINUTE_MS });
    nowMs = Date.now();

    const jwt = await jwtOf('user-2');
    expect((await ask({ jwt })).json()).toEqual({ userId: 'user-2' });
    expect((await ask({ jwt, token })).json()).toEqual({ userId: 'user-2' });
    const unsure = await ask({ token });
    expect(unsure.statusCode).toBe(503);
    expect(unsure.json()).toEqual({ message: refusals.identityUnavailable });

    nowMs += 10 * MINUTE_MS;
    expect((await ask({ jwt, token })).statusCode).toBe(503);
  },
);

test('after an outage everybody is let in again', async () => {
  const [jwt, token] = [await jwtOf('user-1'), newToken('user-2')];
  stytch.outage = 500;
  expect((await ask({ jwt })).statusCode).toBe(503);
  expect((await ask({ token })).statusCode).toBe(503);
  stytch.outage = undefined;
  expect((await ask({ jwt })).json()).toEqual({ userId: 'user-1' });
  expect((await ask({ token })).json()).toEqual({ userId: 'user-2' });
});

test('a wrong STYTCH_SECRET signs nobody out', async () => {
  await app.close();
  app = openApp({ ...STYTCH_PROJECT, secret: 'secret-test-wrong' });
  expect((await ask({ token: newToken('user-1') })).statusCode).toBe(503);
});

test('[A22] the page is sent to Stytch with the project’s public token, and this server answers no call in its place', async () => {
  const project = { ...STYTCH_PROJECT, publicToken: 'public-token-test-1' };
  const site = await openAppUnderTest({ records: [], stytch: project });
  const { auth } = (await site.app.inject('/config.json')).json();
  expect(auth).toEqual({ publicToken: project.publicToken, apiUrl: null, inbox: false });
  for (const url of ['/sdk/v1/users/me', '/sdk/v1/otps/authenticate', '/v1/public/oauth/google/start']) {
    expect((await site.app.inject(url)).statusCode).toBe(404);
  }
  await site.close();
});

test('test projects are asked for at one address of Stytch, live ones at the other', () => {
  expect(stytchUrl('project-test-1')).toBe('https://test.stytch.com');
  expect(stytchUrl('project-live-1')).toBe('https://api.stytch.com');
});
