import { expect, type Page } from '@playwright/test';
import type { Position } from '../../geo/geometry.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { formatDistance } from '../../web/measure/measure-result.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { currentView, lookAt } from './map-page.ts';
import {
  clickAt,
  listenerCount,
  mapElement,
  OPEN_SEA,
  placeAt,
  type Spot,
  withFinger,
} from './map-pointer.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { test } from './shared-map.ts';

const a: Spot = [180, 380];
const b: Spot = [300, 260];
const c: Spot = [420, 380];

const toggle = (page: Page) => page.getByRole('button', { name: 'Measure tools', exact: true });
const box = (page: Page) => page.getByRole('region', { name: 'Measure' });
const button = (page: Page, name: string) => box(page).getByRole('button', { name });
const result = (page: Page) => box(page).getByRole('status');

async function openMeasureTools(page: Page): Promise<void> {
  await lookAt(page, OPEN_SEA);
  await toggle(page).click();
  await expect(box(page)).toBeVisible();
}

/** By the radii of curvature half-way: good to a hand's breadth over a few miles, and not how the page does it. */
function metersBetween([fromLng, fromLat]: Position, [toLng, toLat]: Position): number {
  const radians = Math.PI / 180;
  const eSquared = 0.00669437999014;
  const lat = ((fromLat + toLat) / 2) * radians;
  const w = 1 - eSquared * Math.sin(lat) ** 2;
  const northward = ((6378137 * (1 - eSquared)) / w ** 1.5) * (toLat - fromLat) * radians;
  const eastward = (6378137 / Math.sqrt(w)) * Math.cos(lat) * (toLng - fromLng) * radians;
  return Math.hypot(northward, eastward);
}

async function metersAlong(page: Page, ...spots: Spot[]): Promise<number> {
  const places = await Promise.all(spots.map((spot) => placeAt(page, spot)));
  return places.slice(1).reduce((sum, place, index) => sum + metersBetween(places[index]!, place), 0);
}

const wordsBetween = async (page: Page, from: Spot, to: Spot) =>
  formatDistance(await metersAlong(page, from, to));

const isDoubleClickZoomOn = (page: Page) =>
  mapElement(page).evaluate((element: MapElement) => element.map!.doubleClickZoom.isEnabled());

/** What is drawn of the measurement, by kind of geometry. */
const drawnKinds = (page: Page) =>
  mapElement(page).evaluate((element: MapElement) => {
    const found = element
      .map!.querySourceFeatures('measure')
      // A line over the edge of a tile is cut in two.
      .map(({ geometry }) => geometry.type.replace('Multi', ''));
    return [...new Set(found)].sort();
  });

test('[W1] the measure tools hold what one needs, and leave nothing behind', async ({ map }) => {
  const listeners = await listenerCount(map);
  await openMeasureTools(map);
  for (const name of ['Measure Distance', 'Measure Area', 'Clear Measurement', 'Close Measure Tools']) {
    await expect(button(map, name)).toBeVisible();
  }
  await expect(result(map)).toHaveText('Choose what to measure');
  await expect(toggle(map)).toHaveAttribute('aria-pressed', 'true');
  await button(map, 'Close Measure Tools').click();
  await expect(box(map)).toBeHidden();
  await expect(toggle(map)).toHaveAttribute('aria-pressed', 'false');
  expect(await listenerCount(map)).toBe(listeners);
});

test('[W2][W3] a distance is a line, measured live and ended by a double click', async ({ map }) => {
  await openMeasureTools(map);
  const { zoom } = await currentView(map);
  await button(map, 'Measure Distance').click();
  await expect(result(map)).toHaveText('Click on the map to begin');
  expect(await isDoubleClickZoomOn(map)).toBe(false);

  await clickAt(map, a);
  await map.mouse.move(...b);
  const firstSide = await wordsBetween(map, a, b);
  await expect(result(map)).toContainText(firstSide);
  await expect(result(map)).toContainText(/Segment [\d,.]+ (ft|mi), N\s\d+°\d\d′\sE/);
  await expect(map.locator('.segment-label')).toHaveText(firstSide);

  await clickAt(map, b);
  await map.mouse.move(...c);
  await expect(result(map)).toContainText(`Segment ${await wordsBetween(map, b, c)}, S`);
  await map.mouse.dblclick(...c);
  await expect(result(map)).not.toContainText('Segment');
  await expect(result(map)).toHaveText(formatDistance(await metersAlong(map, a, b, c)));
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString', 'Point']);
  expect((await currentView(map)).zoom).toBe(zoom);

  await button(map, 'Clear Measurement').click();
  await expect(result(map)).toHaveText('Choose what to measure');
  expect(await isDoubleClickZoomOn(map)).toBe(true);
  await expect.poll(() => drawnKinds(map)).toEqual([]);
  await button(map, 'Close Measure Tools').click();
});

test('[W2][W3] an area replaces a distance, survives a change of style and goes with the tools', async ({
  map,
}) => {
  await openMeasureTools(map);
  await button(map, 'Measure Distance').click();
  await clickAt(map, a, b);
  await button(map, 'Measure Area').click();
  await expect(result(map)).toHaveText('Click on the map to begin');
  await clickAt(map, a, b, c);
  await expect(result(map)).toContainText(/[\d,]+\.\d\d acres/);
  await expect(result(map)).toContainText(/[\d,]+ sq ft/);
  await expect(result(map)).toContainText(/Perimeter [\d,.]+ mi/);
  await map.keyboard.press('Enter');
  await expect(result(map)).not.toContainText('Segment');
  await expect.poll(() => drawnKinds(map)).toEqual(['Point', 'Polygon']);

  const words = (await result(map).textContent())!;
  await chooseBasemap(map, 'Outdoors');
  await expect.poll(() => drawnKinds(map)).toEqual(['Point', 'Polygon']);
  await expect(result(map)).toHaveText(words);
  await chooseBasemap(map, 'Streets');

  await toggle(map).click();
  await expect(box(map)).toBeHidden();
  expect(await isDoubleClickZoomOn(map)).toBe(true);
  await openMeasureTools(map);
  await expect(result(map)).toHaveText('Choose what to measure');
  await button(map, 'Close Measure Tools').click();
});

test('[W2] keys: Backspace takes a point back, Escape first clears, then closes', async ({ map }) => {
  await openMeasureTools(map);
  await button(map, 'Measure Area').focus();
  await map.keyboard.press('Enter');
  await expect(button(map, 'Measure Area')).toHaveAttribute('aria-pressed', 'true');
  await clickAt(map, a, b, c);
  await expect(button(map, 'Finish')).toBeEnabled();
  await map.keyboard.press('Backspace');
  await expect(button(map, 'Finish')).toBeDisabled();
  await map.keyboard.press('Escape');
  await expect(result(map)).toHaveText('Choose what to measure');
  await map.keyboard.press('Escape');
  await expect(box(map)).toBeHidden();
});

test('[W3] lines that cross are said to cross', async ({ map }) => {
  await openMeasureTools(map);
  await button(map, 'Measure Area').click();
  await clickAt(map, [200, 200], [400, 360], [400, 200], [200, 360]);
  await expect(result(map)).toContainText('The lines cross: no area');
  await button(map, 'Close Measure Tools').click();
});

test('[W3] a finger measures too, and ends with the Finish button', async ({ map }) => {
  await openMeasureTools(map);
  await button(map, 'Measure Distance').click();
  await withFinger(map, (finger) => finger.tap(a, b, c));
  await expect(button(map, 'Finish')).toBeEnabled();
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString', 'Point']);
  await button(map, 'Finish').click();
  await expect(button(map, 'Finish')).toBeHidden();
  await expect(result(map)).toHaveText(/^[\d,.]+ mi$/);
  await button(map, 'Close Measure Tools').click();
});

test('[W3] a click while measuring or drawing never selects a parcel', async ({ map }) => {
  const details = map.getByRole('region', { name: 'Parcel details' });
  await lookAt(map, { zoom: 16 });
  for (const tool of ['Measure', 'Draw']) {
    await map.getByRole('button', { name: `${tool} tools`, exact: true }).click();
    await expect(map.getByRole('region', { name: tool, exact: true })).toBeVisible();
    const [parcel] = await spotsOnParcels(map, 1);
    await clickAt(map, parcel!.at);
    await map.getByRole('button', { name: `Close ${tool} Tools` }).click();
    await expect(map.getByRole('region', { name: tool, exact: true })).toBeHidden();
    await expect(details).toBeHidden();
  }
  const [parcel] = await spotsOnParcels(map, 1);
  await clickAt(map, parcel!.at);
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();
});
