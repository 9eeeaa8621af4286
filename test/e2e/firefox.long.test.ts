// A smoke test in Firefox, where one is installed: signing in, the map, selecting a parcel and saving it.
import { expect, test } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import { type FirefoxPage, firefoxObstacle, type Locator, withFirefox } from '../firefox.ts';
import { closedServerUrl } from './map-page.ts';
import { inboxOf } from './running-server.ts';
import { newEmail } from './sign-in.ts';

const css = (value: string): Locator => ({ type: 'css', value });
const text = (value: string): Locator => ({
  type: 'xpath',
  value: `//body//*[text()[contains(., '${value}')]]`,
});
const button = (name: string): Locator => ({ type: 'accessibility', value: { role: 'button', name } });

const mapIsIdle = (page: FirefoxPage) => page.find(css('[data-map-state="idle"]'));

async function signIn(page: FirefoxPage, url: string): Promise<void> {
  const email = newEmail();
  await page.goto(`${url}/login`);
  await page.fill(css('input[type="email"]'), email);
  await page.click(button('Get Magic Link'));
  await page.find(text('Email sent! Check your inbox to log in.'));
  await page.goto(inboxOf(url));
  // Not by the mouse: the mail of other tests moves the list down while it is shown.
  await page.run(text(email), "(element) => element.closest('a').click()");
  await page.click(css('a[href*="/authenticate?"]'));
}

async function selectParcelInTown(page: FirefoxPage): Promise<void> {
  const { lng, lat } = MAP_CENTER;
  const jump = '(element, lng, lat) => { element.map.jumpTo({ zoom: 16, center: [lng, lat] }); }';
  await page.run(css('[data-map-state]'), jump, lng, lat);
  await mapIsIdle(page);
  await page.clickAt(page.viewport.width / 2, page.viewport.height / 2);
}

test('in Firefox people sign in, see the map, select a parcel, and save it with a note', async () => {
  test.skip(firefoxObstacle !== undefined, firefoxObstacle);
  const errors = await withFirefox(async (page) => {
    await signIn(page, closedServerUrl());
    await mapIsIdle(page);
    await selectParcelInTown(page);
    await page.click(button('Save parcel'));
    await page.fill(css('[role="dialog"] textarea'), 'Seen in Firefox.');
    await page.click(button('Save'));
    await page.click(text('Saved Location'));
    await page.find(text('Seen in Firefox.'));
  });
  expect(errors).toEqual([]);
});
