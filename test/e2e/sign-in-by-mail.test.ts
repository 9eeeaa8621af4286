// Signing in with real mail: a server of its own, and an SMTP server beside it.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { openMailServer } from '../mail-server.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';
import { startServer } from './running-server.ts';
import { logOutItem, openMenu } from './side-menu.ts';
import { askForLink, newEmail, SIGNED_OUT } from './sign-in.ts';

test.use({ storageState: SIGNED_OUT });

test('[A5] [A10] the link arrives by mail and opens the map; without its mail server the page says that it failed', async ({
  page,
  allowMessages,
}) => {
  allowMessages(failedRequest('/sdk/v1/'), /^warning: The sign-in could not begin\./);
  const folder = await mkdtemp(join(tmpdir(), 'platbook-mail-'));
  await cp(process.env.COUNTY_DATA_DIR!, folder, { recursive: true });
  const mailServer = await openMailServer();
  const server = await startServer({ dataDir: folder, access: 'signed-in', smtpUrl: mailServer.url });
  try {
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
    await logOutItem(page).click();

    await mailServer.close();
    // Mail is sent after the answer: the requests after the first one that fails are refused.
    await expect(async () => {
      await page.getByLabel('E-mail address').fill(newEmail());
      const answer = page.waitForResponse('**/magic_links/email/login_or_create');
      await page.getByRole('button', { name: 'Get Magic Link' }).click();
      expect((await answer).status()).toBe(503);
    }).toPass();
    await expect(page.getByText(messages.signInFailed)).toBeVisible();
  } finally {
    await server.stop();
    await mailServer.close();
    await rm(folder, { recursive: true, force: true });
  }
});
