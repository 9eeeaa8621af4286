// A browser without WebGL: a file of its own, because it needs a browser of its own.
import { expect } from '@playwright/test';
import { chromiumPath, noWebGl } from './chromium.ts';
import { openServerUrl } from './map-page.ts';
import { test } from './signed-in.ts';

test.use({ launchOptions: { executablePath: chromiumPath(), args: noWebGl } });

test('[M3] the page says that the map cannot be made, and why', async ({ page }) => {
  await page.goto(openServerUrl());
  await expect(page.getByRole('alert')).toContainText('Map Initialization Error');
  await expect(page.getByRole('alert')).toContainText('WebGL2 is required');
});
