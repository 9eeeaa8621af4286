// The first visit: the start view, what is loaded from where, and the map drawn as pixels.
import { expect } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';
import { currentView, lookAt, mapIsIdle, openMap, openServerUrl } from './map-page.ts';
import { test } from './map-test.ts';
import { middleOfMap } from './pixels.ts';
import { failedRequest } from './quiet-test.ts';

test('[M1] [M5] [N6] the start view, the credits, overlays in their root, fonts from here, and a clean console', async ({
  page,
}) => {
  const foreign: string[] = [];
  const fonts: { origin: string; status: number }[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).origin !== openServerUrl()) foreign.push(request.url());
  });
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (pathname.endsWith('.woff2')) fonts.push({ origin, status: response.status() });
  });

  await openMap(page, openServerUrl());
  const { lng, lat, zoom } = await currentView(page);
  expect({ lng, lat, zoom }).toEqual({ ...MAP_CENTER, zoom: MAP_ZOOM });
  const credit = page.locator('.maplibregl-ctrl-bottom-right').getByText('fictional').first();
  await expect(credit).toBeHidden();
  await page.getByLabel('Toggle attribution').click();
  await expect(credit).toBeVisible();

  for (const name of ['Menu', 'Overlays', 'Basemaps']) {
    await page.getByRole('button', { name, exact: true }).click();
    const role = name === 'Basemaps' ? 'menu' : 'dialog';
    await expect(page.locator('#root #overlay-root').getByRole(role)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toHaveCount(0);
  }

  for (const to of [19, 10, 16]) await lookAt(page, { zoom: to });
  // The map registers a font file under a name of its own once a label needs it.
  const mapFonts = await page.evaluate(
    () =>
      [...document.fonts].filter(({ family, status }) => family !== 'Noto Sans' && status === 'loaded')
        .length,
  );
  expect(mapFonts).toBeGreaterThan(0);
  expect(fonts.length).toBeGreaterThan(mapFonts);
  for (const font of fonts) expect(font).toEqual({ origin: openServerUrl(), status: 200 });
  expect(foreign).toEqual([]);
});

test.describe('drawn', () => {
  test.use({ rendering: 'drawn' });

  test('[M2] [M13] [M15] without a style, parcels are drawn on an empty one; a map left alone for minutes fetches nothing more', async ({
    page,
    allowMessages,
  }) => {
    allowMessages(failedRequest('/styles/'), /^warning: The map style streets-v12 could not be loaded\./);
    await page.clock.install();
    await page.route('**/styles/**', (route) => route.abort());
    await page.goto(openServerUrl());
    await mapIsIdle(page);
    const drawn = await middleOfMap(page);

    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.fastForward(2 * 60_000);
    // Requests that the elapsed minutes caused are sent before this one is answered.
    await page.evaluate(() => fetch('/healthz'));
    expect(asked.filter((path) => path.endsWith('.pbf'))).toEqual([]);
    expect(asked).toContain('/healthz');
    await mapIsIdle(page);

    await lookAt(page, { zoom: 12.9 });
    const empty = await middleOfMap(page);
    expect(empty.inkShare).toBe(0);
    expect(drawn.inkShare).toBeGreaterThan(0.01);
  });
});
