// The way from the county's seed to pixels on a screen.
import { expect } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { currentView, lookAt, mapIsIdle, openMap, openServerUrl, shownFeatures } from './map-page.ts';
import { middleOfMap } from './pixels.ts';
import { test } from './signed-in.ts';

test('[M1] the map starts over the county, at zoom 13, and zooms from 3 to 19', async ({ page }) => {
  await openMap(page);
  const { lng, lat, zoom, zoomMin, zoomMax } = await currentView(page);
  expect({ lng, lat }).toEqual(MAP_CENTER);
  expect([zoom, zoomMin, zoomMax]).toEqual([MAP_ZOOM, MAP_ZOOM_MIN, MAP_ZOOM_MAX]);

  await lookAt(page, { zoom: 25 });
  expect((await currentView(page)).zoom).toBe(MAP_ZOOM_MAX);
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await lookAt(page, { zoom: 0 });
  expect((await currentView(page)).zoom).toBe(MAP_ZOOM_MIN);
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
});

test('[M1] the map fills the window, also after the window has changed', async ({ page }) => {
  await openMap(page);
  const canvas = page.locator('canvas');
  await page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => canvas.boundingBox()).toEqual({ x: 0, y: 0, width: 500, height: 700 });
});

test('[M13] parcel outlines are drawn from zoom 13, owner names from zoom 14', async ({ page }) => {
  await openMap(page);
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(100);
  expect(await shownFeatures(page, 'parcel-labels')).toEqual([]);

  await lookAt(page, { zoom: 14 });
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(100);
  const labels = await shownFeatures(page, 'parcel-labels');
  expect(labels.length).toBeGreaterThan(10);
  for (const { PIN, Name } of labels) expect([PIN, Name]).toEqual([expect.any(String), expect.any(String)]);

  await lookAt(page, { zoom: 12.9 });
  expect(await shownFeatures(page, 'parcel-outlines')).toEqual([]);
});

test('[M13] parcels stay on the map beyond the last zoom that has tiles', async ({ page }) => {
  await openMap(page);
  await lookAt(page, { zoom: MAP_ZOOM_MAX });
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(0);
});

test('[M13] [M15] without a style parcels lie on plain paper, and their outlines put ink on it', async ({
  page,
}) => {
  await page.route('**/styles/**', (route) => route.abort());
  await openMap(page);
  const drawn = await middleOfMap(page);
  await lookAt(page, { zoom: 12.9 });
  const empty = await middleOfMap(page);
  expect(empty.inkShare).toBe(0);
  expect(drawn.inkShare).toBeGreaterThan(0.01);
});

test('[M13] the parcel at the start carries the name that the server knows it by', async ({ page }) => {
  await openMap(page);
  const answer = await page.request.get(`${openServerUrl()}/api/parcels/at`, { params: MAP_CENTER });
  const { pin, name } = await answer.json();
  await lookAt(page, { zoom: 17 });
  expect(await shownFeatures(page, 'parcel-labels')).toContainEqual(
    expect.objectContaining({ PIN: pin, Name: name }),
  );
});

test('[M5] the attribution opens to name the source', async ({ page }) => {
  await openMap(page);
  const credit = page.locator('.maplibregl-ctrl-bottom-right').getByText('fictional').first();
  await expect(credit).toBeHidden();
  await page.getByLabel('Toggle attribution').click();
  await expect(credit).toBeVisible();
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

test('nothing is asked of any other machine, and the console stays clean', async ({ page }) => {
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
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  }
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
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
