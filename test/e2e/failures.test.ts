// Messages when a part of the page, the server or the parcels cannot be loaded.
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import {
  closedServerUrl,
  jumpTo,
  lookAt,
  mapIsIdle,
  openMap,
  openServerUrl,
  shownFeatures,
  styleName,
} from './map-page.ts';
import { test } from './map-test.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { failedRequest, MAP_REPORT } from './quiet-test.ts';
import { logOutItem, openMenu } from './side-menu.ts';

test('[M3] [M4] [N2] [N3] without its code, a token or WebGL the page says so, and the menu and the saved parcels still work', async ({
  page,
  allowMessages,
}) => {
  allowMessages(
    failedRequest('/assets/'),
    /^error: (TypeError: Failed to fetch dynamically imported module|Failed to create WebGL context)/,
  );
  const alert = page.getByRole('alert');
  for (const part of ['map-screen', 'maplibre']) {
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto(openServerUrl());
    await expect(alert).toContainText('Something went wrong');
    await expect(alert).toContainText('The component failed to render');
    await expect(alert.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
    await page.unrouteAll();
  }

  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json();
    const maps = { ...config.maps, provider: 'mapbox', accessToken: null };
    await route.fulfill({ json: { ...config, maps } });
  });
  await page.goto(openServerUrl());
  await expect(alert).toContainText('Map Initialization Error');
  await expect(alert).toContainText(messages.mapTokenMissing);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(openServerUrl());
  await expect(alert).toContainText('Map Initialization Error');
  await expect(alert).toContainText('WebGL2 is required');
  const menu = await openMenu(page);
  await expect(menu.getByRole('region', { name: 'Map Info' })).toContainText('Map not loaded');
  await expect(logOutItem(page)).toBeEnabled();
  await menu.getByRole('button', { name: 'My Saved Parcels' }).click();
  await expect(page.getByRole('dialog', { name: 'My Saved Parcels' })).toContainText(messages.savedListEmpty);
});

test('[M4] chunks that fail to load leave the map: basemap picker, panels, search', async ({
  page,
  allowMessages,
}) => {
  allowMessages(failedRequest('/(assets/|config)'), /Failed to fetch dynamically imported module/);
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
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('17.00');

  const field = page.getByLabel('Search places');
  await field.focus();
  await expect(page.getByText(messages.searchNotLoaded)).toBeVisible();
  // Browsers remember that a module has failed until the page is loaded again.
  await page.unroute(searchChunk);
  await page.route('**/config.json', (route) => route.abort());
  const refresh = page.getByRole('search').getByRole('button', { name: 'Refresh Page' });
  await refresh.click();
  await expect(page.getByText('The server does not answer. This page stays.')).toBeVisible();
  await page.unroute('**/config.json');
  await Promise.all([page.waitForEvent('load'), refresh.click()]);
  await page.getByLabel('Search places').fill('sloop scho');
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('[M15] refused parcels: a notice while the session holds, the login page once it has ended', async ({
  page,
  allowMessages,
}) => {
  allowMessages(
    MAP_REPORT,
    failedRequest('/(tiles|sdk/v1/sessions/authenticate|api)'),
    /^warning: The session was refused\./,
  );
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(closedServerUrl());
  await expect(page.getByText(messages.parcelsSignedInOnly)).toBeVisible();

  const over = { status_code: 404, error_type: 'session_not_found', error_message: 'Over.', error_url: '' };
  await page.route('**/sdk/v1/sessions/authenticate', (route) => route.fulfill({ status: 404, json: over }));
  // A tile that is refused late has the session checked, too: the button may be gone before it is pressed.
  const tryAgain = page.getByRole('button', { name: 'Try Again' }).click();
  await Promise.race([tryAgain, page.waitForURL('**/login')]);
  await expect(page).toHaveURL(`${closedServerUrl()}/login`);
});

test('[M15] a server that does not answer, then tiles that do not arrive: both come by themselves once it is back', async ({
  page,
  allowMessages,
}) => {
  allowMessages(MAP_REPORT, failedRequest('/'), /^warning: The settings could not be read\./);
  await page.route('**/config.json', (route) => route.abort());
  await page.route('**/tiles/**', (route) => route.abort());
  await page.goto(openServerUrl());
  await expect(page.getByText(messages.serverUnreachable)).toBeVisible();

  await page.unroute('**/config.json');
  await expect(page.getByText(messages.parcelsUnreachable)).toBeVisible();
  await expect(page.getByText(messages.serverUnreachable)).toBeHidden();

  await page.unroute('**/tiles/**');
  await expect.poll(async () => (await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
  await expect(page.getByText(messages.parcelsUnreachable)).toBeHidden();
});

test('[M15] a server that was away while the map moved: tiles, style and details come as soon as it is back', async ({
  page,
  allowMessages,
}) => {
  allowMessages(MAP_REPORT, failedRequest('/'), /^warning: The map style outdoors-v12 could not be loaded\./);
  await openMap(page);
  await lookAt(page, { zoom: 16 });
  const [spot] = await spotsOnParcels(page, 1);
  const away = /\/(tiles|api|styles)\/|\/config\.json/;
  await page.route(away, (route) => route.fulfill({ status: 503, json: {} }));
  await page.mouse.click(...spot!.at);
  await expect(page.getByRole('heading', { name: 'Error Loading PIN' })).toBeVisible();
  const refused = page.waitForResponse('**/tiles/17/**');
  await jumpTo(page, { zoom: 17, center: [-80.9, 35.6] });
  await refused;
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await page.getByRole('menuitemradio', { name: 'Outdoors', exact: true }).click();
  await mapIsIdle(page);
  expect(await shownFeatures(page, 'parcel-outlines')).toEqual([]);

  await page.unroute(away);
  await expect.poll(() => styleName(page)).toBe('Outdoors');
  await expect.poll(async () => (await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Copy link to this parcel' })).toBeVisible();
});
