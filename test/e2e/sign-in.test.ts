// Signing in through the real server: the mail, the link, the session, and links that fail.
import { createHash } from 'node:crypto';
import { expect, type Page, type Request } from '@playwright/test';
import { signInHints } from '../../contract/sign-in-reason.ts';
import { closedServerUrl, mapIsIdle, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';
import { startAddressOf } from './running-server.ts';
import { logOut, logOutItem, menuButton, openMenu } from './side-menu.ts';
import { askForLink, newEmail, openMail, SIGNED_OUT } from './sign-in.ts';

const url = closedServerUrl;

/** The page's calls to the provider from now on, without telemetry. */
function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/sdk/v1/') && pathname !== '/sdk/v1/events') calls.push(request);
  });
  return calls;
}

const pathOf = (request: Request) => new URL(request.url()).pathname.replace('/sdk/v1', '');
const called = (calls: Request[], path: string) => calls.find((request) => pathOf(request) === path)!;

async function expectFailedLink(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${url()}/login`);
  await expect(page.getByText(signInHints['link-refused'])).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(signInHints['link-refused']);
  const kept = await page.evaluate(() =>
    ['session_jwt', 'is_logged_in', 'user_email'].map((key) => localStorage.getItem(key)),
  );
  expect(kept).toEqual([null, null, null]);
}

test.describe('signed out', () => {
  test.use({ storageState: SIGNED_OUT });

  test('[A2] [A9] [A10] [A11] [A15] [A16] [A20] [A23] from the first page by the mailed link to the map, and out again', async ({
    page,
    context,
  }) => {
    const foreign: string[] = [];
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== url()) foreign.push(request.url());
    });
    const calls = watchCalls(page);
    const before = Date.now();

    const email = newEmail();
    await page.goto(startAddressOf(url()));
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'inbox' }).click();
    await page.getByRole('link', { name: email }).dispatchEvent('click');
    await page.getByRole('link', { name: '/authenticate?' }).click();
    await expect(page).toHaveURL(`${url()}/`);
    await openMenu(page);
    await expect(logOutItem(page)).toContainText(email);
    await page.keyboard.press('Escape');
    await mapIsIdle(page);
    expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);

    const { publicToken } = (await (await page.request.get(`${url()}/config.json`)).json()).auth;
    const send = called(calls, '/magic_links/email/login_or_create');
    const authenticate = called(calls, '/magic_links/authenticate');
    expect(called(calls, `/projects/bootstrap/${publicToken}`).method()).toBe('GET');
    for (const call of [send, authenticate]) {
      expect(call.method()).toBe('POST');
      expect(atob(call.headers().authorization!.replace('Basic ', ''))).toBe(`${publicToken}:${publicToken}`);
    }
    expect(send.postDataJSON()).toMatchObject({
      email,
      login_magic_link_url: `${url()}/authenticate`,
      signup_magic_link_url: `${url()}/authenticate`,
    });
    const { code_verifier: verifier, ...redeemed } = authenticate.postDataJSON();
    expect(redeemed).toEqual({ token: expect.any(String), session_duration_minutes: 43_200 });
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(send.postDataJSON().code_challenge).toBe(challenge);

    const cookies = (await context.cookies(url())).filter(({ httpOnly }) => !httpOnly);
    const values = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
    expect(Object.keys(values).sort()).toEqual(['session_jwt', 'session_token']);
    for (const { sameSite, secure, path, expires } of cookies) {
      expect({ sameSite, secure, path }).toEqual({ sameSite: 'Lax', secure: false, path: '/' });
      expect(Math.abs((expires * 1000 - before) / 60_000 - 43_200)).toBeLessThan(10);
    }
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({
      stytch_session_token: values.session_token,
      session_token: values.session_token,
      session_jwt: values.session_jwt,
      user_email: email,
      is_logged_in: 'true',
    });
    expect(Object.keys(stored).filter((key) => key.includes('PKCE_VERIFIER'))).toEqual([]);

    await page.goto(`${url()}/login`);
    await expect(page).toHaveURL(`${url()}/`);
    await logOut(page);
    await expect(page).toHaveURL(`${url()}/login`);
    const basic = atob(called(calls, '/sessions/revoke').headers().authorization!.replace('Basic ', ''));
    expect(basic).toMatch(new RegExp(`^${publicToken}:(?!${publicToken}$)`));
    expect(foreign).toEqual([]);
  });

  test('[A10] [A16] a link fails in another browser, works in the first, and once used leads to /login with a hint', async ({
    page,
    browser,
    allowMessages,
  }) => {
    allowMessages(failedRequest('/sdk/v1/'), /^warning: The sign-in link failed\./);
    const email = newEmail();
    await askForLink(page, { url: url(), email });
    const link = (await (await openMail(page, { url: url(), email })).getAttribute('href'))!;
    const other = await browser.newPage();
    await other.goto(link);
    await expectFailedLink(other);
    await other.close();
    await page.goto(link);
    await logOut(page);
    await expect(page).toHaveURL(`${url()}/login`);
    await page.goto(link);
    await expectFailedLink(page);
  });
});

test.describe('on two devices', () => {
  test.use({ storageState: SIGNED_OUT });

  test('[A10] [A22] the code of a mail read elsewhere opens the place of the link here, and nothing in another browser', async ({
    page,
    browser,
    allowMessages,
  }) => {
    allowMessages(failedRequest('/sdk/v1/otps/authenticate'), /^warning: The code was refused\./);
    const [phone, other] = [await browser.newPage(), await browser.newPage()];
    const field = (tab: Page) => tab.getByLabel('Or type the six-digit code from the mail');
    const place = '/#15/35.63/-80.87';
    await page.goto(`${url()}${place}`);
    await expect(page.getByText(signInHints['place-asked'])).toBeVisible();
    const email = newEmail();
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await openMail(phone, { url: url(), email });
    const [spaced] = /\b\d{3} \d{3}\b/.exec(await phone.getByRole('main').innerText())!;

    await askForLink(other, { url: url(), email: newEmail() });
    await field(other).fill(spaced);
    await expect(other.getByRole('alert')).toHaveText(/^That code did not work\./);
    await expect(other).toHaveURL(`${url()}/login`);

    // A phone drops a page that is out of sight.
    await page.reload();
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(spaced);
    await expect(page).toHaveURL(`${url()}${place}`);
    await openMenu(page);
    await expect(logOutItem(page)).toContainText(email);
    for (const tab of [phone, other]) await tab.close();
  });
});

test('[A2] [A10] [A12] an old link leaves somebody signed in where they are, in every tab', async ({
  page,
  context,
  allowMessages,
}) => {
  allowMessages(failedRequest('/sdk/v1/'), /^warning: The sign-in link failed\./);
  await page.goto(url());
  await expect(menuButton(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(url());
  await expect(menuButton(other)).toBeVisible();
  const reloaded = other.waitForEvent('domcontentloaded');
  await page.goto(`${url()}/authenticate?stytch_token_type=magic_links&token=old`);
  // The entries are removed, which the other tab takes for a sign-out; then the session writes them again.
  await reloaded;
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(`${url()}/`);
    await expect(menuButton(tab)).toBeVisible();
  }
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored).toMatchObject({ session_jwt: expect.any(String), is_logged_in: 'true' });
  expect(stored).not.toHaveProperty('user_email');
});
