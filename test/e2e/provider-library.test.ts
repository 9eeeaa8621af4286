// What the application takes from the provider's client library without rewriting it: proved at the pinned version.
import { expect, type Page, type Route, test } from '@playwright/test';
import { closedServerUrl } from './map-page.ts';
import { openLibrary } from './provider-library.ts';

const origin = 'https://atlas.test';
const publicToken = 'public-token-test-1';
const bootstrap = {
  captcha_settings: { enabled: false },
  pkce_required_for_email_magic_links: true,
  pkce_required_for_oauth: true,
  password_config: null,
  cname_domain: null,
  dfp_protected_auth_enabled: false,
};

/** A provider that answers what the test says, call by call; undefined leads to a connection that breaks. */
async function answer(page: Page, answers: Record<string, Parameters<Route['fulfill']>[0]>): Promise<void> {
  const all = { '/events': { json: { data: {} } }, ...answers };
  await page.route(`${origin}/sdk/v1/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/v1', '');
    if (path.startsWith('/projects/bootstrap/')) return route.fulfill({ json: { data: bootstrap } });
    return path in all ? route.fulfill(all[path as keyof typeof all]) : route.abort();
  });
}

/** What the library says when somebody's sign-in mail cannot be asked for. */
function sendFailure(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() =>
    window.client.magicLinks.email.loginOrCreate('ada@example.org').then(
      () => ({ message: 'no failure' }),
      (error) => ({ message: error.message, ...error }),
    ),
  );
}

const sending = '/magic_links/email/login_or_create';

test.describe('[A18] failures in words', () => {
  const cases: [words: string, answered: Parameters<Route['fulfill']>[0] | undefined][] = [
    ['Unable to contact our servers.', undefined],
    ['Invalid JSON response from our servers.', { status: 200, body: '<html>' }],
    ['Invalid or no response from server', { status: 500, contentType: 'application/json', body: '<html>' }],
    ['Invalid response from our servers.', { status: 503, contentType: 'text/html', body: 'Busy' }],
  ];
  for (const [words, answered] of cases) {
    test(words, async ({ page }) => {
      await answer(page, answered ? { [sending]: answered } : {});
      await openLibrary(page, { origin, publicToken });
      expect((await sendFailure(page)).message).toBe(words);
    });
  }
});

test('[A18] an answer from the provider keeps its type, status, message, address and request', async ({
  page,
}) => {
  const json = {
    status_code: 429,
    error_type: 'too_many_requests',
    error_message: 'Slowly.',
    error_url: 'https://example.org/errors',
    request_id: 'request-1',
  };
  await answer(page, { [sending]: { status: 429, json } });
  await openLibrary(page, { origin, publicToken });
  expect(await sendFailure(page)).toMatchObject(json);
});

test('[A15] calls include credentials', async ({ page }) => {
  await answer(page, { [sending]: { json: { data: {} } } });
  await openLibrary(page, { origin, publicToken });
  const credentials = await page.evaluate(async () => {
    const asked: unknown[] = [];
    const { fetch } = window;
    window.fetch = (input, options) => {
      asked.push(options?.credentials);
      return fetch(input, options);
    };
    await window.client.magicLinks.email.loginOrCreate('ada@example.org');
    return asked;
  });
  expect(credentials).toContain('include');
});

test('[A19] what the library is called with is checked', async ({ page }) => {
  await answer(page, {});
  await openLibrary(page, { origin, publicToken });
  const said = await page.evaluate(async () => {
    const authenticate = window.client.magicLinks.authenticate as (...input: unknown[]) => Promise<unknown>;
    const wordsOf = (...input: unknown[]) => authenticate(...input).catch((error: Error) => error.message);
    return [
      await wordsOf(7, { session_duration_minutes: 43_200 }),
      await wordsOf('token', { session_duration_minutes: 'long' }),
    ];
  });
  expect(said[0]).toContain('token must be a string.');
  expect(said[1]).toContain('session_duration_minutes must be a number.');
});

test('[A19] a public token of another form gives a warning', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await answer(page, {});
  await openLibrary(page, { origin, publicToken: 'secret-1' });
  expect(warnings.join()).toContain('Expected "public-token-..."');
});

test('[A19] a captcha that is required is answered with one more try', async ({ page }) => {
  const bodies: unknown[] = [];
  await page.route(`${origin}/sdk/v1/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/v1', '');
    const decisive = {
      ...bootstrap,
      dfp_protected_auth_enabled: true,
      dfp_protected_auth_mode: 'DECISIONING',
    };
    if (path.startsWith('/projects/')) return route.fulfill({ json: { data: decisive } });
    if (path === sending) bodies.push(route.request().postDataJSON());
    return route.fulfill({ status: 403, contentType: 'text/plain', body: 'Captcha required' });
  });
  const telemetry = "let asked = 0; window.GetTelemetryID = async () => 'telemetry-' + ++asked;";
  await page.route('https://elements.stytch.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: telemetry,
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  );
  await openLibrary(page, { origin, publicToken });
  await sendFailure(page);
  expect(bodies).toEqual([
    expect.objectContaining({ dfp_telemetry_id: 'telemetry-1' }),
    expect.objectContaining({ dfp_telemetry_id: 'telemetry-2' }),
  ]);
});

test('[A17] an OAuth start is a redirect to the public start address of its provider', async ({ page }) => {
  await answer(page, {});
  await openLibrary(page, { origin, publicToken });
  await page.route(`${origin}/v1/public/oauth/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.evaluate(() =>
    window.client.oauth.google.start({
      login_redirect_url: `${location.origin}/authenticate`,
      signup_redirect_url: `${location.origin}/authenticate`,
      custom_scopes: ['openid', 'email'],
    }),
  );
  await page.waitForURL(`${origin}/v1/public/oauth/google/start?*`);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    public_token: publicToken,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    custom_scopes: 'openid email',
    login_redirect_url: `${origin}/authenticate`,
    signup_redirect_url: `${origin}/authenticate`,
  });
});

const signedIn = {
  session_token: 'token',
  session_jwt: 'a.b.c',
  session: { session_id: 's', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  user: { user_id: 'u', emails: [] },
};

test('[A20] cookies are lax, and secure away from this machine', async ({ page, context }) => {
  await answer(page, { '/magic_links/authenticate': { json: { data: signedIn } } });
  await openLibrary(page, { origin, publicToken });
  await page.evaluate(() => window.client.magicLinks.authenticate('link', { session_duration_minutes: 60 }));
  const cookies = await context.cookies(origin);
  expect(cookies).toHaveLength(2);
  for (const { sameSite, secure } of cookies)
    expect({ sameSite, secure }).toEqual({ sameSite: 'Lax', secure: true });
});

test('[A20] the cookie of an intermediate session lives 10 minutes', async ({ page, context }) => {
  await answer(page, {});
  await openLibrary(page, { origin, publicToken });
  // Only sign-ins of several steps leave one, which this application does not have: the library is asked directly.
  await page.evaluate(() => {
    const { _dataLayer } = window.client as unknown as {
      _dataLayer: { writeIntermediateSessionTokenCookie(token: string): void };
    };
    _dataLayer.writeIntermediateSessionTokenCookie('step-one');
  });
  const [cookie] = await context.cookies(origin);
  expect(cookie).toMatchObject({ value: 'step-one', sameSite: 'Lax', secure: true });
  expect(Math.abs(cookie!.expires - Date.now() / 1000 - 600)).toBeLessThan(60);
});

test('[A21] telemetry leaves in batches of 15, or after 800 ms', async ({ page }) => {
  const batches: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) batches.push(request.postDataJSON().length);
  });
  await answer(page, {});
  await page.clock.install();
  await openLibrary(page, { origin, publicToken });
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect.poll(() => batches).toEqual([1]);

  const log = (count: number) =>
    page.evaluate((times) => {
      const { _networkClient } = window.client as unknown as {
        _networkClient: { logEvent(event: { name: string; details: object }): void };
      };
      for (let i = 0; i < times; i++) _networkClient.logEvent({ name: 'test', details: {} });
    }, count);
  await log(15);
  await expect.poll(() => batches).toEqual([1, 15]);
  await log(3);
  await page.clock.runFor(800);
  await expect.poll(() => batches).toEqual([1, 15, 3]);
});

test('[A22] calls that the embedded provider does not have are refused in the shape of the provider', async ({
  page,
}) => {
  const url = closedServerUrl();
  const { auth } = await (await page.request.get(`${url}/config.json`)).json();
  await openLibrary(page, { origin: url, publicToken: auth.publicToken });
  const refusals = await page.evaluate(async () => {
    const { client } = window;
    const calls = [
      client.otps.sms.loginOrCreate('+17045550100'),
      client.passwords.create({ email: 'a@example.org', password: 'x', session_duration_minutes: 60 }),
      client.totps.create({ expiration_minutes: 5 }),
      client.magicLinks.email.send('a@example.org'),
    ];
    const ended = await Promise.allSettled(calls);
    return ended.map((end) => (end.status === 'rejected' ? { name: end.reason.name, ...end.reason } : end));
  });
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      name: 'StytchAPIError',
      status_code: 404,
      error_type: expect.any(String),
      error_message: expect.any(String),
      error_url: expect.any(String),
      request_id: expect.any(String),
    });
  }
});
