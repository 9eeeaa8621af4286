// Saved parcels as people use them: the modal, the sheet, the marks on the map.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER, NOTES_MAX, SAVED_PARCEL_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Parcel } from '../../contract/parcel.ts';
import { atRest } from './at-rest.ts';
import { holdRoute } from './hold-route.ts';
import { currentView, lookAt, mapIsIdle, openServerUrl, shownFeatures } from './map-page.ts';
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

/** By the same person, but in a way that the open page knows nothing of. */
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

/** Until the server has done it and the page has asked again: the row is gone from the sheet long before. */
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

/** What the page says in an alert while something is done. */
async function alertDuring(page: Page, act: () => Promise<void>): Promise<string> {
  const alerted = page.waitForEvent('dialog');
  const acted = act();
  const dialog = await alerted;
  const words = dialog.message();
  await dialog.accept();
  await acted;
  return words;
}

test('[V1] [V2] [V3] [S9] a parcel is saved with a note, and is known as saved from then on', async ({
  map: page,
}) => {
  await selectParcelAtCenter(page);
  await button(page, 'Save parcel').click();
  const notes = modal(page).getByLabel('Notes');
  await expect(notes).toBeFocused();
  await expect(modal(page)).toContainText('0/256 characters');
  await page.keyboard.insertText('x'.repeat(NOTES_MAX + 1));
  await expect(modal(page)).toContainText('256/256 characters');

  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeHidden();
  await expect(button(page, 'Save parcel')).toBeFocused();
  await button(page, 'Save parcel').click();
  await expect(notes).toBeFocused();
  await atRest(modal(page));
  await page.mouse.click(5, 5);
  await expect(modal(page)).toBeHidden();

  await button(page, 'Save parcel').click();
  await notes.fill('Ask about <b>the oak</b>.');
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'Not today.' } }));
  await button(page, 'Save').click();
  await expect(modal(page).getByRole('alert')).toHaveText('Not today.');
  await expect(notes).toHaveValue('Ask about <b>the oak</b>.');
  await page.unroute(LIST);

  const letGo = await holdRoute(page, LIST);
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/saved-parcels'),
  );
  await button(page, 'Save').click();
  await expect(button(page, 'Saving...')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeVisible();
  letGo();
  await expect(modal(page)).toBeHidden();
  const parcel = await parcelAtCenter(page);
  expect((await asked).postDataJSON()).toEqual({
    parcel_pin: parcel.pin,
    parcel_owner_name: parcel.owner,
    parcel_address: parcel.add1,
    parcel_centroid_lat: parcel.centroid.lat,
    parcel_centroid_lon: parcel.centroid.lng,
    notes: 'Ask about <b>the oak</b>.',
  });

  await expect(button(page, 'Save parcel')).toBeDisabled();
  await page.getByText('Saved Location').click();
  for (const text of [parcel.owner, parcel.add1!, parcel.pin, 'Ask about <b>the oak</b>.'])
    await expect(rows(page)).toContainText(text);
  await deleteTheOnlyRow(page);
  await closeSheet(page);
  await expect(button(page, 'Save parcel')).toBeEnabled();
  await deselect(page);
});

test('[V3] a parcel that was saved elsewhere meanwhile: the page says so, and knows it as saved', async ({
  map: page,
}) => {
  // Whatever the page asks meanwhile, it has not heard of it.
  await page.route(LIST, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { parcels: [] } }) : route.fallback(),
  );
  await selectParcelAtCenter(page);
  await saveElsewhere(page, 'From the other tab');
  await button(page, 'Save parcel').click();
  await expect(modal(page)).toBeVisible();
  await page.unroute(LIST);
  await button(page, 'Save').click();
  await expect(page.getByText('This parcel is already in your saved list.')).toBeVisible();
  await expect(modal(page)).toBeHidden();
  await expect(button(page, 'Save parcel')).toBeDisabled();
  await expect(button(page, 'Saved Location')).toBeFocused();

  await page.getByText('Saved Location').click();
  await expect(rows(page)).toContainText('From the other tab');
  await deleteTheOnlyRow(page);
  await closeSheet(page);
  await deselect(page);
  await expect(page.getByText(messages.alreadySaved)).toBeHidden();
});

test('[V4] [V5] [V7] the sheet asks for the list when it opens; notes are edited; a chosen row is flown to', async ({
  map: page,
}) => {
  const { centroid, owner } = await saveElsewhere(page, 'First words');
  await openSheet(page);
  await expect(rows(page)).toContainText('First words');
  const { width, height } = page.viewportSize()!;
  await expect
    .poll(() => sheet(page).boundingBox())
    .toEqual({ x: 0, y: height * 0.2, width, height: height * 0.8 });

  const puts: string[] = [];
  const onRequest = (request: { method: () => string; url: () => string }) => {
    if (request.method() === 'PUT') puts.push(request.url());
  };
  page.on('request', onRequest);
  await button(page, 'Edit notes').click();
  const notes = sheet(page).getByLabel('Notes', { exact: true });
  await expect(notes).toBeFocused();
  await expect(sheet(page)).toContainText('11/256 characters');
  await button(page, 'Save').click();
  await expect(notes).toBeHidden();
  await expect(button(page, 'Edit notes')).toBeFocused();
  expect(puts).toEqual([]);
  page.off('request', onRequest);

  await page.route(ONE, (route) => route.abort());
  await button(page, 'Edit notes').click();
  await notes.fill('Second words');
  expect(await alertDuring(page, () => button(page, 'Save').click())).toBe('Could not save the new note.');
  await expect(notes).toHaveValue('Second words');
  await page.unroute(ONE);
  await button(page, 'Save').click();
  await expect(rows(page)).toContainText('Second words');
  await closeSheet(page);

  await openSheet(page);
  await expect(rows(page)).toContainText('Second words');
  await rows(page).getByRole('button', { name: owner }).click();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(async () => (await currentView(page)).zoom).toBe(SAVED_PARCEL_ZOOM);
  await mapIsIdle(page);
  const view = await currentView(page);
  expect(view.lng).toBeCloseTo(centroid.lng, 5);
  expect(view.lat).toBeCloseTo(centroid.lat, 5);

  await openSheet(page);
  await deleteTheOnlyRow(page);
  await closeSheet(page);
});

test('[V6] [N4] marks on the map follow the list: a delete takes its mark along, a refused one brings it back', async ({
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

  await button(page, 'Delete').click();
  await expect(button(page, 'Cancel')).toBeFocused();
  await button(page, 'Cancel').click();
  await expect(button(page, 'Delete')).toBeFocused();

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

test('[V4] a sheet that is opened again asks again, though an older question is still under way', async ({
  map: page,
}) => {
  await openSheet(page);
  await expect(sheet(page)).toContainText(messages.savedListEmpty);
  await closeSheet(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld = false;
  await page.route(
    LIST,
    async (route) => {
      const response = await route.fetch();
      isHeld = true;
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await openSheet(page);
  await expect.poll(() => isHeld).toBe(true);
  await closeSheet(page);
  await saveElsewhere(page, 'Newer than the question');
  await openSheet(page);
  await expect(rows(page)).toContainText('Newer than the question');
  const older = page.waitForResponse(LIST);
  letGo();
  await (await older).finished();
  await expect(rows(page)).toContainText('Newer than the question');
  await deleteTheOnlyRow(page);
  await closeSheet(page);
});

test('a page is not left unasked while a change is on its way', async ({ map: page }) => {
  const asksBeforeLeaving = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await saveElsewhere(page, 'To be deleted');
  await openSheet(page);
  expect(await asksBeforeLeaving()).toBe(false);
  const letGo = await holdRoute(page, ONE);
  await button(page, 'Delete').click();
  await button(page, 'Yes, Delete').click();
  await expect.poll(asksBeforeLeaving).toBe(true);
  letGo();
  await expect.poll(asksBeforeLeaving).toBe(false);
  await closeSheet(page);
});

test('[V8] [V9] a list that is empty, cannot be loaded or belongs to nobody says so', async ({
  map: page,
}) => {
  await openSheet(page);
  await expect(sheet(page)).toContainText("You have't saved any parcels yet.");
  await expect(sheet(page)).toContainText('click the save icon');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(button(page, 'My saved parcels')).toBeFocused();

  await page.route(LIST, (route) => route.abort());
  await openSheet(page);
  await expect(sheet(page)).toContainText(
    'Failed to load saved parcels. Please check your connection and try again.',
  );
  // Refused though somebody is signed in: it failed, and their session is looked into.
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ status: 401, json: {} }));
  const refused = page.waitForResponse((response) => response.status() === 401);
  const checked = page.waitForResponse(SESSION_CHECK);
  await button(page, 'Try Again').click();
  await refused;
  await (await checked).finished();
  await expect(sheet(page)).toContainText('Failed to load saved parcels.');
  await page.unroute(LIST);
  await button(page, 'Try Again').click();
  await expect(sheet(page)).not.toContainText('Failed to load');
  await page.mouse.click(20, 20);
  await expect(sheet(page)).toBeHidden();

  // A session that is refreshed brings its JWT back.
  const letGo = await holdRoute(page, SESSION_CHECK);
  const jwt = await page.evaluate(() => localStorage.getItem('session_jwt')!);
  await page.evaluate(() => localStorage.removeItem('session_jwt'));
  await openSheet(page);
  await expect(sheet(page)).toContainText('You must be logged in to view saved parcels.');
  await page.evaluate((kept) => localStorage.setItem('session_jwt', kept), jwt);
  letGo();
  await dragDown(page);
  await expect(sheet(page)).toBeHidden();
});
