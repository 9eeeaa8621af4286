// The keys of the draw tools, on the whole page with its other fields and buttons.
import { expect } from '@playwright/test';
import {
  drawBox,
  drawButton,
  drawings,
  drawMode,
  importShapes,
  openDrawTools,
  putDrawToolsAway,
  spots,
} from './draw-tools.ts';
import { clickAt, mapElement, OPEN_SEA } from './map-pointer.ts';
import { test } from './shared-map.ts';

const { a, c, d, e } = spots;

test.use({ startView: OPEN_SEA });

test('[D7] the keys act while the draw tools are open, and never while typing in a field', async ({
  map,
}) => {
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

  // The same key again, with the focus outside of the map: keeps the line so far and starts a new one.
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
