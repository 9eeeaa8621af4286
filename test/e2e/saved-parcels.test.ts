// Saved parcels on the real server and the real map. The modal and the sheet have component tests in web/saved.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER, SAVED_PARCEL_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Parcel } from '../../contract/parcel.ts';
import { isAbovePanel } from './above-panel.ts';
import { atRest } from './at-rest.ts';
import { currentView, lookAt, openServerUrl, shownFeatures } from './map-page.ts';
import { test } from './shared-map.ts';

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

/** Saves the parcel through the API as the same user, without the open page. */
async function saveElsewhere(page: Page, notes: string): Promise<Parcel> {
  const parcel = await parcelAtCenter(page);
  const token = await page.evaluate(() => localStorage.getItem('session_jwt'));
  const answer = await page.request.post(`${openServerUrl()}/api/saved-parcels`, {
    headers: { Authorization: `Bearer ${token}` },
    data: {
      parcel_pin: parcel.pin,
      parcel_owner_name: parcel.owner,
      parcel_address: parcel.add1,
      parcel_centroid_lat: parcel.centroid.lat,
      parcel_centroid_lon: parcel.centroid.lng,
      notes,
    },
  });
  expect(answer.status()).toBe(201);
  return parcel;
}

async function selectParcelAtCenter(page: Page): Promise<void> {
  await lookAt(page, { zoom: 16, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  await expect(button(page, 'Save parcel')).toBeVisible();
}

async function deselect(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Parcel details' }).getByRole('button', { name: 'Close' }).click();
  await expect(button(page, 'Save parcel')).toBeHidden();
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

async function closeSheet(page: Page): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await expect(sheet(page)).toBeHidden();
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

test('[V2] [V3] [V7] [S9] a parcel is saved with a note, listed, flown to and deleted', async ({
  map: page,
}) => {
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

  await openSheet(page);
  await deleteTheOnlyRow(page);
  await dragDown(page);
  await expect(sheet(page)).toBeHidden();
  await expect(button(page, 'Save parcel')).toBeEnabled();
  await deselect(page);
});

test('[V6] [N4] marks on the map follow the list: a delete removes its mark, a refused delete restores it', async ({
  map: page,
}) => {
  const { pin } = await saveElsewhere(page, 'To go');
  const markedPins = async () =>
    (await shownFeatures(page, 'saved-parcel-marks')).map((properties) => properties.pin);
  const toggleMarks = async () => {
    await button(page, 'Overlays').click();
    await page.getByLabel('Show Saved Parcels').click();
    await page.keyboard.press('Escape');
  };
  await toggleMarks();
  await openSheet(page);
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(markedPins).toEqual([pin]);

  await page.route(ONE, (route) => route.fulfill({ status: 500, json: { message: 'Not today.' } }));
  await button(page, 'Delete').click();
  expect(await alertDuring(page, () => button(page, 'Yes, Delete').click())).toBe(
    'Failed to delete parcel: Not today.',
  );
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(markedPins).toEqual([pin]);
  await page.unroute(ONE);

  await deleteTheOnlyRow(page);
  await expect.poll(markedPins).toEqual([]);
  await closeSheet(page);
  await toggleMarks();
});

test('[V9] a list that is refused though somebody is signed in has the session checked', async ({
  map: page,
}) => {
  await page.route(LIST, (route) => route.fulfill({ status: 401, json: {} }));
  const checked = page.waitForResponse(SESSION_CHECK);
  await openSheet(page);
  await (await checked).finished();
  await expect(sheet(page)).toContainText('Failed to load saved parcels.');
  await page.unroute(LIST);
  await button(page, 'Try Again').click();
  await expect(sheet(page)).not.toContainText('Failed to load');
  await closeSheet(page);
});
