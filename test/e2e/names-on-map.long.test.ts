// Names on the whole basemap: owner names leave those of roads, waters and places where they are.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { atRest } from './at-rest.ts';
import { lookAt, mapIsIdle, openMap, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';

test.use({ rendering: 'whole', viewport: { width: 800, height: 600 } });

/** The distinct names of roads, waters and places that stand on the map. */
const basemapNames = (page: Page): Promise<string[]> =>
  page.locator('[data-map-state]').evaluate(({ map }: MapElement) => {
    const layers = map!
      .getStyle()
      .layers.filter(
        (layer) =>
          layer.type === 'symbol' &&
          layer.source === 'basemap' &&
          ['roads', 'water', 'places'].includes(layer['source-layer']!),
      )
      .map(({ id }) => id);
    const names = map!.queryRenderedFeatures({ layers }).map(({ properties }) => properties.name);
    return [...new Set(names.filter((name) => typeof name === 'string'))];
  });

async function showOwnerNames(page: Page, isShown: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Overlays' }).click();
  const panel = page.getByRole('dialog', { name: 'Overlays' });
  await panel.getByRole('checkbox', { name: 'Show Owner Names' }).setChecked(isShown);
  await atRest(panel);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect.poll(async () => (await shownFeatures(page, 'parcel-labels')).length > 0).toBe(isShown);
  await mapIsIdle(page);
}

test('[M13] [N4] in the middle of town owner names leave at least nine of ten names of roads and places', async ({
  page,
}) => {
  await openMap(page);
  for (const zoom of [14, 15]) {
    await lookAt(page, { zoom, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
    await showOwnerNames(page, false);
    const without = await basemapNames(page);
    expect(without.length).toBeGreaterThan(15);
    await showOwnerNames(page, true);
    const kept = new Set(await basemapNames(page));
    expect(without.filter((name) => kept.has(name)).length).toBeGreaterThanOrEqual(0.9 * without.length);
  }
});
