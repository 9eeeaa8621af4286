// MAIL_SIGN_IN=off: nobody signs in by a mailed link, so that a provider's second factor cannot be passed by mail.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { type MailServer, openMailServer } from '../../test/mail-server.ts';
import { OIDC_CLIENT } from '../../test/oidc-server.ts';
import { CHALLENGE, openSdkClient, VERIFIER } from '../../test/sdk-client.ts';
import { hashOf } from './secret-hash.ts';

let mail: MailServer;
let site: AppUnderTest;
beforeAll(async () => {
  mail = await openMailServer();
  site = await openAppUnderTest({
    records: [],
    smtpUrl: mail.url,
    mailSignIn: false,
    oidcProviders: [{ ...OIDC_CLIENT, name: 'google', issuer: 'http://localhost:1' }],
  });
});
afterAll(async () => {
  await site.close();
  await mail.close();
});

test('[SEC-14] with MAIL_SIGN_IN=off no link is sent or accepted, and the page learns of it; providers go on', async () => {
  const sdk = await openSdkClient(site.app);
  const { auth } = (await site.app.inject('/config.json')).json();
  expect(auth).toMatchObject({ mailSignIn: false, inbox: false, oauthProviders: ['google'] });
  expect((await sdk.askForLink('zoe@example.org')).json()).toMatchObject({
    status_code: 404,
    error_type: 'route_not_found',
  });
  expect(await site.accounts.people.list({ nowMs: Date.now() })).toEqual([]);
  expect(mail.tries()).toBe(0);

  // One that was mailed before the setting was changed, and one of a provider.
  const nowMs = Date.now();
  const { userId } = await site.accounts.findOrCreateUser({ email: 'zoe@example.org', nowMs });
  for (const kind of ['magic_links', 'oauth'] as const) {
    await site.accounts.addSignInToken({
      tokenHash: hashOf(kind),
      kind,
      userId,
      codeChallenge: CHALLENGE,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 60_000,
    });
  }
  expect((await sdk.authenticate('magic_links')).json()).toMatchObject({ error_type: 'route_not_found' });
  const body = { token: 'oauth', code_verifier: VERIFIER, session_duration_minutes: 60 };
  const signedIn = await sdk.call('/oauth/authenticate', { body });
  expect(signedIn.json().data.user.emails).toMatchObject([{ email: 'zoe@example.org' }]);
});

test('[SEC-14] by default mailed links sign in, and /config.json is as before', async () => {
  const usual = await openAppUnderTest({ records: [] });
  const sdk = await openSdkClient(usual.app);
  expect((await usual.app.inject('/config.json')).json().auth).not.toHaveProperty('mailSignIn');
  expect((await sdk.signIn('zoe@example.org')).session_token).toBeTruthy();
  await usual.close();
});
