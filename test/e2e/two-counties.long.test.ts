// Two counties with the same PINs, in the browser: where the map starts, outlines, the menu, and links.
import { expect } from '@playwright/test';
import { refusals } from '../../contract/messages.ts';
import { expectAccessible } from './accessibility.ts';
import { CENTER, type CountyServer, countyText, startCountyServer } from './county-server.ts';
import { currentView, openMap, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';
import { signedInState } from './sign-in.ts';

let server: CountyServer;
test.beforeAll(async () => {
  server = await startCountyServer();
});
test.afterAll(() => server.stop());

test('[IMP-3] [IMP-7] two counties with the same PINs: both are outlined and in the menu, and a plain link asks which one', async ({
  page,
  context,
  allowMessages,
}) => {
  allowMessages(failedRequest('/api/parcels/(feature/)?77-100~story'));
  await server.importCounty('story', countyText({ north: 0.2 }), '--title', 'Story County, Iowa');
  const settings = async () => (await page.request.get(`${server.url}/config.json`)).text();
  await expect.poll(settings).toContain('Story County');
  await context.addCookies((await signedInState([server.url])).cookies);
  await openMap(page, server.url);
  expect((await currentView(page)).zoom).toBeLessThan(13);
  await expect
    .poll(async () => (await shownFeatures(page, 'county-names')).map(({ Name }) => Name).sort())
    .toEqual(['Polk County', 'Story County']);
  await expect.poll(() => shownFeatures(page, 'county-outlines')).not.toEqual([]);

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Story County, Iowa' }).click();
  await expect.poll(async () => (await currentView(page)).zoom).toBeGreaterThanOrEqual(13);
  await expect(page.locator('header')).toContainText('Story County, Iowa');
  await expect(page.locator('header')).not.toContainText('Polk');

  await page.goto(`${server.url}/?pin=77-100`);
  const dialog = page.getByRole('dialog', { name: 'Which county?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'which county');
  await dialog.getByRole('button', { name: /Story/ }).click();
  const panel = page.getByRole('region', { name: 'Parcel details' });
  await expect(panel).toContainText('Source: Story County, Iowa');
  await expect(page).toHaveURL(/[?&]pin=77-100~story#/);
  expect((await currentView(page)).lat).toBeCloseTo(CENTER.lat + 0.2, 1);

  await server.platbook('remove', 'story');
  await expect(panel.getByText(refusals.countyNotLoaded)).toBeVisible();
  await page.goto(`${server.url}/?pin=77-100~story`);
  await expect(
    page.getByText('This link names a parcel of a county that is no longer loaded: 77-100.'),
  ).toBeVisible();
});
