// Messages when a part of the page, the server or the parcels cannot be loaded.
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { closedServerUrl, mapIsIdle, openMap, openServerUrl, shownFeatures } from './map-page.ts';
import { logOutItem, openMenu } from './side-menu.ts';
import { test } from './signed-in.ts';

for (const part of ['map-screen', 'maplibre']) {
  test(`[M4] a chunk that fails to load shows a message: ${part}`, async ({ page }) => {
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto(openServerUrl());
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Something went wrong');
    await expect(alert).toContainText('The component failed to render');
    await expect(alert.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  });
}

test('[M4] chunks that fail to load leave the map: basemap picker, panels, search', async ({ page }) => {
  await page.route(/\/assets\/(basemap-picker|map-panels)-[^/]*\.js$/, (route) => route.abort());
  const searchChunk = '**/assets/geocoder-on-maplibre-*.js';
  await page.route(searchChunk, (route) => route.abort());
  await openMap(page);
  const messagesShown = page.getByRole('alert').filter({ hasText: 'The component failed to render' });
  await page.getByRole('button', { name: 'Basemaps', exact: true }).click();
  await expect(messagesShown).toHaveCount(1);
  await expect(messagesShown).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Overlays', exact: true }).click();
  await expect(messagesShown).toHaveCount(2);
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('14.00');

  const field = page.getByLabel('Search places');
  await field.focus();
  await expect(page.getByText(messages.searchNotLoaded)).toBeVisible();
  // The search chunk is imported again at the next key.
  await page.unroute(searchChunk);
  await field.fill('sloop scho');
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      return page.getByRole('option').count();
    })
    .toBeGreaterThan(0);
  await expect(page.getByText(messages.searchNotLoaded)).toBeHidden();
  await expect(field).toHaveValue('sloop scho');
});

test('[M15] refused parcels: a notice while the session holds, the login page once it has ended', async ({
  page,
}) => {
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(closedServerUrl());
  await expect(page.getByText(messages.parcelsSignedInOnly)).toBeVisible();

  const over = { status_code: 404, error_type: 'session_not_found', error_message: 'Over.', error_url: '' };
  await page.route('**/sdk/v1/sessions/authenticate', (route) => route.fulfill({ status: 404, json: over }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(`${closedServerUrl()}/login`);
});

test('[M15] a server that does not answer, then tiles that do not arrive: Try Again draws them', async ({
  page,
}) => {
  await page.route('**/config.json', (route) => route.abort());
  await page.route('**/tiles/**', (route) => route.abort());
  await page.goto(openServerUrl());
  await expect(page.getByText(messages.serverUnreachable)).toBeVisible();

  await page.unroute('**/config.json');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(messages.parcelsUnreachable)).toBeVisible();
  await expect(page.getByText(messages.serverUnreachable)).toBeHidden();
  // A tile that is requested from now on would arrive and hide the notice.
  await mapIsIdle(page);

  await page.unroute('**/tiles/**');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(async () => (await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
  await expect(page.getByText(messages.parcelsUnreachable)).toBeHidden();
});

test('[M3] [N3] Mapbox without a token shows an error, and the menu still works', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...config, maps: { ...config.maps, provider: 'mapbox', accessToken: null } },
    });
  });
  await page.goto(openServerUrl());
  await expect(page.getByRole('alert')).toContainText('Map Initialization Error');
  await expect(page.getByRole('alert')).toContainText(messages.mapTokenMissing);
  const menu = await openMenu(page);
  await expect(menu.getByRole('region', { name: 'Map Info' })).toContainText('Map not loaded');
  await expect(logOutItem(page)).toBeEnabled();
});
