// An open session in the real application: shared between tabs, with the provider down, and ended.
import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { signInHints } from '../../contract/sign-in-reason.ts';
import { holdRoute } from './hold-route.ts';
import { closedServerUrl, inTown, lookAt, mapIsOpen, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest, MAP_REPORT, OF_STYTCH } from './quiet-test.ts';
import { logOutItem, menuButton, openMenu } from './side-menu.ts';
import { newEmail, signedInState, signIn } from './sign-in.ts';

const url = closedServerUrl;
const refreshAddress = '**/sdk/v1/sessions/authenticate';
const tokenKeys = ['stytch_session_token', 'session_jwt', 'session_token', 'user_email', 'is_logged_in'];
const storedKeys = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), tokenKeys);

test('with the provider down, somebody signed in stays so after a reload, and tiles come also with an expired JWT', async ({
  page,
  context,
  allowMessages,
}) => {
  allowMessages(failedRequest('/sdk/v1/'), OF_STYTCH, /^warning: The session was refused\./);
  await page.goto(inTown(url()));
  await expect(menuButton(page)).toBeVisible();
  await page.route('**/sdk/v1/**', (route) => route.abort());
  await page.reload();
  await mapIsOpen(page);
  await expect(menuButton(page)).toBeVisible();
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);

  const name = 'session_jwt';
  await context.addCookies([{ name, value: 'expired.long.ago', domain: 'localhost', path: '/' }]);
  const tile = page.waitForResponse('**/tiles/17/**');
  await lookAt(page, { zoom: 17 });
  expect((await tile).status()).toBe(200);
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
});

test('[A12] session_jwt removed in another tab, alone or with all of the storage, reloads this one', async ({
  page,
  context,
  allowMessages,
}) => {
  // What is asked while the entries are gone has none to show.
  allowMessages(
    /^warning: The preferences are kept in this browser only, for now\. /,
    failedRequest('/api/preferences'),
  );
  await page.goto(inTown(url()));
  await expect(menuButton(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${url()}/healthz`);
  for (const removal of ["localStorage.removeItem('session_jwt')", 'localStorage.clear()']) {
    const reloaded = page.waitForEvent('domcontentloaded');
    await other.evaluate(removal);
    await reloaded;
    await expect(menuButton(page)).toBeVisible();
    // Wait until the session has written the entry again, for the next removal.
    await expect.poll(() => storedKeys(page)).toContain('session_jwt');
  }
});

test.describe('leaving', () => {
  // A session of its own, which ends.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
  test.use({ storageState: async ({}, use) => use(await signedInState([url()])) });

  test('[A14] [N1] logging out revokes the session, removes what is the person’s, and ends at /login in every tab', async ({
    page,
    context,
    allowMessages,
  }) => {
    allowMessages(failedRequest('/sdk/v1/'));
    const other = await context.newPage();
    // Race: a refresh still in flight would write the cookies again.
    const refreshed = other.waitForResponse(refreshAddress);
    await other.goto(inTown(url()));
    await (await refreshed).finished();
    await expect(menuButton(other)).toBeVisible();
    const { token, person } = await other.evaluate(() => {
      const [, claims = ''] = localStorage.getItem('session_jwt')!.split('.');
      const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
      const geometry = { type: 'Point', coordinates: [-80.86, 35.62] };
      const features = [{ type: 'Feature', id: 'a', properties: {}, geometry }];
      localStorage.setItem(`drawings:${sub}`, JSON.stringify({ type: 'FeatureCollection', features }));
      localStorage.setItem('parcelCache', '{}');
      return { token: localStorage.getItem('session_token')!, person: sub as string };
    });

    await page.goto(inTown(url()));
    const menu = await openMenu(page);
    await expect(menu).not.toContainText('removes');
    await logOutItem(page).click();
    for (const tab of [page, other]) await expect(tab).toHaveURL(`${url()}/login`);
    // Polls, because a tab reloads when another one signs out.
    const mine = [...tokenKeys, `drawings:${person}`, `drawings:${person}:sync`, 'parcelCache'];
    await expect(async () => {
      const kept = await page.evaluate(() => Object.keys(localStorage));
      expect(kept.filter((key) => mine.includes(key))).toEqual([]);
    }).toPass();
    expect(await context.cookies(url())).toEqual([]);
    const answer = await page.request.get(`${url()}/api/saved-parcels`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(401);
  });

  test('[A14] what the page still asks for while somebody logs out never meets the ended session', async ({
    page,
  }) => {
    // What is refused would be a message in the console.
    const release = await holdRoute(page, '**/{tiles,api}/**');
    const isAsking = page.waitForRequest('**/tiles/**');
    await page.goto(inTown(url()));
    await openMenu(page);
    await isAsking;
    const revoked = page.waitForResponse('**/sdk/v1/sessions/revoke');
    await logOutItem(page).click();
    await revoked;
    release();
    await expect(page).toHaveURL(`${url()}/login`);
  });
});

test.describe('ended elsewhere', () => {
  const email = newEmail();
  // A session of its own, which ends.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
  test.use({ storageState: async ({}, use) => use(await signedInState([url()], email)) });

  test('[A2] [A10] [A12] the page says so, in every tab and also when it is opened later, and signing in leads back', async ({
    page,
    context,
    allowMessages,
  }) => {
    allowMessages(failedRequest('/'), OF_STYTCH, MAP_REPORT, /^warning: The session was refused\./);
    await page.goto(inTown(url()));
    await expect(menuButton(page)).toBeVisible();
    const other = await context.newPage();
    // Where the first one is, too: the one that hears of the end last says where to return to.
    await other.goto(inTown(url()));
    await expect(menuButton(other)).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem('session_token')!);
    const hash = createHash('sha256').update(token).digest('hex');
    const ended = await page.request.post(`${url()}/api/ended-sessions`, { data: { token_sha256: hash } });
    expect(ended.ok()).toBe(true);
    await other.reload();
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(`${url()}/login`);
      await expect(tab.getByText(signInHints['session-ended'])).toBeVisible();
    }
    await page.close();
    await signIn(other, { url: url(), email, place: inTown('') });
    await expect(menuButton(other)).toBeVisible();
  });
});

test('[A14] logging out ends at /login also when the revocation is never answered', async ({
  page,
  context,
  allowMessages,
}) => {
  allowMessages(failedRequest('/(api/ended-sessions|sdk/v1/)'), /^warning: The session could not be revoked/);
  await page.clock.install();
  await page.route('**/sdk/v1/sessions/revoke', () => {});
  // Tried again from the login page. Not answered here, because other tests use the same session.
  const isTriedAgain = page.waitForRequest('**/api/ended-sessions');
  await page.route('**/api/ended-sessions', (route) => route.abort());
  await page.goto(inTown(url()));
  await openMenu(page);
  // With a running clock the time-out could end before the next assertion.
  await page.clock.pauseAt(Date.now() + 60_000);
  const isRevoking = page.waitForRequest('**/sdk/v1/sessions/revoke');
  await logOutItem(page).click();
  await expect(logOutItem(page)).toBeDisabled();
  // First the tools close and drawings are saved.
  await page.clock.runFor(1000);
  await isRevoking;
  await expect(page.getByText('Logging out…')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(`${url()}/login`);
  await expect(page.getByLabel('E-mail address')).toBeVisible();
  expect(await context.cookies(url())).toEqual([]);
  expect((await isTriedAgain).postDataJSON()).toEqual({
    token_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
