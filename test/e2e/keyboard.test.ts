// The map screen with the keyboard alone: every control, and the parcels on the map.
import { expect, type Page } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import { currentView, lookAt, mapIsIdle } from './map-page.ts';
import { clickAt, mapElement, placeAt } from './map-pointer.ts';
import { test } from './map-test.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { reachForSearch, searchField } from './search-box.ts';

/** The names of all enabled buttons. */
async function pressable(page: Page): Promise<string[]> {
  const buttons = page.locator('button:visible:enabled');
  return buttons.evaluateAll((found) => found.map(({ ariaLabel, textContent }) => ariaLabel || textContent));
}

async function reachedByTab(page: Page, presses: number): Promise<Set<string | null>> {
  const reached = new Set<string | null>();
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if (await focused.count())
      reached.add(await focused.evaluate(({ ariaLabel, textContent }) => ariaLabel || textContent));
  }
  return reached;
}

async function expectAllReached(page: Page): Promise<void> {
  const buttons = await pressable(page);
  const others = await page
    .locator('a:visible, input:visible, summary:visible, [tabindex="0"]:visible')
    .count();
  // A few more presses for the browser itself.
  const reached = await reachedByTab(page, buttons.length + others + 4);
  expect([...reached]).toEqual(expect.arrayContaining(buttons));
}

/** As after opening the page: the next Tab goes to the first control. */
async function startAtTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
}

const canvas = (page: Page) => mapElement(page).getByRole('region', { name: 'Map', exact: true });

test('the first Tab stops are the menu, the search and the map, and every control is one, of tools and details too', async ({
  map,
}) => {
  await startAtTop(map);
  await map.keyboard.press('Tab');
  await expect(map.getByRole('button', { name: 'Menu' })).toBeFocused();
  await map.keyboard.press('Tab');
  await expect(searchField(map)).toBeFocused();
  await map.keyboard.press('Tab');
  await expect(map.locator('search').getByRole('button')).toBeFocused();
  await map.keyboard.press('Tab');
  await expect(canvas(map)).toBeFocused();
  await canvas(map).blur();
  await expectAllReached(map);

  for (const tool of ['Measure', 'Draw']) {
    await map.getByRole('button', { name: `${tool} tools`, exact: true }).click();
    await expect(map.getByRole('region', { name: tool, exact: true })).toBeVisible();
    await expectAllReached(map);
    await map.getByRole('button', { name: `Close ${tool} Tools` }).click();
  }
  await clickAt(map, [320, 240]);
  const details = map.getByRole('region', { name: 'Parcel details' });
  await expect(details).toContainText('Tax acres');
  await expectAllReached(map);
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();
});

test('[W6] a distance is measured with the keyboard alone, under the crosshair', async ({ map }) => {
  await lookAt(map, { zoom: 17 });
  await map.getByRole('button', { name: 'Measure tools', exact: true }).press('Enter');
  const box = map.getByRole('region', { name: 'Measure', exact: true });
  await expect(canvas(map)).toBeFocused();
  await expect(map.locator('.crosshair')).toBeVisible();
  await expect(box.getByRole('status')).toHaveText('Press Enter to begin');
  await map.keyboard.press('Enter');
  const { lng } = await currentView(map);
  await map.keyboard.press('ArrowRight');
  await expect.poll(async () => (await currentView(map)).lng).toBeGreaterThan(lng);
  await mapIsIdle(map);
  await expect(box.getByRole('status')).toContainText('Segment');
  await map.keyboard.press('Enter');
  await expect(map.locator('[aria-live="polite"]').filter({ hasText: /^Point 2, \d+ ft$/ })).toHaveCount(1);
  await map.keyboard.press('Enter');
  await expect(box.getByRole('button', { name: 'Keep as drawing' })).toBeVisible();
  await map.keyboard.press('Escape');
  await expect(box.getByRole('status')).toHaveText('Choose what to measure');
  await map.keyboard.press('Escape');
  await expect(box).toBeHidden();
});

test('[S1] [S2] the arrow keys move the map, and Enter selects the parcel under the crosshair', async ({
  map,
}) => {
  const details = map.getByRole('region', { name: 'Parcel details' });
  const crosshair = map.locator('.crosshair');
  await lookAt(map, { zoom: 17 });
  const [spot] = await spotsOnParcels(map, 1);
  const [lng, lat] = await placeAt(map, spot!.at);
  await lookAt(map, { zoom: 17, center: [lng, lat] });
  await reachForSearch(map);
  await map.keyboard.press('Tab');
  await map.keyboard.press('Tab');
  await expect(crosshair).toBeVisible();

  await map.keyboard.press('ArrowRight');
  await expect.poll(async () => (await currentView(map)).lng).toBeGreaterThan(lng);
  await mapIsIdle(map);
  await lookAt(map, { zoom: 17, center: [lng, lat] });
  const name = await mapElement(map).evaluate(
    (element: MapElement, pin) =>
      element
        .map!.queryRenderedFeatures({ layers: ['parcel-areas'] })
        .find(({ properties }) => properties.PIN === pin)!.properties.Name,
    spot!.pin,
  );
  await expect(map.locator('[aria-live="polite"]').filter({ hasText: name })).toHaveCount(1);

  await map.keyboard.press('Enter');
  await expect(details).toContainText('Tax acres');
  await expect(details).toContainText(name);
  await map.keyboard.press('Space');
  await expect(details).toBeHidden();

  // Escape closes wherever the focus is, and gives it back.
  await map.keyboard.press('Space');
  await expect(details).toContainText('Tax acres');
  await map.keyboard.press('Tab');
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused();
  await map.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(canvas(map)).toBeFocused();
  await expect(crosshair).toBeVisible();
  await canvas(map).blur();
});
