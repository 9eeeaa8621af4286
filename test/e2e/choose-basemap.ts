// Chooses a basemap from the menu, and waits until it is drawn.
import { expect, type Page } from '@playwright/test';
import { mapIsIdle, styleName } from './map-page.ts';

export async function chooseBasemap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  // The map stays idle on the old style until the new document has arrived.
  await expect.poll(() => styleName(page)).toBe(name);
  await expect(page.getByText('Loading map style...')).toBeHidden();
  await mapIsIdle(page);
}
