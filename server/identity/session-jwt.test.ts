// Which session JWTs are believed.
import { generateKeyPair, type JWTVerifyGetKey, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createSessionJwtVerifier, SESSION_CLAIM, type VerifySessionJwt } from './session-jwt.ts';

const NOW_SECONDS = 1_772_366_400;
const projectId = 'project-test-1';

let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let nowMs: number;
let lookUps: number;
let verify: VerifySessionJwt;

beforeAll(async () => {
  pair = await generateKeyPair('RS256');
});
beforeEach(() => {
  nowMs = NOW_SECONDS * 1000;
  lookUps = 0;
  const keys: JWTVerifyGetKey = async () => {
    lookUps++;
    return pair.publicKey;
  };
  verify = createSessionJwtVerifier({ projectId, keys, now: () => nowMs });
});

const usual = {
  iss: `stytch.com/${projectId}`,
  aud: [projectId],
  sub: 'user-1',
  iat: NOW_SECONDS,
  nbf: NOW_SECONDS,
  exp: NOW_SECONDS + 300,
  [SESSION_CLAIM]: { id: 'session-1' },
};
const signed = (claims: object = {}, { alg = 'RS256', key = pair.privateKey } = {}) =>
  new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid: 'key-1' }).sign(key);

test('[A15] a good one tells whose session it is', async () => {
  expect(await verify(await signed())).toMatchObject({ userId: 'user-1', sessionId: 'session-1' });
});

test('[A15] its signature is checked once, however often it is shown', async () => {
  const jwt = await signed();
  for (let shown = 0; shown < 10; shown++) expect(await verify(jwt)).toBeDefined();
  expect(lookUps).toBe(1);
});

test('[A15] clocks may differ by a minute, seen for the first time or again', async () => {
  const [seen, unseen] = [await signed(), await signed({ jti: 'other' })];
  await verify(seen);
  const believedAt = async (seconds: number) => {
    nowMs = (NOW_SECONDS + seconds) * 1000;
    const fresh = await signed({ jti: String(seconds) });
    const answers = [await verify(seen), await verify(fresh)].map((session) => session !== undefined);
    expect(answers[0]).toBe(answers[1]);
    return answers[0];
  };
  expect(await believedAt(-61)).toBe(false);
  expect(await believedAt(-60)).toBe(true);
  expect(await believedAt(359)).toBe(true);
  expect(await believedAt(360)).toBe(false);
  expect(await verify(unseen)).toBeUndefined();
});

test.each<[title: string, jwt: () => Promise<string>]>([
  ['of another project', () => signed({ aud: ['project-test-2'] })],
  ['of another issuer', () => signed({ iss: 'stytch.com/project-test-2' })],
  ['that names no person', () => signed({ sub: undefined })],
  ['that never expires', () => signed({ exp: undefined })],
  ['that names no session', () => signed({ [SESSION_CLAIM]: undefined })],
  ['signed with another key', async () => signed({}, { key: (await generateKeyPair('RS256')).privateKey })],
  [
    'signed otherwise',
    async () => signed({}, { alg: 'PS256', key: (await generateKeyPair('PS256')).privateKey }),
  ],
  ['not signed at all', async () => new UnsecuredJWT(usual).encode()],
  ['cut short', async () => (await signed()).slice(0, -1)],
  [
    'with another payload',
    async () => {
      const [[head, , signature], [, payload]] = [
        (await signed()).split('.'),
        (await signed({ sub: 'eve' })).split('.'),
      ];
      return [head, payload, signature].join('.');
    },
  ],
  ['that is no JSON', async () => 'a.b.c'],
  ['that is empty', async () => ''],
  ['of a megabyte', async () => `${'x'.repeat(500_000)}.${'x'.repeat(500_000)}.x`],
])('[A15] one %s is not believed', async (_title, jwt) => {
  expect(await verify(await jwt())).toBeUndefined();
});

test('a failure to get the keys is no verdict on the JWT', async () => {
  const down = createSessionJwtVerifier({
    projectId,
    keys: () => Promise.reject(new TypeError('fetch failed')),
    now: () => nowMs,
  });
  await expect(down(await signed())).rejects.toThrow('fetch failed');
});
