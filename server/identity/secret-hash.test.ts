// Secrets cannot be guessed, and what is stored of them opens nothing.
import { expect, test } from 'vitest';
import { openAppUnderTest } from '../../test/app-under-test.ts';
import { openSdkClient } from '../../test/sdk-client.ts';
import { hashOf, newSecret } from './secret-hash.ts';

test('a secret has 256 bits, and no two are alike', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSecret));
  expect(secrets.size).toBe(1000);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
});

test('the token of a session is such a secret, and is stored as a hash that opens nothing', async () => {
  const under = await openAppUnderTest();
  const { session_token } = await (await openSdkClient(under.app)).signIn('ada@example.org');
  expect(Buffer.from(session_token, 'base64url')).toHaveLength(32);
  const stored = await under.accounts.findSession({ tokenHash: hashOf(session_token), nowMs: Date.now() });
  expect(JSON.stringify(stored)).not.toContain(session_token);
  const statusWith = async (token: string) =>
    (await under.app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } }))
      .statusCode;
  expect(await statusWith(session_token)).toBe(200);
  expect(await statusWith(stored!.tokenHash)).toBe(401);
  await under.close();
});
