// Saved parcels on the real server and the real map. The modal and the sheet have component tests in web/saved.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER, SAVED_PARCEL_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Parcel } from '../../contract/parcel.ts';
import { isAbovePanel } from './above-panel.ts';
import { atRest } from './at-rest.ts';
import { currentView, openServerUrl, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';

const LIST = '**/api/saved-parcels';
const ONE = '**/api/saved-parcels/*';
const SESSION_CHECK = '**/sdk/v1/sessions/authenticate';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const modal = (page: Page) => page.getByRole('dialog', { name: 'Save Parcel Location' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'My Saved Parcels' });
const rows = (page: Page) => sheet(page).getByRole('listitem');

async function parcelAtCenter(page: Page): Promise<Parcel> {
  return (await page.request.get(`${openServerUrl()}/api/parcels/at`, { params: MAP_CENTER })).json();
}

async function selectParcelAtCenter(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  await expect(button(page, 'Save parcel')).toBeVisible();
}

async function openSheet(page: Page): Promise<void> {
  await button(page, 'My saved parcels').click();
  await expect(sheet(page)).toBeVisible();
  await atRest(sheet(page));
}

/** Waits for the server and the refetch: the optimistic update removes the row long before. */
async function deleteTheOnlyRow(page: Page): Promise<void> {
  let isDeleted = false;
  const listed = page.waitForResponse((response) => {
    const method = response.request().method();
    isDeleted ||= method === 'DELETE';
    return isDeleted && method === 'GET' && response.url().endsWith('/api/saved-parcels');
  });
  await button(page, 'Delete').click();
  await button(page, 'Yes, Delete').click();
  await expect(sheet(page)).toContainText(messages.savedListEmpty);
  await (await listed).finished();
}

async function dragDown(page: Page): Promise<void> {
  const { x, y } = (await sheet(page).getByRole('heading').boundingBox())!;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, page.viewportSize()!.height - 1);
  await page.mouse.up();
}

/** The text of the alert that `act` causes. */
async function alertDuring(page: Page, act: () => Promise<void>): Promise<string> {
  const alerted = page.waitForEvent('dialog');
  const acted = act();
  const dialog = await alerted;
  const words = dialog.message();
  await dialog.accept();
  await acted;
  return words;
}

test('[V2] [V3] [V6] [V7] [S9] [N4] a parcel is saved with a note, marked, listed, flown to, and deleted', async ({
  map: page,
  allowMessages,
}) => {
  allowMessages(failedRequest('/api/saved-parcels'));
  const markedPins = async () =>
    (await shownFeatures(page, 'saved-parcel-marks')).map((properties) => properties.pin);
  const toggleMarks = async () => {
    await button(page, 'Overlays').click();
    await page.getByLabel('Show Saved Parcels').click();
    await page.keyboard.press('Escape');
  };
  await toggleMarks();
  await selectParcelAtCenter(page);
  await button(page, 'Save parcel').click();
  await modal(page).getByLabel('Notes').fill('Ask about <b>the oak</b>.');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/saved-parcels'),
  );
  await button(page, 'Save').click();
  await expect(modal(page)).toBeHidden();
  const parcel = await parcelAtCenter(page);
  const address = parcel.site_address ?? parcel.add1!;
  expect((await asked).postDataJSON()).toEqual({
    parcel_pin: parcel.pin,
    parcel_owner_name: parcel.owner,
    parcel_address: address,
    parcel_centroid_lat: parcel.centroid.lat,
    parcel_centroid_lon: parcel.centroid.lng,
    notes: 'Ask about <b>the oak</b>.',
  });
  await expect.poll(markedPins).toEqual([parcel.pin]);

  await expect(button(page, 'Save parcel')).toBeDisabled();
  await page.getByText('Saved Location').click();
  for (const text of [parcel.owner, address, parcel.pin, 'Ask about <b>the oak</b>.'])
    await expect(rows(page)).toContainText(text);
  await rows(page).getByRole('button', { name: parcel.owner }).click();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(async () => (await currentView(page)).zoom).toBe(SAVED_PARCEL_ZOOM);
  // It is open, and above the panel, although it was selected already.
  await expect(page.getByRole('region', { name: 'Parcel details' })).toContainText(parcel.owner);
  await isAbovePanel(page, [parcel.centroid.lng, parcel.centroid.lat]);
  expect((await currentView(page)).lng).toBeCloseTo(parcel.centroid.lng, 5);

  // A refused delete restores the row and its mark.
  await openSheet(page);
  await page.route(ONE, (route) => route.fulfill({ status: 500, json: { message: 'Not today.' } }));
  await button(page, 'Delete').click();
  expect(await alertDuring(page, () => button(page, 'Yes, Delete').click())).toBe(
    'Failed to delete parcel: Not today.',
  );
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(markedPins).toEqual([parcel.pin]);
  await page.unroute(ONE);
  await deleteTheOnlyRow(page);
  await expect.poll(markedPins).toEqual([]);
  await dragDown(page);
  await expect(sheet(page)).toBeHidden();
  await expect(button(page, 'Save parcel')).toBeEnabled();
  await page.getByRole('region', { name: 'Parcel details' }).getByRole('button', { name: 'Close' }).click();
  await expect(button(page, 'Save parcel')).toBeHidden();
  await toggleMarks();
});

test('[V9] a list that is refused though somebody is signed in has the session checked', async ({
  map: page,
  allowMessages,
}) => {
  allowMessages(failedRequest('/(api/saved-parcels|sdk/v1/)'), /^warning: The session was refused\./);
  await page.route(LIST, (route) => route.fulfill({ status: 401, json: {} }));
  const checked = page.waitForResponse(SESSION_CHECK);
  await openSheet(page);
  await (await checked).finished();
  await expect(sheet(page)).toContainText('Failed to load saved parcels.');
  await page.unroute(LIST);
  await button(page, 'Try Again').click();
  await expect(sheet(page)).not.toContainText('Failed to load');
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await expect(sheet(page)).toBeHidden();
});
