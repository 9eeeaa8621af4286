// Hovering and selecting parcels on the map.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { holdRoute } from './hold-route.ts';
import { currentView, lookAt, mapIsIdle } from './map-page.ts';
import { clickAt, mapElement, withFinger } from './map-pointer.ts';
import {
  type Color,
  colorAt,
  lowestSpotOnParcel,
  spotOffParcels,
  spotOnParcel,
  spotsOnParcels,
} from './parcel-spots.ts';
import { test } from './shared-map.ts';

const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');

const closePanel = async (page: Page) => {
  await details(page).getByRole('button', { name: 'Close' }).click();
  await expect(details(page)).toBeHidden();
};

/** Off the map, so that nothing is hovered. */
const leaveMap = (page: Page) => page.getByRole('button', { name: 'Menu' }).hover();

const HIGHLIGHT_OPACITY = 0.6;
const HOVER_FILL: Color = { red: 0x8f, green: 0xd6, blue: 0xa3 };
const SELECTED_FILL: Color = { red: 0x1f, green: 0x7a, blue: 0x4a };
/** Tolerance for rounding when a fill is separated from the color under it. */
const ROUNDING = 6;

/** The fill color, computed from the blended color and the color under it. */
function laidOver(ground: Color, seen: Color): Color {
  const layer = (channel: keyof Color) =>
    Math.round((seen[channel] - ground[channel] * (1 - HIGHLIGHT_OPACITY)) / HIGHLIGHT_OPACITY);
  return { red: layer('red'), green: layer('green'), blue: layer('blue') };
}

function expectColor(seen: Color, wanted: Color): void {
  for (const channel of ['red', 'green', 'blue'] as const) {
    expect(Math.abs(seen[channel] - wanted[channel])).toBeLessThanOrEqual(ROUNDING);
  }
}

function expectGreen({ red, green, blue }: Color): void {
  expect(green).toBeGreaterThan(red + 20);
  expect(green).toBeGreaterThan(blue + 20);
}

test('[M14] [S4] the parcel under the pointer is light green, the selected one darker, and no other', async ({
  map,
}) => {
  await leaveMap(map);
  await lookAt(map, { zoom: 17 });
  const [one, other] = await spotsOnParcels(map, 2);
  const plain = await colorAt(map, one!.at);
  const otherPlain = await colorAt(map, other!.at);

  await map.mouse.move(...one!.at);
  await expect(canvas(map)).toHaveCSS('cursor', 'pointer');
  await expect.poll(() => colorAt(map, one!.at)).not.toEqual(plain);
  const hover = laidOver(plain, await colorAt(map, one!.at));
  expectColor(hover, HOVER_FILL);

  await map.mouse.move(...other!.at);
  await expect.poll(() => colorAt(map, one!.at)).toEqual(plain);
  await expect.poll(() => colorAt(map, other!.at)).not.toEqual(otherPlain);

  await leaveMap(map);
  await expect.poll(() => colorAt(map, other!.at)).toEqual(otherPlain);
  await expect(canvas(map)).not.toHaveCSS('cursor', 'pointer');

  await map.mouse.click(...one!.at);
  await expect(details(map)).toContainText('Tax acres');
  await expect(details(map)).toContainText(one!.pin);
  await leaveMap(map);
  // The map may move to show the parcel above its panel.
  await expect(async () => {
    const again = await spotOnParcel(map, one!.pin);
    expectColor(laidOver(plain, await colorAt(map, again)), SELECTED_FILL);
  }).toPass();
  await closePanel(map);
  await leaveMap(map);
});

test('[S1] [S2] a click selects, the next one anywhere deselects and never switches', async ({ map }) => {
  const asked: string[] = [];
  const note = (request: { url: () => string }) => {
    const [, pin] = /\/api\/parcels\/([^/]+)$/.exec(request.url()) ?? [];
    if (pin) asked.push(decodeURIComponent(pin));
  };
  map.on('request', note);
  await lookAt(map, { zoom: 17 });
  const [one] = await spotsOnParcels(map, 1);
  await clickAt(map, one!.at);
  await expect(details(map)).toContainText('Tax acres');
  await expect(details(map)).toContainText(one!.pin);

  const [, another] = await spotsOnParcels(map, 2);
  await clickAt(map, another!.at);
  await expect(details(map)).toBeHidden();

  const [next] = await spotsOnParcels(map, 1);
  await clickAt(map, next!.at);
  await expect(details(map)).toContainText('Tax acres');
  await expect(details(map)).toContainText(next!.pin);
  await clickAt(map, await spotOffParcels(map));
  await expect(details(map)).toBeHidden();
  expect(asked).not.toContain(another!.pin);

  // Beside all parcels there is nothing to select.
  await clickAt(map, await spotOffParcels(map));
  await expect(details(map)).toBeHidden();
  map.off('request', note);
  await leaveMap(map);
});

test('a geometry that comes late does not move the map back after it was moved', async ({ map }) => {
  await lookAt(map, { zoom: 17 });
  const letGo = await holdRoute(map, '**/api/parcels/feature/*');
  // The lowest one, which the panel would cover.
  await clickAt(map, await lowestSpotOnParcel(map));
  await expect(details(map)).toContainText('Tax acres');
  const { lng, lat } = await currentView(map);
  await lookAt(map, { zoom: 17, center: [lng, lat + 0.01] });
  const geometry = map.waitForResponse('**/api/parcels/feature/*');
  letGo();
  await (await geometry).finished();
  await closePanel(map);
  await mapIsIdle(map);
  expect((await currentView(map)).lat).toBeCloseTo(lat + 0.01, 6);
  await leaveMap(map);
});

test('[S3] clicks are ignored while a parcel is fetched', async ({ map }) => {
  await map.evaluate(() => localStorage.removeItem('parcelCache'));
  await lookAt(map, { zoom: 17 });
  const [one, other] = await spotsOnParcels(map, 2);
  const letGo = await holdRoute(map, '**/api/parcels/*');
  await clickAt(map, one!.at);
  await expect(details(map)).toContainText('Loading PIN...');
  await clickAt(map, other!.at, await spotOffParcels(map), one!.at);
  await expect(details(map)).toContainText(`Loading PIN...${one!.pin}`);
  letGo();
  await expect(details(map)).toContainText('Tax acres');
  await expect(details(map)).toContainText(one!.pin);
  await closePanel(map);
  await leaveMap(map);
});

test('[S3] closing the panel aborts the request', async ({ map }) => {
  await map.evaluate(() => localStorage.removeItem('parcelCache'));
  await lookAt(map, { zoom: 17 });
  const [one] = await spotsOnParcels(map, 1);
  const letGo = await holdRoute(map, '**/api/parcels/*');
  await clickAt(map, one!.at);
  await expect(details(map)).toContainText('Loading PIN...');
  const aborted = map.waitForEvent('requestfailed', (request) =>
    /\/api\/parcels\/[^/]+$/.test(request.url()),
  );
  await closePanel(map);
  expect((await aborted).failure()!.errorText).toBe('net::ERR_ABORTED');
  letGo();
  await leaveMap(map);
});

test('parcels without outlines can be neither hovered nor clicked', async ({ map }) => {
  await lookAt(map, { zoom: 12.9 });
  const { width, height } = map.viewportSize()!;
  await clickAt(map, [width / 2, height / 2]);
  await expect(canvas(map)).not.toHaveCSS('cursor', 'pointer');
  await expect(details(map)).toBeHidden();
  await leaveMap(map);
});

test('[S4] after a change of style the selected parcel is still green, and hovering works', async ({
  map,
}) => {
  await lookAt(map, { zoom: 17 });
  const [one] = await spotsOnParcels(map, 1);
  await clickAt(map, one!.at);
  await expect(details(map)).toContainText('Tax acres');
  await chooseBasemap(map, 'Navigation Day');
  const again = await spotOnParcel(map, one!.pin);
  await leaveMap(map);
  const selected = await colorAt(map, again);

  await closePanel(map);
  await expect.poll(() => colorAt(map, again)).not.toEqual(selected);
  const plain = await colorAt(map, again);
  expectGreen(laidOver(plain, selected));
  await map.mouse.move(...again);
  await expect.poll(() => colorAt(map, again)).not.toEqual(plain);
  expectGreen(laidOver(plain, await colorAt(map, again)));
  await leaveMap(map);
  await chooseBasemap(map, 'Streets');
});

test('[S4] a finger selects a parcel and leaves none hovered', async ({ map }) => {
  await leaveMap(map);
  await lookAt(map, { zoom: 17 });
  const [one] = await spotsOnParcels(map, 1);
  const plain = await colorAt(map, one!.at);
  await withFinger(map, async (finger) => {
    await finger.tap(one!.at);
    await expect(details(map)).toContainText('Tax acres');
    await map.keyboard.press('Escape');
    await expect(details(map)).toBeHidden();
  });
  await lookAt(map, { zoom: 17, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
  await expect.poll(() => colorAt(map, one!.at)).toEqual(plain);
});

test('[S4] a hover is answered within its event, so that the very next frame shows it', async ({ map }) => {
  await leaveMap(map);
  await mapIsIdle(map);
  const answered = await mapElement(map).evaluate(
    (element: MapElement, [x, y]) => {
      const map = element.map!;
      const [found] = map.queryRenderedFeatures([x, y], { layers: ['parcel-areas'] });
      map
        .getCanvas()
        .dispatchEvent(
          new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }),
        );
      return map.getFeatureState({ source: found!.source, sourceLayer: found!.sourceLayer!, id: found!.id! });
    },
    (await spotsOnParcels(map, 1))[0]!.at,
  );
  expect(answered).toEqual({ hover: true });
  await leaveMap(map);
});
