// The menu and the overlays panel: what is in them, and the ways to close them.
import { expect } from '@playwright/test';
import { PRODUCT_NAME } from '../../contract/limits.ts';
import { atRest } from './at-rest.ts';
import { lookAt, shownFeatures } from './map-page.ts';
import { test } from './shared-map.ts';
import { logOutItem, menuButton, openMenu } from './side-menu.ts';

test('[N1] [N3] the menu is 224 px wide, knows who is signed in and where the map looks', async ({ map }) => {
  const menu = await openMenu(map);
  await expect.poll(async () => await menu.boundingBox()).toMatchObject({ x: 0, y: 0, width: 224 });
  await expect(logOutItem(map)).toContainText(/@example\.org/);
  await expect(logOutItem(map)).toBeEnabled();

  const info = menu.getByRole('region', { name: 'Map Info' });
  await expect(info).toContainText('-80.8600, 35.6200');
  await expect(info).toContainText('13.00');
  await lookAt(map, { zoom: 14.256, center: [-80.87654, 35.61234] });
  await expect(info).toContainText('-80.8765, 35.6123');
  await expect(info).toContainText('14.26');
  await expect(menu).toContainText(`© ${new Date().getFullYear()} ${PRODUCT_NAME}`);
  await map.keyboard.press('Escape');
});

test('[N2] Settings only logs; My Saved Parcels closes the menu and opens the sheet', async ({ map }) => {
  const menu = await openMenu(map);
  const logged = map.waitForEvent('console', (message) => message.text().startsWith('Settings'));
  await menu.getByRole('button', { name: 'Settings' }).click();
  await logged;
  await expect(menu).toBeVisible();

  await menu.getByRole('button', { name: 'My Saved Parcels' }).click();
  await expect(menu).toBeHidden();
  const sheet = map.getByRole('dialog');
  await expect(sheet).toContainText('saved any parcels yet');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  // What led to the sheet has gone with the menu; what led to the menu has not.
  await expect(menuButton(map)).toBeFocused();
});

test('[N5] the focus is given back also where the sheet came while nothing had it', async ({ map }) => {
  const menu = await openMenu(map);
  // As for the moment in which the menu has gone and not yet given the focus back.
  await map.evaluate(() => {
    const loseFocus = () => (document.activeElement as HTMLElement).blur();
    document.addEventListener('click', loseFocus, { once: true });
  });
  await menu.getByRole('button', { name: 'My Saved Parcels' }).click();
  const sheet = map.getByRole('dialog', { name: 'My Saved Parcels' });
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(menuButton(map)).toBeFocused();
});

test('[N4] the overlays panel is 13 rem wide, and owner names follow its first box', async ({ map }) => {
  await lookAt(map, { zoom: 15 });
  const names = async () => (await shownFeatures(map, 'parcel-labels')).length;
  expect(await names()).toBeGreaterThan(0);

  await map.getByRole('button', { name: 'Overlays' }).click();
  const panel = map.getByRole('dialog', { name: 'Overlays' });
  const right = map.viewportSize()!.width - 208;
  await expect.poll(async () => await panel.boundingBox()).toMatchObject({ x: right, y: 0, width: 208 });
  const box = (name: string) => panel.getByRole('checkbox', { name });
  await expect(box('Show Owner Names')).toBeChecked();
  await expect(box('Show Saved Parcels')).not.toBeChecked();
  await box('Show Owner Names').uncheck();
  await expect.poll(names).toBe(0);
  await box('Show Owner Names').check();
  await expect.poll(names).toBeGreaterThan(0);

  // On a narrow page 80 % of it are less than 13 rem.
  await map.setViewportSize({ width: 240, height: 480 });
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(192);
  await map.setViewportSize({ width: 640, height: 480 });
  await map.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

const panels = [
  { name: 'Menu', beside: { x: 500, y: 300 } },
  { name: 'Overlays', beside: { x: 100, y: 300 } },
];
for (const { name, beside } of panels) {
  test(`[N5] Escape, the backdrop and Close close ${name}, and its button has the focus again`, async ({
    map,
  }) => {
    const button = map.getByRole('button', { name, exact: true });
    const panel = map.getByRole('dialog', { name });
    const ways = [
      () => map.keyboard.press('Escape'),
      () => map.mouse.click(beside.x, beside.y),
      () => panel.getByRole('button', { name: 'Close' }).click(),
    ];
    for (const close of ways) {
      await button.click();
      await expect(panel).toBeVisible();
      await atRest(panel);
      await close();
      await expect(panel).toBeHidden();
      await expect(button).toBeFocused();
    }
    // Beside the panel is the map, which a click on the backdrop must not reach.
    await expect(map.getByRole('region', { name: 'Parcel details' })).toHaveCount(0);
  });
}

test('[N5] the focus stays in the menu while it is open', async ({ map }) => {
  const menu = await openMenu(map);
  const buttons = await menu.getByRole('button').count();
  for (let press = 0; press <= buttons; press++) {
    await map.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
  }
  await map.keyboard.press('Escape');
  await expect(menuButton(map)).toBeFocused();
});
