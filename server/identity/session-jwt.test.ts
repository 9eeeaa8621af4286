// Which session JWTs are accepted.
import {
  type CryptoKey,
  type GenerateKeyPairResult,
  importJWK,
  type JWTVerifyGetKey,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rsaKeyPair, rsaPrivateJwk } from '../../test/rsa-keys.ts';
import { createSessionJwtVerifier, SESSION_CLAIM, type SessionJwts } from './session-jwt.ts';

const NOW_SECONDS = 1_772_366_400;
const projectId = 'project-test-1';

let pair: GenerateKeyPairResult;
let nowMs: number;
let lookUps: number;
let jwts: SessionJwts;
let verify: SessionJwts['verify'];

beforeAll(async () => {
  pair = await rsaKeyPair('ours');
});
beforeEach(() => {
  nowMs = NOW_SECONDS * 1000;
  lookUps = 0;
  const keys: JWTVerifyGetKey = async () => {
    lookUps++;
    return pair.publicKey;
  };
  jwts = createSessionJwtVerifier({ projectId, keys, now: () => nowMs });
  verify = jwts.verify;
});

/** The right key, but for another algorithm. */
async function ps256Key() {
  return (await importJWK(await rsaPrivateJwk('ours'), 'PS256')) as CryptoKey;
}

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

test('[A15] a valid one names its user and session', async () => {
  expect(await verify(await signed())).toMatchObject({ userId: 'user-1', sessionId: 'session-1' });
});

test('[A15] memoized: its signature is verified once', async () => {
  const jwt = await signed();
  for (let shown = 0; shown < 10; shown++) expect(await verify(jwt)).toBeDefined();
  expect(lookUps).toBe(1);
});

test('[A15] one that was never verified is not recalled', async () => {
  const jwt = await signed();
  expect(jwts.recall(jwt)).toBeUndefined();
  await verify(jwt);
  expect(jwts.recall(jwt)).toMatchObject({ userId: 'user-1', sessionId: 'session-1' });
});

test('[A15] clock skew of a minute is tolerated, for a new JWT and for a memoized one', async () => {
  const [seen, unseen] = [await signed(), await signed({ jti: 'other' })];
  await verify(seen);
  const acceptedAt = async (seconds: number) => {
    nowMs = (NOW_SECONDS + seconds) * 1000;
    const fresh = await signed({ jti: String(seconds) });
    const answers = [await verify(seen), await verify(fresh)].map((session) => session !== undefined);
    expect(answers[0]).toBe(answers[1]);
    expect(jwts.recall(seen) !== undefined).toBe(answers[0]);
    return answers[0];
  };
  expect(await acceptedAt(-61)).toBe(false);
  expect(await acceptedAt(-60)).toBe(true);
  expect(await acceptedAt(359)).toBe(true);
  expect(await acceptedAt(360)).toBe(false);
  expect(await verify(unseen)).toBeUndefined();
});

test.each<[title: string, jwt: () => Promise<string>]>([
  ['of another project', () => signed({ aud: ['project-test-2'] })],
  ['of another issuer', () => signed({ iss: 'stytch.com/project-test-2' })],
  ['that names no person', () => signed({ sub: undefined })],
  ['that never expires', () => signed({ exp: undefined })],
  ['that names no session', () => signed({ [SESSION_CLAIM]: undefined })],
  ['signed with another key', async () => signed({}, { key: (await rsaKeyPair('foreign')).privateKey })],
  ['signed with another algorithm', async () => signed({}, { alg: 'PS256', key: await ps256Key() })],
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
  ['that is not JSON', async () => 'a.b.c'],
  ['that is empty', async () => ''],
  ['of a megabyte', async () => `${'x'.repeat(500_000)}.${'x'.repeat(500_000)}.x`],
])('[A15] one %s is not accepted', async (_title, jwt) => {
  expect(await verify(await jwt())).toBeUndefined();
});

test('a failure to get the keys throws instead of refusing the JWT', async () => {
  const down = createSessionJwtVerifier({
    projectId,
    keys: () => Promise.reject(new TypeError('fetch failed')),
    now: () => nowMs,
  });
  await expect(down.verify(await signed())).rejects.toThrow('fetch failed');
});
