// A whole sign-in with a provider: the real server, the real store, a real provider.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../../test/app-under-test.ts';
import { openBrowser } from '../../../test/browse.ts';
import { OIDC_CLIENT, type OidcServer, openOidcServer } from '../../../test/oidc-server.ts';

const publicUrl = 'https://parcels.example.org';
// RFC 7636, appendix B.
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

let provider: OidcServer;
let site: AppUnderTest;
beforeAll(async () => {
  provider = await openOidcServer({ redirectUri: `${publicUrl}/v1/public/oauth/google/return` });
  site = await openAppUnderTest({
    records: [],
    publicUrl,
    oidcProviders: [{ ...OIDC_CLIENT, name: 'google', issuer: provider.issuer }],
  });
});
afterAll(() => Promise.all([provider.close(), site.close()]));

async function publicToken(): Promise<string> {
  return (await site.app.inject('/config.json')).json().auth.publicToken;
}

async function spend(token: string, verifier: string) {
  const name = await publicToken();
  return site.app.inject({
    method: 'POST',
    url: '/sdk/v1/oauth/authenticate',
    headers: { authorization: `Basic ${btoa(`${name}:${name}`)}` },
    payload: { token, code_verifier: verifier, session_duration_minutes: 43_200 },
  });
}

test('[A17] [A9] the token that a provider’s round ends with opens a session, once and for its asker alone', async () => {
  const query = new URLSearchParams({
    public_token: await publicToken(),
    code_challenge: codeChallenge,
    login_redirect_url: `${publicUrl}/authenticate`,
    signup_redirect_url: `${publicUrl}/authenticate`,
  });
  const browser = openBrowser({ app: site.app, publicUrl });
  const end = await browser.visit(
    `${publicUrl}/v1/public/oauth/google/start?${query}`,
    ({ pathname }) => pathname === '/authenticate' || pathname === '/login',
  );
  expect(end.searchParams.get('stytch_token_type')).toBe('oauth');
  const token = end.searchParams.get('token')!;

  const stolen = await spend(token, codeVerifier.replace('d', 'e'));
  expect(stolen.json()).toMatchObject({ status_code: 400, error_type: 'pkce_mismatch' });

  const answer = await spend(token, codeVerifier);
  expect(answer.json().data.user.emails).toMatchObject([{ email: 'zoe@example.org', verified: true }]);
  const saved = await site.app.inject({
    url: '/api/saved-parcels',
    headers: { authorization: `Bearer ${answer.json().data.session_jwt}` },
  });
  expect(saved.json()).toEqual({ parcels: [] });

  expect((await spend(token, codeVerifier)).statusCode).toBe(404);
});

test('an address that SIGN_IN_ALLOW does not name ends at the login page, and leaves no account', async () => {
  const closed = await openAppUnderTest({
    records: [],
    publicUrl,
    oidcProviders: [{ ...OIDC_CLIENT, name: 'google', issuer: provider.issuer }],
    signInAllow: ['@county.gov', 'zoe@sub.example.org'],
  });
  const query = new URLSearchParams({
    public_token: (await closed.app.inject('/config.json')).json().auth.publicToken,
    code_challenge: codeChallenge,
  });
  const browser = openBrowser({ app: closed.app, publicUrl });
  const end = await browser.visit(
    `${publicUrl}/v1/public/oauth/google/start?${query}`,
    ({ pathname }) => pathname === '/authenticate' || pathname === '/login',
  );
  expect([end.pathname, end.searchParams.get('reason')]).toEqual(['/login', 'oauth-refused']);
  expect(await closed.accounts.people.find('zoe@example.org')).toBeUndefined();
  await closed.close();
});
