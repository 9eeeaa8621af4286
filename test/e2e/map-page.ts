// Opens the map in browser tests, waits for it, moves it, and queries what it shows.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import type { MapElement } from '../../web/map/map-state.ts';

export const openServerUrl = (): string => process.env.OPEN_SERVER_URL!;
export const closedServerUrl = (): string => process.env.CLOSED_SERVER_URL!;

/** The middle of town. The start view has many times its parcels, which takes seconds more. */
export const IN_TOWN: { zoom: number; center: [number, number] } = {
  zoom: 16,
  center: [MAP_CENTER.lng, MAP_CENTER.lat],
};

export const inTown = (url: string): string => `${url}/#${IN_TOWN.zoom}/${MAP_CENTER.lat}/${MAP_CENTER.lng}`;

export async function openMap(page: Page, url = inTown(openServerUrl())): Promise<void> {
  await page.goto(url);
  await mapIsOpen(page);
}

/** Waits until the map is idle with a real style: the empty style that replaces a late one has no name. */
export async function mapIsOpen(page: Page): Promise<void> {
  await mapIsIdle(page);
  await expect.poll(() => styleName(page)).toBeDefined();
  await mapIsIdle(page);
}

export function styleName(page: Page): Promise<string | undefined> {
  return page.locator('[data-map-state]').evaluate((element: MapElement) => element.map!.getStyle()?.name);
}

export async function mapIsIdle(page: Page): Promise<void> {
  await page.locator('[data-map-state="idle"]').waitFor();
}

/** Once nothing is open. On the way back from a step in its history, the browser would give up a navigation. */
export async function isBackFromSteps(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.['platbook:step']?.depth)).toBe(0);
}

type View = { zoom: number; center?: [number, number] };

/** Moves the camera without waiting for tiles. */
export async function jumpTo(page: Page, view: View): Promise<void> {
  await page.locator('[data-map-state]').evaluate((element: MapElement, to) => {
    element.map!.jumpTo(to);
  }, view);
}

export async function lookAt(page: Page, view: View): Promise<void> {
  await jumpTo(page, view);
  await mapIsIdle(page);
}

export async function currentView(page: Page) {
  return page.locator('[data-map-state]').evaluate((element: MapElement) => {
    const map = element.map!;
    const { lng, lat } = map.getCenter();
    return { lng, lat, zoom: map.getZoom(), zoomMin: map.getMinZoom(), zoomMax: map.getMaxZoom() };
  });
}

/** The properties of the features that a layer renders now: none where it is not on the map yet. */
export async function shownFeatures(page: Page, layer: string): Promise<Record<string, unknown>[]> {
  return page.locator('[data-map-state]').evaluate((element: MapElement, id) => {
    const map = element.map!;
    const features = map.getLayer(id) ? map.queryRenderedFeatures({ layers: [id] }) : [];
    return features.map(({ properties }) => properties);
  }, layer);
}
