// One's own account on the whole page: signing out elsewhere, the data as a file, deleting the account.
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { inTown, closedServerUrl as url } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest, OF_STYTCH } from './quiet-test.ts';
import { menuButton, openMenu } from './side-menu.ts';
import { newEmail, signedInState } from './sign-in.ts';

async function openAccount(page: Page): Promise<Locator> {
  const menu = await openMenu(page);
  await menu.getByRole('button', { name: 'Your account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Account' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  return dialog;
}

const email = newEmail();
// biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
test.use({ storageState: async ({}, use) => use(await signedInState([url()], email)) });

test('somebody signs out elsewhere, downloads their data, and deletes the account', async ({
  page,
  browser,
  allowMessages,
}) => {
  allowMessages(OF_STYTCH, failedRequest('/sdk/v1/sessions/'), /^warning: The session could not be revoked/);
  const elsewhere = await browser.newPage({ storageState: await signedInState([url()], email) });
  await page.goto(inTown(url()));

  let dialog = await openAccount(page);
  const places = dialog.getByRole('listitem');
  await expect(places).toHaveText([/This browser/, /Chrome on .*Last seen just now/]);
  await dialog.getByRole('button', { name: 'Sign out Chrome' }).click();
  await expect(places).toHaveText([/This browser/]);
  await elsewhere.goto(url());
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
  await elsewhere.close();
});
