// The page on paper: what the browser prints, as a PDF and as the print style on the screen.
import { expect } from '@playwright/test';
import { atRest } from './at-rest.ts';
import { mapIsIdle } from './map-page.ts';
import { clickAt } from './map-pointer.ts';
import { test } from './map-test.ts';

test.use({ rendering: 'drawn' });

test('printing gives the map and the open details on one sheet, without controls, in light colors', async ({
  map,
}) => {
  await clickAt(map, [320, 240]);
  const panel = map.getByRole('region', { name: 'Parcel details' });
  await expect(panel.getByText('Sale date')).toBeVisible();
  await atRest(panel);
  await map.emulateMedia({ colorScheme: 'dark' });
  // The dark map is another style: people print it once they see it.
  await mapIsIdle(map);

  for (const paper of [{ format: 'Letter' }, { format: 'A4', landscape: true }]) {
    const pdf = (await map.pdf(paper)).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), paper.format).toHaveLength(1);
    // The picture of the map, as high as the screen.
    expect(pdf).toMatch(/\/Height 480\b/);
  }

  await map.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const figure = map.getByRole('figure');
  await expect(figure).toBeVisible();
  await expect(figure).toContainText(/^[\d,]+ (ft|mi)$/);
  await expect(map.getByRole('heading', { level: 1 })).toHaveText('Platbook');
  await expect(map.getByText(/^Center 35\.\d{5}, -80\.\d{5}$/)).toBeVisible();
  await expect(map.locator('.print-credits')).toContainText('MapLibre');
  await expect(panel.getByText('Sale date')).toBeVisible();
  for (const role of ['button', 'textbox', 'combobox', 'searchbox', 'link'] as const) {
    await expect(map.getByRole(role)).toHaveCount(0);
  }
  const colors = await figure.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colors).toBeGreaterThan(20);
  const paper = await map.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement);
    return { backgroundColor, color };
  });
  expect(paper).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(29, 27, 22)' });

  await map.emulateMedia({ media: null, colorScheme: null });
  await expect(figure).toBeHidden();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
});
