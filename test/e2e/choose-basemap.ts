// Another basemap, chosen from the list, and drawn.
import { expect, type Page } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import { mapIsIdle } from './map-page.ts';

export async function chooseBasemap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  // Until its document has arrived the map is still idle over the old one.
  await expect.poll(() => styleName(page)).toBe(name);
  await expect(page.getByText('Loading map style...')).toBeHidden();
  await mapIsIdle(page);
}

export function styleName(page: Page): Promise<string | undefined> {
  return page.locator('[data-map-state]').evaluate((element: MapElement) => element.map!.getStyle()?.name);
}
