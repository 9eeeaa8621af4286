// Drawing and measuring on the whole page: with the basemap, the parcels and a reload. The component tests of web/draw and
// web/measure prove the rest.
import { expect, type Page } from '@playwright/test';
import { localPlane, METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { type ParcelRing, type ParcelSide, sidesOf } from '../../geo/parcel-sides.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { drawBox, drawButton, drawnKinds, isSeenAt, openDrawTools } from './draw-tools.ts';
import { lookAt, mapIsOpen, openMap, openServerUrl } from './map-page.ts';
import { clickAt, dragBetween, mapElement, OPEN_SEA, placeAt, type Spot } from './map-pointer.ts';
import { test } from './map-test.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { signedInState } from './sign-in.ts';

/** Spots that no control covers. */
const a: Spot = [160, 370];
const b: Spot = [240, 220];
const c: Spot = [320, 370];
const d: Spot = [500, 220];
const e: Spot = [440, 370];
const middle: Spot = [470, 295];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('drawings', () => {
  // Of a person without any: they are kept with the account.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
  test.use({ storageState: async ({}, use) => use(await signedInState([openServerUrl()])) });

  test('[W2] drawings survive closing the tools, a measurement, a change of style and a reload; a measurement goes with its tools', async ({
    page,
  }) => {
    await openMap(page);
    await lookAt(page, OPEN_SEA);
    const shown = (source: string) =>
      mapElement(page).evaluate(
        ({ map }: MapElement, id) => (map!.getSource(id) ? map!.querySourceFeatures(id).length : 0),
        source,
      );
    // A file dropped on the map opens the tools.
    const text = JSON.stringify({
      type: 'LineString',
      coordinates: [await placeAt(page, d), await placeAt(page, e)],
    });
    const files = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'way.geojson'));
      return transfer;
    }, text);
    // A file on its way over the page brings the code that takes it.
    await mapElement(page).dispatchEvent('dragenter', { dataTransfer: files });
    const isTaken = () =>
      mapElement(page).evaluate((element, dataTransfer) => {
        const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
        return !element.dispatchEvent(over);
      }, files);
    await expect.poll(isTaken).toBe(true);
    await mapElement(page).dispatchEvent('drop', { dataTransfer: files });
    await expect(drawBox(page)).toBeVisible();
    await expect.poll(() => drawnKinds(page)).toEqual(['LineString']);

    await button(page, 'Measure tools').click();
    await expect(drawBox(page)).toBeHidden();
    await expect(button(page, 'Draw tools')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => shown('drawings')).toBeGreaterThan(0);
    await button(page, 'Measure Area').click();
    await clickAt(page, a, b, c);
    await page.keyboard.press('Enter');
    await expect.poll(() => shown('measure')).toBeGreaterThan(0);
    const result = page.getByRole('region', { name: 'Measure' }).getByRole('status');
    const area = (await result.textContent())!;
    expect(area).toMatch(/[\d,]+\.\d\d acres/);

    await chooseBasemap(page, 'Outdoors');
    await expect.poll(() => shown('drawings')).toBeGreaterThan(0);
    await expect.poll(() => shown('measure')).toBeGreaterThan(0);
    await expect(result).toHaveText(area);
    await openDrawTools(page);
    await expect(result).toBeHidden();
    expect(await shown('measure')).toBe(0);
    await isSeenAt(page, d, 'feature');
    await chooseBasemap(page, 'Streets');
    await isSeenAt(page, d, 'feature');
    const order = await mapElement(page).evaluate((element: MapElement) => element.map!.getLayersOrder());
    expect(order.at(-1)).toBe('drawing-names');
    expect(order.at(-2)).toMatch(/^draw-/);

    // In the middle of a second line, which the reload must keep.
    await drawButton(page, 'Draw line').click();
    await clickAt(page, a, b);
    await expect(drawButton(page, 'Finish')).toBeEnabled();
    await page.reload();
    await mapIsOpen(page);
    await lookAt(page, OPEN_SEA);
    await expect.poll(() => shown('drawings')).toBeGreaterThan(0);
    await openDrawTools(page);
    await expect.poll(() => drawnKinds(page)).toEqual(['LineString', 'LineString']);

    // What was drawn before is moved, deleted and brought back.
    await isSeenAt(page, middle, 'feature');
    await clickAt(page, middle);
    await isSeenAt(page, middle, 'active feature');
    await dragBetween(page, middle, [middle[0] - 60, middle[1] - 20]);
    await isSeenAt(page, [e[0] - 60, e[1] - 20], 'active feature');
    await page.keyboard.press('Delete');
    await expect.poll(() => drawnKinds(page)).toEqual(['LineString']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => drawnKinds(page)).toEqual(['LineString', 'LineString']);
  });
});

test('[W3] a click while measuring or drawing never selects a parcel', async ({ map }) => {
  const details = map.getByRole('region', { name: 'Parcel details' });
  for (const tool of ['Measure', 'Draw']) {
    await button(map, `${tool} tools`).click();
    await expect(map.getByRole('region', { name: tool, exact: true })).toBeVisible();
    const [parcel] = await spotsOnParcels(map, 1);
    await clickAt(map, parcel!.at);
    await button(map, `Close ${tool} Tools`).click();
    await expect(map.getByRole('region', { name: tool, exact: true })).toBeHidden();
    await expect(details).toBeHidden();
  }
  const [parcel] = await spotsOnParcels(map, 1);
  await clickAt(map, parcel!.at);
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();
});

test('[W4] a line measured along the side of a parcel snaps to its corners and shows its length', async ({
  map,
}) => {
  await lookAt(map, { zoom: 17 });
  const [{ pin } = { pin: '' }] = await spotsOnParcels(map, 1);
  const address = new URL(`/api/parcels/feature/${encodeURIComponent(pin)}`, map.url());
  const answer = await map.request.get(address.href);
  const [{ sides }] = sidesOf((await answer.json()).geometry) as [ParcelRing];
  const side = sides.reduce((best, other) => (metersAcross(other) > metersAcross(best) ? other : best));
  const ends = [side.points[0]!, side.points.at(-1)!].map(([lng, lat]) => [lng, lat] as [number, number]);
  const [[fromLng, fromLat], [toLng, toLat]] = ends as [[number, number], [number, number]];
  // The side comes to the middle, away from all controls.
  await lookAt(map, { zoom: 17, center: [(fromLng + toLng) / 2, (fromLat + toLat) / 2] });
  const spots = await mapElement(map).evaluate(
    (element: MapElement, places) =>
      places.map((place) => {
        const { x, y } = element.map!.project(place);
        return [x, y] as const;
      }),
    ends,
  );
  await button(map, 'Measure tools').click();
  await expect(button(map, 'Measure Distance')).toHaveAttribute('aria-pressed', 'true');
  const [[fromX, fromY], [toX, toY]] = spots as [Spot, Spot];
  await clickAt(map, [fromX + 4, fromY - 4]);
  await expect(map.locator('.snap-mark')).toHaveText('Parcel corner');
  await clickAt(map, [toX - 4, toY + 4]);
  await map.keyboard.press('Enter');
  const result = map.getByRole('region', { name: 'Measure' }).getByRole('status');
  await expect(result).toHaveText(/^[\d,]+ ft$/);
  const feet = Number((await result.textContent())!.replace(/[^\d]/g, ''));
  // Corners of tiles are a few inches off.
  expect(Math.abs(feet - metersAcross(side) / METERS_PER_FOOT)).toBeLessThan(1);
  await button(map, 'Close Measure Tools').click();
});

/** From corner to corner. */
function metersAcross({ points }: ParcelSide): number {
  const [[lng, lat], [endLng, endLat]] = [points[0]!, points.at(-1)!];
  const { east, north } = localPlane({ lng, lat })(endLng, endLat);
  return Math.hypot(east, north);
}
