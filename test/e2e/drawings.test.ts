// Drawings on the whole page: the same in every browser of a person, and there again after logging out and in.
import { expect, type Page } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { drawButton, drawnKinds, openDrawTools } from './draw-tools.ts';
import { lookAt, mapIsOpen, openMap, openServerUrl } from './map-page.ts';
import { clickAt, OPEN_SEA } from './map-pointer.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';
import { logOut, menuButton } from './side-menu.ts';
import { newEmail, SIGNED_OUT, signedInState, signIn } from './sign-in.ts';

test.use({ storageState: SIGNED_OUT });

const kept = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/api/drawings') && answer.request().method() === 'POST',
  );

async function drawLine(page: Page): Promise<void> {
  await openMap(page);
  await lookAt(page, OPEN_SEA);
  await openDrawTools(page);
  await drawButton(page, 'Draw line').click();
  await clickAt(page, [160, 370], [240, 220]);
  await page.keyboard.press('Enter');
  await expect.poll(() => drawnKinds(page)).toEqual(['LineString']);
}

test('[D13] [D14] what is drawn in one browser is there in another, and after logging out and in again', async ({
  browser,
  page,
  context,
}) => {
  const email = newEmail();
  await context.addCookies((await signedInState([openServerUrl()], email)).cookies);
  const isKept = kept(page);
  await drawLine(page);
  expect((await isKept).status()).toBe(200);

  const elsewhere = await browser.newContext({ storageState: await signedInState([openServerUrl()], email) });
  const phone = await elsewhere.newPage();
  await openMap(phone);
  await openDrawTools(phone);
  await expect.poll(() => drawnKinds(phone)).toEqual(['LineString']);
  await drawButton(phone, 'Draw point').click();
  await clickAt(phone, [320, 300]);
  await expect.poll(() => drawnKinds(phone)).toEqual(['LineString', 'Point']);

  // Not waited for: logging out saves it.
  await logOut(phone);
  await expect(phone).toHaveURL(`${openServerUrl()}/login`);
  expect(
    await phone.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('drawings'))),
  ).toEqual([]);
  await signIn(phone, { url: openServerUrl(), email });
  await mapIsOpen(phone);
  await openDrawTools(phone);
  await expect.poll(async () => (await drawnKinds(phone)).sort()).toEqual(['LineString', 'Point']);
  await elsewhere.close();

  // Coming back to the first browser.
  await drawButton(page, 'Close Draw Tools').click();
  await page.reload();
  await mapIsOpen(page);
  await openDrawTools(page);
  await expect.poll(async () => (await drawnKinds(page)).sort()).toEqual(['LineString', 'Point']);
});

test('[D14] a log-out that cannot save the drawings asks; whoever stays has them saved when the server is back', async ({
  page,
  context,
  allowMessages,
}) => {
  allowMessages(failedRequest('/api/drawings'));
  await context.addCookies((await signedInState([openServerUrl()])).cookies);
  await page.route('**/api/drawings', (route) => route.abort());
  await drawLine(page);
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Log out' });
  await expect(question).toContainText(messages.drawingsUnsaved);
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(menuButton(page)).toBeVisible();
  await page.unroute('**/api/drawings');
  const isKept = kept(page);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  expect((await isKept).status()).toBe(200);
  await page.route('**/api/drawings', (route) => route.abort());
  await openDrawTools(page);
  await drawButton(page, 'Draw point').click();
  await clickAt(page, [320, 300]);
  await logOut(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${openServerUrl()}/login`);
});
