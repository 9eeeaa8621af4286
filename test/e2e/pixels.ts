// Lightness and color of the middle of the map, measured from a screenshot.
import type { Page } from '@playwright/test';

export type Pixels = {
  /** 0 is black, 255 is white. */
  meanLightness: number;
  /** The share of pixels that are much darker than the lightest one: lines and labels. */
  inkShare: number;
};

async function shootMiddle(page: Page): Promise<string> {
  const { width, height } = page.viewportSize()!;
  const clip = { x: width / 2 - 150, y: height / 2 - 150, width: 300, height: 300 };
  const screenshot = await page.screenshot({ clip });
  return screenshot.toString('base64');
}

/** Red, green and blue, from 0 to 255. */
export async function meanColor(page: Page): Promise<number[]> {
  return page.evaluate(
    async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      // Scaling an image down to a single pixel averages its colors.
      const context = new OffscreenCanvas(1, 1).getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    },
    await shootMiddle(page),
  );
}

export async function middleOfMap(page: Page): Promise<Pixels> {
  return page.evaluate(
    async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const lightness: number[] = [];
      for (let i = 0; i < data.length; i += 4) {
        lightness.push((data[i]! + data[i + 1]! + data[i + 2]!) / 3);
      }
      const lightest = lightness.reduce((most, value) => Math.max(most, value), 0);
      return {
        meanLightness: lightness.reduce((sum, value) => sum + value, 0) / lightness.length,
        inkShare: lightness.filter((value) => value < lightest * 0.75).length / lightness.length,
      };
    },
    await shootMiddle(page),
  );
}
