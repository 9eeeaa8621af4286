// Another basemap, chosen from the list, and drawn.
import { expect, type Page } from '@playwright/test';
import { mapIsIdle, styleName } from './map-page.ts';

export async function chooseBasemap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  // Until its document has arrived the map is still idle over the old one.
  await expect.poll(() => styleName(page)).toBe(name);
  await expect(page.getByText('Loading map style...')).toBeHidden();
  await mapIsIdle(page);
}
