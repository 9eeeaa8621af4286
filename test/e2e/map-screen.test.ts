// The screen around the real map: controls, limits, layout, menu, location, and the parcels that are shown.
import { expect, type Locator, type Page } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { atRest } from './at-rest.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { currentView, IN_TOWN, jumpTo, lookAt, mapIsIdle, openServerUrl, shownFeatures } from './map-page.ts';
import { dragBetween, mapElement, OPEN_SEA, placeAt } from './map-pointer.ts';
import { SHARED_VIEWPORT, test } from './map-test.ts';
import { spotOffParcels, spotsOnParcels } from './parcel-spots.ts';
import { failedRequest, MAP_REPORT } from './quiet-test.ts';
import { logOutItem, menuButton, openMenu } from './side-menu.ts';

type Box = { x: number; y: number; width: number; height: number };

/** Where the middle of an element is on the screen, such as `bottom left`. */
async function cornerOf(part: Locator): Promise<string> {
  const { x, y, width, height } = (await part.boundingBox())!;
  const isTop = y + height / 2 < SHARED_VIEWPORT.height / 2;
  const isLeft = x + width / 2 < SHARED_VIEWPORT.width / 2;
  return `${isTop ? 'top' : 'bottom'} ${isLeft ? 'left' : 'right'}`;
}

test('[M1] [M5] [M6] [M8] [M16] the controls are in their corners, and the map fills its container, within zoom 3 to 19 and 85 degrees', async ({
  map,
}) => {
  const bar = map.locator('.maplibregl-ctrl-scale');
  expect((await map.getByRole('search').boundingBox())!).toMatchObject({ y: 12 });
  expect((await map.getByRole('search').boundingBox())!.x).toBeLessThan(SHARED_VIEWPORT.width / 2);
  expect(await cornerOf(map.getByRole('region', { name: 'Map tools' }))).toBe('top right');
  expect(await cornerOf(map.getByRole('region', { name: 'Navigation' }))).toBe('bottom left');
  expect(await cornerOf(bar)).toBe('bottom left');
  expect(await cornerOf(map.locator('.maplibregl-ctrl-attrib'))).toBe('bottom right');

  await jumpTo(map, { zoom: 13 });
  await expect(bar).toHaveText('2,000\u00a0ft');
  await jumpTo(map, { zoom: 14 });
  await expect(bar).toHaveText('1,000\u00a0ft');
  for (const zoom of [3, 10.5, 19]) {
    await jumpTo(map, { zoom });
    expect((await bar.boundingBox())!.width).toBeLessThanOrEqual(100);
  }

  await jumpTo(map, { zoom: 25 });
  expect((await currentView(map)).zoom).toBe(MAP_ZOOM_MAX);
  await expect(map.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await jumpTo(map, { zoom: 0 });
  expect((await currentView(map)).zoom).toBe(MAP_ZOOM_MIN);
  await expect(map.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  const bounds = () =>
    mapElement(map).evaluate((element: MapElement) => {
      const shown = element.map!.getBounds();
      return { north: shown.getNorth(), south: shown.getSouth() };
    });
  await jumpTo(map, { zoom: 3, center: [0, 89] });
  expect((await bounds()).north).toBeCloseTo(85, 6);
  await jumpTo(map, { zoom: 3, center: [0, -89] });
  expect((await bounds()).south).toBeCloseTo(-85, 6);
  await jumpTo(map, { zoom: 3, center: [179, 0] });
  await mapElement(map).evaluate((element: MapElement) => {
    element.map!.panBy([400, 0], { duration: 0 });
  });
  const { lng } = await currentView(map);
  expect(((lng + 540) % 360) - 180).toBeLessThan(-100);

  const canvas = map.locator('canvas.maplibregl-canvas');
  const fills = (size: { width: number; height: number }) =>
    expect.poll(() => canvas.boundingBox()).toEqual({ x: 0, y: 0, ...size });
  await fills(SHARED_VIEWPORT);
  await map.setViewportSize({ width: 500, height: 400 });
  await fills({ width: 500, height: 400 });
  await map.getByRole('main').evaluate((element) => {
    element.style.width = '400px';
  });
  await fills({ width: 400, height: 400 });
  await map.getByRole('main').evaluate((element) => {
    element.style.width = '';
  });
});

test('[M13] [N4] [N5] outlines are shown from zoom 13, owner names from 14 and by their checkbox, both beyond the last tiles', async ({
  map,
}) => {
  const outlines = async () => (await shownFeatures(map, 'parcel-outlines')).length;
  const names = async () => (await shownFeatures(map, 'parcel-labels')).length;
  await lookAt(map, { zoom: 13 });
  expect(await outlines()).toBeGreaterThan(100);
  expect(await names()).toBe(0);
  await lookAt(map, { zoom: 12.9 });
  expect(await outlines()).toBe(0);
  await lookAt(map, { zoom: MAP_ZOOM_MAX });
  expect(await outlines()).toBeGreaterThan(0);
  await lookAt(map, { zoom: 17 });
  const { pin, name } = await (
    await map.request.get(`${openServerUrl()}/api/parcels/at`, { params: MAP_CENTER })
  ).json();
  const inLots = await shownFeatures(map, 'lot-names');
  const ofLot = inLots.find(({ PIN }) => PIN === pin);
  // In the lines in which it fits its lot.
  expect(`${ofLot?.Name}`.replaceAll('\n', ' ')).toBe(name);
  await lookAt(map, { zoom: 14 });
  expect(await names()).toBeGreaterThan(10);

  const button = map.getByRole('button', { name: 'Overlays' });
  await button.click();
  const panel = map.getByRole('dialog', { name: 'Overlays' });
  const ownerNames = panel.getByRole('checkbox', { name: 'Show Owner Names' });
  await ownerNames.uncheck();
  await expect.poll(names).toBe(0);
  await ownerNames.check();
  await expect.poll(names).toBeGreaterThan(0);
  // A click on the backdrop closes the panel and does not reach the map.
  await atRest(panel);
  await map.mouse.click(100, 300);
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await expect(map.getByRole('region', { name: 'Parcel details' })).toHaveCount(0);
});

test('[N1] [N2] [N3] [N5] the menu shows who is signed in and where the map looks, and leads to the saved sheet', async ({
  map,
}) => {
  const menu = await openMenu(map);
  await expect(logOutItem(map)).toContainText(/@example\.org/);
  const info = menu.getByRole('region', { name: 'Map Info' });
  await expect(info).toContainText('-80.8600, 35.6200');
  await jumpTo(map, { zoom: 14.256, center: [-80.87654, 35.61234] });
  await expect(info).toContainText('-80.8765, 35.6123');
  await expect(info).toContainText('14.26');

  // The sheet may open at the moment in which the menu is gone and nothing has the focus.
  await map.evaluate(() => {
    const loseFocus = () => (document.activeElement as HTMLElement).blur();
    document.addEventListener('click', loseFocus, { once: true });
  });
  await menu.getByRole('button', { name: 'My Saved Parcels' }).click();
  await expect(menu).toBeHidden();
  const sheet = map.getByRole('dialog', { name: 'My Saved Parcels' });
  await expect(sheet).toContainText('saved any parcels yet');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  // The menu item that opened the sheet is gone: the focus returns to the button that opened the menu.
  await expect(menuButton(map)).toBeFocused();
});

/** The browser's own sensor of how the device lies, with made-up readings: all between it and the map is real. */
async function sensorOf(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const type = 'absolute-orientation';
  const enable = (enabled: boolean) =>
    browser.send('Emulation.setSensorOverrideEnabled', { enabled, type, metadata: { available: true } });
  await enable(true);
  return {
    async pointTo(heading: number) {
      // Turned around the axis through the screen, against the clock.
      const half = ((360 - heading) / 2) * (Math.PI / 180);
      const quaternion = { x: 0, y: 0, z: Math.sin(half), w: Math.cos(half) };
      await browser.send('Emulation.setSensorOverrideReadings', { type, reading: { quaternion } });
    },
    async remove() {
      await enable(false);
      await browser.detach();
    },
  };
}

test('[M8] [G3] my location is a dot on the map that follows the device, until the map is dragged', async ({
  map,
}) => {
  const context = map.context();
  const [lng, lat] = OPEN_SEA.center;
  const standAt = (longitude: number) => context.setGeolocation({ longitude, latitude: lat, accuracy: 150 });
  const button = map.getByRole('button', { name: 'My location' });
  const layers = ['location-accuracy', 'location-dot'];
  const shownLayers = async () => {
    const areThere = await mapElement(map).evaluate(
      (element: MapElement, ids) => ids.every((id) => element.map!.getLayer(id)),
      layers,
    );
    if (!areThere) return [];
    const shown = await Promise.all(layers.map((layer) => shownFeatures(map, layer)));
    return layers.filter((_, index) => shown[index]!.length > 0);
  };
  await jumpTo(map, OPEN_SEA);
  // Who grants some refuses the others, but browsers ask nobody for sensors.
  await context.grantPermissions(['geolocation', 'accelerometer', 'gyroscope', 'magnetometer']);
  await standAt(lng);
  const sensor = await sensorOf(map);
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

  // The beam turns with the device.
  for (const heading of [90, 270]) {
    await sensor.pointTo(heading);
    await expect
      .poll(async () => (await shownFeatures(map, 'location-heading')).map((beam) => beam.heading))
      .toEqual([heading]);
  }
  await sensor.remove();

  await dragBetween(map, [320, 240], [200, 240]);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(shownLayers).toEqual(layers);

  // The button in the search box is the same.
  await map.getByRole('search').hover();
  const locateMe = map.getByRole('button', { name: 'Locate me' });
  await locateMe.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(locateMe).toHaveAttribute('aria-pressed', 'true');
  await locateMe.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const isOnMap = () =>
    mapElement(map).evaluate((element: MapElement) => element.map!.getLayer('location-dot') !== undefined);
  await expect.poll(isOnMap).toBe(false);
  await context.clearPermissions();
  await chooseBasemap(map, 'Streets');
});

test('[M17] [S2] whose land: the lot there is selected, the next one when its line is crossed, and moving the map ends it', async ({
  map,
  allowMessages,
}) => {
  // What the server answers where there is no parcel.
  allowMessages(failedRequest('/api/parcels/at'));
  const context = map.context();
  const details = map.getByRole('region', { name: 'Parcel details' });
  const whoseLand = map.getByRole('button', { name: 'Whose land am I on?' });
  const words = map.getByRole('region', { name: 'Whose land' });
  const stand = ([longitude, latitude]: readonly [number, number], accuracy: number) =>
    context.setGeolocation({ longitude, latitude, accuracy });
  const [here, next] = await spotsOnParcels(map, 2);
  const [onHere, onNext] = [await placeAt(map, here!.at), await placeAt(map, next!.at)];
  const offLots = await placeAt(map, await spotOffParcels(map));
  await context.grantPermissions(['geolocation', 'accelerometer', 'gyroscope', 'magnetometer']);

  await stand(onHere, 1);
  await whoseLand.click();
  await expect(details).toContainText(here!.pin);
  await expect(words).toContainText(/^[\d,]+ ft from the nearest lot line/);
  await expect(words).toContainText('Your location is accurate to 3 ft.');
  await stand(onHere, 300);
  await expect(words).toContainText(/^About [\d,]+ ft from the nearest lot line/);
  await expect(words).toContainText('Your location is only accurate to 984 ft');

  // Nothing covers the words, nor they a control: also where the card of the lot leaves little room.
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 740, height: 360 },
    { width: 1024, height: 600 },
  ]) {
    await map.setViewportSize(viewport);
    await expect.poll(() => map.locator('canvas.maplibregl-canvas').boundingBox()).toMatchObject(viewport);
    const others = [...(await floatingBoxes(map)), { name: 'details', ...(await details.boundingBox())! }];
    const box = (await words.boundingBox())!;
    expect(others.filter((other) => overlap(other, box)).map(({ name }) => name)).toEqual([]);
  }
  await map.setViewportSize(SHARED_VIEWPORT);

  await stand(onNext, 1);
  await expect(details).toContainText(next!.pin);
  await expect(whoseLand).toHaveAttribute('aria-pressed', 'true');
  await stand(offLots, 1);
  await expect(words).toContainText('You are on no lot');
  await expect(details).toBeHidden();
  await stand(onHere, 1);
  await expect(details).toContainText(here!.pin);

  await map.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await expect(whoseLand).toHaveAttribute('aria-pressed', 'false');
  await expect(details).toContainText(here!.pin);
  await map.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await whoseLand.click();
  await expect(details).toContainText(here!.pin);
  await dragBetween(map, [320, 140], [240, 140]);
  await expect(words).toBeHidden();
  await map.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await whoseLand.click();
  await expect(details).toContainText(here!.pin);
  await map.goBack();
  await expect(words).toBeHidden();
  await expect(details).toBeHidden();
  await map.getByRole('button', { name: 'My location' }).click();
  await map.getByRole('button', { name: 'My location' }).click();

  await context.clearPermissions();
  await whoseLand.click();
  await expect(map.getByRole('alert')).toHaveText('Geolocation permission denied');
  await expect(whoseLand).toHaveAttribute('aria-pressed', 'false');
  await lookAt(map, OPEN_SEA);
  await expect(map.getByRole('alert')).toHaveCount(0);
});

test('[M15] contour tiles and parcel tiles that fail are only logged, and the rest of the map stays', async ({
  map,
  allowMessages,
}) => {
  allowMessages(MAP_REPORT, failedRequest('/(maps|tiles)/'));
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
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(10);
  await contours.click();

  await map.route('**/tiles/**', (route) => route.fulfill({ status: 500, body: '' }));
  const parcelWarning = nextWarning();
  await lookAt(map, { zoom: 15, center: [-80.75, 35.5] });
  expect((await parcelWarning).type()).toBe('warning');
  await expectNoMessage();
  expect(await shownFeatures(map, 'parcel-outlines')).toEqual([]);
  await lookAt(map, IN_TOWN);
  expect((await shownFeatures(map, 'parcel-outlines')).length).toBeGreaterThan(10);
});

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

test('on small screens no control covers another, with a parcel open or not', async ({ map }) => {
  const overlappingPairs = async () => {
    const boxes = await floatingBoxes(map);
    const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => [a, b] as const));
    return pairs.filter(([a, b]) => overlap(a, b)).map(([a, b]) => `${a.name} and ${b.name}`);
  };
  for (const { width, height, hasRoomBeside } of [
    { width: 360, height: 640, hasRoomBeside: false },
    { width: 640, height: 360, hasRoomBeside: true },
    { width: 720, height: 540, hasRoomBeside: true },
  ]) {
    const viewport = { width, height };
    await map.setViewportSize(viewport);
    // The map resizes a little later than its page.
    await expect.poll(() => map.locator('canvas.maplibregl-canvas').boundingBox()).toMatchObject(viewport);
    await expect.poll(overlappingPairs).toEqual([]);
    for (const box of await floatingBoxes(map)) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    await lookAt(map, IN_TOWN);
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
  }
});
