// What stands around the map and moves it.
import { expect, type Locator, type Page } from '@playwright/test';
import { messages } from '../../contract/messages.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { atRest } from './at-rest.ts';
import { currentView, lookAt, mapIsIdle, shownFeatures } from './map-page.ts';
import { SHARED_VIEWPORT, test } from './shared-map.ts';
import { menuButton } from './side-menu.ts';

const place = { longitude: -80.9, latitude: 35.65 };

test('[M6] the tools stand at the top right, in one group', async ({ map }) => {
  const tools = map.getByRole('region', { name: 'Map tools' });
  const names = await tools
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel));
  expect(names).toEqual([
    'Overlays',
    'Basemaps',
    'Contour lines',
    'Measure tools',
    'Draw tools',
    'My saved parcels',
  ]);
  for (const button of await tools.getByRole('button').all()) await expect(button).toBeEnabled();
  const { x, y, width } = (await tools.boundingBox())!;
  expect([y, x + width]).toEqual([12, SHARED_VIEWPORT.width - 12]);

  await tools.getByRole('button', { name: 'My saved parcels' }).click();
  const sheet = map.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await map.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('[M8] my location flies to where the browser says, at zoom 15', async ({ map }) => {
  await map.context().grantPermissions(['geolocation']);
  await map.context().setGeolocation(place);
  await map.getByRole('button', { name: 'My location' }).click();
  const indicator = map.getByLabel('Zoom', { exact: true });
  await expect(indicator).toHaveText('15.00');
  await expect
    .poll(async () => {
      const { lng, lat } = await currentView(map);
      return [lng.toFixed(3), lat.toFixed(3)];
    })
    .toEqual(['-80.900', '35.650']);
  await map.context().clearPermissions();
});

test('[M8] a location that is refused says so beside the button, until the map is moved', async ({ map }) => {
  await map.context().clearPermissions();
  const button = map.getByRole('button', { name: 'My location' });
  await button.click();
  const words = map.getByText(messages.locationDenied);
  await expect(words).toBeVisible();
  await expect(button).toBeEnabled();
  await lookAt(map, { zoom: 14 });
  await expect(words).toBeHidden();
});

test('[M8] [M9] zoom in and zoom out, with the zoom to 2 decimals under them', async ({ map }) => {
  const indicator = map.getByLabel('Zoom', { exact: true });
  await map.getByRole('button', { name: 'Zoom in' }).click();
  await expect(indicator).toHaveText('14.00');
  await map.getByRole('button', { name: 'Zoom out' }).click();
  await expect(indicator).toHaveText('13.00');
  await lookAt(map, { zoom: 15.256 });
  await expect(indicator).toHaveText('15.26');
});

test('[M5] [M8] search at the top left, navigation and scale at the bottom left, credits at the bottom right', async ({
  map,
}) => {
  const { width, height } = SHARED_VIEWPORT;
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  const isLeft = ({ x, width: own }: Box) => x + own / 2 < width / 2;
  const isTop = ({ y, height: own }: Box) => y + own / 2 < height / 2;
  const search = await boxOf(map.getByRole('search'));
  expect([isTop(search), search.x < width / 2]).toEqual([true, true]);
  for (const part of [
    map.getByRole('region', { name: 'Navigation' }),
    map.locator('.maplibregl-ctrl-scale'),
  ]) {
    const box = await boxOf(part);
    expect([isTop(box), isLeft(box)]).toEqual([false, true]);
  }
  const credits = await boxOf(map.locator('.maplibregl-ctrl-attrib'));
  expect([isTop(credits), isLeft(credits)]).toEqual([false, false]);
});

test('[M5] the scale bar is in feet and at most 100 px wide', async ({ map }) => {
  const bar = map.locator('.maplibregl-ctrl-scale');
  await expect(bar).toHaveText('2,000\u00a0ft');
  await lookAt(map, { zoom: 14 });
  await expect(bar).toHaveText('1,000\u00a0ft');
  for (const zoom of [3, 10.5, 19]) {
    await lookAt(map, { zoom });
    expect((await bar.boundingBox())!.width).toBeLessThanOrEqual(100);
  }
});

test('[M16] the view ends at 85 degrees north and south, and goes on round the globe', async ({ map }) => {
  const bounds = () =>
    map.locator('[data-map-state]').evaluate((element: MapElement) => {
      const shown = element.map!.getBounds();
      return { north: shown.getNorth(), south: shown.getSouth() };
    });
  await lookAt(map, { zoom: 3, center: [0, 89] });
  expect((await bounds()).north).toBeCloseTo(85, 6);
  await lookAt(map, { zoom: 3, center: [0, -89] });
  expect((await bounds()).south).toBeCloseTo(-85, 6);
  await lookAt(map, { zoom: 3, center: [179, 0] });
  await map.locator('[data-map-state]').evaluate((element: MapElement) => {
    element.map!.panBy([400, 0], { duration: 0 });
  });
  const { lng } = await currentView(map);
  expect(((lng + 540) % 360) - 180).toBeLessThan(-100);
});

test('[M1] the map resizes with its container', async ({ map }) => {
  const canvasSize = async () => {
    const { width, height } = (await map.locator('canvas').boundingBox())!;
    return { width, height };
  };
  await expect.poll(canvasSize).toEqual(SHARED_VIEWPORT);
  const page = map.getByRole('main');
  await page.evaluate((element) => {
    element.style.width = '400px';
  });
  await expect.poll(canvasSize).toEqual({ ...SHARED_VIEWPORT, width: 400 });
  await page.evaluate((element) => {
    element.style.width = '';
  });
  await expect.poll(canvasSize).toEqual(SHARED_VIEWPORT);
});

test('[M15] tiles that fail are only logged', async ({ map }) => {
  await map.route('**/maps/contours/**', (route) => route.fulfill({ status: 500, body: '' }));
  const logged = map.waitForEvent('console', (message) => message.text().startsWith('The map reports:'));
  const contours = map.getByRole('button', { name: 'Contour lines' });
  await contours.click();
  expect((await logged).type()).toBe('warning');
  await mapIsIdle(map);
  await expect(map.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(100);
  await contours.click();
});

type Box = { x: number; y: number; width: number; height: number };

const doMeet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Where things stand that must not cover each other. */
async function floatingBoxes(page: Page) {
  const parts = {
    menu: menuButton(page),
    tools: page.getByRole('region', { name: 'Map tools' }),
    navigation: page.getByRole('region', { name: 'Navigation' }),
    scale: page.locator('.maplibregl-ctrl-scale'),
    credit: page.locator('.maplibregl-ctrl-attrib'),
  };
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({ name, ...(await part.boundingBox())! })),
  );
  return boxes;
}

for (const { width, height, hasRoomBeside } of [
  { width: 360, height: 640, hasRoomBeside: false },
  { width: 640, height: 360, hasRoomBeside: true },
  { width: 720, height: 540, hasRoomBeside: true },
]) {
  test(`at ${width} × ${height} nothing covers anything else, with a parcel open or not`, async ({ map }) => {
    const viewport = { width, height };
    const overlaps = async () => {
      const boxes = await floatingBoxes(map);
      const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => [a, b] as const));
      return pairs.filter(([a, b]) => doMeet(a, b)).map(([a, b]) => `${a.name} and ${b.name}`);
    };
    await map.setViewportSize(viewport);
    // The map follows its page a little later.
    await expect.poll(() => map.locator('canvas.maplibregl-canvas').boundingBox()).toMatchObject(viewport);
    await expect.poll(overlaps).toEqual([]);
    for (const box of await floatingBoxes(map)) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    await mapIsIdle(map);
    await map.mouse.click(width / 2, height / 2);
    const details = map.getByRole('region', { name: 'Parcel details' });
    await expect(details).toContainText('Tax acres');
    await atRest(details);
    await expect.poll(overlaps).toEqual([]);
    if (hasRoomBeside) {
      const [panel, tools] = [details, map.getByRole('region', { name: 'Map tools' })];
      expect(doMeet((await panel.boundingBox())!, (await tools.boundingBox())!)).toBe(false);
    }
    await map.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await map.setViewportSize(SHARED_VIEWPORT);
  });
}
