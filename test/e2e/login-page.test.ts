// The login page: what it looks like, what it says, what it keeps.
import { expect, type Page, test } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { holdRoute } from './hold-route.ts';
import { closedServerUrl, openServerUrl } from './map-page.ts';
import { askForLink, newEmail } from './sign-in.ts';

const sendAddress = '**/sdk/v1/magic_links/email/login_or_create';
const input = (page: Page) => page.getByLabel('E-mail address');
const button = (page: Page) => page.getByRole('button', { name: /Get Magic Link|Sending/ });

async function fillAndSend(page: Page): Promise<void> {
  await input(page).fill(newEmail());
  await button(page).click();
}

/** Red, green and blue from 0 to 255. */
async function inkOf(page: Page, words: string): Promise<number[]> {
  const color = await page.getByText(words).evaluate((element) => getComputedStyle(element).color);
  return color.match(/\d+/g)!.map(Number);
}

test('[A2] whoever is signed out ends at /login, whatever the address', async ({ page }) => {
  for (const path of ['/', '/parcels/4631', '/settings?tab=1']) {
    await page.goto(closedServerUrl() + path);
    await expect(page).toHaveURL(`${closedServerUrl()}/login`);
  }
});

test('[A2] open parcels still need a session to be looked at', async ({ page }) => {
  await page.goto(openServerUrl());
  await expect(page).toHaveURL(`${openServerUrl()}/login`);
});

test('[A1] before the session is known, the page says that it is being looked into', async ({ page }) => {
  const goOn = await holdRoute(page, '**/config.json');
  await page.goto(closedServerUrl());
  await expect(page.getByRole('status')).toHaveText('Initializing Session...');
  await expect(page.locator('.spinner')).toBeVisible();
  goOn();
  await expect(input(page)).toBeVisible();
});

test('[A3] the card has a logo, an e-mail field and its button, over a street map', async ({ page }) => {
  const loaded: string[] = [];
  page.on('response', (response) => {
    if (response.ok()) loaded.push(new URL(response.url()).pathname);
  });
  await page.goto(`${closedServerUrl()}/login`);
  await expect(page.getByRole('heading', { name: 'Platbook' })).toBeVisible();
  await expect(page.locator('img[src*="mark"]')).toBeVisible();
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveAttribute('type', 'email');
  await expect(input(page)).toHaveAttribute('autocomplete', 'email');
  await expect(input(page)).toHaveAttribute('placeholder', /^\S+@example\.\w+$/);
  await expect(button(page)).toHaveText('Get Magic Link');
  await expect.poll(() => loaded).toContainEqual(expect.stringMatching(/street-map-.*\.svg$/));
});

test('[A6] the marks of Google, Microsoft and Apple are grayed and do nothing', async ({ page }) => {
  await page.goto(`${closedServerUrl()}/login`);
  for (const name of ['Google', 'Microsoft', 'Apple']) {
    const mark = page.getByRole('button', { name });
    await expect(mark).toBeVisible();
    await expect(mark).toBeDisabled();
    expect(await mark.evaluate((element) => Number(getComputedStyle(element).opacity))).toBeLessThan(1);
  }
});

test('[A4] [A5] the button waits while sending; then the page says in green that mail is on its way', async ({
  page,
}) => {
  const goOn = await holdRoute(page, sendAddress);
  await page.goto(`${closedServerUrl()}/login`);
  await input(page).fill(newEmail());
  await input(page).press('Enter');
  await expect(button(page)).toHaveText('Sending...');
  await expect(button(page)).toBeDisabled();
  goOn();
  await expect(page.getByRole('status')).toContainText('Email sent! Check your inbox to log in.');
  const [red, green, blue] = await inkOf(page, 'Email sent!');
  expect(green).toBeGreaterThan(Math.max(red!, blue!) * 1.2);
  await expect(button(page)).toHaveText('Get Magic Link');
  await expect(button(page)).toBeEnabled();
  await expect(page.getByRole('link', { name: 'inbox' })).toHaveAttribute('href', '/inbox');
});

test('[A5] a refusal shows in red, the keyboard keeps its place, and the next try can succeed', async ({
  page,
}) => {
  await page.route(sendAddress, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${closedServerUrl()}/login`);
  await fillAndSend(page);
  await expect(page.getByRole('status')).toHaveText(messages.signInFailed);
  const [red, green, blue] = await inkOf(page, messages.signInFailed);
  expect(red).toBeGreaterThan(Math.max(green!, blue!) * 1.2);
  await expect(button(page)).toBeFocused();

  await page.unroute(sendAddress);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email sent!')).toBeVisible();
});

test('[A5] a provider that cannot be reached when the page opens can be reached later', async ({ page }) => {
  await page.route('**/sdk/v1/**', (route) => route.abort());
  await page.goto(`${closedServerUrl()}/login`);
  await fillAndSend(page);
  await expect(page.getByText(messages.signInFailed)).toBeVisible();

  await page.unroute('**/sdk/v1/**');
  await button(page).click();
  await expect(page.getByText('Email sent!')).toBeVisible();
});

test('[A5] a provider that never answers is a failure, not a wait for ever', async ({ page }) => {
  await page.clock.install();
  await page.route('**/sdk/v1/projects/bootstrap/**', () => {});
  await page.goto(`${closedServerUrl()}/login`);
  await fillAndSend(page);
  await expect(button(page)).toHaveText('Sending...');
  await page.clock.fastForward(60_000);
  await expect(page.getByText(messages.signInFailed)).toBeVisible();
});

test('what is no address is not sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('login_or_create')) sent.push(request.url());
  });
  await page.goto(`${closedServerUrl()}/login`);
  for (const text of ['', 'nobody', 'no body@example.org']) {
    await input(page).fill(text);
    await button(page).click();
    expect(await input(page).evaluate((element: HTMLInputElement) => element.validity.valid)).toBe(false);
  }
  expect(sent).toEqual([]);
});

test('[A11] the address typed at login is kept, and nothing else', async ({ page }) => {
  const email = newEmail();
  await askForLink(page, { url: closedServerUrl(), email });
  await page.reload();
  await expect(input(page)).toBeVisible();
  const kept = await page.evaluate(() =>
    ['user_email', 'session_jwt', 'session_token', 'stytch_session_token', 'is_logged_in'].map((key) =>
      localStorage.getItem(key),
    ),
  );
  expect(kept).toEqual([email, null, null, null, null]);
});

test('under another name of the server, the page says where to sign in', async ({ page }) => {
  const { port } = new URL(closedServerUrl());
  await page.goto(`http://127.0.0.1:${port}/login`);
  await expect(page.getByText(messages.signInElsewhere)).toBeVisible();
  await page.getByRole('link', { name: closedServerUrl() }).click();
  await expect(input(page)).toBeVisible();
});

test('in a browser that keeps nothing for the site, the page says so', async ({ page }) => {
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

test('over plain http on a name that is not this machine, the page says that it needs https', async ({
  page,
}) => {
  await page.route('http://atlas.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: closedServerUrl() + pathname }) });
  });
  await page.goto('http://atlas.test/login');
  await expect(page.getByText('Signing in needs https')).toBeVisible();
  await expect(input(page)).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the card fits a small phone, by touch and by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${closedServerUrl()}/login`);
  await expect(page.getByRole('button', { name: 'Apple' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
});
