// Interoperability: Stytch's official server library accepts this provider's JWTs by its published keys.
import type { AddressInfo } from 'node:net';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Client } from 'stytch';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { openSdkClient, type SdkClient } from '../../test/sdk-client.ts';

let under: AppUnderTest;
let sdk: SdkClient;
let stytch: Client;
let projectId: string;

beforeAll(async () => {
  under = await openAppUnderTest({ records: [] });
  sdk = await openSdkClient(under.app);
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = under.app.server.address() as AddressInfo;
  ({ projectId } = await under.accounts.findOrCreateProject({ projectId: 'none', publicToken: 'none' }));
  // It warns of an address that is not its own, and refuses plain http in the setting that is meant for one.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  stytch = new Client({ project_id: projectId, secret: 'unused', env: `http://127.0.0.1:${port}/` });
  warn.mockRestore();
});
afterAll(() => under.close());

test('[A15] it accepts a session JWT, and reads the session in it', async () => {
  const { session_jwt, user_id } = await sdk.signIn('ada@example.org');
  const session = await stytch.sessions.authenticateJwtLocal({ session_jwt });
  expect(session).toMatchObject({
    user_id,
    session_id: expect.stringMatching(/^session-test-/),
    authentication_factors: [{ type: 'magic_link', email_factor: { email_address: 'ada@example.org' } }],
  });
  expect(Date.parse(session.expires_at!) - Date.parse(session.started_at!)).toBe(43_200 * 60_000);
});

test('[A15] the JWT is signed and dated as the provider’s own are', async () => {
  const { session_jwt, user_id } = await sdk.signIn('bob@example.org');
  expect(decodeProtectedHeader(session_jwt)).toEqual({
    alg: 'RS256',
    typ: 'JWT',
    kid: expect.stringMatching(/^jwk-test-/),
  });
  const claims = decodeJwt(session_jwt);
  expect(claims).toMatchObject({ iss: `stytch.com/${projectId}`, aud: [projectId], sub: user_id });
  expect(claims.exp! - claims.iat!).toBe(300);
  expect(projectId).toMatch(/^project-test-/);
  expect(sdk.publicToken).toMatch(/^public-token-test-/);
});

test('[A15] it refuses one that has been tampered with', async () => {
  const { session_jwt } = await sdk.signIn('eve@example.org');
  const [head, payload, signature] = session_jwt.split('.');
  const forged = [head, payload!.replace(/^./, 'x'), signature].join('.');
  await expect(stytch.sessions.authenticateJwtLocal({ session_jwt: forged })).rejects.toMatchObject({
    code: 'jwt_invalid',
  });
});
