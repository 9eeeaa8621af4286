// Signs in as a user does: the login page, the mail, the link in it.
import { randomUUID } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { chromiumPath, softwareDrawing } from '../chromium.ts';
import { inboxOf } from './running-server.ts';
import { menuButton } from './side-menu.ts';

export const newEmail = (): string => `${randomUUID()}@example.org`;

export async function askForLink(page: Page, { url, email }: { url: string; email: string }): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Get Magic Link' }).click();
  await page.getByText('Email sent! Check your inbox to log in.').waitFor();
}

/** Opens the newest mail, and returns its sign-in link. */
export async function openMail(page: Page, { url, email }: { url: string; email: string }) {
  await page.goto(inboxOf(url));
  // Not by the mouse: the mail of other tests moves the list down while it is shown.
  await page.getByRole('link', { name: email }).first().dispatchEvent('click');
  return page.getByRole('link', { name: '/authenticate?' });
}

/** Ends at the map. */
export async function signIn(page: Page, { url, email = newEmail() }: { url: string; email?: string }) {
  await askForLink(page, { url, email });
  await (await openMail(page, { url, email })).click();
  await page.waitForURL(`${url}/`);
}

/** Signs in at each server, and stores the cookies and local storage in a file. */
export async function storeSignedInState({ urls, file }: { urls: string[]; file: string }): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: softwareDrawing });
  try {
    const page = await browser.newPage();
    // The global set-up does not get the time-outs of the tests.
    page.setDefaultTimeout(120_000);
    for (const url of urls) {
      await signIn(page, { url });
      await menuButton(page).waitFor();
    }
    await page.context().storageState({ path: file });
  } finally {
    await browser.close();
  }
}
