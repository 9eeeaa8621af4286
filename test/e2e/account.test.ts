// One's own account on the whole page: signing out elsewhere, the data as a file, deleting the account, and what logging
// out leaves in the browser.
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { closedServerUrl as url } from './map-page.ts';
import { logOut, menuButton, openMenu } from './side-menu.ts';
import { newEmail, signIn } from './sign-in.ts';

async function openAccount(page: Page): Promise<Locator> {
  const menu = await openMenu(page);
  await menu.getByRole('button', { name: 'Your account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Account' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  return dialog;
}

test('somebody signs out elsewhere, downloads their data, and deletes the account', async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await signIn(page, { url: url(), email });
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, { url: url(), email });
  await expect(menuButton(elsewhere)).toBeVisible();

  let dialog = await openAccount(page);
  const places = dialog.getByRole('listitem');
  await expect(places).toHaveText([/This browser/, /Chrome on .*Last seen just now/]);
  await dialog.getByRole('button', { name: 'Sign out Chrome' }).click();
  await expect(places).toHaveText([/This browser/]);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(`${url()}/login`);

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download My Data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('platbook-account.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    account: { address: email },
    sessions: [{ browser: expect.stringMatching(/^Chrome on /) }],
    saved_parcels: [],
  });

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menuButton(page)).toBeFocused();

  dialog = await openAccount(page);
  const token = await page.evaluate(() => localStorage.getItem('session_token')!);
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url()}/login`);
  expect(await page.context().cookies(url())).toEqual([]);
  const answer = await page.request.get(`${url()}/api/account`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
  await elsewhere.context().close();
});

test('logging out leaves nothing of the person in the browser', async ({ page }) => {
  await signIn(page, { url: url() });
  await expect(menuButton(page)).toBeVisible();
  const person = await page.evaluate(() => {
    const [, claims = ''] = localStorage.getItem('session_jwt')!.split('.');
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    const geometry = { type: 'Point', coordinates: [-80.86, 35.62] };
    const features = [{ type: 'Feature', id: 'a', properties: {}, geometry }];
    localStorage.setItem(`drawings:${sub}`, JSON.stringify({ type: 'FeatureCollection', features }));
    localStorage.setItem('parcelCache', '{}');
    return sub as string;
  });
  await page.reload();
  const menu = await openMenu(page);
  await expect(menu).toContainText('Logging out removes your drawing from this browser.');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await logOut(page);
  await expect(page).toHaveURL(`${url()}/login`);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).not.toContain(`drawings:${person}`);
  expect(kept).not.toContain('parcelCache');
});
