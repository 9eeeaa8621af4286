// The drawing library's modes, with a real mouse on the whole page.
import { expect } from '@playwright/test';
import {
  askDraw,
  cornerCount,
  cornerSpot,
  drawButton,
  drawings,
  drawMode,
  drawnKinds,
  errorOf,
  importShapes,
  isSeenAt,
  openDrawTools,
  putDrawToolsAway,
  selectedIds,
  spots,
} from './draw-tools.ts';
import { clickAt, dragBetween, listenerCount, OPEN_SEA, placeAt, type Spot } from './map-pointer.ts';
import { test } from './shared-map.ts';

test.use({ startView: OPEN_SEA });

const { a, b, c, d, e, empty } = spots;

test('[D1][D4] a point: a click creates and selects it; Escape or Enter cancels', async ({ map }) => {
  const listeners = await listenerCount(map);
  await openDrawTools(map);
  expect(await drawMode(map)).toBe('simple_select');
  expect(await errorOf(map, (draw) => draw.changeMode('draw_circle' as never))).toContain(
    'draw_circle is not valid',
  );

  for (const key of ['Escape', 'Enter']) {
    await drawButton(map, 'Draw point').click();
    await expect(drawButton(map, 'Draw point')).toHaveAttribute('aria-pressed', 'true');
    await map.keyboard.press(key);
    await expect(drawButton(map, 'Draw point')).toHaveAttribute('aria-pressed', 'false');
    expect(await drawings(map)).toEqual([]);
  }

  await drawButton(map, 'Draw point').click();
  await clickAt(map, a);
  await expect.poll(() => drawnKinds(map)).toEqual(['Point']);
  expect(await drawMode(map)).toBe('simple_select');
  expect(await selectedIds(map)).toHaveLength(1);
  await putDrawToolsAway(map);
  expect(await listenerCount(map)).toBe(listeners);
});

test('[D4] [D5] Enter on a button starts its shape; only the next Enter finishes it', async ({ map }) => {
  await openDrawTools(map);
  for (const name of ['Draw point', 'Draw line', 'Draw polygon']) {
    await drawButton(map, name).focus();
    await map.keyboard.press('Enter');
    await expect(drawButton(map, name)).toHaveAttribute('aria-pressed', 'true');
    await map.keyboard.press('Enter');
    await expect(drawButton(map, name)).toHaveAttribute('aria-pressed', 'false');
  }
  await putDrawToolsAway(map);
});

test('[D5] a line: ended by its last point, by a vertex or by Enter; too short it is discarded', async ({
  map,
}) => {
  await openDrawTools(map);
  await drawButton(map, 'Draw line').click();
  await expect(drawButton(map, 'Finish')).toBeDisabled();
  await clickAt(map, a, b);
  await expect(drawButton(map, 'Finish')).toBeEnabled();
  await clickAt(map, c);
  await isSeenAt(map, c, 'vertex');
  await clickAt(map, c);
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  const [line] = await drawings(map);
  expect(line?.geometry).toEqual({
    type: 'LineString',
    coordinates: [await placeAt(map, a), await placeAt(map, b), await placeAt(map, c)],
  });
  expect(await selectedIds(map)).toEqual([line?.id]);

  await drawButton(map, 'Draw line').click();
  await clickAt(map, d, e);
  await map.keyboard.press('Enter');
  await expect.poll(() => drawnKinds(map)).toEqual(['LineString', 'LineString']);

  await drawButton(map, 'Draw line').click();
  await clickAt(map, d, empty);
  await map.keyboard.press('Escape');
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  await drawButton(map, 'Draw line').click();
  await clickAt(map, empty);
  await map.keyboard.press('Enter');
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  expect(await drawnKinds(map)).toHaveLength(2);
  await putDrawToolsAway(map);
});

test('[D5] a polygon: ended by a corner, Enter or the Finish button; canceled or of two corners it is discarded', async ({
  map,
}) => {
  await openDrawTools(map);
  await drawButton(map, 'Draw polygon').click();
  await clickAt(map, a, b, c);
  await isSeenAt(map, a, 'vertex');
  await clickAt(map, a);
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  const [polygon] = await drawings(map);
  expect(await cornerCount(map, polygon!.id)).toBe(3);

  await drawButton(map, 'Draw polygon').click();
  await clickAt(map, empty, d, e);
  await expect(drawButton(map, 'Finish')).toBeEnabled();
  await drawButton(map, 'Finish').click();
  await expect.poll(() => drawnKinds(map)).toEqual(['Polygon', 'Polygon']);

  await drawButton(map, 'Draw polygon').click();
  await clickAt(map, a, d, e);
  await isSeenAt(map, e, 'vertex');
  await clickAt(map, e);
  await expect.poll(() => drawnKinds(map)).toHaveLength(3);
  expect(await drawMode(map)).toBe('simple_select');
  await drawButton(map, 'Draw polygon').click();
  await clickAt(map, b, d, e);
  await map.keyboard.press('Enter');
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  expect(await drawnKinds(map)).toHaveLength(4);

  await drawButton(map, 'Draw polygon').click();
  await clickAt(map, empty, d, e);
  await map.keyboard.press('Escape');
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  await drawButton(map, 'Draw polygon').click();
  await clickAt(map, empty, d);
  await expect(drawButton(map, 'Finish')).toBeDisabled();
  await map.keyboard.press('Enter');
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  expect(await drawnKinds(map)).toHaveLength(4);
  await putDrawToolsAway(map);
});

test('[D2] simple select: click, shift-click, empty click, drag and box', async ({ map }) => {
  await openDrawTools(map);
  await importShapes(
    map,
    { id: 'area', type: 'Polygon', spots: [a, b, c] },
    { id: 'way', type: 'LineString', spots: [d, e] },
  );
  const inside: Spot = [240, 320];
  const onWay: Spot = [470, 295];

  await clickAt(map, inside);
  await expect.poll(() => selectedIds(map)).toEqual(['area']);
  await map.keyboard.down('Shift');
  await clickAt(map, onWay);
  await expect.poll(() => selectedIds(map)).toEqual(['area', 'way']);
  await clickAt(map, inside);
  await map.keyboard.up('Shift');
  await expect.poll(() => selectedIds(map)).toEqual(['way']);
  await clickAt(map, empty);
  await expect.poll(() => selectedIds(map)).toEqual([]);

  await map.keyboard.down('Shift');
  await dragBetween(map, [130, 190], [540, 385]);
  await map.keyboard.up('Shift');
  await expect.poll(async () => (await selectedIds(map)).sort()).toEqual(['area', 'way']);
  await clickAt(map, empty);
  await expect.poll(() => selectedIds(map)).toEqual([]);

  await clickAt(map, inside);
  await expect.poll(() => selectedIds(map)).toEqual(['area']);
  await isSeenAt(map, inside, 'active feature');
  const view = await placeAt(map, [0, 0]);
  await dragBetween(map, inside, [270, 310]);
  await expect.poll(() => cornerSpot(map, 'area', 0)).toEqual([a[0] + 30, a[1] - 10]);
  expect(await placeAt(map, [0, 0])).toEqual(view);

  await isSeenAt(map, [270, 310], 'active feature');
  await clickAt(map, [270, 310]);
  await expect.poll(() => drawMode(map)).toBe('direct_select');
  await putDrawToolsAway(map);
});

test('[D3] direct select: vertices move, midpoints add, Delete removes, an invalid feature is deleted', async ({
  map,
}) => {
  await openDrawTools(map);
  await importShapes(
    map,
    { id: 'area', type: 'Polygon', spots: [a, b, c] },
    { id: 'other', type: 'Polygon', spots: [d, e, [540, 370]] },
  );
  const edit = async () => {
    await askDraw(map, (draw) => draw.changeMode('direct_select', { featureId: 'area' }));
    await isSeenAt(map, a, 'vertex');
  };
  await edit();
  await dragBetween(map, b, [260, 240]);
  await expect.poll(() => cornerSpot(map, 'area', 1)).toEqual([260, 240]);

  const middle: Spot = [240, 370];
  await isSeenAt(map, middle, 'midpoint');
  await dragBetween(map, middle, [240, 400]);
  await expect.poll(() => cornerCount(map, 'area')).toBe(4);
  await expect(drawButton(map, 'Delete selection')).toBeEnabled();
  await map.keyboard.press('Delete');
  await expect.poll(() => cornerCount(map, 'area')).toBe(3);
  expect(await drawMode(map)).toBe('direct_select');

  for (const elsewhere of [empty, [495, 345] as Spot]) {
    await clickAt(map, elsewhere);
    await expect.poll(() => drawMode(map)).toBe('simple_select');
    await edit();
  }
  await clickAt(map, a);
  await map.keyboard.press('Backspace');
  await expect.poll(async () => (await drawings(map)).map(({ id }) => id)).toEqual(['other']);
  expect(await drawMode(map)).toBe('simple_select');
  await putDrawToolsAway(map);
});

test('[D6] combine merges features of one type into a Multi feature, uncombine splits it', async ({
  map,
}) => {
  await openDrawTools(map);
  await importShapes(
    map,
    { id: 'p', type: 'Point', spots: [a] },
    { id: 'q', type: 'Point', spots: [c] },
    { id: 'way', type: 'LineString', spots: [d, e] },
  );
  await expect(drawButton(map, 'Combine')).toBeDisabled();
  await clickAt(map, a);
  await map.keyboard.down('Shift');
  await clickAt(map, c);
  await expect(drawButton(map, 'Combine')).toBeEnabled();
  await clickAt(map, [470, 295]);
  await expect(drawButton(map, 'Combine')).toBeDisabled();
  await clickAt(map, [470, 295]);
  await map.keyboard.up('Shift');
  await drawButton(map, 'Combine').click();
  expect((await drawnKinds(map)).sort()).toEqual(['LineString', 'MultiPoint']);
  await expect(drawButton(map, 'Uncombine')).toBeEnabled();
  // A MultiPoint moves as a whole and has no vertices to edit.
  await clickAt(map, a);
  expect(await drawMode(map)).toBe('simple_select');
  await dragBetween(map, a, [a[0] + 40, a[1]]);
  await isSeenAt(map, [c[0] + 40, c[1]], 'active feature');
  await drawButton(map, 'Uncombine').click();
  expect((await drawnKinds(map)).sort()).toEqual(['LineString', 'Point', 'Point']);

  const lines = [
    { id: 'one', type: 'LineString', spots: [a, b] },
    { id: 'two', type: 'LineString', spots: [d, e] },
  ] as const;
  const areas = [
    { id: 'one', type: 'Polygon', spots: [a, b, c] },
    { id: 'two', type: 'Polygon', spots: [d, e, empty] },
  ] as const;
  for (const pair of [lines, areas]) {
    await putDrawToolsAway(map);
    await openDrawTools(map);
    await importShapes(map, ...pair);
    await askDraw(map, (draw) => draw.changeMode('simple_select', { featureIds: ['one', 'two'] }));
    await drawButton(map, 'Combine').click();
    expect(await drawnKinds(map)).toEqual([`Multi${pair[0].type}`]);
    await drawButton(map, 'Uncombine').click();
    expect(await drawnKinds(map)).toEqual([pair[0].type, pair[0].type]);
  }
  await putDrawToolsAway(map);
});
