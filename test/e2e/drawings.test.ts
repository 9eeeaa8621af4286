// Drawings on the whole page: undo and redo with a real mouse, and what they survive.
import { expect } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import { chooseBasemap } from './choose-basemap.ts';
import {
  cornerSpot,
  drawBox,
  drawButton,
  drawings,
  drawMode,
  drawnKinds,
  drawToggle,
  importShapes,
  isSeenAt,
  openDrawTools,
  putDrawToolsAway,
  spots,
} from './draw-tools.ts';
import { lookAt } from './map-page.ts';
import { clickAt, dragBetween, mapElement, OPEN_SEA, placeAt } from './map-pointer.ts';
import { everythingIsThere, test } from './shared-map.ts';

test.use({ startView: OPEN_SEA });

const { a, b, c, d, e } = spots;

test('every edit can be undone and redone, with buttons and with keys', async ({ map }) => {
  await openDrawTools(map);
  await importShapes(map, { id: 'area', type: 'Polygon', spots: [a, b, c] });
  await clickAt(map, [240, 320]);
  await isSeenAt(map, [240, 320], 'active feature');
  await dragBetween(map, [240, 320], [300, 300]);
  await expect.poll(() => cornerSpot(map, 'area', 0)).toEqual([a[0] + 60, a[1] - 20]);
  const moved = (await drawings(map))[0]!;
  await map.keyboard.press('Delete');
  await expect.poll(() => drawings(map)).toEqual([]);

  await map.keyboard.press('Control+z');
  expect(await drawings(map)).toEqual([moved]);
  await map.keyboard.press('Control+z');
  expect((await drawings(map))[0]).not.toEqual(moved);
  await drawButton(map, 'Undo').click();
  expect(await drawings(map)).toEqual([]);
  await expect(drawButton(map, 'Undo')).toBeDisabled();

  await drawButton(map, 'Redo').click();
  await map.keyboard.press('Control+Shift+Z');
  expect(await drawings(map)).toEqual([moved]);
  await map.keyboard.press('Control+y');
  expect(await drawings(map)).toEqual([]);
  await expect(drawButton(map, 'Redo')).toBeDisabled();

  await drawButton(map, 'Draw line').click();
  await clickAt(map, d, e);
  await drawButton(map, 'Undo').click();
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  expect(await drawings(map)).toEqual([]);
  await putDrawToolsAway(map);
});

test('drawings survive closing the tools, a measurement, a change of style and a reload in the middle of drawing', async ({
  map,
}) => {
  const shownWhileClosed = () =>
    mapElement(map).evaluate((element: MapElement) =>
      element.map!.getLayer('drawing-lines') ? element.map!.querySourceFeatures('drawings').length : 0,
    );
  // A file dropped on the map opens the tools.
  const text = JSON.stringify({
    type: 'LineString',
    coordinates: [await placeAt(map, d), await placeAt(map, e)],
  });
  const files = await map.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'way.geojson'));
    return transfer;
  }, text);
  await mapElement(map).dispatchEvent('drop', { dataTransfer: files });
  await expect(drawBox(map)).toBeVisible();
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString']);

  await map.getByRole('button', { name: 'Measure tools', exact: true }).click();
  await expect(drawBox(map)).toBeHidden();
  await expect(drawToggle(map)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(shownWhileClosed).toBeGreaterThan(0);
  await clickAt(map, d);
  expect(await mapElement(map).evaluate((element) => 'draw' in element)).toBe(false);

  await chooseBasemap(map, 'Outdoors');
  await expect.poll(shownWhileClosed).toBeGreaterThan(0);
  await openDrawTools(map);
  await expect(map.getByRole('region', { name: 'Measure' })).toBeHidden();
  await isSeenAt(map, d, 'feature');
  await chooseBasemap(map, 'Streets');
  await isSeenAt(map, d, 'feature');
  const order = await mapElement(map).evaluate((element: MapElement) => element.map!.getLayersOrder());
  expect(order.at(-1)).toBe('drawing-names');
  expect(order.at(-2)).toMatch(/^draw-/);
  // In the middle of a second line, which the reload must keep.
  await drawButton(map, 'Draw line').click();
  await clickAt(map, a, b);
  await expect(drawButton(map, 'Finish')).toBeEnabled();

  await map.reload();
  await everythingIsThere(map);
  await lookAt(map, OPEN_SEA);
  await expect.poll(shownWhileClosed).toBeGreaterThan(0);
  await openDrawTools(map);
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString', 'LineString']);
  await isSeenAt(map, d, 'feature');
  await clickAt(map, [470, 295]);
  await expect(drawButton(map, 'Delete selection')).toBeEnabled();
  await drawButton(map, 'Delete selection').click();
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString']);
  await drawButton(map, 'Undo').click();
  await drawButton(map, 'Close Draw Tools').click();
  // As if another tab had deleted them: a deletion here could be undone by the next test.
  await map.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('drawings:')) localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage'));
  });
  await expect.poll(shownWhileClosed).toBe(0);
});
