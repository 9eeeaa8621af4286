// The detail panel together with the map and the session. The panel itself has component tests in web/parcel.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { CENTER_ON_PARCEL, MAP_CENTER } from '../../contract/limits.ts';
import { SHEET_PICTURE_DPI } from '../../contract/map-sheet.ts';
import type { Parcel } from '../../contract/parcel.ts';
import { atRest } from './at-rest.ts';
import { currentView, IN_TOWN, lookAt, mapIsIdle, mapIsOpen, openServerUrl } from './map-page.ts';
import { spotOf, withFinger } from './map-pointer.ts';
import { test } from './map-test.ts';
import { failedRequest } from './quiet-test.ts';

const DETAILS_CALL = '**/api/parcels/*';
const SESSION_CHECK = '**/sdk/v1/sessions/authenticate';

const panel = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

const parcelAtCenter = async (page: Page): Promise<Parcel> =>
  (await page.request.get(`${openServerUrl()}/api/parcels/at`, { params: MAP_CENTER })).json();

async function clickCenter(page: Page): Promise<void> {
  await lookAt(page, IN_TOWN);
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
}

async function close(page: Page): Promise<void> {
  await button(page, 'Close').click();
  await expect(panel(page)).toBeHidden();
}

test('[S6] [S15] a 401 for a parcel has the session checked, and Refresh Page loads the page again', async ({
  map,
  allowMessages,
}) => {
  allowMessages(failedRequest('/api/parcels/'));
  await map.evaluate(() => localStorage.removeItem('parcelCache'));
  await map.route(DETAILS_CALL, (route) => route.fulfill({ status: 401, json: { message: 'no' } }));
  const checked = map.waitForResponse(SESSION_CHECK);
  await clickCenter(map);
  await expect(panel(map).getByRole('alert')).toContainText('Authentication required.');
  await (await checked).finished();
  await map.unrouteAll();
  // The page's address names the parcel, half a second later at most, so that it is tried again.
  await expect(map).toHaveURL(/[?&]pin=/);
  await Promise.all([map.waitForEvent('load'), button(map, 'Refresh Page').click()]);
  await mapIsOpen(map);
  await expect(panel(map).getByText('Sale date')).toBeVisible();
  await close(map);
});

test('[S6] [S7] the controls move up for the panel, it closes by Escape and by being dragged down, and centers its parcel above it', async ({
  map,
}) => {
  const zoomIn = map.getByRole('button', { name: 'Zoom in' });
  const lowest = (await zoomIn.boundingBox())!.y;
  await clickCenter(map);
  await expect(panel(map)).toContainText('Tax acres');
  await expect.poll(async () => (await zoomIn.boundingBox())!.y).toBeLessThan(lowest);
  const scale = (await map.locator('.maplibregl-ctrl-scale').boundingBox())!;
  expect(scale.y + scale.height).toBeLessThanOrEqual((await panel(map).boundingBox())!.y);
  await map.keyboard.press('Escape');
  await expect(panel(map)).toBeHidden();
  await expect.poll(async () => (await zoomIn.boundingBox())!.y).toBe(lowest);

  await clickCenter(map);
  const { centroid } = await parcelAtCenter(map);
  await button(map, 'Center on parcel').click();
  await expect.poll(async () => (await currentView(map)).zoom).toBeCloseTo(CENTER_ON_PARCEL.zoom, 6);
  await mapIsIdle(map);
  const { lng, lat } = await currentView(map);
  expect(lng).toBeCloseTo(centroid.lng, 6);
  expect(lat).toBeCloseTo(centroid.lat, 6);

  const [x, y] = await spotOf(map, [centroid.lng, centroid.lat]);
  const box = (await panel(map).boundingBox())!;
  expect(x).toBeCloseTo(map.viewportSize()!.width / 2, 0);
  expect(y).toBeLessThan(box.y);

  await atRest(panel(map));
  const handle = (await panel(map).locator('.grab-handle').boundingBox())!;
  const grip = [handle.x + handle.width / 2, handle.y + handle.height / 2] as const;
  await map.mouse.move(...grip);
  await map.mouse.down();
  await map.mouse.move(grip[0], grip[1] + 6);
  await expect(panel(map)).toHaveCSS('translate', '0px 6px');
  await map.mouse.up();
  await atRest(panel(map));
  await expect(panel(map)).toContainText('Tax acres');

  const { height } = (await panel(map).boundingBox())!;
  await withFinger(map, async (finger) => {
    await finger.press(grip, [grip[0], grip[1] + height / 2], async () => {});
    await expect(panel(map)).toBeHidden();
  });
  await expect.poll(async () => (await zoomIn.boundingBox())!.y).toBe(lowest);
  // The picture stays where it is when the panel and the map's padding go.
  const after = await spotOf(map, [centroid.lng, centroid.lat]);
  expect(after[0]).toBeCloseTo(x, 0);
  expect(after[1]).toBeCloseTo(y, 0);
});

test('[F12] a map sheet arrives as a PDF with the picture of the map, whose second canvas is gone again', async ({
  map,
}) => {
  // A browser that asks for a place does so in a window of its own, which no test can press.
  await map.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await clickCenter(map);
  const { site_address, pin } = await parcelAtCenter(map);
  await button(map, 'Map sheet').click();
  const dialog = map.getByRole('dialog', { name: 'Map sheet' });
  await expect(dialog.getByLabel('Title')).toHaveValue(site_address || `PIN ${pin}`);
  const arrived = map.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Make PDF' }).click();
  const pdf = readFileSync(await (await arrived).path());
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-');
  // The frame is 7.5 inches wide.
  const [, width] = /\/Subtype \/Image[^>]*\/Width (\d+)/.exec(pdf.toString('latin1'))!;
  expect(Number(width)).toBeGreaterThanOrEqual(7.5 * SHEET_PICTURE_DPI);
  await expect(dialog).toContainText(/Saved as .+, \d{4}-\d\d-\d\d\.pdf/);
  await expect(map.locator('canvas.maplibregl-canvas')).toHaveCount(1);
  await map.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await close(map);
});
