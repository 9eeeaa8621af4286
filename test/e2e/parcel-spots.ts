// Finds pixels of the map that are well inside a parcel, or on no parcel, and reads the color of a pixel.
import { expect, type Page } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import { mapIsIdle } from './map-page.ts';
import { mapElement, type Spot } from './map-pointer.ts';

export type ParcelSpot = { at: Spot; pin: string };

/** One spot in each of `count` parcels, from the top left: away from edges and labels, and under no control. */
export async function spotsOnParcels(page: Page, count: number): Promise<ParcelSpot[]> {
  const spots = await scanParcels(page, { count });
  expect(spots).toHaveLength(count);
  return spots;
}

export async function lowestSpotOnParcel(page: Page): Promise<Spot> {
  const spots = await scanParcels(page, { count: Number.POSITIVE_INFINITY });
  return spots.reduce((low, { at }) => (at[1] > low[1] ? at : low), spots[0]!.at);
}

export async function spotOnParcel(page: Page, pin: string): Promise<Spot> {
  const [found] = await scanParcels(page, { count: 1, pin });
  expect(found).toBeDefined();
  return found!.at;
}

type Wanted = { count: number; pin?: string };

async function scanParcels(page: Page, wanted: Wanted): Promise<ParcelSpot[]> {
  await mapIsIdle(page);
  return mapElement(page).evaluate((element: MapElement, { count, pin: wantedPin }: Wanted) => {
    const map = element.map!;
    const found = new Map<string, [number, number]>();
    for (let y = 72; y < element.clientHeight && found.size < count; y += 8) {
      for (let x = 72; x < element.clientWidth && found.size < count; x += 8) {
        if (document.elementFromPoint(x, y) !== map.getCanvas()) continue;
        const around: [[number, number], [number, number]] = [
          [x - 8, y - 8],
          [x + 8, y + 8],
        ];
        const areas = map.queryRenderedFeatures(around, { layers: ['parcel-areas'] });
        const pins = new Set(areas.map(({ properties }) => String(properties.PIN)));
        const names = { layers: ['parcel-labels', 'parcel-selected-name'] };
        const isNamed = map.queryRenderedFeatures(around, names).length > 0;
        const [here] = map.queryRenderedFeatures([x, y], { layers: ['parcel-areas'] });
        if (!here || pins.size > 1 || isNamed) continue;
        const pin = String(here.properties.PIN);
        if (!found.has(pin) && (wantedPin ?? pin) === pin) found.set(pin, [x, y]);
      }
    }
    return [...found].map(([pin, at]) => ({ pin, at }));
  }, wanted);
}

/** A spot on no parcel: on a road or in water. */
export async function spotOffParcels(page: Page): Promise<Spot> {
  await mapIsIdle(page);
  const spot = await mapElement(page).evaluate((element: MapElement) => {
    const map = element.map!;
    for (let y = 72; y < element.clientHeight; y += 3) {
      for (let x = 72; x < element.clientWidth; x += 3) {
        const isOpen = document.elementFromPoint(x, y) === map.getCanvas();
        const features = map.queryRenderedFeatures([x, y], { layers: ['parcel-areas'] });
        if (isOpen && features.length === 0) return [x, y] as const;
      }
    }
    return undefined;
  });
  expect(spot).toBeDefined();
  return spot!;
}

export type Color = { red: number; green: number; blue: number };

export async function colorAt(page: Page, [x, y]: Spot): Promise<Color> {
  const screenshot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return { red: red!, green: green!, blue: blue! };
  }, screenshot.toString('base64'));
}
