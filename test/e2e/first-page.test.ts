// The way from the county's seed to pixels on a screen.
import { expect } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';
import { currentView, lookAt, mapIsIdle, openMap, openServerUrl } from './map-page.ts';
import { middleOfMap } from './pixels.ts';
import { test } from './signed-in.ts';

test('[M1] [M5] the map starts over the county, at zoom 13, with its source named behind a closed button', async ({
  page,
}) => {
  await openMap(page);
  const { lng, lat, zoom } = await currentView(page);
  expect({ lng, lat, zoom }).toEqual({ ...MAP_CENTER, zoom: MAP_ZOOM });
  const credit = page.locator('.maplibregl-ctrl-bottom-right').getByText('fictional').first();
  await expect(credit).toBeHidden();
  await page.getByLabel('Toggle attribution').click();
  await expect(credit).toBeVisible();
});

test('[M13] [M15] without a style parcels lie on plain paper, and their outlines put ink on it', async ({
  page,
}) => {
  await page.route('**/styles/**', (route) => route.abort());
  await page.goto(openServerUrl());
  await mapIsIdle(page);
  const drawn = await middleOfMap(page);
  await lookAt(page, { zoom: 12.9 });
  const empty = await middleOfMap(page);
  expect(empty.inkShare).toBe(0);
  expect(drawn.inkShare).toBeGreaterThan(0.01);
});

test('the page follows the light and the dark scheme of the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openMap(page);
  const light = await middleOfMap(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await mapIsIdle(page);
  await expect
    .poll(async () => (await middleOfMap(page)).meanLightness)
    .toBeLessThan(light.meanLightness / 1.5);
});

test('[N6] nothing is asked of any other machine, and the console stays clean', async ({ page }) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).origin !== openServerUrl()) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await openMap(page);
  for (const zoom of [16, 19, 10]) await lookAt(page, { zoom });
  for (const name of ['Menu', 'Overlays', 'Basemaps']) {
    await page.getByRole('button', { name, exact: true }).click();
    const opened = page.getByRole(name === 'Basemaps' ? 'menu' : 'dialog');
    await expect(opened).toBeVisible();
    await expect(
      page.locator('#overlay-root').getByRole(name === 'Basemaps' ? 'menu' : 'dialog'),
    ).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  }
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

test('[M13] a map that is left alone for minutes asks for nothing more, and stays finished', async ({
  page,
}) => {
  await page.clock.install();
  await openMap(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.fastForward(2 * 60_000);
  // What the minutes set off has been sent before this is answered.
  await page.evaluate(() => fetch('/healthz'));
  expect(asked.filter((path) => path.endsWith('.pbf'))).toEqual([]);
  expect(asked).toContain('/healthz');
  await mapIsIdle(page);
});

test('names on the map are drawn with the font files of this server', async ({ page }) => {
  const fonts: { origin: string; status: number }[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (pathname.endsWith('.woff2')) fonts.push({ origin, status: response.status() });
  });
  await openMap(page);
  await lookAt(page, { zoom: 16 });
  // The map registers a file under a name of its own once a label needs it.
  const ofTheMap = await page.evaluate(
    () =>
      [...document.fonts].filter(({ family, status }) => family !== 'Noto Sans' && status === 'loaded')
        .length,
  );
  expect(ofTheMap).toBeGreaterThan(0);
  expect(fonts.length).toBeGreaterThan(ofTheMap);
  for (const font of fonts) expect(font).toEqual({ origin: openServerUrl(), status: 200 });
});
