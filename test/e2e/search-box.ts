// The search box in whole-page tests.
import type { Page } from '@playwright/test';

export const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search places' });
export const suggestions = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
export const clearButton = (page: Page) => page.getByRole('button', { name: 'Clear search' });
export const placeMarker = (page: Page) => page.locator('.maplibregl-marker');

/** Focuses the placeholder field and waits for the search library to replace it. */
export async function reachForSearch(page: Page): Promise<void> {
  await page.getByLabel('Search places').focus();
  await searchField(page).waitFor();
}

/** Replaces the text in one step: a pause between two keys would send a request for part of it. */
export async function typeWords(page: Page, words: string): Promise<void> {
  await reachForSearch(page);
  await searchField(page).selectText();
  await page.keyboard.insertText(words);
}

/** Types key by key. A text of more than two letters may cause more than one request. */
export async function typeKeys(page: Page, keys: string): Promise<void> {
  await reachForSearch(page);
  await searchField(page).selectText();
  await page.keyboard.type(keys);
}

/** Clears text, list and marker: the state that the next test expects. */
export async function putSearchAway(page: Page): Promise<void> {
  await clearButton(page).click();
  await page.getByRole('button', { name: 'Menu' }).focus();
}
