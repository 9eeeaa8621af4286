// The four basemaps, drawn with all of their layers.
import { expect, type Page } from '@playwright/test';
import { DEFAULT_STYLE_ID, MAP_STYLES, type MapStyleId } from '../../contract/map-styles.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { openMap, openServerUrl } from './map-page.ts';
import { test } from './map-test.ts';
import { meanColor } from './pixels.ts';

test.use({ rendering: 'whole', viewport: { width: 400, height: 360 } });

/** A layer type and a source that mark each style. */
const marks: Record<MapStyleId, { layer: string; source: string }> = {
  'streets-v12': { layer: 'line', source: 'basemap' },
  'satellite-streets-v12': { layer: 'raster', source: 'aerial' },
  'navigation-day-v1': { layer: 'line', source: 'basemap' },
  'outdoors-v12': { layer: 'hillshade', source: 'terrain' },
};

const drawnOn = (page: Page) =>
  page.locator('[data-map-state]').evaluate(({ map }: MapElement) => ({
    name: map!.getStyle().name,
    layers: map!.getStyle().layers.map((layer) => ({
      type: layer.type,
      source: 'source' in layer ? layer.source : undefined,
    })),
    streetNames: map!
      .querySourceFeatures('basemap', { sourceLayer: 'roads' })
      .filter(({ properties }) => properties.name).length,
  }));

test('the credit behind the button names GeoNames and links to its license', async ({ page }) => {
  await openMap(page);
  await page.getByLabel('Toggle attribution').click();
  const credits = page.locator('.maplibregl-ctrl-bottom-right');
  await expect(credits.getByRole('link', { name: 'GeoNames' })).toBeVisible();
  await expect(credits.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible();
});

test('[M10] each basemap draws its own streets in its own colors, without warnings or failed requests', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await openMap(page, openServerUrl());
  const colors: number[][] = [];
  for (const { id, name } of MAP_STYLES) {
    if (id !== DEFAULT_STYLE_ID) await chooseBasemap(page, name);
    const drawn = await drawnOn(page);
    expect(drawn.name).toBe(name);
    expect(drawn.streetNames).toBeGreaterThan(50);
    const mark = marks[id];
    expect(drawn.layers).toContainEqual({ type: mark.layer, source: mark.source });
    colors.push(await meanColor(page));
  }
  for (const [i, one] of colors.entries()) {
    for (const other of colors.slice(i + 1)) {
      const distance = Math.hypot(...one.map((value, channel) => value - other[channel]!));
      expect(distance, `${one} and ${other}`).toBeGreaterThan(4);
    }
  }
  expect(refused).toEqual([]);
});
