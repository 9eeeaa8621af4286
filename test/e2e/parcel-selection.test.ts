// Hovering and selecting parcels on the map.
import { expect, type Page } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { holdRoute } from './hold-route.ts';
import { lookAt } from './map-page.ts';
import { clickAt, dragBetween, mapElement, withFinger } from './map-pointer.ts';
import { test } from './map-test.ts';
import { type Color, colorAt, spotOffParcels, spotOnParcel, spotsOnParcels } from './parcel-spots.ts';

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

test.describe('drawn', () => {
  test.use({ rendering: 'drawn' });

  test('[M14] [S4] the parcel under the pointer is light green, the selected one darker, and no other, also on the next style', async ({
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
    expectColor(laidOver(plain, await colorAt(map, one!.at)), HOVER_FILL);
    await map.mouse.move(...other!.at);
    await expect.poll(() => colorAt(map, one!.at)).toEqual(plain);
    await expect.poll(() => colorAt(map, other!.at)).not.toEqual(otherPlain);
    await leaveMap(map);
    await expect.poll(() => colorAt(map, other!.at)).toEqual(otherPlain);
    await expect(canvas(map)).not.toHaveCSS('cursor', 'pointer');

    await map.mouse.click(...one!.at);
    await expect(details(map)).toContainText('Tax acres');
    await leaveMap(map);
    // The map may move to show the parcel above its panel.
    await expect(async () => {
      const moved = await spotOnParcel(map, one!.pin);
      expectColor(laidOver(plain, await colorAt(map, moved)), SELECTED_FILL);
    }).toPass();

    await chooseBasemap(map, 'Navigation Day');
    const again = await spotOnParcel(map, one!.pin);
    const selected = await colorAt(map, again);
    await closePanel(map);
    await expect.poll(() => colorAt(map, again)).not.toEqual(selected);
    const ground = await colorAt(map, again);
    expectColor(laidOver(ground, selected), SELECTED_FILL);
    await map.mouse.move(...again);
    await expect.poll(() => colorAt(map, again)).not.toEqual(ground);
    expectColor(laidOver(ground, await colorAt(map, again)), HOVER_FILL);
    await leaveMap(map);

    // A finger selects, and leaves none hovered.
    await withFinger(map, async (finger) => {
      await finger.tap(again);
      await expect(details(map)).toContainText('Tax acres');
      await closePanel(map);
    });
    await expect.poll(() => colorAt(map, again)).toEqual(ground);
    await chooseBasemap(map, 'Streets');
  });
});

test('[S4] a hover is answered within its event, so that the very next frame shows it', async ({ map }) => {
  await leaveMap(map);
  const hovers = await mapElement(map).evaluate(
    (element: MapElement, [x, y]) => {
      const map = element.map!;
      const [found] = map.queryRenderedFeatures([x, y], { layers: ['parcel-areas'] });
      const at = { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true };
      map.getCanvas().dispatchEvent(new PointerEvent('pointermove', at));
      return map.getFeatureState({ source: found!.source, sourceLayer: found!.sourceLayer!, id: found!.id! });
    },
    (await spotsOnParcels(map, 1))[0]!.at,
  );
  expect(hovers).toEqual({ hover: true });
  await leaveMap(map);
});

test('[S1] [S2] [S3] a click selects, clicks while it loads are ignored, and the next one anywhere deselects and never switches', async ({
  map,
}) => {
  const asked: string[] = [];
  map.on('request', (request) => {
    const [, pin] = /\/api\/parcels\/([^/]+)$/.exec(request.url()) ?? [];
    if (pin) asked.push(decodeURIComponent(pin));
  });
  await map.evaluate(() => localStorage.removeItem('parcelCache'));
  await lookAt(map, { zoom: 17 });
  const [one, other] = await spotsOnParcels(map, 2);
  const release = await holdRoute(map, '**/api/parcels/*');
  await clickAt(map, one!.at);
  await expect(details(map)).toContainText('Loading PIN...');
  await clickAt(map, other!.at, await spotOffParcels(map), one!.at);
  await expect(details(map)).toContainText(`Loading PIN...${one!.pin}`);
  release();
  await expect(details(map)).toContainText('Tax acres');
  await expect(details(map)).toContainText(one!.pin);
  await map.unrouteAll();

  const [, another] = await spotsOnParcels(map, 2);
  await clickAt(map, another!.at);
  await expect(details(map)).toBeHidden();
  const [next] = await spotsOnParcels(map, 1);
  await clickAt(map, next!.at);
  await expect(details(map)).toContainText('Tax acres');
  await clickAt(map, await spotOffParcels(map));
  await expect(details(map)).toBeHidden();
  expect(new Set(asked)).toEqual(new Set([one!.pin, next!.pin]));

  // Beside all parcels, and where they have no outlines, there is nothing to select.
  await clickAt(map, await spotOffParcels(map));
  await expect(details(map)).toBeHidden();
  await lookAt(map, { zoom: 12.9 });
  await clickAt(map, [320, 240]);
  await expect(canvas(map)).not.toHaveCSS('cursor', 'pointer');
  await expect(details(map)).toBeHidden();

  // Closing the panel aborts the request.
  await map.evaluate(() => localStorage.removeItem('parcelCache'));
  await lookAt(map, { zoom: 17 });
  const letGo = await holdRoute(map, '**/api/parcels/*');
  await clickAt(map, (await spotsOnParcels(map, 1))[0]!.at);
  await expect(details(map)).toContainText('Loading PIN...');
  const aborted = map.waitForEvent('requestfailed', (request) =>
    /\/api\/parcels\/[^/]+$/.test(request.url()),
  );
  await closePanel(map);
  expect((await aborted).failure()!.errorText).toBe('net::ERR_ABORTED');
  letGo();
  await leaveMap(map);
});

test('[S18] clicks with Shift pick several parcels, which become a set; a drag with Shift zooms to a box', async ({
  map,
}) => {
  await lookAt(map, { zoom: 17 });
  // The box lies over the upper half.
  const spots = (await spotsOnParcels(map, 30)).filter(({ at: [, y] }) => y > 250);
  const [one, other, third] = spots;
  const box = map.getByRole('region', { name: 'Pick parcels' });
  await map.keyboard.down('Shift');
  await clickAt(map, one!.at);
  await map.keyboard.up('Shift');
  await expect(box).toContainText('1 picked parcel');
  await clickAt(map, other!.at, third!.at, one!.at);
  await expect(box).toContainText('2 picked parcels');
  await expect(details(map)).toBeHidden();
  await map.keyboard.press('Escape');
  await expect(box).toBeHidden();
  const results = map.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('heading', { name: '2 picked parcels' })).toBeVisible();
  await expect(results.getByRole('status').first()).toContainText('2 parcels');
  await expect
    .poll(() => new URL(map.url()).searchParams.get('filter'))
    .toBe(`pin IN ('${other!.pin}', '${third!.pin}')`);
  await results.getByRole('button', { name: 'Close' }).click();
  await expect(results).toBeHidden();

  const zoom = () => mapElement(map).evaluate((element: MapElement) => element.map!.getZoom());
  await map.keyboard.down('Shift');
  await dragBetween(map, [500, 300], [600, 380]);
  await map.keyboard.up('Shift');
  await expect.poll(zoom).toBeGreaterThan(18);
  await expect(box).toBeHidden();
});
