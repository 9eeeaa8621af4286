// The provider's client library where a real https origin, redirect or server matters, at the pinned version. The rest
// is in web/session/session-client.component.test.tsx.
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

/** Answers the provider's calls by path; a call without an answer fails like a broken connection. */
async function answer(page: Page, answers: Record<string, Parameters<Route['fulfill']>[0]>): Promise<void> {
  const all = { '/events': { json: { data: {} } }, ...answers };
  await page.route(`${origin}/sdk/v1/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/v1', '');
    if (path.startsWith('/projects/bootstrap/')) return route.fulfill({ json: { data: bootstrap } });
    return path in all ? route.fulfill(all[path as keyof typeof all]) : route.abort();
  });
}

const sending = '/magic_links/email/login_or_create';

test('[A19] a Captcha required answer triggers one retry, with the captcha and telemetry tokens', async ({
  page,
}) => {
  const bodies: unknown[] = [];
  await page.route(`${origin}/sdk/v1/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/v1', '');
    const decisive = {
      ...bootstrap,
      captcha_settings: { enabled: true, siteKey: 'site-1' },
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
  const captcha = `window.grecaptcha = {
    enterprise: { ready: (run) => run(), execute: async (siteKey) => 'captcha-of-' + siteKey },
  };`;
  await page.route('https://www.google.com/recaptcha/enterprise.js?render=site-1', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: captcha }),
  );
  await openLibrary(page, { origin, publicToken });
  await page.evaluate(() => window.client.magicLinks.email.loginOrCreate('ada@example.org').catch(() => {}));
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toMatchObject({ dfp_telemetry_id: 'telemetry-1' });
  expect(bodies[0]).not.toHaveProperty('captcha_token');
  expect(bodies[1]).toMatchObject({ dfp_telemetry_id: 'telemetry-2', captcha_token: 'captcha-of-site-1' });
});

const signedIn = {
  session_token: 'token',
  session_jwt: 'a.b.c',
  session: { session_id: 's', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  user: { user_id: 'u', emails: [] },
};

test('[A17] [A20] cookies are lax, secure away from this machine, the intermediate session’s for 10 minutes; OAuth starts by a redirect', async ({
  page,
  context,
}) => {
  await answer(page, { '/magic_links/authenticate': { json: { data: signedIn } } });
  await openLibrary(page, { origin, publicToken });
  await page.evaluate(() => window.client.magicLinks.authenticate('link', { session_duration_minutes: 60 }));
  expect(await context.cookies(origin)).toHaveLength(2);
  // Only sign-ins of several steps have one, which this application does not use: call the library's internals.
  await page.evaluate(() => {
    const { _dataLayer } = window.client as unknown as {
      _dataLayer: { writeIntermediateSessionTokenCookie(token: string): void };
    };
    _dataLayer.writeIntermediateSessionTokenCookie('step-one');
  });
  const cookies = await context.cookies(origin);
  expect(cookies).toHaveLength(3);
  for (const { sameSite, secure } of cookies)
    expect({ sameSite, secure }).toEqual({ sameSite: 'Lax', secure: true });
  const intermediate = cookies.find(({ value }) => value === 'step-one')!;
  expect(Math.abs(intermediate.expires - Date.now() / 1000 - 600)).toBeLessThan(60);

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
      client.otps.email.loginOrCreate('a@example.org'),
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
