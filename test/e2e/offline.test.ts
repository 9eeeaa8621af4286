// Without the server, and without a connection: what was looked at lately stays usable, and a log-out removes it.
import { expect, type Page } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { CENTER, startCountyServer } from './county-server.ts';
import { lookAt, mapIsOpen, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest, MAP_REPORT, OF_STYTCH } from './quiet-test.ts';
import { logOutItem, openMenu } from './side-menu.ts';
import { signedInState } from './sign-in.ts';

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('lately:'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });

test('[M18] the server goes away: the page opens, shows parcels and their details, and says so; a log-out leaves nothing', async ({
  browser,
  allowMessages,
}) => {
  // Whatever is asked of a server that is away, and what is kept here until it is back.
  allowMessages(
    OF_STYTCH,
    failedRequest('/'),
    /^warning: (The preferences|The session|The saved list|The drawings)/,
    MAP_REPORT,
  );
  const county = await startCountyServer();
  try {
    const context = await browser.newContext({
      storageState: await signedInState([county.url]),
      serviceWorkers: 'allow',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const heading = page.getByRole('heading', { name: 'SETTLER 100' });
    const link = `${county.url}/?pin=77-100#15/${CENTER.lat}/${CENTER.lng}`;
    await page.goto(link);
    await mapIsOpen(page);
    await page.mouse.move(200, 200);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Also what was loaded before the worker was there.
    await expect.poll(() => keptPaths(page)).toContain('/api/parcels/77-100');
    await lookAt(page, { zoom: 16 });
    await expect.poll(async () => (await keptPaths(page)).join()).toContain('/tiles/16/');
    await page.evaluate(() => localStorage.removeItem('parcelCache'));

    await county.stop();
    await page.reload();
    await expect(heading).toBeVisible();
    await mapIsOpen(page);
    expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
    await expect(page.getByText(messages.serverAway)).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(messages.offline)).toBeVisible();
    await expect(page.getByText(messages.serverAway)).toBeHidden();

    await openMenu(page);
    await logOutItem(page).click();
    await page.waitForURL('**/login');
    expect(await keptPaths(page)).toEqual([]);
    await context.close();
  } finally {
    await county.stop();
  }
});
