// Links: the address bar follows the map, brings everything back, and survives signing in.
import { expect, type Page } from '@playwright/test';
import { signInHints } from '../../contract/sign-in-reason.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { isAbovePanel } from './above-panel.ts';
import { chooseBasemap } from './choose-basemap.ts';
import {
  closedServerUrl,
  currentView,
  lookAt,
  mapIsOpen,
  openMap,
  openServerUrl,
  styleName,
} from './map-page.ts';
import { test } from './map-test.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { failedRequest } from './quiet-test.ts';
import { logOut } from './side-menu.ts';
import { askForLink, newEmail, openMail, SIGNED_OUT } from './sign-in.ts';

const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const copyLink = (page: Page) => details(page).getByRole('button', { name: 'Copy link to this parcel' });
const historyLength = (page: Page) => page.evaluate(() => history.length);

test('the address follows view, basemap and parcel without filling the history; reloaded, copied or mistaken it opens the map', async ({
  page,
  context,
  allowMessages,
}) => {
  allowMessages(failedRequest('/api/parcels/'));
  await openMap(page);
  const entries = await historyLength(page);
  await lookAt(page, { zoom: 16, center: [-80.86, 35.62] });
  await chooseBasemap(page, 'Outdoors');
  const [spot] = await spotsOnParcels(page, 1);
  await page.mouse.click(...spot!.at);
  await expect(copyLink(page)).toBeVisible();
  await expect(page).toHaveURL(
    `${openServerUrl()}/?style=outdoors-v12&pin=${spot!.pin}~demo#16/35.62/-80.86`,
  );
  // Only the parcel is a step of the history.
  expect(await historyLength(page)).toBe(entries + 1);
  await expect(page).toHaveTitle(/^.+ · Platbook$/);

  await page.reload();
  await mapIsOpen(page);
  await expect(details(page)).toContainText(spot!.pin);
  expect(await styleName(page)).toBe('Outdoors');
  // As far as the details leave the parcel in sight.
  const { lng, lat, zoom } = await currentView(page);
  expect([lng.toFixed(3), lat.toFixed(3), zoom]).toEqual(['-80.860', '35.620', 16]);
  expect(await historyLength(page)).toBe(entries + 1);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await copyLink(page).click();
  await expect(copyLink(page)).toContainText('Link copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${openServerUrl()}/?style=outdoors-v12&pin=${spot!.pin}~demo`);

  // Typed by hand, and back again.
  await page.evaluate(() => {
    location.hash = '#14/35.6/-80.9';
  });
  await expect.poll(async () => (await currentView(page)).zoom).toBe(14);
  await page.goBack();
  await expect.poll(async () => (await currentView(page)).zoom).toBe(16);
  await expect(details(page)).toContainText(spot!.pin);

  // The copied link shows the parcel, above the panel.
  await page.goto('about:blank');
  const shape = page.waitForResponse('**/api/parcels/feature/*');
  await page.goto(copied);
  await mapIsOpen(page);
  await expect(details(page)).toContainText(spot!.pin);
  await expect.poll(async () => (await currentView(page)).zoom).toBeGreaterThan(15);
  const { west, south, east, north } = boundsOf((await (await shape).json()).geometry);
  await isAbovePanel(page, [west, north]);
  await isAbovePanel(page, [east, south]);

  // A link with mistakes opens the map, says what is wrong, and the address is put right.
  await page.goto('about:blank');
  await openMap(page, `${openServerUrl()}/?style=moon-v1&pin=no%20such%20parcel#15/north`);
  await expect(page.getByRole('status').filter({ hasText: 'no such parcel' })).toContainText('moon-v1');
  await expect(details(page)).toBeHidden();
  await expect(page).toHaveURL(/\/#13\/35\.\d+\/-80\.\d+$/);
});

test.describe('signed out', () => {
  test.use({ storageState: SIGNED_OUT });

  test('[A2] [A10] [A14] a link leads to the login page, and the mailed link, in a new tab, to the place; logging out forgets it', async ({
    page,
    context,
  }) => {
    const url = closedServerUrl();
    const place = '/?style=outdoors-v12#15.5/35.63/-80.87';
    await page.goto(`${url}${place}`);
    await expect(page).toHaveURL(`${url}/login`);
    await expect(page.getByText(signInHints['place-asked'])).toBeVisible();
    const email = newEmail();
    await askForLink(page, { url, email });
    const tab = await context.newPage();
    const link = (await (await openMail(tab, { url, email })).getAttribute('href'))!;
    await tab.goto(link);
    await mapIsOpen(tab);
    await expect(tab).toHaveURL(`${url}${place}`);
    expect(await currentView(tab)).toMatchObject({ lng: -80.87, lat: 35.63, zoom: 15.5 });

    // It was signed in along, and may still be loading: tabs reload when another one's session changes.
    await page.close();
    await logOut(tab);
    await expect(tab).toHaveURL(`${url}/login`);
    await expect(tab.getByLabel('E-mail address')).toHaveAccessibleDescription('');
    expect(await tab.evaluate(() => localStorage.getItem('return_to'))).toBeNull();
  });
});
