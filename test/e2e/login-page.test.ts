// The login page where a real address or a real browser setting matters; web/session has component tests for the rest.
import { expect, type Page, test } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { closedServerUrl, openServerUrl } from './map-page.ts';

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
