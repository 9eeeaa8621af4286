// A browser without WebGL. A file of its own, because launch options are set per file.
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { chromiumPath, noWebGl } from '../chromium.ts';
import { openServerUrl } from './map-page.ts';
import { openMenu } from './side-menu.ts';
import { test } from './signed-in.ts';

test.use({ launchOptions: { executablePath: chromiumPath(), args: noWebGl } });

test('[M3] the page shows that the map could not be created, and why', async ({ page }) => {
  await page.goto(openServerUrl());
  await expect(page.getByRole('alert')).toContainText('Map Initialization Error');
  await expect(page.getByRole('alert')).toContainText('WebGL2 is required');
});

test('[N2] saved parcels can be read without a map', async ({ page }) => {
  await page.goto(openServerUrl());
  await (await openMenu(page)).getByRole('button', { name: 'My Saved Parcels' }).click();
  await expect(page.getByRole('dialog', { name: 'My Saved Parcels' })).toContainText(messages.savedListEmpty);
});
