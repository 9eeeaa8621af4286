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
        const names = { layers: ['parcel-labels', 'lot-names', 'parcel-selected-name'] };
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

/** Of the map's canvas, right after a frame was drawn: the browser clears it when it has shown it. */
export async function colorAt(page: Page, [x, y]: Spot): Promise<Color> {
  return mapElement(page).evaluate(
    async (element: MapElement, at) => {
      const map = element.map!;
      const gl = map.getCanvas().getContext('webgl2')!;
      const [red, green, blue] = await new Promise<Uint8Array>((resolve) => {
        map.once('render', () => {
          const pixel = new Uint8Array(4);
          // Counted from the bottom.
          gl.readPixels(at.x, gl.drawingBufferHeight - 1 - at.y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
          resolve(pixel);
        });
        map.triggerRepaint();
      });
      return { red: red!, green: green!, blue: blue! };
    },
    { x, y },
  );
}
