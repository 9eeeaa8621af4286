// Drawings are the person's own: undone, redone, saved, brought back, and never lost.
import { readFile } from 'node:fs/promises';
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
  importText,
  isSeenAt,
  openDrawTools,
  putDrawToolsAway,
  spots,
} from './draw-tools.ts';
import { lookAt, mapIsOpen, openServerUrl } from './map-page.ts';
import { clickAt, dragBetween, mapElement, OPEN_SEA, placeAt, type Spot } from './map-pointer.ts';
import { leaveOutBasemap } from './quick-map.ts';
import { everythingIsThere, SHARED_VIEWPORT, test } from './shared-map.ts';
import { logOut } from './side-menu.ts';
import { signIn } from './sign-in.ts';

const { a, b, c, d, e } = spots;

test('every edit can be undone and done again, with buttons and with keys', async ({ map }) => {
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

test('a shape of one part that is taken apart can be put together again', async ({ map }) => {
  await openDrawTools(map);
  const ring = await Promise.all([a, b, c, a].map((spot) => placeAt(map, spot)));
  await importText(map, JSON.stringify({ type: 'MultiPolygon', coordinates: [[ring]] }));
  await isSeenAt(map, a, 'feature');
  await clickAt(map, [240, 320]);
  await drawButton(map, 'Uncombine').click();
  await expect.poll(() => drawnKinds(map)).toEqual(['Polygon']);
  await drawButton(map, 'Undo').click();
  await expect.poll(() => drawnKinds(map)).toEqual(['MultiPolygon']);
  await putDrawToolsAway(map);
});

test('what another tab changes and deletes meanwhile stays so when one draws on', async ({ map }) => {
  await openDrawTools(map);
  await importShapes(
    map,
    { id: 'moved', type: 'Point', spots: [a] },
    { id: 'deleted', type: 'Point', spots: [c] },
  );
  const elsewhere = await placeAt(map, b);
  await map.evaluate((to) => {
    const [key] = Object.keys(localStorage).filter((name) => name.startsWith('drawings:'));
    const kept = JSON.parse(localStorage.getItem(key!)!);
    const [moved] = kept.features.filter(({ id }: { id: string }) => id === 'moved');
    moved.geometry.coordinates = to;
    localStorage.setItem(key!, JSON.stringify({ ...kept, features: [moved] }));
  }, elsewhere);
  await drawButton(map, 'Draw point').click();
  await clickAt(map, d);
  await expect.poll(() => drawnKinds(map)).toEqual(['Point', 'Point']);
  const moved = (await drawings(map)).find(({ id }) => id === 'moved');
  expect(moved?.geometry.coordinates).toEqual(elsewhere);
  await isSeenAt(map, b, 'feature');
  await drawButton(map, 'Undo').click();
  expect((await drawings(map)).map(({ id }) => id)).toEqual(['moved']);
  await putDrawToolsAway(map);
});

test('a line that is being drawn is kept when its page is loaded again, and when its person logs out', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: SHARED_VIEWPORT });
  await leaveOutBasemap(page.context());
  await signIn(page, { url: openServerUrl() });
  await mapIsOpen(page);
  const beginLine = async (...line: Spot[]) => {
    await openDrawTools(page);
    await drawButton(page, 'Draw line').click();
    await clickAt(page, ...line);
    await expect(drawButton(page, 'Finish')).toBeEnabled();
  };
  const kept = () =>
    page.evaluate(() => {
      const [key] = Object.keys(localStorage).filter((name) => name.startsWith('drawings:'));
      return JSON.parse(localStorage.getItem(key!) ?? '{}').features;
    });
  const line = { geometry: { type: 'LineString', coordinates: { length: 2 } } };
  await beginLine(a, b);
  await page.reload();
  expect(await kept()).toMatchObject([line]);
  await mapIsOpen(page);
  await beginLine(c, d);
  await logOut(page);
  await expect(page).toHaveURL(/login$/);
  expect(await kept()).toMatchObject([line, line]);
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
});

test('drawings are saved as GeoJSON, and a bad file changes nothing', async ({ map }) => {
  await openDrawTools(map);
  await importShapes(map, { id: 'area', type: 'Polygon', spots: [a, b, c] });
  const [saved] = await Promise.all([
    map.waitForEvent('download'),
    drawButton(map, 'Download GeoJSON').click(),
  ]);
  expect(saved.suggestedFilename()).toBe('drawings.geojson');
  const file = JSON.parse(await readFile(await saved.path(), 'utf8'));
  expect(file).toEqual({ type: 'FeatureCollection', features: await drawings(map) });

  for (const [text, words] of [
    ['not json', 'survey.geojson was not added. It is not a GeoJSON file.'],
    ['{"type":"Feature","geometry":null}', 'Invalid geometry: null'],
    ['{"type":"Feature","geometry":{"type":"Blob"}}', 'Invalid geometry type'],
    ['{"type":"Nothing"}', 'Invalid FeatureCollection'],
    [' '.repeat(2_000_001), 'It is larger than 2 MB.'],
  ] as const) {
    await importText(map, text);
    await expect(drawBox(map).getByRole('alert')).toContainText(words);
  }
  expect((await drawings(map)).map(({ id }) => id)).toEqual(['area']);

  // The same file once more: added, never in the place of what is there.
  await importText(map, JSON.stringify(file));
  await expect(drawBox(map).getByRole('alert')).toBeHidden();
  await expect.poll(() => drawnKinds(map)).toEqual(['Polygon', 'Polygon']);
  await putDrawToolsAway(map);
});

test('drawings outlast the tools, a measurement, a change of style and a reload', async ({ map }) => {
  const shownAtRest = () =>
    mapElement(map).evaluate((element: MapElement) =>
      element.map!.getLayer('drawing-lines') ? element.map!.querySourceFeatures('drawings').length : 0,
    );
  await lookAt(map, OPEN_SEA);
  // Dropped on the map, which opens the tools.
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
  await expect.poll(shownAtRest).toBeGreaterThan(0);
  await clickAt(map, d);
  expect(await mapElement(map).evaluate((element) => 'draw' in element)).toBe(false);

  await chooseBasemap(map, 'Outdoors');
  await expect.poll(shownAtRest).toBeGreaterThan(0);
  await openDrawTools(map);
  await expect(map.getByRole('region', { name: 'Measure' })).toBeHidden();
  await isSeenAt(map, d, 'feature');
  await chooseBasemap(map, 'Streets');
  await isSeenAt(map, d, 'feature');
  const order = await mapElement(map).evaluate((element: MapElement) => element.map!.getLayersOrder());
  expect(order.at(-1)).toMatch(/^draw-/);
  await drawButton(map, 'Close Draw Tools').click();

  await map.reload();
  await everythingIsThere(map);
  await lookAt(map, OPEN_SEA);
  await expect.poll(shownAtRest).toBeGreaterThan(0);
  await openDrawTools(map);
  await isSeenAt(map, d, 'feature');
  await clickAt(map, [470, 295]);
  await expect(drawButton(map, 'Delete selection')).toBeEnabled();
  await drawButton(map, 'Delete selection').click();
  await expect.poll(() => drawings(map)).toEqual([]);
  await drawButton(map, 'Close Draw Tools').click();
  expect(await map.evaluate(() => Object.keys(localStorage).filter((key) => /drawing/i.test(key)))).toEqual(
    [],
  );
  // Else the deletion could be undone by whoever comes next.
  await map.reload();
  await everythingIsThere(map);
});
