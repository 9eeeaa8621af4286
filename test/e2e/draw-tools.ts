// The draw tools in whole-page tests: locators, and queries of the drawing library's state.
import { expect, type Page } from '@playwright/test';
import type { DrawLibrary } from '../../web/draw/draw-library.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { mapElement, type Spot } from './map-pointer.ts';

type DrawnMap = MapElement & { draw?: DrawLibrary };

export const drawBox = (page: Page) => page.getByRole('region', { name: 'Draw' });
export const drawButton = (page: Page, name: string) =>
  drawBox(page).getByRole('button', { name, exact: true });

export async function openDrawTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Draw tools', exact: true }).click();
  await expect(drawBox(page)).toBeVisible();
}

export const drawMode = (page: Page): Promise<string> =>
  mapElement(page).evaluate((element: DrawnMap) => element.draw!.getMode());

export const drawnKinds = (page: Page): Promise<string[]> =>
  mapElement(page).evaluate((element: DrawnMap) =>
    element.draw!.getAll().features.map(({ geometry }) => geometry.type),
  );

/** Waits until the library's feature is rendered at a spot: only rendered features can be clicked or dragged. */
export async function isSeenAt(page: Page, spot: Spot, what: 'feature' | 'active feature'): Promise<void> {
  const seen = () =>
    mapElement(page).evaluate((element: DrawnMap, [x, y]) => {
      const layers = element.map!.getLayersOrder().filter((id) => id.startsWith('draw-'));
      const found = element.map!.queryRenderedFeatures(
        [
          [x - 2, y - 2],
          [x + 2, y + 2],
        ],
        { layers },
      );
      return found.flatMap(({ properties: { meta, active } }) =>
        active === 'true' ? [meta, `active ${meta}`] : [meta],
      );
    }, spot);
  await expect.poll(seen).toContain(what);
}
