// What the drawing library answers to keys, and what it refuses.
import { expect } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import {
  askDraw,
  drawBox,
  drawButton,
  drawings,
  drawMode,
  importShapes,
  importText,
  isSeenAt,
  openDrawTools,
  putDrawToolsAway,
  refusal,
  spots,
} from './draw-tools.ts';
import { clickAt, dragBetween, mapElement, placeAt, spotOf } from './map-pointer.ts';
import { test } from './shared-map.ts';

const { a, c, d, e } = spots;

test('[D7] the keys act while the draw tools are open, and never while one types', async ({ map }) => {
  await mapElement(map).getByRole('region').first().focus();
  await map.keyboard.press('1');
  await expect(drawBox(map)).toBeHidden();

  await openDrawTools(map);
  for (const [key, mode] of [
    ['1', 'draw_point'],
    ['2', 'draw_line_string'],
    ['3', 'draw_polygon'],
  ] as const) {
    await map.keyboard.press(key);
    await expect.poll(() => drawMode(map)).toBe(mode);
  }
  await map.keyboard.press('Escape');
  await expect.poll(() => drawMode(map)).toBe('simple_select');

  // The same key again, from beside the map: the line so far is kept, and another one begins.
  const zoomOut = map.getByRole('button', { name: 'Zoom out' });
  await map.keyboard.press('2');
  await clickAt(map, d, e);
  await zoomOut.focus();
  await map.keyboard.press('2');
  await expect.poll(async () => (await drawings(map)).length).toBe(2);
  expect(await drawMode(map)).toBe('draw_line_string');
  await map.keyboard.press('Escape');
  await expect.poll(() => drawMode(map)).toBe('simple_select');
  await drawButton(map, 'Undo').click();
  expect(await drawings(map)).toEqual([]);

  await map.evaluate(() => document.body.append(document.createElement('input')));
  await map.locator('body > input').focus();
  await map.keyboard.press('2');
  expect(await drawMode(map)).toBe('simple_select');
  await map.evaluate(() => document.querySelector('body > input')?.remove());

  await importShapes(map, { id: 'p', type: 'Point', spots: [a] }, { id: 'q', type: 'Point', spots: [c] });
  for (const [key, spot] of [
    ['Backspace', a],
    ['Delete', c],
  ] as const) {
    await clickAt(map, spot);
    await expect(drawButton(map, 'Delete selection')).toBeEnabled();
    await map.keyboard.press(key);
    await expect(drawButton(map, 'Delete selection')).toBeDisabled();
  }
  expect(await drawings(map)).toEqual([]);

  await map.keyboard.press('Escape');
  await expect(drawBox(map)).toBeHidden();
  await openDrawTools(map);
  await putDrawToolsAway(map);
});

test('[D8][D9] what the library is given wrong it refuses with its words', async ({ map }) => {
  await openDrawTools(map);
  const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry }) as never;
  const add = (geometry: unknown) =>
    mapElement(map)
      .evaluate((element: MapElement & { draw?: { add: (value: unknown) => unknown } }, value) => {
        element.draw!.add(value);
      }, feature(geometry))
      .then(
        () => 'nothing was refused',
        (error: Error) => error.message,
      );
  expect(await add(null)).toContain('Invalid geometry: null');
  expect(await add({ type: 'Circle', coordinates: [0, 0] })).toContain('Invalid geometry type');
  expect(await add({ type: 'LineString', coordinates: [[0, 0]] })).toContain('at least 2 points');
  expect(await add({ type: 'Point', coordinates: ['0', 0] })).toContain('A position needs');
  const open = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  expect(await add({ type: 'Polygon', coordinates: [open] })).toContain('3 different points');
  expect(await refusal(map, (draw) => draw.set({ type: 'Feature' } as never))).toContain(
    'Invalid FeatureCollection',
  );
  expect(await drawings(map)).toEqual([]);

  await importShapes(
    map,
    { id: 'p', type: 'Point', spots: [a] },
    { id: 'way', type: 'LineString', spots: [d, e] },
  );
  expect(await refusal(map, (draw) => draw.changeMode('direct_select'))).toContain(
    'You must provide a featureId to enter direct_select mode',
  );
  expect(await refusal(map, (draw) => draw.changeMode('direct_select', { featureId: 'p' }))).toMatch(
    /direct_select mode does not handle point features/,
  );
  expect(await refusal(map, (draw) => draw.changeMode('draw_line_string', { featureId: 'none' }))).toContain(
    'Could not find a feature with the provided featureId',
  );
  expect(
    await refusal(map, (draw) => draw.changeMode('draw_line_string', { featureId: 'way', from: [1, 2] })),
  ).toContain('`from` should match the point at either the start or the end of the provided LineString');
  // The library is left between two modes by a refusal.
  await askDraw(map, (draw) => draw.changeMode('simple_select'));
  await putDrawToolsAway(map);
});

test('[D8] nothing can be dragged off the map', async ({ map }) => {
  await openDrawTools(map, { zoom: 3, center: [-80, 77] });
  const [lng] = await placeAt(map, [90, 200]);
  const coordinates = [
    [lng, 72],
    [lng, 86],
  ];
  await importText(map, JSON.stringify({ type: 'LineString', coordinates }));
  const grip = await spotOf(map, [lng, 75]);
  await isSeenAt(map, grip, 'feature');
  await clickAt(map, grip);
  await isSeenAt(map, grip, 'active feature');
  await dragBetween(map, grip, await spotOf(map, [lng, 80]));
  await expect
    .poll(async () => (await drawings(map))[0]?.geometry.coordinates)
    .toEqual([
      [expect.closeTo(lng, 6), expect.closeTo(76, 9)],
      [expect.closeTo(lng, 6), 90],
    ]);
  await putDrawToolsAway(map);
});
