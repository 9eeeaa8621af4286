// Signing in with real mail: a server of its own, and an SMTP server beside it.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { type MailServer, openMailServer } from '../mail-server.ts';
import { test } from './quick-map.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { logOutItem, openMenu } from './side-menu.ts';
import { askForLink, newEmail } from './sign-in.ts';

test.describe.configure({ mode: 'serial' });

let folder: string;
let mailServer: MailServer;
let server: RunningServer;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-mail-'));
  await cp(process.env.COUNTY_DATA_DIR!, folder, { recursive: true });
  mailServer = await openMailServer();
  server = await startServer({ dataDir: folder, access: 'signed-in', smtpUrl: mailServer.url });
});

test.afterAll(async () => {
  await server.stop();
  await mailServer.close();
  await rm(folder, { recursive: true, force: true });
});

test('[A5] [A10] the link arrives by mail and opens the map', async ({ page }) => {
  const email = newEmail();
  await askForLink(page, { url: server.url, email });
  await expect(page.getByRole('link', { name: 'inbox' })).toBeHidden();

  // It is sent after the answer.
  await expect.poll(() => mailServer.received).toHaveLength(1);
  const [received] = mailServer.received;
  expect(received!.recipients).toEqual([email]);
  const [link] = /http:\S+\/authenticate\?\S+/.exec(received!.mail.text!)!;
  await page.goto(link);
  await expect(page).toHaveURL(`${server.url}/`);
  await openMenu(page);
  await expect(logOutItem(page)).toContainText(email);
});

test('[A5] an unreachable mail server shows as a failure', async ({ page }) => {
  await mailServer.close();
  await page.goto(`${server.url}/login`);
  // Mail is sent after the answer: the requests after the first one that fails are refused.
  await expect(async () => {
    await page.getByLabel('E-mail address').fill(newEmail());
    const answer = page.waitForResponse('**/magic_links/email/login_or_create');
    await page.getByRole('button', { name: 'Get Magic Link' }).click();
    expect((await answer).status()).toBe(503);
  }).toPass();
  await expect(page.getByText(messages.signInFailed)).toBeVisible();
});
