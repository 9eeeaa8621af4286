// The menu and the overlays panel on the whole page; their component tests prove the rest.
import { expect } from '@playwright/test';
import { atRest } from './at-rest.ts';
import { lookAt, shownFeatures } from './map-page.ts';
import { test } from './shared-map.ts';
import { logOutItem, menuButton, openMenu } from './side-menu.ts';

test('[N1] [N2] [N3] [N5] the menu shows who is signed in and where the map looks, and leads to the saved sheet', async ({
  map,
}) => {
  const menu = await openMenu(map);
  await expect(logOutItem(map)).toContainText(/@example\.org/);
  const info = menu.getByRole('region', { name: 'Map Info' });
  await expect(info).toContainText('-80.8600, 35.6200');
  await lookAt(map, { zoom: 14.256, center: [-80.87654, 35.61234] });
  await expect(info).toContainText('-80.8765, 35.6123');
  await expect(info).toContainText('14.26');

  await menu.getByRole('button', { name: 'My Saved Parcels' }).click();
  await expect(menu).toBeHidden();
  const sheet = map.getByRole('dialog');
  await expect(sheet).toContainText('saved any parcels yet');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  // The menu item that opened the sheet is gone: the focus returns to the button that opened the menu.
  await expect(menuButton(map)).toBeFocused();
});

test('[N5] the focus returns to the menu button also if the sheet opened while nothing had the focus', async ({
  map,
}) => {
  const menu = await openMenu(map);
  // Simulates the moment in which the menu is gone and the focus has not returned yet.
  await map.evaluate(() => {
    const loseFocus = () => (document.activeElement as HTMLElement).blur();
    document.addEventListener('click', loseFocus, { once: true });
  });
  await menu.getByRole('button', { name: 'My Saved Parcels' }).click();
  const sheet = map.getByRole('dialog', { name: 'My Saved Parcels' });
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(menuButton(map)).toBeFocused();
});

test('[N4] [N5] owner names follow their checkbox; a click on the backdrop closes the panel and does not reach the map', async ({
  map,
}) => {
  await lookAt(map, { zoom: 15 });
  const names = async () => (await shownFeatures(map, 'parcel-labels')).length;
  expect(await names()).toBeGreaterThan(0);

  const button = map.getByRole('button', { name: 'Overlays' });
  await button.click();
  const panel = map.getByRole('dialog', { name: 'Overlays' });
  const ownerNames = panel.getByRole('checkbox', { name: 'Show Owner Names' });
  await ownerNames.uncheck();
  await expect.poll(names).toBe(0);
  await ownerNames.check();
  await expect.poll(names).toBeGreaterThan(0);

  await atRest(panel);
  await map.mouse.click(100, 300);
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await expect(map.getByRole('region', { name: 'Parcel details' })).toHaveCount(0);
});
