// The side menu in browser tests. Its button is visible only to signed-in users; one of its items logs out.
import { expect, type Locator, type Page } from '@playwright/test';

export const menuButton = (page: Page): Locator => page.getByRole('button', { name: 'Menu', exact: true });

export const logOutItem = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' });

export async function openMenu(page: Page): Promise<Locator> {
  await menuButton(page).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  // Wait for the focus: keys pressed before it moved into the menu would go elsewhere.
  await expect(menu.locator(':focus')).toHaveCount(1);
  return menu;
}

export async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  await logOutItem(page).click();
}
