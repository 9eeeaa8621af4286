// A county that was imported, in the browser: where the map starts, what is offered, units, and the county's own fields.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { finishPlatbook } from '../run-platbook.ts';
import { expectAccessible } from './accessibility.ts';
import { currentView, mapIsIdle, openMap, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { clearButton, suggestions, typeWords } from './search-box.ts';
import { signedInState } from './sign-in.ts';

/** In Iowa, far from the demo county. */
const CENTER = { lng: -93.62, lat: 41.6 };
const LOT_DEGREES = 0.004;
const SIDE = 5;

/** A square of 25 lots around the center. The one in the middle is a condominium of three owners. */
function countyText({ north = 0 } = {}): string {
  const { lng } = CENTER;
  const lat = CENTER.lat + north;
  const lots = Array.from({ length: SIDE * SIDE }, (_, at) => at);
  const middle = (lots.length - 1) / 2;
  const rows = lots.flatMap((at) =>
    at === middle ? ['A', 'B', 'C'].map((unit) => ({ at, unit: `-${unit}` })) : [{ at, unit: '' }],
  );
  const features = rows.map(({ at, unit }) => {
    const west = lng + ((at % SIDE) - SIDE / 2) * LOT_DEGREES;
    const south = lat + (Math.floor(at / SIDE) - SIDE / 2) * LOT_DEGREES;
    const [east, north] = [west + LOT_DEGREES, south + LOT_DEGREES];
    return {
      type: 'Feature',
      properties: {
        PARCELID: `77-${100 + at}${unit}`,
        OWNER: `SETTLER ${100 + at}${unit}`,
        SITEADDRESS: `${100 + at} WALNUT ST`,
        ROOF: 'SLATE',
      },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

let folder: string;
let server: RunningServer;

async function platbook(...args: string[]): Promise<void> {
  const { code, stderr } = await finishPlatbook(args, { DATA_DIR: join(folder, 'data') });
  if (code !== 0) throw new Error(stderr);
}

async function importCounty(name: string, text: string, ...args: string[]): Promise<void> {
  const file = join(folder, `${name}.geojson`);
  await writeFile(file, text);
  await platbook('import', file, '--as', name, ...args);
}

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-e2e-county-'));
  await importCounty('polk', countyText(), '--title', 'Polk County, Iowa', '--date', '2026-06-03');
  server = await startServer({ dataDir: join(folder, 'data'), access: 'signed-in' });
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test('a county that was imported: the map starts there, lists units and the county’s fields, and follows imports without a reload', async ({
  page,
  context,
}) => {
  await context.addCookies((await signedInState([server.url])).cookies);
  await openMap(page, server.url);
  const { lng, lat, zoom } = await currentView(page);
  expect(Math.abs(lng - CENTER.lng)).toBeLessThan(0.02);
  expect(Math.abs(lat - CENTER.lat)).toBeLessThan(0.02);
  expect(zoom).toBeGreaterThanOrEqual(13);
  const credit = page.locator('.maplibregl-ctrl-attrib-inner');
  await expect(credit).toContainText('Polk County, Iowa');

  await expect(page.getByRole('button', { name: /contour/i })).toHaveCount(0);
  await page.getByRole('button', { name: 'Basemaps' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Plain map']);
  await page.getByRole('menuitem', { name: 'How to add them' }).click();
  await expect(page.getByText(/BASEMAP_PMTILES/)).toBeVisible();
  await page.keyboard.press('Escape');

  // A condominium lists its units, and each is found by its owner.
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  const panel = page.getByRole('region', { name: 'Parcel details' });
  await expect(panel.getByRole('heading', { name: '3 owners' })).toBeVisible();
  await panel.getByRole('button', { name: /SETTLER 112-B/ }).click();
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-B' })).toBeVisible();
  await panel.getByText('More from the county').click();
  await expect(panel.getByText('SLATE')).toBeVisible();
  await expect(panel.getByText('Source: Polk County, Iowa, as of June 3, 2026')).toBeVisible();
  await panel.getByRole('button', { name: /Unit of 77-112/ }).click();
  await expect(panel.getByRole('heading', { name: '3 owners' })).toBeVisible();

  await typeWords(page, 'settler 112-c');
  await suggestions(page).filter({ hasText: 'SETTLER 112-C' }).first().click();
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-C' })).toBeVisible();

  await typeWords(page, '118 walnut st');
  await expect(
    suggestions(page)
      .filter({ hasText: /118 Walnut Street/i })
      .first(),
  ).toBeVisible();

  // The open page follows imports and removals, and the map stays.
  await clearButton(page).click();
  await panel.getByRole('button', { name: 'Close' }).click();
  const openUnit = async (owner: string) => {
    // Tiles are fetched again after an import: until then a click meets no parcel.
    await mapIsIdle(page);
    await expect.poll(() => shownFeatures(page, 'parcel-outlines')).not.toEqual([]);
    const { width, height } = page.viewportSize()!;
    await page.mouse.click(width / 2, height / 2);
    await panel.getByRole('button', { name: owner }).click();
    await expect(panel.getByRole('heading', { name: owner })).toBeVisible();
  };
  await openUnit('SETTLER 112-C');
  const before = await currentView(page);
  await importCounty('polk', countyText().replaceAll('SETTLER', 'BUYER'), '--title', 'Polk, Iowa');
  await expect(panel.getByRole('heading', { name: 'BUYER 112-C' })).toBeVisible();
  await expect(credit).toContainText('Polk, Iowa');
  expect(await currentView(page)).toEqual(before);

  // No page is open that could notice this one. The details that the browser has kept are old when one is opened.
  await page.goto('about:blank');
  const settings = async () => (await page.request.get(`${server.url}/config.json`)).text();
  const last = await settings();
  await importCounty('polk', countyText());
  await expect.poll(settings).not.toBe(last);
  await openMap(page, server.url);
  await openUnit('SETTLER 112-C');

  await platbook('remove', 'polk');
  await expect(panel.getByText(messages.parcelNotFound)).toBeVisible();
  await expect(page.getByText(messages.noParcelsYet)).toBeVisible();
});

test('[IMP-3] [IMP-7] two counties with the same PINs: both are outlined and in the menu, and a plain link asks which one', async ({
  page,
  context,
}) => {
  await importCounty('polk', countyText(), '--title', 'Polk County, Iowa');
  await importCounty('story', countyText({ north: 0.2 }), '--title', 'Story County, Iowa');
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

  await platbook('remove', 'story');
  await expect(panel.getByText(messages.countyNotLoaded)).toBeVisible();
  await page.goto(`${server.url}/?pin=77-100~story`);
  await expect(
    page.getByText('This link names a parcel of a county that is no longer loaded: 77-100.'),
  ).toBeVisible();
});
