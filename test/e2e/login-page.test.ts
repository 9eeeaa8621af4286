// The pages before the map where a real server, address or browser matters; web/session has component tests for the rest.
import { expect, type Page, test } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { closedServerUrl, openServerUrl } from './map-page.ts';
import { inboxOf, startAddressOf } from './running-server.ts';
import { askForLink, newEmail } from './sign-in.ts';

const emailInput = (page: Page) => page.getByLabel('E-mail address');

test('[A2] without a session every path leads to /login, also on a server with open parcels', async ({
  page,
}) => {
  for (const address of [closedServerUrl(), `${closedServerUrl()}/parcels/4631`, openServerUrl()]) {
    await page.goto(address);
    await expect(page).toHaveURL(`${new URL(address).origin}/login`);
    await expect(emailInput(page)).toBeVisible();
  }
});

test('a browser that blocks storage gets a message', async ({ page }) => {
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
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

test('over plain http on a name other than localhost, the page says that signing in needs https', async ({
  page,
}) => {
  await page.route('http://atlas.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: closedServerUrl() + pathname }) });
  });
  await page.goto('http://atlas.test/login');
  await expect(page.getByText('Signing in needs https')).toBeVisible();
  await expect(emailInput(page)).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('only the browser that has opened the address of the terminal is led to the inbox', async ({
  browser,
}) => {
  const url = closedServerUrl();
  const contexts = [await browser.newContext(), await browser.newContext()];
  const [other, own] = await Promise.all(contexts.map((context) => context.newPage()));
  await own!.goto(startAddressOf(url));
  await expect(emailInput(own!)).toBeVisible();
  for (const page of [other!, own!]) await askForLink(page, { url, email: newEmail() });
  await expect(other!.getByText(messages.inboxInTerminal)).toBeVisible();
  await expect(other!.getByRole('link', { name: 'inbox' })).toBeHidden();
  expect((await other!.goto(`${url}/inbox`))!.status()).toBe(404);
  await own!.getByRole('link', { name: 'inbox' }).click();
  await expect(own!.getByRole('heading', { name: 'Local inbox' })).toBeVisible();
  for (const context of contexts) await context.close();
});

test('new mail comes into an open inbox, which stays the same page', async ({ page, context }) => {
  const url = closedServerUrl();
  await page.goto(inboxOf(url));
  let reloads = 0;
  page.on('framenavigated', () => reloads++);
  const email = newEmail();
  const login = await context.newPage();
  await askForLink(login, { url, email });
  await page.bringToFront();
  await expect(page.getByRole('link', { name: email })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('New mail has arrived.');
  expect(reloads).toBe(0);
});

test('the application can be installed', async ({ page, context }) => {
  await page.goto(`${closedServerUrl()}/login`);
  await expect(emailInput(page)).toBeVisible();
  const session = await context.newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(url).toBe(`${closedServerUrl()}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Every test has a browser profile of its own, which Chromium takes for a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
