// The OAuth flow against a real OpenID Connect provider: success, refusals, outages, replays and open redirects.
import { request } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { type Browser, openBrowser } from '../../../test/browse.ts';
import { OIDC_CLIENT, type OidcServer, openOidcServer } from '../../../test/oidc-server.ts';
import { rsaKeyPair } from '../../../test/rsa-keys.ts';
import { flowCookieName, type OauthFlow, openFlow, sealFlow } from './flow-cookie.ts';
import { oauthRoutes } from './oauth-routes.ts';

const publicUrl = 'https://parcels.example.org';
const publicToken = 'public-token-test-1';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const returnUrl = (name: string) => `${publicUrl}/v1/public/oauth/${name}/return`;
const redirectUri = returnUrl('google');

function startUrl(query: Record<string, string> = {}, provider = 'google'): string {
  const given = { public_token: publicToken, code_challenge: codeChallenge, ...query };
  return `${publicUrl}/v1/public/oauth/${provider}/start?${new URLSearchParams(given)}`;
}

type Issued = { email: string; codeChallenge: string; emailVerified: boolean };
type Walk = { server: OidcServer; app: FastifyInstance; browser: Browser; issued: Issued[] };

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

async function provider(options: Partial<Parameters<typeof openOidcServer>[0]> = {}): Promise<OidcServer> {
  const server = await openOidcServer({ redirectUri, ...options });
  closing.push(() => server.close());
  return server;
}

type SiteOptions = { clientSecret?: string; url?: string; name?: 'google' | 'apple' };

function site(issuer: string, options: SiteOptions = {}) {
  const { clientSecret = OIDC_CLIENT.clientSecret, url = publicUrl, name = 'google' } = options;
  const issued: Issued[] = [];
  const app = Fastify();
  oauthRoutes(app, {
    providers: [{ ...OIDC_CLIENT, clientSecret, name, issuer }],
    publicUrl: url,
    publicToken,
    issueOauthToken: async (person) => `token-${issued.push(person)}`,
  });
  closing.push(() => app.close());
  return { app, issued, browser: openBrowser({ app, publicUrl: url }) };
}

async function walk(options: Partial<Parameters<typeof openOidcServer>[0]> = {}): Promise<Walk> {
  const server = await provider(options);
  return { server, ...site(server.issuer) };
}

const atTheEnd = ({ pathname }: URL) => pathname === '/authenticate' || pathname === '/login';
const onTheWayBack = ({ pathname }: URL) => pathname.endsWith('/return');

test.each([
  { emailInIdToken: false, clientAuthentication: 'client_secret_basic' },
  { emailInIdToken: true, clientAuthentication: 'client_secret_post' },
] as const)('[A17] a sign-in with a provider ends with a one-time token: %j', async (how) => {
  const { browser, issued } = await walk(how);
  const end = await browser.visit(startUrl({ login_redirect_url: `${publicUrl}/authenticate` }), atTheEnd);
  expect(end.href).toBe(`${publicUrl}/authenticate?stytch_token_type=oauth&token=token-1`);
  expect(issued).toEqual([{ email: 'zoe@example.org', codeChallenge, emailVerified: true }]);
});

test('[A17] [SEC-13] the provider is asked for our scopes and nothing else of the link, with a state, a nonce and a challenge of our own', async () => {
  const { browser, server } = await walk();
  const atProvider = ({ origin }: URL) => origin === server.issuer;
  const crafted = {
    scope: 'drive',
    claims: '{}',
    prompt: 'none',
    login_hint: 'eve',
    provider_prompt: 'none',
  };
  const link = startUrl({ custom_scopes: 'email openid', ...crafted });
  const asked = await browser.visit(link, atProvider);
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    client_id: OIDC_CLIENT.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email',
    code_challenge_method: 'S256',
    state: expect.any(String),
    nonce: expect.any(String),
    code_challenge: expect.any(String),
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  }
  expect(asked.searchParams.get('code_challenge')).not.toBe(codeChallenge);
});

test('[A20] the flow cookie lasts ten minutes, HttpOnly and SameSite=Lax', async () => {
  const { server, app } = await walk();
  const { headers } = await app.inject(startUrl());
  expect(headers['set-cookie']).toMatch(
    /^__Host-oauth_flow_google=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const local = site(server.issuer, { url: 'http://localhost:3000' });
  expect((await local.app.inject(startUrl())).headers['set-cookie']).toMatch(
    /^oauth_flow=[\w.-]+; Path=\/v1\/public\/oauth\/google; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
});

test('[A17] Apple is asked for a form, whose POST goes on as a GET without the person’s name', async () => {
  const { issuer } = await provider({ redirectUri: returnUrl('apple') });
  const { app, browser, issued } = site(issuer, { name: 'apple' });
  const atProvider = await browser.visit(startUrl({}, 'apple'), ({ origin }) => origin === issuer);
  expect(atProvider.searchParams.get('response_mode')).toBe('form_post');
  // The form would need a real browser: take its fields from a query.
  atProvider.searchParams.delete('response_mode');
  const back = await browser.visit(atProvider.href, onTheWayBack);
  const answer = await app.inject({
    method: 'POST',
    url: back.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${back.searchParams}&user=${encodeURIComponent('{"name":{"firstName":"Zoe"}}')}`,
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, back.href]);
  expect((await browser.visit(back.href, atTheEnd)).pathname).toBe('/authenticate');
  expect(issued).toMatchObject([{ email: 'zoe@example.org' }]);
});

test.each([true, 'true', '1'])(
  '[A17] Microsoft’s own claim for a verified domain counts: %j',
  async (xms_edov) => {
    const { browser, server, issued } = await walk({ emailInIdToken: true });
    server.person = { email: 'zoe@example.org', xms_edov };
    expect((await browser.visit(startUrl(), atTheEnd)).pathname).toBe('/authenticate');
    expect(issued).toHaveLength(1);
  },
);

test('[A18] a page that could not read the provider’s settings is led back to the login page', async () => {
  const { app } = site(nowhere);
  const address = new URL(startUrl());
  address.searchParams.delete('code_challenge');
  const { statusCode, headers } = await app.inject(address.href);
  expect([statusCode, headers.location]).toEqual([302, `${publicUrl}/login?reason=oauth-failed`]);
});

test.each([
  { email: 'zoe@example.org', email_verified: false },
  { email: 'zoe@example.org', email_verified: false, xms_edov: true },
  { email: 'zoe@example.org', xms_edov: false },
  { email: 'zoe@example.org', email_verified: ['true'] },
  { email: 'zoe@example.org', email_verified: 1 },
  { email: 'zoe@example.org', email_verified: 'TRUE' },
  { email: 'zoe@example.org', email_verified: { toString: 'true' } },
  { email: 'zoe@example.org', email_verified: null, xms_edov: true },
  { email: 'zoe@example.org', xms_edov: ['1'] },
  { email: 'zoe@example.org' },
  { email: ['zoe@example.org'], email_verified: true },
  { email: '\u212Aate@example.org', email_verified: true },
  {},
])('an address that the provider has not verified signs nobody in: %j', async (person) => {
  const { browser, server, issued } = await walk();
  server.person = person;
  const end = await browser.visit(startUrl(), atTheEnd);
  expect(end.href).toBe(`${publicUrl}/login?reason=oauth-unverified`);
  expect(issued).toEqual([]);
});

test('[A18] a user who cancels at the provider is back at the login page', async () => {
  const { browser, server } = await walk();
  server.person = undefined;
  const end = await browser.visit(startUrl(), atTheEnd);
  expect(end.href).toBe(`${publicUrl}/login?reason=oauth-canceled`);
});

test('[A18] a provider that is down is reported, and tried again when it is up', async () => {
  const down = await openOidcServer({ redirectUri });
  const { browser } = site(down.issuer);
  await down.close();
  const end = await browser.visit(startUrl(), atTheEnd);
  expect(end.href).toBe(`${publicUrl}/login?reason=oauth-unavailable`);
  await provider({ port: Number(new URL(down.issuer).port) });
  expect((await browser.visit(startUrl(), atTheEnd)).pathname).toBe('/authenticate');
});

test('[A18] a provider that goes down before the return is reported', async () => {
  const server = await openOidcServer({ redirectUri });
  const { browser, issued } = site(server.issuer);
  const back = await browser.visit(startUrl(), onTheWayBack);
  await server.close();
  expect((await browser.visit(back.href, atTheEnd)).search).toBe('?reason=oauth-failed');
  expect(issued).toEqual([]);
});

test('[A18] a provider that refuses our secret is reported as a failure', async () => {
  const { issuer } = await provider();
  const { browser } = site(issuer, { clientSecret: 'not the one that the provider knows' });
  expect((await browser.visit(startUrl(), atTheEnd)).search).toBe('?reason=oauth-failed');
});

test('the return works only in the browser that began, and once', async () => {
  const { app, browser, issued } = await walk();
  const back = await browser.visit(startUrl(), onTheWayBack);
  const other = openBrowser({ app, publicUrl });
  expect((await other.visit(back.href, atTheEnd)).search).toBe('?reason=oauth-expired');
  expect((await browser.visit(back.href, atTheEnd)).pathname).toBe('/authenticate');
  expect((await browser.visit(back.href, atTheEnd)).search).toBe('?reason=oauth-expired');
  expect(issued).toHaveLength(1);
});

test('a HEAD request for the return does not consume the flow', async () => {
  const { app, browser, issued } = await walk();
  const back = await browser.visit(startUrl(), onTheWayBack);
  const cookie = [...browser.cookies.get(publicUrl)!].map((pair) => pair.join('=')).join('; ');
  const { pathname, search } = back;
  const look = await app.inject({ method: 'HEAD', url: `${pathname}${search}`, headers: { cookie } });
  expect(look.statusCode).toBe(404);
  expect(look.headers['set-cookie']).toBeUndefined();
  expect((await browser.visit(back.href, atTheEnd)).pathname).toBe('/authenticate');
  expect(issued).toHaveLength(1);
});

test('replay: a used code fails, even with the old cookie', async () => {
  const { browser, issued } = await walk();
  const back = await browser.visit(startUrl(), onTheWayBack);
  const kept = new Map(browser.cookies.get(publicUrl));
  await browser.visit(back.href, atTheEnd);
  browser.cookies.set(publicUrl, kept);
  expect((await browser.visit(back.href, atTheEnd)).search).toBe('?reason=oauth-failed');
  expect(issued).toHaveLength(1);
});

/** Changes the flow in the cookie, as somebody could who knew the client secret. */
async function tamper(browser: Browser, change: Partial<OauthFlow>): Promise<void> {
  const jar = browser.cookies.get(publicUrl)!;
  const name = flowCookieName({ secure: true, provider: 'google' });
  const flow = (await openFlow(jar.get(name)!, OIDC_CLIENT.clientSecret))!;
  jar.set(name, await sealFlow({ ...flow, ...change }, OIDC_CLIENT.clientSecret));
}

test.each([
  [{ state: 'another' }, 'oauth-expired'],
  [{ nonce: 'another' }, 'oauth-failed'],
  [{ codeVerifier: 'another-verifier-that-is-long-enough-to-be-one' }, 'oauth-failed'],
] as const)('an answer that does not match the flow signs nobody in: %j', async (change, reason) => {
  const { browser, issued } = await walk();
  const back = await browser.visit(startUrl(), onTheWayBack);
  await tamper(browser, change);
  expect((await browser.visit(back.href, atTheEnd)).search).toBe(`?reason=${reason}`);
  expect(issued).toEqual([]);
});

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
const signed = async (claims: JWTPayload, owner: 'ours' | 'foreign', kid: string | undefined) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', ...(kid !== undefined && { kid }) })
    .sign((await rsaKeyPair(owner)).privateKey);

test.each<[what: string, forge: (claims: JWTPayload, kid: string | undefined) => string | Promise<string>]>([
  ['signed with another key', (claims, kid) => signed(claims, 'foreign', kid)],
  ['signed with a key that the provider has not published', (claims) => signed(claims, 'foreign', 'another')],
  ['without a signature', (claims) => new UnsecuredJWT(claims).encode()],
  [
    'signed with our client secret',
    (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(OIDC_CLIENT.clientSecret)),
  ],
  ['for another audience', (claims, kid) => signed({ ...claims, aud: 'another' }, 'ours', kid)],
  ['of another issuer', (claims, kid) => signed({ ...claims, iss: 'https://evil.example' }, 'ours', kid)],
  ['with another nonce', (claims, kid) => signed({ ...claims, nonce: 'another' }, 'ours', kid)],
  ['that has expired', (claims, kid) => signed({ ...claims, exp: hourAgo() }, 'ours', kid)],
])('[SEC-13] an ID token %s signs nobody in', async (_, forge) => {
  const { browser, server, issued } = await walk({ emailInIdToken: true });
  server.forge = (jwt) => forge(decodeJwt(jwt), decodeProtectedHeader(jwt).kid);
  const end = await browser.visit(startUrl(), atTheEnd);
  expect(end.href).toBe(`${publicUrl}/login?reason=oauth-failed`);
  expect(issued).toEqual([]);
  // The same token, signed as it should be.
  server.forge = (jwt) => signed(decodeJwt(jwt), 'ours', decodeProtectedHeader(jwt).kid);
  expect((await browser.visit(startUrl(), atTheEnd)).pathname).toBe('/authenticate');
});

test.each([
  'http://evil.example',
  'http://[',
  'http://evil:99999999',
  'https://',
  '//evil:99999999',
  '/%00?',
])('[SEC-13] a return whose target begins with %s is refused or leads to the login page', async (start) => {
  // With a port, because an address behind one cannot be parsed.
  const { app } = site(nowhere, { url: 'http://localhost:3000' });
  const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const { status, location } = await new Promise<{ status: number; location: string | undefined }>(
    (resolve, reject) => {
      const { hostname: host, port } = origin;
      const path = `${start}/v1/public/oauth/google/return?code=1&state=2`;
      request({ host, port, path, agent: false }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode!, location: answer.headers.location });
      })
        .on('error', reject)
        .end();
    },
  );
  expect([302, 400, 404]).toContain(status);
  if (status === 302) expect(location).toBe('http://localhost:3000/login?reason=oauth-expired');
});

/** No provider is needed: the request is refused before it is called. */
const nowhere = 'http://127.0.0.1:1';

test.each([
  'https://evil.example/authenticate',
  'https://parcels.example.org.evil.example/authenticate',
  'https://parcels.example.org@evil.example/authenticate',
  '//evil.example/authenticate',
  'javascript:alert(1)',
  'http://parcels.example.org/authenticate',
  'https://parcels.example.org/elsewhere',
])('no open redirect: the token is never sent to %s', async (address) => {
  const { app } = site(nowhere);
  for (const name of ['login_redirect_url', 'signup_redirect_url']) {
    const answer = await app.inject(startUrl({ [name]: address }));
    expect(answer.json()).toMatchObject({
      status_code: 400,
      error_type: 'no_match_for_provided_oauth_url',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test.each([
  ['another public token', startUrl({ public_token: 'public-token-test-other' }), 401],
  ['no challenge', startUrl({ code_challenge: '' }), 400],
  ['a challenge that is none', startUrl({ code_challenge: 'x'.repeat(10_000) }), 400],
  ['[SEC-13] a scope that is not ours', startUrl({ custom_scopes: 'openid email drive' }), 400],
  ['scopes with a line break', startUrl({ custom_scopes: 'a\nb' }), 400],
  ['nothing at all', `${publicUrl}/v1/public/oauth/google/start`, 400],
  ['an unknown provider', startUrl({}, 'github'), 404],
  ['a provider that is not configured', startUrl({}, 'apple'), 404],
  ['an unknown provider on the way back', `${publicUrl}/v1/public/oauth/github/return?code=1&state=2`, 404],
])("[A18] bad start queries are refused in the provider's error shape: %s", async (_, address, status) => {
  const answer = await site(nowhere).app.inject(address);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({
    status_code: status,
    error_type: expect.stringMatching(/^[a-z_]+$/),
    error_message: expect.stringMatching(/\.$/),
    error_url: expect.stringMatching(/^https:/),
    request_id: expect.stringMatching(/^request-id-/),
  });
});
