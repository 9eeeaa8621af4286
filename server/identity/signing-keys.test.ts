// Signing keys: made once, rotated by age, shared by all processes.
import { jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

// Generating an RSA key is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 24 * 60 * 60 * 1000;

let under: AppUnderTest;
let nowMs = Date.now();
const openProcess = () => createSigningKeys({ accounts: under.accounts, now: () => nowMs });

beforeAll(async () => {
  under = await openAppUnderTest({ records: [] });
});
afterAll(() => under.close());
beforeEach(() => under.accounts.removeSigningKeys({ createdBeforeMs: Number.MAX_SAFE_INTEGER }));

async function sign(keys: SigningKeys): Promise<string> {
  const { keyId, privateKey } = await keys.current();
  return new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: keyId }).sign(privateKey);
}

test('the key that a first process makes serves the others, and those after a restart', async () => {
  const [first, second] = [openProcess(), openProcess()];
  const { keyId } = await first.current();
  expect((await second.current()).keyId).toBe(keyId);
  expect((await first.published()).keys).toMatchObject([
    { kid: keyId, kty: 'RSA', use: 'sig', alg: 'RS256' },
  ]);
});

test('single-flight: concurrent sign-ins share the key that is being made', async () => {
  const keys = openProcess();
  const made = await Promise.all([keys.current(), keys.current(), keys.current()]);
  expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1);
  expect((await keys.published()).keys).toHaveLength(1);
});

test('no private part is ever published', async () => {
  const keys = openProcess();
  await keys.current();
  const [published] = (await keys.published()).keys;
  expect(Object.keys(published!).sort()).toEqual(['alg', 'e', 'key_ops', 'kid', 'kty', 'n', 'use']);
});

test('after ninety days a new key signs, what the old one signed is still good, and both are published', async () => {
  const [signing, checking] = [openProcess(), openProcess()];
  const old = await sign(signing);
  await jwtVerify(old, checking.find);
  nowMs += 90 * DAY_MS - 1;
  const { keyId } = await signing.current();
  nowMs += 1;
  const renewed = await sign(signing);
  expect((await signing.current()).keyId).not.toBe(keyId);
  expect((await signing.published()).keys).toHaveLength(2);
  await jwtVerify(old, checking.find);
  // A process that knows only the old one looks again.
  await jwtVerify(renewed, checking.find);
});

test('an old key is removed a day after its rotation (grace period), never before', async () => {
  const keys = openProcess();
  await keys.current();
  nowMs += 90 * DAY_MS;
  const { keyId } = await keys.current();
  await keys.removeOld();
  expect((await keys.published()).keys).toHaveLength(2);
  nowMs += DAY_MS + 1;
  await keys.removeOld();
  expect((await keys.published()).keys).toMatchObject([{ kid: keyId }]);
});

test('two processes that begin at the same moment can check what either signs', async () => {
  const [one, other] = [openProcess(), openProcess()];
  const signed = await Promise.all([sign(one), sign(other)]);
  for (const jwt of signed) {
    await jwtVerify(jwt, one.find);
    await jwtVerify(jwt, other.find);
  }
});

test('an unknown key id is not found', async () => {
  const [keys, { privateKey }] = [openProcess(), await openProcess().current()];
  const forged = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'mine' }).sign(privateKey);
  await expect(jwtVerify(forged, keys.find)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});
