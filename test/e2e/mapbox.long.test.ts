// The map with Mapbox's styles and tiles: a fake Mapbox server answers at Mapbox's host name.
import { expect } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import { test } from './at-mapbox.ts';
import { lookAt, mapIsOpen, shownFeatures } from './map-page.ts';
import { signIn } from './sign-in.ts';

test('[M10] [M11] [M12] [M13] Mapbox styles get parcels and contours, without the parts that MapLibre does not support', async ({
  atMapbox: { browser, url, standIn },
}) => {
  const page = await browser.newPage({ ignoreHTTPSErrors: true, viewport: { width: 640, height: 480 } });
  await signIn(page, { url });
  await mapIsOpen(page);

  const shownLayers = () =>
    page.locator('[data-map-state]').evaluate((element: MapElement) => ({
      name: element.map!.getStyle()?.name,
      foreign: element
        .map!.getLayersOrder()
        .filter((id) => !/^(parcel|lot|county|contour|house|side)-/.test(id)),
    }));
  const kept = ['land', 'imagery', 'road', 'road-label'];
  expect(await shownLayers()).toEqual({ name: 'Mapbox Streets', foreign: kept });
  expect((await shownFeatures(page, 'road')).length).toBeGreaterThan(0);
  expect((await shownFeatures(page, 'parcel-outlines')).length).toBeGreaterThan(100);

  await page.getByRole('button', { name: 'Contour lines' }).click();
  await expect.poll(() => shownFeatures(page, 'contour-lines')).toContainEqual({ index: 10, ele: 240 });

  await page.getByRole('button', { name: 'Basemaps' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Streets', exact: true })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Satellite Streets' }).click();
  await expect.poll(async () => (await shownLayers()).name).toBe('Mapbox Satellite Streets');
  await lookAt(page, { zoom: 14 });
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Satellite Streets' })).toBeChecked();
  await page.keyboard.press('Escape');

  await expect(page.getByRole('link', { name: 'Mapbox', exact: true })).toBeVisible();
  await page.getByLabel('Toggle attribution').click();
  for (const credit of ['© Mapbox', '© OpenStreetMap', 'Improve this map']) {
    await expect(page.getByRole('link', { name: credit })).toBeVisible();
  }

  expect(standIn.asked.filter(({ hasToken }) => !hasToken)).toEqual([]);
  const kinds = ['/styles/v1/mapbox/streets-v12', '/sprite', '/fonts/v1/mapbox/', '/v4/mapbox.satellite/'];
  for (const kind of kinds) expect(standIn.asked.some(({ path }) => path.includes(kind))).toBe(true);
});
