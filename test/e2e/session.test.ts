// A session once it is open: kept fresh, shared between tabs, and ended.
import { expect, type Page } from '@playwright/test';
import { holdRoute } from './hold-route.ts';
import { closedServerUrl, lookAt, openMap, shownFeatures } from './map-page.ts';
import { logOut, logOutItem, menuButton, openMenu } from './side-menu.ts';
import { signIn } from './sign-in.ts';
import { test } from './signed-in.ts';

const url = closedServerUrl;
const refreshAddress = '**/sdk/v1/sessions/authenticate';
const tokenKeys = ['stytch_session_token', 'session_jwt', 'session_token', 'user_email', 'is_logged_in'];
const refusal = (error_type: string) => ({
  status: 401,
  json: { status_code: 401, error_type, error_message: 'No.', error_url: 'about:blank', request_id: 'r' },
});

const keptKeys = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), tokenKeys);

/** Asked again where a reload comes in between: tabs tell each other that a session has ended. */
const expectForgotten = (page: Page) => expect(async () => expect(await keptKeys(page)).toEqual([])).toPass();

/** Opens the map with a clock that moves only by jumps, once the refresh that every page begins with is over. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install();
  const firstRefresh = page.waitForResponse(refreshAddress);
  await page.goto(url());
  await (await firstRefresh).finished();
  await expect(menuButton(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Refreshes begun since the last call of the returned function. */
function countRefreshes(page: Page): () => Promise<number> {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/sdk/v1/sessions/authenticate')) count++;
  });
  return async () => {
    // A round trip through the page, behind which nothing that began in it can hide.
    await page.evaluate(() => fetch('/healthz'));
    const counted = count;
    count = 0;
    return counted;
  };
}

test('[A1] a cookie without a remembered session: the page waits for the provider', async ({ page }) => {
  await page.goto(`${url()}/healthz`);
  await page.evaluate(() => localStorage.clear());
  const goOn = await holdRoute(page, refreshAddress);
  await page.goto(`${url()}/login`);
  await expect(page.getByRole('status')).toHaveText('Initializing Session...');
  goOn();
  await expect(page).toHaveURL(`${url()}/`);
  await expect(menuButton(page)).toBeVisible();
  expect(await keptKeys(page)).toContain('session_jwt');
});

test('[A13] the session is refreshed every 3 minutes, and what is stored follows', async ({ page }) => {
  await openWithStoppedClock(page);
  const refreshes = countRefreshes(page);
  const storedJwt = () => page.evaluate(() => localStorage.getItem('session_jwt'));
  const before = await storedJwt();
  const refreshed = page.waitForResponse(refreshAddress);
  await page.clock.fastForward(180_000);
  await (await refreshed).finished();
  expect(await refreshes()).toBe(1);
  await expect.poll(storedJwt).not.toBe(before);

  await page.clock.fastForward(179_999);
  expect(await refreshes()).toBe(0);
  await page.clock.fastForward(1);
  expect(await refreshes()).toBe(1);
});

test('[A13] a refresh that fails is tried again after 2 s x 2^attempt, give or take 175 ms, seven doublings at most', async ({
  page,
}) => {
  await openWithStoppedClock(page);
  const refreshes = countRefreshes(page);
  await page.route(refreshAddress, (route) => route.abort());
  /** Until the page knows that it has failed: only then does it wait for the next attempt. */
  const failRefresh = async (inMs: number) => {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/authenticate'));
    await page.clock.fastForward(inMs);
    await failed;
  };
  await failRefresh(180_000);
  expect(await refreshes()).toBe(1);
  for (const attempt of [1, 2, 3, 4, 5, 6, 7, 7]) {
    await page.clock.fastForward(2000 * 2 ** attempt - 176);
    expect(await refreshes(), `before attempt ${attempt}`).toBe(0);
    await failRefresh(352);
    expect(await refreshes(), `at attempt ${attempt}`).toBe(1);
  }
  await expect(menuButton(page)).toBeVisible();

  await page.unroute(refreshAddress);
  const refreshed = page.waitForResponse(refreshAddress);
  await page.clock.fastForward(256_200);
  expect((await refreshed).ok()).toBe(true);
  await expect(menuButton(page)).toBeVisible();
});

for (const type of [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
]) {
  test(`[A13] [A18] a refresh answered with ${type} ends the session`, async ({ page }) => {
    await page.route(refreshAddress, (route) => route.fulfill(refusal(type)));
    await page.goto(url());
    await expect(page).toHaveURL(`${url()}/login`);
    await expect(page.getByLabel('E-mail address')).toBeVisible();
    await expectForgotten(page);
    expect(await page.context().cookies(url())).toEqual([]);
  });
}

test('the provider down while somebody is signed in: they stay, also after a reload', async ({ page }) => {
  await page.route('**/sdk/v1/**', (route) => route.abort());
  await openMap(page, url());
  await openMap(page, url());
  await expect(menuButton(page)).toBeVisible();
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
});

test('tiles keep coming in a tab whose JWT has expired', async ({ page, context }) => {
  await openMap(page, url());
  const name = 'session_jwt';
  await context.addCookies([{ name, value: 'expired.long.ago', domain: 'localhost', path: '/' }]);
  const tile = page.waitForResponse('**/tiles/15/**');
  await lookAt(page, { zoom: 15 });
  expect((await tile).status()).toBe(200);
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
});

for (const removal of ["localStorage.removeItem('session_jwt')", 'localStorage.clear()']) {
  test(`[A12] ${removal} in another tab reloads this one`, async ({ page, context }) => {
    await page.goto(url());
    await expect(menuButton(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${url()}/healthz`);
    const reloaded = page.waitForEvent('domcontentloaded');
    await other.evaluate(removal);
    await reloaded;
    await expect(menuButton(page)).toBeVisible();
  });
}

test.describe('leaving', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('[A14] [N1] logging out revokes the session, forgets it, and ends at /login in every tab', async ({
    page,
    context,
  }) => {
    await signIn(page, { url: url() });
    await expect(menuButton(page)).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem('session_token')!);
    const other = await context.newPage();
    // A refresh still under way in it would bring the cookies back once more.
    const refreshed = other.waitForResponse(refreshAddress);
    await other.goto(url());
    await (await refreshed).finished();
    await expect(menuButton(other)).toBeVisible();

    await logOut(page);
    for (const tab of [page, other]) await expect(tab).toHaveURL(`${url()}/login`);
    await expectForgotten(page);
    expect(await context.cookies(url())).toEqual([]);
    const answer = await page.request.get(`${url()}/api/saved-parcels`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(401);
  });
});

test('[A14] logging out ends at /login also when the revocation fails', async ({ page, context }) => {
  await page.route('**/sdk/v1/sessions/revoke', (route) => route.abort());
  await page.goto(url());
  await logOut(page);
  await expect(page).toHaveURL(`${url()}/login`);
  await expectForgotten(page);
  expect(await context.cookies(url())).toEqual([]);
});

test('[A14] logging out ends at /login also when the revocation is never answered', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.route('**/sdk/v1/sessions/revoke', () => {});
  await page.goto(url());
  await openMenu(page);
  // Else the wait for an answer may be over before anybody has looked.
  await page.clock.pauseAt(Date.now() + 60_000);
  await logOutItem(page).click();
  await expect(logOutItem(page)).toBeDisabled();
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(`${url()}/login`);
  await expect(page.getByLabel('E-mail address')).toBeVisible();
  expect(await context.cookies(url())).toEqual([]);
});
