// What a person reads when something is missing: never a white page, never a blank map without words.
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { closedServerUrl, mapIsIdle, openMap, openServerUrl, shownFeatures } from './map-page.ts';
import { logOutItem, openMenu } from './side-menu.ts';
import { test } from './signed-in.ts';

for (const part of ['map-screen', 'maplibre']) {
  test(`[M4] a part that fails to render says so: ${part}`, async ({ page }) => {
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto(openServerUrl());
    const words = page.getByRole('alert');
    await expect(words).toContainText('Something went wrong');
    await expect(words).toContainText('The component failed to render');
    await expect(words.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  });
}

for (const [part, name] of [
  ['basemap-picker', 'Basemaps'],
  ['map-panels', 'Overlays'],
] as const) {
  test(`[M4] a part that fails on its own leaves the map: ${part}`, async ({ page }) => {
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await openMap(page);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The component failed to render');
    expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('14.00');
  });
}

test('a search that could not be fetched says so, and is fetched when somebody types on', async ({
  page,
}) => {
  await page.route('**/assets/geocoder-on-maplibre-*.js', (route) => route.abort(), { times: 1 });
  await openMap(page);
  const field = page.getByLabel('Search places');
  await field.focus();
  await expect(page.getByText(messages.searchNotLoaded)).toBeVisible();
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

test('parcels refused to somebody whose session has ended: the page leads to the login', async ({ page }) => {
  await openMap(page, closedServerUrl());
  const over = { status_code: 404, error_type: 'session_not_found', error_message: 'Over.', error_url: '' };
  await page.route('**/sdk/v1/sessions/authenticate', (route) => route.fulfill({ status: 404, json: over }));
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(`${closedServerUrl()}/login`);
});

test('parcels refused to somebody whose session holds: the page says so', async ({ page }) => {
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(closedServerUrl());
  await expect(page.getByText(messages.parcelsSignedInOnly)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('tiles that do not arrive: the page says so, and Try Again draws them', async ({ page }) => {
  await page.route('**/tiles/**', (route) => route.abort());
  await page.goto(openServerUrl());
  await expect(page.getByText(messages.parcelsUnreachable)).toBeVisible();
  // A tile asked for from now on would arrive, and with it the words would go.
  await mapIsIdle(page);

  await page.unroute('**/tiles/**');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(async () => (await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
  await expect(page.getByText(messages.parcelsUnreachable)).toBeHidden();
});

test('a server that does not answer: the page says so, and Try Again opens the map', async ({ page }) => {
  await page.route('**/config.json', (route) => route.abort());
  await page.goto(openServerUrl());
  await expect(page.getByText(messages.serverUnreachable)).toBeVisible();

  await page.unroute('**/config.json');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await mapIsIdle(page);
  await expect(page.getByText(messages.serverUnreachable)).toBeHidden();
});

test('a server without parcels: the page says so', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, parcelSource: null } });
  });
  await openMap(page);
  await expect(page.getByText(messages.noParcelsYet)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('[M3] [N3] Mapbox without a token: the page says so, and the menu still leads out', async ({ page }) => {
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
