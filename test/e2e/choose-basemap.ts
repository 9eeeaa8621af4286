// Another basemap, chosen from the list.
import { expect, type Page } from '@playwright/test';

export async function chooseBasemap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await expect(page.getByText('Loading map style...')).toBeHidden();
}
