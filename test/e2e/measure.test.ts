// Measuring on the whole page: with the basemap and the parcels. measure-tools.component.test.tsx proves the rest.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import { lookAt } from './map-page.ts';
import { clickAt, mapElement, OPEN_SEA, type Spot } from './map-pointer.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { test } from './shared-map.ts';

test.use({ startView: OPEN_SEA });

const a: Spot = [180, 380];
const b: Spot = [300, 260];
const c: Spot = [420, 380];

const toggle = (page: Page) => page.getByRole('button', { name: 'Measure tools', exact: true });
const box = (page: Page) => page.getByRole('region', { name: 'Measure' });
const button = (page: Page, name: string) => box(page).getByRole('button', { name });
const result = (page: Page) => box(page).getByRole('status');

async function openMeasureTools(page: Page): Promise<void> {
  await toggle(page).click();
  await expect(box(page)).toBeVisible();
}

/** The kinds of geometry drawn for the measurement. */
const drawnKinds = (page: Page) =>
  mapElement(page).evaluate((element: MapElement) => {
    const found = element
      .map!.querySourceFeatures('measure')
      // A line across a tile border is split in two.
      .map(({ geometry }) => geometry.type.replace('Multi', ''));
    return [...new Set(found)].sort();
  });

test('[W2] a measurement survives a change of style and goes with the tools', async ({ map }) => {
  await openMeasureTools(map);
  await expect(toggle(map)).toHaveAttribute('aria-pressed', 'true');
  await button(map, 'Measure Area').click();
  await clickAt(map, a, b, c);
  await map.keyboard.press('Enter');
  await expect.poll(() => drawnKinds(map)).toEqual(['Point', 'Polygon']);

  const text = (await result(map).textContent())!;
  expect(text).toMatch(/[\d,]+\.\d\d acres/);
  await chooseBasemap(map, 'Outdoors');
  await expect.poll(() => drawnKinds(map)).toEqual(['Point', 'Polygon']);
  await expect(result(map)).toHaveText(text);
  await chooseBasemap(map, 'Streets');

  await toggle(map).click();
  await expect(box(map)).toBeHidden();
  await expect(toggle(map)).toHaveAttribute('aria-pressed', 'false');
  await toggle(map).click();
  await expect(result(map)).toHaveText('Choose what to measure');
  await button(map, 'Close Measure Tools').click();
});

test('[W3] a click while measuring or drawing never selects a parcel', async ({ map }) => {
  const details = map.getByRole('region', { name: 'Parcel details' });
  await lookAt(map, { zoom: 16, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
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
