// Preferences and the last place on whole pages: what is chosen is seen at once, and again on the next visit.
import { expect } from '@playwright/test';
import { mapIsOpen, openMap, openServerUrl } from './map-page.ts';
import { test } from './map-test.ts';
import { newEmail, signedInState } from './sign-in.ts';

// A person of its own: preferences are kept on the account.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
  storageState: async ({}, use) => use(await signedInState([openServerUrl()], newEmail())),
});

test('[N2] units and theme change everywhere at once, and are there again on another device', async ({
  page,
  browser,
}) => {
  await openMap(page);
  const scale = page.locator('.maplibregl-ctrl-scale');
  await expect(scale).toHaveText(/ft$/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: 'Meters and hectares' }).check();
  await settings.getByRole('radio', { name: 'UTM' }).check();
  await settings.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/preferences') && answer.request().method() === 'PUT',
  );
  await settings.getByRole('radio', { name: 'Light' }).check();
  await kept;
  await page.keyboard.press('Escape');
  await expect(scale).toHaveText(/\sm$/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Map Info' })).toContainText('UTM 17N');
  await page.keyboard.press('Escape');

  const another = await browser.newContext({
    storageState: { cookies: await page.context().cookies(), origins: [] },
  });
  const second = await another.newPage();
  await openMap(second);
  await expect(second.locator('.maplibregl-ctrl-scale')).toHaveText(/\sm$/);
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'light');
  await another.close();
});

test('[M1] [N4] the page comes back as it was: view, panel and contour lines; a link decides by itself', async ({
  page,
}) => {
  await openMap(page);
  await page.getByRole('button', { name: 'Contour lines' }).click();
  await page.getByRole('button', { name: 'Overlays' }).click();
  const overlays = page.getByRole('dialog', { name: 'Overlays' });
  await overlays.getByRole('checkbox', { name: 'Show Saved Parcels' }).check();
  await page.locator('[data-map-state]').evaluate((element) => {
    (element as import('../../web/map/map-state.ts').MapElement).map!.jumpTo({ zoom: 15.5 });
  });
  await expect(page).toHaveURL(/#15\.5\//);
  const { hash } = new URL(page.url());

  for (const visit of [() => page.reload(), () => page.goto(`${openServerUrl()}/`)]) {
    await visit();
    await mapIsOpen(page);
    await expect(overlays.getByRole('checkbox', { name: 'Show Saved Parcels' })).toBeChecked();
    await expect(page).toHaveURL(new RegExp(`${hash.replaceAll('.', '\\.')}$`));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Contour lines' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Overlays' }).click();
  }

  await page.goto('about:blank');
  await openMap(page);
  await expect(page).toHaveURL(/#16\//);
  await expect(overlays).toHaveCount(0);
});
