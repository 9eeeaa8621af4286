// Every control can be reached with the keyboard alone.
import { expect, type Page } from '@playwright/test';
import { drawButton, drawToggle } from './draw-tools.ts';
import { test } from './shared-map.ts';

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
  // A few more presses for the map, the search field and the browser itself.
  const reached = await reachedByTab(page, buttons.length + 8);
  expect([...reached]).toEqual(expect.arrayContaining(buttons));
}

test('every control of the map can be reached by Tab', async ({ map }) => {
  await expectAllReached(map);
});

test('every control of the measure tools can be reached by Tab', async ({ map }) => {
  await map.getByRole('button', { name: 'Measure tools', exact: true }).click();
  await expect(map.getByRole('button', { name: 'Measure Distance' })).toBeVisible();
  await expectAllReached(map);
  await map.getByRole('button', { name: 'Close Measure Tools' }).click();
});

test('every control of the draw tools can be reached by Tab', async ({ map }) => {
  await drawToggle(map).click();
  await expect(drawButton(map, 'Draw point')).toBeEnabled();
  await expectAllReached(map);
  await drawButton(map, 'Close Draw Tools').click();
});

test('every control of an open parcel can be reached by Tab', async ({ map }) => {
  await map.mouse.click(320, 240);
  const details = map.getByRole('region', { name: 'Parcel details' });
  await expect(details).toContainText('Tax acres');
  await expectAllReached(map);
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();
});
