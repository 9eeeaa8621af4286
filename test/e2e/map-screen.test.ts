// The controls around the real map, its limits, and its layout on small screens.
import { expect, type Locator, type Page } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { atRest } from './at-rest.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { currentView, jumpTo, lookAt, mapIsIdle, shownFeatures } from './map-page.ts';
import { dragBetween, OPEN_SEA } from './map-pointer.ts';
import { SHARED_VIEWPORT, test } from './shared-map.ts';
import { menuButton } from './side-menu.ts';

test('[M5] [M6] [M8] search at the top left, tools at the top right, navigation and scale at the bottom left, credits at the bottom right', async ({
  map,
}) => {
  const { width, height } = SHARED_VIEWPORT;
  const tools = (await map.getByRole('region', { name: 'Map tools' }).boundingBox())!;
  expect([tools.y, tools.x + tools.width]).toEqual([12, width - 12]);
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
  await jumpTo(map, { zoom: 14 });
  await expect(bar).toHaveText('1,000\u00a0ft');
  for (const zoom of [3, 10.5, 19]) {
    await jumpTo(map, { zoom });
    expect((await bar.boundingBox())!.width).toBeLessThanOrEqual(100);
  }
});

test('[M8] my location is a dot on the map that follows the device, until the map is dragged', async ({
  map,
}) => {
  const context = map.context();
  const [lng, lat] = OPEN_SEA.center;
  const standAt = (longitude: number) => context.setGeolocation({ longitude, latitude: lat, accuracy: 150 });
  const button = map.getByRole('button', { name: 'My location' });
  const layers = ['location-accuracy', 'location-dot'];
  const shownLayers = async () => {
    const shown = await Promise.all(layers.map((layer) => shownFeatures(map, layer)));
    return layers.filter((_, index) => shown[index]!.length > 0);
  };
  await jumpTo(map, OPEN_SEA);
  await context.grantPermissions(['geolocation']);
  await standAt(lng);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(shownLayers).toEqual(layers);
  await expect.poll(async () => (await currentView(map)).zoom).toBe(15);
  await expect.poll(async () => (await currentView(map)).lng).toBeCloseTo(lng, 5);

  await standAt(lng + 0.002);
  await expect.poll(async () => (await currentView(map)).lng).toBeCloseTo(lng + 0.002, 5);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await chooseBasemap(map, 'Outdoors');
  await expect.poll(shownLayers).toEqual(layers);

  await dragBetween(map, [320, 240], [200, 240]);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(shownLayers).toEqual(layers);

  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const isOnMap = () =>
    map
      .locator('[data-map-state]')
      .evaluate((element: MapElement) => element.map!.getLayer('location-dot') !== undefined);
  await expect.poll(isOnMap).toBe(false);
  await context.clearPermissions();
  await chooseBasemap(map, 'Streets');
});

test('[M16] the view ends at 85 degrees north and south, and crosses the date line', async ({ map }) => {
  const bounds = () =>
    map.locator('[data-map-state]').evaluate((element: MapElement) => {
      const shown = element.map!.getBounds();
      return { north: shown.getNorth(), south: shown.getSouth() };
    });
  await jumpTo(map, { zoom: 3, center: [0, 89] });
  expect((await bounds()).north).toBeCloseTo(85, 6);
  await jumpTo(map, { zoom: 3, center: [0, -89] });
  expect((await bounds()).south).toBeCloseTo(-85, 6);
  await jumpTo(map, { zoom: 3, center: [179, 0] });
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

test('[M15] contour tiles and parcel tiles that fail are only logged, and the rest of the map stays', async ({
  map,
}) => {
  const nextWarning = () =>
    map.waitForEvent('console', (message) => message.text().startsWith('The map reports:'));
  const expectNoMessage = async () => {
    await expect(map.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    await expect(map.getByText(messages.parcelsUnreachable)).toHaveCount(0);
  };
  await map.route('**/maps/contours/**', (route) => route.fulfill({ status: 500, body: '' }));
  const contours = map.getByRole('button', { name: 'Contour lines' });
  const contourWarning = nextWarning();
  await contours.click();
  expect((await contourWarning).type()).toBe('warning');
  await mapIsIdle(map);
  await expectNoMessage();
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(100);
  await contours.click();

  await map.route('**/tiles/**', (route) => route.fulfill({ status: 500, body: '' }));
  const parcelWarning = nextWarning();
  await lookAt(map, { zoom: 15, center: [-80.75, 35.5] });
  expect((await parcelWarning).type()).toBe('warning');
  await expectNoMessage();
  expect(await shownFeatures(map, 'parcel-outlines')).toEqual([]);
  await lookAt(map, { zoom: MAP_ZOOM, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(100);
});

type Box = { x: number; y: number; width: number; height: number };

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The boxes of the controls that must not cover each other. */
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
  test(`at ${width} × ${height} no control covers another, with a parcel open or not`, async ({ map }) => {
    const viewport = { width, height };
    const overlappingPairs = async () => {
      const boxes = await floatingBoxes(map);
      const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => [a, b] as const));
      return pairs.filter(([a, b]) => overlap(a, b)).map(([a, b]) => `${a.name} and ${b.name}`);
    };
    await map.setViewportSize(viewport);
    // The map resizes a little later than its page.
    await expect.poll(() => map.locator('canvas.maplibregl-canvas').boundingBox()).toMatchObject(viewport);
    await expect.poll(overlappingPairs).toEqual([]);
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
    await expect.poll(overlappingPairs).toEqual([]);
    if (hasRoomBeside) {
      const [panel, tools] = [details, map.getByRole('region', { name: 'Map tools' })];
      expect(overlap((await panel.boundingBox())!, (await tools.boundingBox())!)).toBe(false);
    }
    await map.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await map.setViewportSize(SHARED_VIEWPORT);
  });
}
