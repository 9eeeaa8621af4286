// The four basemaps on the real map: our layers on each of them, a style that fails, contour lines.
import { expect, type Page } from '@playwright/test';
import { MAP_STYLES } from '../../contract/map-styles.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { holdRoute } from './hold-route.ts';
import { lookAt, mapIsIdle, shownFeatures, styleName } from './map-page.ts';
import { mapElement } from './map-pointer.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';

const loadingMessage = (page: Page) => page.getByText('Loading map style...');

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

const ourLayers = (page: Page) =>
  mapElement(page).evaluate(({ map }: MapElement) => ({
    // There is none while one style gives way to another.
    outlines: map!.getLayer('parcel-outlines') && map!.getPaintProperty('parcel-outlines', 'line-color'),
    ids: map!
      .getLayersOrder()
      .filter((id) => /^(contour-lines|contour-labels|parcel-outlines|parcel-labels)$/.test(id)),
  }));

test('[M2] [M11] [M13] [M15] every style gets parcels and contours, with a message while it loads; one that fails leaves the last', async ({
  map,
  allowMessages,
}) => {
  allowMessages(failedRequest('/styles/'), /^warning: The map style outdoors-v12 could not be loaded\./);
  const answer = await holdRoute(map, '**/styles/v1/platbook/outdoors-v12*');
  await choose(map, 'Outdoors');
  await expect(loadingMessage(map)).toBeVisible();
  answer();
  await expect(loadingMessage(map)).toBeHidden();
  expect(await styleName(map)).toBe('Outdoors');

  const expectOurLayers = async (outlines: string) => {
    const ids = ['contour-lines', 'parcel-outlines', 'parcel-labels', 'contour-labels'];
    await expect.poll(() => ourLayers(map)).toEqual({ outlines, ids });
    await mapIsIdle(map);
    expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(10);
  };
  for (const { name } of MAP_STYLES.toReversed()) {
    await chooseBasemap(map, name);
    await expectOurLayers(name === 'Satellite Streets' ? '#ffff00' : '#000000');
  }
  const nameColor = () =>
    mapElement(map).evaluate(({ map }: MapElement) =>
      map!.getLayer('parcel-labels')
        ? JSON.stringify(map!.getPaintProperty('parcel-labels', 'text-color'))
        : 'loading',
    );
  const light = await nameColor();
  expect(light).not.toBe('loading');
  await map.emulateMedia({ colorScheme: 'dark' });
  const isDark = async () => !['loading', light].includes(await nameColor());
  await expect.poll(isDark).toBe(true);
  await map.emulateMedia({ colorScheme: 'light' });
  await expect.poll(nameColor).toEqual(light);

  await map.route('**/styles/v1/platbook/outdoors-v12*', (route) => route.abort());
  const logged = map.waitForEvent('console', (message) => message.text().includes('outdoors-v12'));
  await choose(map, 'Outdoors');
  expect((await logged).type()).toBe('warning');
  await expect(loadingMessage(map)).toBeHidden();
  expect(await styleName(map)).toBe('Streets');
  await expectOurLayers('#000000');
  await chooseBasemap(map, 'Streets');
});

test('[M12] contour lines and their labels are toggled by their button', async ({ map }) => {
  await lookAt(map, { zoom: 14 });
  const button = map.getByRole('button', { name: 'Contour lines' });
  const lines = () => shownFeatures(map, 'contour-lines');
  const labels = () => shownFeatures(map, 'contour-labels');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(await lines()).toEqual([]);
  expect(await labels()).toEqual([]);

  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await lines()).length).toBeGreaterThan(0);
  await expect.poll(async () => (await labels()).length).toBeGreaterThan(0);
  for (const { index } of await lines()) expect(index).toBeGreaterThanOrEqual(6);
  for (const { index, ele } of await labels()) expect([index, ele]).toEqual([5, expect.any(Number)]);

  await lookAt(map, { zoom: 11.9 });
  expect(await lines()).toEqual([]);
  await lookAt(map, { zoom: 12.5 });
  expect(await labels()).toEqual([]);
  expect((await lines()).length).toBeGreaterThan(0);

  await button.click();
  await expect.poll(async () => (await lines()).length).toBe(0);
});
