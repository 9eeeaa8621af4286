// A smoke test in Firefox, where one is installed: signing in, the map, selecting a parcel and saving it.
import { expect, test } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { MAP_CENTER } from '../../contract/limits.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { firefoxObstacle, withFirefox } from '../firefox.ts';
import { closedServerUrl } from './map-page.ts';
import { inboxOf } from './running-server.ts';
import { newEmail } from './sign-in.ts';

/** How long to wait for what a user would see: Firefox draws the map at about a frame a second here. */
const PATIENCE_MS = 120_000;

const text = (words: string) => `::-p-text(${words})`;
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

const mapIsIdle = (page: Page) => page.waitForSelector('[data-map-state="idle"]');

async function signIn(page: Page, url: string): Promise<void> {
  const email = newEmail();
  await page.goto(`${url}/login`);
  await page.locator('input[type="email"]').fill(email);
  await page.locator(button('Get Magic Link')).click();
  await page.locator(text('Email sent! Check your inbox to log in.')).wait();
  await page.goto(inboxOf(url));
  // Not by the mouse: the mail of other tests moves the list down while it is shown.
  const mail = await page.waitForSelector(`a${text(email)}`);
  await mail!.evaluate((link) => (link as HTMLElement).click());
  await page.locator('a[href*="/authenticate?"]').click();
}

async function selectParcelInTown(page: Page): Promise<void> {
  const { lng, lat } = MAP_CENTER;
  await page.$eval(
    '[data-map-state]',
    (element, center) => {
      (element as MapElement).map!.jumpTo({ zoom: 16, center });
    },
    [lng, lat] as [number, number],
  );
  await mapIsIdle(page);
  const { width, height } = page.viewport()!;
  await page.mouse.click(width / 2, height / 2);
}

test('in Firefox people sign in, see the map, select a parcel, and save it with a note', async () => {
  test.skip(firefoxObstacle !== undefined, firefoxObstacle);
  await withFirefox(async (page) => {
    page.setDefaultTimeout(PATIENCE_MS);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));

    await signIn(page, closedServerUrl());
    await mapIsIdle(page);
    await selectParcelInTown(page);
    await page.locator(button('Save parcel')).click();
    await page.locator('[role="dialog"] textarea').fill('Seen in Firefox.');
    await page.locator(button('Save')).click();
    await page.locator(text('Saved Location')).click();
    await page.locator(`[role="dialog"] li ${text('Seen in Firefox.')}`).wait();
    expect(failures).toEqual([]);
  });
});
