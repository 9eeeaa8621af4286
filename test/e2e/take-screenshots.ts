// Takes the pictures of the README and of docs/using.md from the built application and its demo county: npm run screenshots
// `npm run screenshots -- sales labels` takes those alone.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import type { MapElement } from '../../web/map/map-state.ts';
import { chromiumPath, softwareDrawing } from '../chromium.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { IN_TOWN, inTown, lookAt, mapIsIdle, openMap, shownFeatures } from './map-page.ts';
import { mapElement } from './map-pointer.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { startServer } from './running-server.ts';
import { signIn } from './sign-in.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');
/** Long, because software rendering of a large page is slow. */
const TIMEOUT_MS = 180_000;

/** The README's are large; those of the guide are many, and each shows one thing. */
const sizes = {
  readme: { viewport: { width: 1440, height: 900 }, quality: 78 },
  guide: { viewport: { width: 1280, height: 800 }, quality: 60 },
};

type Picture = { name: string; size: keyof typeof sizes; pose: (page: Page) => Promise<void> };

const plan = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry });
const [lng, lat] = IN_TOWN.center;
const corner = (east: number, north: number) => [lng + east, lat + north];
const plans = {
  type: 'FeatureCollection',
  features: [
    plan(
      {
        name: 'Path to the creek',
        folder: 'Fence',
        color: '#b3362b',
        notes: 'Overgrown; the gate is locked.',
      },
      { type: 'LineString', coordinates: [corner(0, 0), corner(0.002, -0.001), corner(0.004, -0.003)] },
    ),
    plan(
      { name: 'Old oak', folder: 'Fence', color: '#2563b0' },
      { type: 'Point', coordinates: corner(0.001, 0) },
    ),
    plan(
      { name: 'Pasture to lease' },
      {
        type: 'Polygon',
        coordinates: [[corner(0, 0), corner(0.003, 0), corner(0.003, 0.002), corner(0, 0.002), corner(0, 0)]],
      },
    ),
  ],
};

const guide = (name: string, pose: Picture['pose']): Picture => ({ name, size: 'guide', pose });
const readme = (name: string, pose: Picture['pose']): Picture => ({ name, size: 'readme', pose });

const pictures: Picture[] = [
  readme('parcel-details', async (page) => {
    await lookAt(page, { zoom: 16.2 });
    await selectMiddle(page);
  }),
  readme('satellite', async (page) => {
    await chooseBasemap(page, 'Satellite Streets');
    await lookAt(page, { zoom: 15.6, center: [-80.8745, 35.6285] });
  }),
  guide('facts', async (page) => {
    await selectMiddle(page);
    await page.locator('summary', { hasText: 'Sides and corners' }).click();
    await page.getByRole('heading', { name: 'Value' }).evaluate(scrollToTop);
  }),
  guide('neighbors', async (page) => {
    await selectMiddle(page);
    await showNeighbors(page);
    await closeDetails(page);
    await lookAt(page, { zoom: 15.6, center: [IN_TOWN.center[0] - 0.004, IN_TOWN.center[1]] });
  }),
  guide('labels', async (page) => {
    await selectMiddle(page);
    await showNeighbors(page);
    await results(page).getByRole('button', { name: 'Labels' }).click();
    await page
      .getByRole('dialog', { name: 'Labels' })
      .getByText(/letters?/)
      .first()
      .waitFor();
  }),
  guide('holdings', async (page) => {
    await openMap(page, withFilter(page, "owner = 'Hearthline SFR Borrower II LLC'", '#12.5/35.62/-80.86'));
    await counted(page);
  }),
  guide('find', async (page) => {
    await openMap(
      page,
      withFilter(page, 'taxacres BETWEEN 5 AND 20 AND elsewhere = TRUE', '#12.5/35.62/-80.86'),
    );
    await counted(page);
    await results(page).getByRole('button', { name: 'Edit filter' }).click();
    await page.getByRole('form', { name: 'Find parcels' }).waitFor();
  }),
  guide('sales', async (page) => {
    await selectMiddle(page);
    await page.getByRole('button', { name: 'Comparable sales' }).click();
    await page.locator('.sales-plots canvas').nth(1).waitFor();
    await closeDetails(page);
    await results(page).getByRole('button', { name: 'More width' }).click();
    await results(page).getByRole('button', { name: 'Zoom to all' }).click();
  }),
  guide('download', async (page) => {
    await openMap(page, withFilter(page, "zoning = 'R-20'", '#12.5/35.62/-80.86'));
    await counted(page);
    await results(page).getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Shapefile' }).waitFor();
  }),
  guide('map-sheet', async (page) => {
    await selectMiddle(page);
    await page.getByRole('button', { name: 'Map sheet' }).click();
    await page.getByRole('button', { name: 'Make PDF' }).waitFor();
  }),
  guide('measure', async (page) => {
    await lookAt(page, { zoom: 18 });
    await page.getByRole('button', { name: 'Measure tools' }).click();
    await page.getByRole('button', { name: 'Measure Area' }).click();
    const corners = await cornersOfMiddle(page);
    for (const [x, y] of corners.slice(0, 3)) {
      await page.mouse.move(x + 3, y + 3);
      await page.mouse.click(x + 3, y + 3);
    }
    const [x, y] = corners[3]!;
    await page.mouse.move(x + 3, y + 3, { steps: 3 });
  }),
  guide('pick', async (page) => {
    await lookAt(page, { zoom: 17 });
    await selectMiddle(page);
    await page.getByRole('button', { name: 'Pick several' }).click();
    for (const { at } of (await spotsOnParcels(page, 12)).filter((_, index) => index % 3 === 2))
      await page.mouse.click(...at);
  }),
  guide('saved', async (page) => {
    await selectMiddle(page);
    await page.getByRole('button', { name: 'Save parcel' }).click();
    await page.getByLabel('Notes').fill('Ask about the fence');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Saved Location' }).click();
    await page
      .getByLabel('File with drawings')
      .first()
      .setInputFiles({
        name: 'plans.geojson',
        mimeType: 'application/geo+json',
        buffer: Buffer.from(JSON.stringify(plans)),
      });
    await page.getByRole('listitem').nth(3).waitFor();
    await page.getByText('Added 3 drawings').waitFor();
  }),
  // The last: the choice is kept between visits.
  guide('shading', async (page) => {
    await lookAt(page, { zoom: 13.6, center: [IN_TOWN.center[0] + 0.012, IN_TOWN.center[1]] });
    await page.getByRole('button', { name: 'Overlays' }).click();
    await page.getByLabel('Shade parcels by').selectOption('zoning');
    // The legend is there before the map has begun to draw.
    await expect
      .poll(() => shownFeatures(page, 'parcel-shading'), { timeout: TIMEOUT_MS })
      .not.toHaveLength(0);
  }),
];

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const scrollToTop = (element: Element) => element.scrollIntoView({ block: 'start' });

function withFilter(page: Page, filter: string, view: string): string {
  return `${new URL(page.url()).origin}/?filter=${encodeURIComponent(filter)}${view}`;
}

async function counted(page: Page): Promise<void> {
  await results(page)
    .getByText(/^[\d,]+ parcels, /)
    .waitFor();
  await results(page).locator('tbody button').first().waitFor();
}

async function showNeighbors(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Neighbors' }).click();
  await page.getByRole('button', { name: 'Show neighbors' }).click();
  await counted(page);
}

const closeDetails = (page: Page) =>
  page.locator('.parcel-panel').getByRole('button', { name: 'Close' }).click();

/** The outermost corners of the parcel in the middle of the map, in pixels, one after the other. */
async function cornersOfMiddle(page: Page): Promise<[number, number][]> {
  const corners = await mapElement(page).evaluate((element: MapElement) => {
    const map = element.map!;
    const middle: [number, number] = [element.clientWidth / 2, element.clientHeight / 2];
    const [parcel] = map.queryRenderedFeatures(middle, { layers: ['parcel-areas'] });
    if (parcel?.geometry.type !== 'Polygon') throw new Error('There is no parcel in the middle.');
    return parcel.geometry.coordinates[0]!.map((corner) => {
      const { x, y } = map.project(corner as [number, number]);
      return { x, y };
    });
  });
  const directions = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return directions.map(([right, down]) => {
    const [outermost] = corners.toSorted((a, b) => right * (b.x - a.x) + down * (b.y - a.y));
    return [outermost!.x, outermost!.y];
  });
}

async function selectMiddle(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  await page.getByRole('button', { name: 'Copy maps link' }).waitFor();
}

async function takeAll(names: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-screenshots-'));
  await cp(makeTestCounty(), dataDir, { recursive: true });
  const server = await startServer({ dataDir, access: 'signed-in' });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: softwareDrawing });
  try {
    await mkdir(folder, { recursive: true });
    // What moves would be taken on its way.
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(TIMEOUT_MS);
    await signIn(page, { url: server.url, email: 'ada@example.org' });
    for (const { name, size, pose } of pictures) {
      if (names.length > 0 && !names.includes(name)) continue;
      const { viewport, quality } = sizes[size];
      await page.setViewportSize(viewport);
      // To an address that differs by its hash alone, the page would stay as it is.
      await page.goto('about:blank');
      await openMap(page, inTown(server.url));
      await pose(page);
      await mapIsIdle(page);
      await sharp(await page.screenshot())
        .webp({ quality })
        .toFile(join(folder, `${name}.webp`));
      process.stdout.write(`docs/screenshots/${name}.webp\n`);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await takeAll(process.argv.slice(2));
