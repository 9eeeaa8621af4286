// The four basemaps: choosing one, and what stays on the map when it changes.
import { expect, type Page } from '@playwright/test';
import { MAP_STYLES } from '../../contract/map-styles.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { holdRoute } from './hold-route.ts';
import { lookAt, mapIsIdle, shownFeatures, styleName } from './map-page.ts';
import { test } from './shared-map.ts';

const picker = (page: Page) => page.getByRole('button', { name: 'Basemaps' });
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });
const loadingWords = (page: Page) => page.getByText('Loading map style...');

async function choose(page: Page, name: string): Promise<void> {
  await picker(page).click();
  await choice(page, name).click();
}

const ourLayers = (page: Page) =>
  page.locator('[data-map-state]').evaluate(({ map }: MapElement) => ({
    outlines: map!.getPaintProperty('parcel-outlines', 'line-color'),
    ids: map!
      .getLayersOrder()
      .filter((id) => /^(contour-lines|contour-labels|parcel-outlines|parcel-labels)$/.test(id)),
  }));

test('[M7] [M10] the picker lists four basemaps, highlights the current one, and closes with a choice', async ({
  map,
}) => {
  await picker(map).focus();
  await map.keyboard.press('Enter');
  const choices = map.getByRole('menuitemradio');
  await expect(choices).toHaveText(MAP_STYLES.map(({ name }) => name));
  await expect(map.getByRole('menuitemradio', { checked: true })).toHaveText('Streets');
  await map.keyboard.press('Escape');
  await expect(choices).toHaveCount(0);
  await expect(picker(map)).toBeFocused();

  await map.keyboard.press('Enter');
  await expect(choice(map, 'Streets')).toBeFocused();
  for (const { name } of MAP_STYLES.slice(1)) {
    await map.keyboard.press('ArrowDown');
    await expect(choice(map, name)).toBeFocused();
  }
  await map.keyboard.press('Enter');
  await expect(choices).toHaveCount(0);
  await expect.poll(() => styleName(map)).toBe('Outdoors');
  await picker(map).click();
  await expect(choice(map, 'Outdoors')).toBeChecked();
  await choice(map, 'Streets').click();
  await expect.poll(() => styleName(map)).toBe('Streets');
  await mapIsIdle(map);
});

test('[M2] the words stand on the map until the style has loaded', async ({ map }) => {
  const letGo = await holdRoute(map, '**/styles/v1/platbook/navigation-day-v1');
  await choose(map, 'Navigation Day');
  await expect(loadingWords(map)).toBeVisible();
  letGo();
  await expect(loadingWords(map)).toBeHidden();
  expect(await styleName(map)).toBe('Navigation Day');
  await chooseBasemap(map, 'Streets');
});

test('[M11] [M13] every style carries parcels and contours, with yellow outlines on imagery', async ({
  map,
}) => {
  for (const { name } of MAP_STYLES.toReversed()) {
    await chooseBasemap(map, name);
    expect(await ourLayers(map)).toEqual({
      outlines: name === 'Satellite Streets' ? '#ffff00' : '#000000',
      ids: ['contour-lines', 'parcel-outlines', 'parcel-labels', 'contour-labels'],
    });
    expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(100);
  }
});

test('[M2] [M15] a style that does not arrive is only logged: the one before stays, and the words go', async ({
  map,
}) => {
  await map.route('**/styles/v1/platbook/outdoors-v12', (route) => route.abort());
  const logged = map.waitForEvent('console', (message) => message.text().includes('outdoors-v12'));
  await choose(map, 'Outdoors');
  expect((await logged).type()).toBe('warning');
  await expect(loadingWords(map)).toBeHidden();
  expect(await styleName(map)).toBe('Streets');
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(100);
  await chooseBasemap(map, 'Streets');
});

test('[M12] contour lines and their heights come and go with their button', async ({ map }) => {
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
