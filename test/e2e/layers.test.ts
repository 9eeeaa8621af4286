// A county with layers of its own, in the browser: its street map, its overlays, and what lies on a parcel.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { CENTER, type CountyServer, startCountyServer } from './county-server.ts';
import { isBackFromSteps, lookAt, mapIsIdle, mapIsOpen, openMap, shownFeatures } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest, MAP_REPORT } from './quiet-test.ts';
import { logOut } from './side-menu.ts';
import { SIGNED_OUT, signedInState, signIn } from './sign-in.ts';

let server: CountyServer;
let folder: string;

const { lng, lat } = CENTER;
const area = (west: number, east: number) => ({
  type: 'Polygon',
  coordinates: [ringOfBounds({ west, south: lat - 0.02, east, north: lat + 0.02 })],
});
const point = { type: 'Point', coordinates: [lng + 0.001, lat] };
const street = (north: number) => ({
  type: 'LineString',
  coordinates: [
    [lng - 0.01, lat + north],
    [lng + 0.01, lat + north],
  ],
});

async function add(name: string, shapes: [properties: object, geometry: object][], ...options: string[]) {
  const features = shapes.map(([properties, geometry]) => ({ type: 'Feature', properties, geometry }));
  const path = join(folder, `${name}.geojson`);
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }));
  await server.platbook('layers', 'add', path, ...options);
}

test.describe.configure({ mode: 'default' });
test.use({ storageState: SIGNED_OUT });
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-e2e-layers-'));
  server = await startCountyServer();
  await add('roads', [
    [{ STREET: 'WALNUT ST', CLASS: 'Primary' }, street(0.002)],
    [{ STREET: 'GRAND AVE', CLASS: 'Local' }, street(-0.002)],
  ]);
  await add('zoning', [
    [{ ZONE: 'R-1' }, area(lng - 0.02, lng)],
    [{ ZONE: 'C-2 <b>' }, area(lng, lng + 0.02)],
  ]);
  await add('hydrants', [[{ SIZE: '6 in' }, point]], '--title', 'Fire hydrants');
  const settings = async () => (await fetch(`${server.url}/config.json`)).text();
  await expect.poll(settings).toContain('"basemap"');
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const panel = (page: Page) => page.getByRole('dialog', { name: 'Overlays' });
const openPanel = (page: Page) => page.getByRole('button', { name: 'Overlays' }).click();
const box = (page: Page, name: string) => panel(page).getByRole('checkbox', { name });
const opacity = (page: Page) => panel(page).getByRole('slider', { name: 'Opacity of Zoning' });
const zones = async (page: Page) =>
  [...new Set((await shownFeatures(page, 'layer:zoning-areas')).map((zone) => zone.class))].sort();

async function openAsPerson(page: Page, address = '') {
  await page.context().addCookies((await signedInState([server.url])).cookies);
  await openMap(page, server.url + address);
}

async function expectChosen(page: Page): Promise<void> {
  await expect.poll(() => zones(page)).toEqual(['C-2 <b>', 'R-1']);
  await openPanel(page);
  await expect(box(page, 'Zoning')).toBeChecked();
  await expect(opacity(page)).toHaveValue('80');
  await expect(panel(page).getByRole('group')).toHaveCount(2);
  await expect(panel(page).getByRole('group').first()).toHaveAccessibleName('Fire hydrants');
}

test('[LAY-5] an overlay is switched on, faded, moved and explained, kept for the next visit and in the link, and told of a parcel', async ({
  page,
  browser,
}) => {
  // By the login page: before that, nothing is told of overlays.
  await signIn(page, { url: server.url });
  await mapIsOpen(page);
  // Deep enough for labels.
  await lookAt(page, { zoom: 15 });
  await openPanel(page);
  await expect(box(page, 'Fire hydrants')).not.toBeChecked();
  await expect(panel(page).getByText('More overlays to come')).toHaveCount(0);

  await box(page, 'Zoning').check();
  await expect(panel(page).getByRole('listitem')).toHaveText(['C-2 <b>', 'R-1']);
  await expect.poll(() => zones(page)).toEqual(['C-2 <b>', 'R-1']);
  const labels = async () => (await shownFeatures(page, 'layer:zoning-labels')).map(({ label }) => label);
  await expect.poll(labels).toEqual(expect.arrayContaining(['R-1', 'C-2 <b>']));
  await opacity(page).fill('80');
  await panel(page).getByRole('button', { name: 'Move Zoning down' }).click();
  await expect(panel(page).getByText('Zoning: 2 of 2')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/[?&]overlays=zoning:80/);
  const link = page.url();

  await isBackFromSteps(page);
  await page.reload();
  await mapIsOpen(page);
  await expectChosen(page);
  await page.keyboard.press('Escape');

  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  const details = page.getByRole('region', { name: 'Parcel details' });
  await expect(details.getByRole('heading', { name: 'On this parcel' })).toBeVisible();
  await expect(details.getByText(/^R-1: 50% \(\d+(\.\d)? acres\)$/)).toBeVisible();
  await expect(details.getByText(/^C-2 <b>: 50% \(\d+(\.\d)? acres\)$/)).toBeVisible();
  await expect(details.getByText('Fire hydrants')).toBeVisible();

  const other = await browser.newContext({ storageState: await signedInState([server.url]) });
  const visitor = await other.newPage();
  await openMap(visitor, link);
  await expect.poll(() => zones(visitor)).toEqual(['C-2 <b>', 'R-1']);
  await openPanel(visitor);
  await expect(opacity(visitor)).toHaveValue('80');
  await other.close();
});

test('[LAY-5] after the log-out the browser shows no tile of an overlay that it has kept, nor of parcels', async ({
  page,
  allowMessages,
}) => {
  allowMessages(failedRequest('/maps/zoning/'), failedRequest('/tiles/'));
  await openAsPerson(page);
  await openPanel(page);
  const asked = ['/maps/zoning/', '/tiles/'].map((path) =>
    page.waitForResponse((answer) => answer.url().includes(path) && answer.status() === 200),
  );
  await box(page, 'Zoning').check();
  await expect.poll(() => zones(page)).toEqual(['C-2 <b>', 'R-1']);
  await lookAt(page, { zoom: 15 });
  const addresses = (await Promise.all(asked)).map((answer) => answer.url());
  const statuses = () =>
    page.evaluate((all) => Promise.all(all.map(async (url) => (await fetch(url)).status)), addresses);
  expect(await statuses()).toEqual([200, 200]);
  await page.keyboard.press('Escape');
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  expect(await statuses()).toEqual([401, 401]);
});

test('[LAY-5] [LAY-bad] an overlay whose tiles fail says so, parcels stay usable, and it comes by itself', async ({
  page,
  allowMessages,
}) => {
  allowMessages(MAP_REPORT, failedRequest('/maps/zoning/'));
  await page.route('**/maps/zoning/**', (route) => route.fulfill({ status: 503, body: '' }));
  await openAsPerson(page);
  await openPanel(page);
  await box(page, 'Zoning').check();
  const failure = panel(page).getByText('Could not be loaded.');
  await expect(failure).toBeVisible();
  await page.keyboard.press('Escape');
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
  const details = page.getByRole('region', { name: 'Parcel details' });
  await expect(details.getByText(/^R-1: 50%/)).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await page.unroute('**/maps/zoning/**');
  await openPanel(page);
  await expect(failure).toHaveCount(0);
  await expect.poll(() => zones(page)).toEqual(['C-2 <b>', 'R-1']);
});

test.describe('the street map', () => {
  test.use({ rendering: 'whole' });
  test('[LAY-3] [LAY-4] of the county’s own roads is offered, and its streets are named', async ({
    page,
  }) => {
    await openAsPerson(page);
    await mapIsIdle(page);
    await page.getByRole('button', { name: 'Basemaps' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Streets', 'Navigation Day']);
    const names = () =>
      page
        .locator('[data-map-state]')
        .evaluate((element: MapElement) =>
          element
            .map!.querySourceFeatures('basemap', { sourceLayer: 'roads' })
            .map((road) => road.properties.name),
        );
    await expect.poll(names).toEqual(expect.arrayContaining(['Walnut Street', 'Grand Avenue']));
  });
});
