// A county that was imported, in the browser: where the map starts, what is offered, units, and the county's own fields.
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { CENTER, type CountyServer, countyText, startCountyServer } from './county-server.ts';
import { currentView, mapIsIdle, openMap } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';
import { clearButton, suggestions, typeWords } from './search-box.ts';
import { signedInState } from './sign-in.ts';

let server: CountyServer;
test.beforeAll(async () => {
  server = await startCountyServer();
});
test.afterAll(() => server.stop());

test('a county that was imported: the map starts there, lists units and the county’s fields, and follows imports without a reload', async ({
  page,
  context,
  allowMessages,
}) => {
  await context.addCookies((await signedInState([server.url])).cookies);
  await openMap(page, server.url);
  const { lng, lat, zoom } = await currentView(page);
  expect(Math.abs(lng - CENTER.lng)).toBeLessThan(0.02);
  expect(Math.abs(lat - CENTER.lat)).toBeLessThan(0.02);
  expect(zoom).toBeGreaterThanOrEqual(13);
  const credit = page.locator('.maplibregl-ctrl-attrib-inner');
  await expect(credit).toContainText('Polk County, Iowa');

  await expect(page.getByRole('button', { name: /contour/i })).toHaveCount(0);
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Plain map']);
  await page.keyboard.press('Escape');

  // A condominium lists its units, and each is found by its owner.
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  const panel = page.getByRole('region', { name: 'Parcel details' });
  await expect(panel.getByRole('heading', { name: '3 owners' })).toBeVisible();
  /** Both begin closed on this screen, and stay as they were left. */
  const showUnits = async () => {
    const all = panel.getByRole('button', { name: 'All details' });
    await all.waitFor();
    if ((await all.getAttribute('aria-expanded')) === 'false') await all.click();
    const units = panel.locator('details').filter({ hasText: '3 units' });
    if ((await units.getAttribute('open')) === null) await units.locator('summary').click();
  };
  await showUnits();
  await panel.getByRole('button', { name: /SETTLER 112-B/ }).click();
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-B' })).toBeVisible();
  await panel.getByText('More from the county').click();
  await expect(panel.getByText('SLATE')).toBeVisible();
  await expect(panel.getByText('Source: Polk County, Iowa, as of June 3, 2026')).toBeVisible();
  await panel.getByRole('button', { name: /Unit of 77-112/ }).click();
  await expect(panel.getByRole('heading', { name: '3 owners' })).toBeVisible();

  await typeWords(page, 'settler 112-c');
  await suggestions(page).filter({ hasText: 'SETTLER 112-C' }).first().click();
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-C' })).toBeVisible();

  await typeWords(page, '118 walnut st');
  await expect(
    suggestions(page)
      .filter({ hasText: /118 Walnut Street/i })
      .first(),
  ).toBeVisible();

  // The open page follows imports and removals, and the map stays.
  await clearButton(page).click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await mapIsIdle(page);
  await page.mouse.click(width / 2, height / 2);
  await showUnits();
  await panel.getByRole('button', { name: 'SETTLER 112-C' }).click();
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-C' })).toBeVisible();
  const before = await currentView(page);
  await server.importCounty('polk', countyText().replaceAll('SETTLER', 'BUYER'), '--title', 'Polk, Iowa');
  await expect(panel.getByRole('heading', { name: 'BUYER 112-C' })).toBeVisible();
  await expect(credit).toContainText('Polk, Iowa');
  expect(await currentView(page)).toEqual(before);

  // No page is open that could notice this one. The details that the browser has kept are old when one is opened.
  await page.goto('about:blank');
  const settings = async () => (await page.request.get(`${server.url}/config.json`)).text();
  const last = await settings();
  await server.importCounty('polk', countyText());
  await expect.poll(settings).not.toBe(last);
  await openMap(page, server.url);
  // Where somebody was last, the parcel is open again.
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-C' })).toBeVisible();

  // The page asks for the parcel that it shows.
  allowMessages(failedRequest('/api/parcels/'));
  await server.platbook('remove', 'polk');
  await expect(panel.getByText(messages.parcelNotFound)).toBeVisible();
  await expect(page.getByText(messages.noParcelsYet)).toBeVisible();
});
