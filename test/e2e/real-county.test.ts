// A county that was imported, in the browser: where the map starts, what is offered, units, and the county's own fields.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import { finishPlatbook } from '../run-platbook.ts';
import { currentView, mapIsIdle, mapIsOpen, shownFeatures } from './map-page.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { suggestions, typeWords } from './search-box.ts';
import { signIn } from './sign-in.ts';

/** In Iowa, far from the demo county. */
const CENTER = { lng: -93.62, lat: 41.6 };
const LOT_DEGREES = 0.004;
const SIDE = 5;

/** A square of 25 lots around the center. The one in the middle is a condominium of three owners. */
function countyText({ lng, lat } = CENTER): string {
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

type Server = RunningServer & {
  importCounty: (name: string, text: string, args: string[]) => Promise<void>;
  removeCounty: (name: string) => Promise<void>;
};

const test = base.extend<{ county: Page }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'platbook-e2e-county-'));
      const dataDir = join(folder, 'data');
      const run = async (args: string[]) => {
        const { code, stderr } = await finishPlatbook(args, { DATA_DIR: dataDir });
        if (code !== 0) throw new Error(stderr);
      };
      const importCounty = async (name: string, text: string, args: string[]) => {
        const file = join(folder, `${name}.geojson`);
        await writeFile(file, text);
        await run(['import', file, '--as', name, ...args]);
      };
      const removeCounty = (name: string) => run(['remove', name]);
      await importCounty('polk', countyText(), ['--title', 'Polk County, Iowa', '--date', '2026-06-03']);
      const server = await startServer({ dataDir, access: 'signed-in' });
      await use({ ...server, importCounty, removeCounty });
      await server.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  county: async ({ page, server }, use) => {
    await signIn(page, server);
    await mapIsOpen(page);
    await use(page);
  },
});

test('the map starts at the county, offers no invented maps, and names the source', async ({ county }) => {
  const { lng, lat, zoom } = await currentView(county);
  expect(Math.abs(lng - CENTER.lng)).toBeLessThan(0.02);
  expect(Math.abs(lat - CENTER.lat)).toBeLessThan(0.02);
  expect(zoom).toBeGreaterThanOrEqual(13);
  await expect(county.locator('.maplibregl-ctrl-attrib-inner')).toContainText('Polk County, Iowa');

  await expect(county.getByRole('button', { name: /contour/i })).toHaveCount(0);
  await county.getByRole('button', { name: 'Basemaps' }).click();
  await expect(county.getByRole('menuitemradio')).toHaveText(['Plain map']);
  await county.getByRole('menuitem', { name: 'How to add them' }).click();
  await expect(county.getByText(/BASEMAP_PMTILES/)).toBeVisible();
});

test('a condominium lists its units, each is found by its owner, and the county’s own fields are kept', async ({
  county,
}) => {
  const { width, height } = county.viewportSize()!;
  await county.mouse.click(width / 2, height / 2);
  const panel = county.getByRole('region', { name: 'Parcel details' });
  await expect(panel.getByRole('heading', { name: '3 owners' })).toBeVisible();
  await panel.getByRole('button', { name: /SETTLER 112-B/ }).click();
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-B' })).toBeVisible();
  await panel.getByText('More from the county').click();
  await expect(panel.getByText('SLATE')).toBeVisible();
  await expect(panel.getByText('Source: Polk County, Iowa, as of June 3, 2026')).toBeVisible();
  await panel.getByRole('button', { name: /Unit of 77-112/ }).click();
  await expect(panel.getByRole('heading', { name: '3 owners' })).toBeVisible();

  await typeWords(county, 'settler 112-c');
  await suggestions(county).filter({ hasText: 'SETTLER 112-C' }).first().click();
  await expect(panel.getByRole('heading', { name: 'SETTLER 112-C' })).toBeVisible();

  await typeWords(county, '118 walnut st');
  await expect(
    suggestions(county)
      .filter({ hasText: /118 Walnut Street/i })
      .first(),
  ).toBeVisible();
});

// The last one: the other tests are about one county.
test('a page that is open follows imports and removals without a reload, and the map stays', async ({
  county,
  server,
}) => {
  const before = await currentView(county);
  const credit = county.locator('.maplibregl-ctrl-attrib-inner');
  const east = { lng: CENTER.lng + 0.1, lat: CENTER.lat };
  await server.importCounty('jasper', countyText(east), ['--title', 'Jasper County, Iowa']);
  await expect(credit).toContainText('Jasper County, Iowa');
  await expect(credit).toContainText('Polk County, Iowa');
  expect(await currentView(county)).toEqual(before);

  const panel = county.getByRole('region', { name: 'Parcel details' });
  const openUnit = async (owner: string) => {
    // Tiles are fetched again after an import: until then a click meets no parcel.
    await mapIsIdle(county);
    await expect.poll(() => shownFeatures(county, 'parcel-outlines')).not.toEqual([]);
    const { width, height } = county.viewportSize()!;
    await county.mouse.click(width / 2, height / 2);
    await panel.getByRole('button', { name: owner }).click();
    await expect(panel.getByRole('heading', { name: owner })).toBeVisible();
  };
  await openUnit('SETTLER 112-C');
  const importPolk = (text: string) => server.importCounty('polk', text, ['--title', 'Polk County, Iowa']);
  await importPolk(countyText().replaceAll('SETTLER', 'BUYER'));
  await expect(panel.getByRole('heading', { name: 'BUYER 112-C' })).toBeVisible();

  // No page is open that could notice this one. The details that the browser has kept are old when one is opened.
  await county.goto('about:blank');
  const settings = async () => (await county.request.get(`${server.url}/config.json`)).text();
  const last = await settings();
  await importPolk(countyText());
  await expect.poll(settings).not.toBe(last);
  await county.goto(server.url);
  await mapIsOpen(county);
  await openUnit('SETTLER 112-C');

  await server.removeCounty('polk');
  await expect(panel.getByText(messages.parcelNotFound)).toBeVisible();
  await server.removeCounty('jasper');
  await expect(county.getByText(messages.noParcelsYet)).toBeVisible();
  await importPolk(countyText());
  await expect(county.getByText(messages.noParcelsYet)).toBeHidden();
});
