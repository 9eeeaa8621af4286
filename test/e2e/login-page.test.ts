// The pages before the map where a real server, address or browser matters; web/session has component tests for the rest.
import { expect, type Page } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { closedServerUrl, openServerUrl } from './map-page.ts';
import { failedRequest, test } from './quiet-test.ts';
import { startAddressOf } from './running-server.ts';
import { askForLink, newEmail } from './sign-in.ts';

const emailInput = (page: Page) => page.getByLabel('E-mail address');

test('[A2] without a session every path leads to /login, also on a server with open parcels; the page can be installed', async ({
  page,
  context,
}) => {
  for (const address of [openServerUrl(), closedServerUrl(), `${closedServerUrl()}/parcels/4631`]) {
    await page.goto(address);
    await expect(page).toHaveURL(`${new URL(address).origin}/login`);
    await expect(emailInput(page)).toBeVisible();
  }
  const session = await context.newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(url).toBe(`${closedServerUrl()}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Every test has a browser profile of its own, which Chromium takes for a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('where it cannot work the page says why: over plain http, and where storage is blocked', async ({
  page,
  allowMessages,
}) => {
  allowMessages(
    failedRequest('/'),
    /^(warning: (The sign-in could not begin|This browser could not store)|error: .*Cross-Origin-Opener-Policy)/,
  );
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  await page.route('http://atlas.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: closedServerUrl() + pathname }) });
  });
  await page.goto('http://atlas.test/login');
  await expect(page.getByText('Signing in needs https')).toBeVisible();
  await expect(emailInput(page)).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get: refuse });
  });
  await page.goto(closedServerUrl());
  await expect(page.getByText(messages.browserKeepsNothing)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  expect(failures).toEqual([]);
});

test('only the browser that has opened the address of the terminal is led to the inbox, where new mail comes in', async ({
  browser,
  allowMessages,
}) => {
  allowMessages(failedRequest('/inbox'));
  const url = closedServerUrl();
  const [other, own] = [await browser.newPage(), await browser.newPage()];
  await own.goto(startAddressOf(url));
  await expect(emailInput(own)).toBeVisible();
  for (const page of [other, own]) await askForLink(page, { url, email: newEmail() });
  await expect(other.getByText(messages.inboxInTerminal)).toBeVisible();
  await expect(other.getByRole('link', { name: 'inbox' })).toBeHidden();
  expect((await other.goto(`${url}/inbox`))!.status()).toBe(404);
  await own.getByRole('link', { name: 'inbox' }).click();
  await expect(own.getByRole('heading', { name: 'Local inbox' })).toBeVisible();

  let reloads = 0;
  own.on('framenavigated', () => reloads++);
  const email = newEmail();
  await askForLink(other, { url, email });
  await expect(own.getByRole('link', { name: email })).toBeVisible();
  await expect(own.getByRole('status')).toHaveText('New mail has arrived.');
  expect(reloads).toBe(0);
  for (const page of [other, own]) await page.close();
});
