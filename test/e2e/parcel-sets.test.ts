// From a parcel to its neighbors: table, marks, files, and the way back.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openMap, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { putSearchAway, suggestions, typeWords } from './search-box.ts';

const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const historyLength = (page: Page) => page.evaluate(() => history.length);

async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const arriving = page.waitForEvent('download');
  await press();
  return readFile(await (await arriving).path());
}

test('[F1] [F3] [F5] [F6] the neighbors of a parcel are a table, marks, a CSV and labels; Back closes one after the other', async ({
  page,
}) => {
  // The browser's own dialog, which asks for a place, cannot be driven.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openMap(page);
  const [spot] = await spotsOnParcels(page, 1);
  await page.mouse.click(...spot!.at);
  await details(page).getByRole('button', { name: 'Neighbors' }).click();
  await expect(details(page).getByRole('radio', { name: '300 ft', exact: true })).toBeChecked();
  await details(page).getByRole('button', { name: 'Show neighbors' }).click();
  const counted = results(page).getByText(/^[\d,]+ parcels, /);
  await expect(counted).toHaveRole('status');
  const count = Number(/^[\d,]+/.exec((await counted.textContent())!)![0].replaceAll(',', ''));
  expect(count).toBeGreaterThan(3);
  // On a screen of this width the results take the place of the details.
  await expect(details(page)).toBeHidden();
  await expect(results(page).getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 1));
  await expect.poll(async () => (await shownFeatures(page, 'set-areas')).length).toBeGreaterThan(3);

  const csv = await downloaded(page, async () => {
    await results(page).getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
  });
  await expect(results(page).getByText(/^Saved as .+\.csv/)).toBeVisible();
  const [header, ...lines] = csv.toString('utf8').trimEnd().split('\r\n');
  expect(header).toMatch(/^\ufeffpin,/);
  expect(lines).toHaveLength(count);

  await results(page).getByRole('button', { name: 'Labels' }).click();
  const labels = page.getByRole('dialog', { name: 'Labels' });
  await expect(labels.getByText(/^[\d,]+ letters? for/)).toBeVisible();
  const pdf = await downloaded(page, () => labels.getByRole('button', { name: 'Download' }).click());
  expect(pdf.toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  await expect(labels).toBeHidden();

  const row = results(page).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await row.click();
  await expect(details(page).getByRole('button', { name: 'Save parcel' })).toBeVisible();
  const opened = new URL(page.url()).searchParams.get('pin');
  expect(opened).not.toBe(`${spot!.pin}~demo`);
  expect(lines.some((line) => line.includes(opened!.replace('~demo', '')))).toBe(true);
  await expect
    .poll(async () => (await shownFeatures(page, 'parcel-selected-outline')).length)
    .toBeGreaterThan(0);

  const entries = await historyLength(page);
  await page.goBack();
  await expect(details(page)).toBeHidden();
  await expect(counted).toBeVisible();
  await page.goBack();
  await expect(results(page)).toBeHidden();
  await expect(details(page)).toContainText(spot!.pin);
  await page.goBack();
  await expect(details(page)).toBeHidden();
  await expect(results(page)).toBeHidden();
  expect(await historyLength(page)).toBe(entries);
});

test('[F3] [F15] Escape closes what was opened last, wherever the focus is', async ({ map: page }) => {
  await page.setViewportSize({ width: 1400, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Find parcels' }).click();
  const find = page.getByRole('dialog', { name: 'Find parcels' });
  await find.getByRole('button', { name: /^Show/ }).click();
  await expect(results(page).getByRole('row').nth(1)).toBeVisible();
  await expect(find).toBeVisible();
  await results(page).getByRole('row').nth(1).click();
  await expect(details(page)).toBeVisible();
  // The focus is in the results, and neither they nor the panel before them are closed.
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await expect(results(page)).toBeVisible();
  await find.getByRole('heading').click();
  await page.keyboard.press('Escape');
  await expect(results(page)).toBeHidden();
  await expect(find).toBeVisible();
  await typeWords(page, 'oak');
  await expect(suggestions(page)).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toHaveCount(0);
  await expect(find).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await putSearchAway(page);
});

test('[F15] the neighbors of a set take its place, and Back leads to the set', async ({ page }) => {
  await openMap(page);
  const [spot] = await spotsOnParcels(page, 1);
  await page.mouse.click(...spot!.at);
  await details(page).getByRole('button', { name: 'Neighbors' }).click();
  await details(page).getByRole('radio', { name: 'Touching' }).click();
  await details(page).getByRole('button', { name: 'Show neighbors' }).click();
  const count = async () => {
    const counted = results(page).getByText(/^[\d,]+ parcels, /);
    return Number(/^[\d,]+/.exec((await counted.textContent())!)![0].replaceAll(',', ''));
  };
  const touching = await count();
  await results(page).getByRole('button', { name: 'Neighbors' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show neighbors' }).click();
  await expect(results(page).getByRole('heading')).toHaveText(/^Within 300 ft of “Touching /);
  expect(await count()).toBeGreaterThan(touching);
  await results(page).getByRole('button', { name: 'Labels' }).click();
  const labels = page.getByRole('dialog', { name: 'Labels' });
  await expect(labels.getByRole('checkbox', { name: /^Leave out the owners/ })).toBeChecked();
  await expect(labels.getByText(/^[\d,]+ letters? for/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(results(page).getByRole('heading')).toHaveText(/^Touching /);
});
