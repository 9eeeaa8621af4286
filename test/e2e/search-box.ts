// The search box as a person finds it.
import type { Page } from '@playwright/test';

export const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search places' });
export const suggestions = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
export const clearButton = (page: Page) => page.getByRole('button', { name: 'Clear search' });
export const placeMarker = (page: Page) => page.locator('.maplibregl-marker');

/** The field that is there at first gives way to the search itself, once somebody reaches for it. */
export async function reachForSearch(page: Page): Promise<void> {
  await page.getByLabel('Search places').focus();
  await searchField(page).waitFor();
}

/** In place of whatever stands there, and at once: a pause between two keys would ask for what stands there by then. */
export async function typeWords(page: Page, words: string): Promise<void> {
  await reachForSearch(page);
  await searchField(page).selectText();
  await page.keyboard.insertText(words);
}

/** Key by key. What has more than two may be asked for more than once. */
export async function typeKeys(page: Page, keys: string): Promise<void> {
  await reachForSearch(page);
  await searchField(page).selectText();
  await page.keyboard.type(keys);
}

/** As it was found: no words, no list, no marker. */
export async function putSearchAway(page: Page): Promise<void> {
  await clearButton(page).click();
  await page.getByRole('button', { name: 'Menu' }).focus();
}
