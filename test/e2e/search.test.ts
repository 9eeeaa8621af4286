// Searching on the whole page, with the places and parcels of a real server. The component tests of web/search prove
// what needs neither.
import { expect, type Page } from '@playwright/test';
import { PLACE_ZOOM, SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { isAbovePanel } from './above-panel.ts';
import { drawBox, drawButton, drawMode, openDrawTools } from './draw-tools.ts';
import { currentView, mapIsOpen } from './map-page.ts';
import { placeAt } from './map-pointer.ts';
import { test } from './map-test.ts';
import {
  clearButton,
  placeMarker,
  putSearchAway,
  searchField,
  suggestions,
  typeKeys,
  typeWords,
} from './search-box.ts';

/** A house, an owner and a PIN of the demo county. */
const HOUSE = '123 Sloop School Road';
const HOUSE_OWNER = 'Menius Janice';
const HOUSE_PLACE = [-80.92, 35.534] as const;
const OWNER = 'Petrov Rentals LLC';
const PIN = '4625-84-8439';
const POINT = { lng: -80.86, lat: 35.62, house: '124 Saddle Run Drive', pin: '4648-75-2755' };

const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });

test('[G1] [G2] [G7] two letters are enough, five suggestions at most; a picked one is flown to, marked and reported', async ({
  map,
}) => {
  const asked: string[] = [];
  map.on('request', (request) => {
    const words = /\/geocoding\/v5\/mapbox\.places\/(.*)\.json/.exec(request.url())?.[1];
    if (words) asked.push(words);
  });
  const reported: string[] = [];
  map.on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    if (pathname !== '/events/v2' || origin !== new URL(map.url()).origin) return;
    const events: { event: string }[] = response.request().postDataJSON();
    reported.push(...events.map(({ event }) => `${event} ${response.status()}`));
  });
  await typeKeys(map, 's');
  await typeKeys(map, 'sl');
  await expect(suggestions(map)).toHaveCount(SUGGESTIONS_MAX);
  await expect(map.getByText('Powered by Mapbox')).toHaveCount(0);
  expect(asked).toEqual(['sl']);

  await typeWords(map, '123 sloop school');
  await suggestions(map).filter({ hasText: HOUSE }).click();
  await expect(suggestions(map)).toHaveCount(0);
  await expect(searchField(map)).toHaveValue(new RegExp(`^${HOUSE}, Tarrow Mills, North Carolina`));
  await expect(placeMarker(map)).toBeVisible();
  await expect.poll(async () => (await currentView(map)).zoom).toBe(PLACE_ZOOM);
  // An address on a parcel opens it, like its PIN does, and the panel does not cover it.
  await expect(details(map)).toContainText(HOUSE_OWNER);
  await isAbovePanel(map, HOUSE_PLACE);
  const marker = (await placeMarker(map).boundingBox())!;
  const tip = await placeAt(map, [marker.x + marker.width / 2, marker.y + marker.height]);
  const around = tip.map((degrees, i) => Math.abs(degrees - HOUSE_PLACE[i]!));
  expect(Math.max(...around)).toBeLessThan(0.0005);
  expect((await currentView(map)).lng).toBeCloseTo(HOUSE_PLACE[0], 3);
  for (const event of ['search.start', 'search.keystroke', 'search.select']) {
    await expect.poll(() => reported).toContain(`${event} 204`);
  }

  await clearButton(map).click();
  await expect(searchField(map)).toHaveValue('');
  await expect(searchField(map)).toBeFocused();
  await expect(placeMarker(map)).toHaveCount(0);
  await expect(clearButton(map)).toBeHidden();
  // Clearing removes the marker and nothing else.
  await expect(details(map)).toContainText(HOUSE_OWNER);

  await typeWords(map, 'penhallow');
  await suggestions(map)
    .filter({ hasText: /^Penhallow/ })
    .first()
    .click();
  await expect(details(map)).toBeHidden();
  await clearButton(map).click();
});

test('[G6] [S2] an owner or a PIN opens the parcel; a longitude,latitude pair finds its address and its parcel', async ({
  map,
}) => {
  await typeWords(map, PIN);
  await expect(suggestions(map).first()).toContainText(`Parcel ${PIN}${OWNER}`);
  await map.keyboard.press('Enter');
  await expect(details(map)).toContainText(PIN);
  await expect(searchField(map)).toHaveValue(PIN);
  await expect.poll(async () => (await currentView(map)).zoom).toBe(PLACE_ZOOM);

  // A parcel picked next replaces the open one.
  await typeWords(map, 'menius janice');
  await suggestions(map).filter({ hasText: '4625-84-7688' }).click();
  await expect(details(map)).toContainText('4625-84-7688');
  await details(map).getByRole('button', { name: 'Close' }).click();
  await expect(details(map)).toBeHidden();

  for (const text of [`${POINT.lng},${POINT.lat}`, `${POINT.lat}, ${POINT.lng}`]) {
    await typeWords(map, text);
    await expect(suggestions(map).first()).toContainText('35.6200, -80.8600');
    await expect(suggestions(map).nth(1)).toContainText(POINT.house);
  }
  await suggestions(map).first().click();
  await expect(details(map)).toContainText(POINT.pin);
  await details(map).getByRole('button', { name: 'Close' }).click();
  await clearButton(map).click();

  await typeWords(map, 'united states');
  await suggestions(map)
    .filter({ hasText: /^United States$/ })
    .click();
  // Preset bounds.
  const middle = (-171.791111 + -66.96466) / 2;
  await expect.poll(async () => (await currentView(map)).lng).toBeCloseTo(middle, 3);
  await clearButton(map).click();

  // While drawing, digits are text, and a picked parcel stays closed.
  await openDrawTools(map);
  await typeKeys(map, '123');
  await expect(searchField(map)).toHaveValue('123');
  expect(await drawMode(map)).toBe('simple_select');
  await typeWords(map, PIN);
  await expect(suggestions(map).first()).toContainText(PIN);
  await map.keyboard.press('Enter');
  await expect(placeMarker(map)).toBeVisible();
  await expect.poll(async () => (await currentView(map)).zoom).toBe(PLACE_ZOOM);
  await expect(details(map)).toBeHidden();
  await putSearchAway(map);
  await drawButton(map, 'Close Draw Tools').click();
  await expect(drawBox(map)).toBeHidden();
});

test('[G2] a ZIP code, a park and a water are shown whole, and a reload keeps the view', async ({ map }) => {
  for (const [text, kind] of [
    ['28177', 'Penhallow'],
    ['lake tarrow', 'Lake'],
    ['jetton memorial park', 'Park'],
  ] as const) {
    const answered = map.waitForResponse((response) => response.url().includes('/geocoding/'));
    await typeWords(map, text);
    const [{ bbox }] = (await (await answered).json()).features;
    await suggestions(map).filter({ hasText: kind }).first().click();
    await expect(placeMarker(map)).toBeVisible();
    const isInSight = async () => {
      const { width, height } = map.viewportSize()!;
      const [west, north] = await placeAt(map, [0, 0]);
      const [east, south] = await placeAt(map, [width, height]);
      const isWhole = west! < bbox[0] && south! < bbox[1] && east! > bbox[2] && north! > bbox[3];
      const share = Math.max((bbox[2] - bbox[0]) / (east! - west!), (bbox[3] - bbox[1]) / (north! - south!));
      return isWhole && share > 0.5;
    };
    await expect.poll(isInSight).toBe(true);
    await clearButton(map).click();
  }
  const before = await currentView(map);
  await expect.poll(() => map.url()).toContain(`#${before.zoom.toFixed(1).slice(0, 2)}`);
  await map.reload();
  await mapIsOpen(map);
  const after = await currentView(map);
  expect(after.lng).toBeCloseTo(before.lng, 4);
  expect(after.lat).toBeCloseTo(before.lat, 4);
  expect(after.zoom).toBeCloseTo(before.zoom, 1);
});
