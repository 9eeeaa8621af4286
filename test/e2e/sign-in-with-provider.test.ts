// Signing in with a click on a provider's icon: a server of its own, and a real OpenID Connect provider beside it.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type SignInReason, signInHints } from '../../contract/sign-in-reason.ts';
import { OIDC_CLIENT, type OidcServer, openOidcServer } from '../oidc-server.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './map-test.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { logOut, logOutItem, openMenu } from './side-menu.ts';
import { SIGNED_OUT } from './sign-in.ts';

test.use({ storageState: SIGNED_OUT });

test.use({ storageState: { cookies: [], origins: [] } });

let folder: string;
let provider: OidcServer;
let server: RunningServer;

/** On 127.0.0.1, so for the browser another site than the server's localhost. */
async function openProvider(url: string): Promise<Record<string, string>> {
  const names = ['google', 'apple'];
  const redirectUri = names.map((name) => `${url}/v1/public/oauth/${name}/return`);
  provider = await openOidcServer({ redirectUri });
  const settings = names
    .map((name) => name.toUpperCase())
    .map((name) => ({
      [`OIDC_${name}_ISSUER`]: provider.issuer,
      [`OIDC_${name}_CLIENT_ID`]: OIDC_CLIENT.clientId,
      [`OIDC_${name}_CLIENT_SECRET`]: OIDC_CLIENT.clientSecret,
    }));
  return Object.assign({ SIGN_IN_ALLOW: '@example.org' }, ...settings);
}

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-provider-'));
  await cp(process.env.COUNTY_DATA_DIR!, folder, { recursive: true });
  server = await startServer({ dataDir: folder, access: 'signed-in', othersFor: openProvider });
});

test.afterAll(async () => {
  await server.stop();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

test('[A6] [A17] a click on a live icon ends on the map; who is refused gets a reason on the login page', async ({
  page,
}) => {
  const icon = (name: string) => page.getByRole('button', { name: `Continue with ${name}` });
  const email = page.getByLabel('E-mail address');
  const expectRefused = async (reason: SignInReason) => {
    await expect(page.getByText(signInHints[reason])).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/login?reason=${reason}`);
    await expect(email).toHaveAccessibleDescription(signInHints[reason]);
  };

  await page.goto(`${server.url}/login`);
  await expect(icon('Google')).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Microsoft', exact: true })).toBeDisabled();
  await expectAccessible(page, 'login with live icons');

  provider.person = undefined;
  await icon('Google').click();
  await expectRefused('oauth-canceled');
  provider.person = { email: 'eve@elsewhere.example', email_verified: true };
  await icon('Google').click();
  await expectRefused('oauth-refused');
  provider.person = { email: 'zoe@example.org', email_verified: false };
  await icon('Apple').click();
  await expectRefused('oauth-unverified');
  await page.goto(`${server.url}/v1/public/oauth/google/return?code=1&state=made-up`);
  await expectRefused('oauth-expired');

  for (const name of ['Google', 'Apple']) {
    provider.person = { email: `${name}@example.org`, email_verified: true };
    await icon(name).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await openMenu(page);
    await expect(logOutItem(page)).toContainText(`${name}@example.org`, { ignoreCase: true });
    expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
      session_jwt: expect.any(String),
      is_logged_in: 'true',
    });
    await page.keyboard.press('Escape');
    await logOut(page);
    await expect(email).toBeVisible();
  }
});
