// A Playwright `test` with one map page per worker, shared by its tests: opening and drawing a page takes seconds.
//
// A test must leave the screen as it found it: nothing selected, opened or saved. After a failed test Playwright starts
// a new worker, and so a new page.
import { test as base, expect, type Page } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';
import { currentView, lookAt, mapIsOpen, openServerUrl } from './map-page.ts';
import { leaveOutBasemap } from './quick-map.ts';
import { reachForSearch, searchField } from './search-box.ts';
import { signIn } from './sign-in.ts';

/** Small, because every pixel is drawn in software. */
export const SHARED_VIEWPORT = { width: 640, height: 480 };

/** Waits for the map and loads the lazy search library, so that the first test finds the same page as all others. */
export async function everythingIsThere(page: Page): Promise<void> {
  await mapIsOpen(page);
  await reachForSearch(page);
  await searchField(page).blur();
}

type View = { zoom: number; center: [number, number] };

const COUNTY: View = { zoom: MAP_ZOOM, center: [MAP_CENTER.lng, MAP_CENTER.lat] };

/** Moves the map only if it is elsewhere, because rendering takes a second. */
async function lookAtUnlessThere(page: Page, view: View): Promise<void> {
  const { lng, lat, zoom } = await currentView(page);
  const isThere =
    zoom === view.zoom && [lng - view.center[0], lat - view.center[1]].every((by) => Math.abs(by) < 1e-9);
  if (!isThere) await lookAt(page, view);
}

export const test = base.extend<{ map: Page; startView: View }, { openPage: Page }>({
  /** Where the map looks when a test begins. */
  startView: [COUNTY, { option: true }],
  openPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport: SHARED_VIEWPORT });
      await leaveOutBasemap(context);
      const page = await context.newPage();
      await signIn(page, { url: openServerUrl() });
      await everythingIsThere(page);
      await use(page);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
    { scope: 'worker' },
  ],
  map: async ({ openPage, startView }, use) => {
    await lookAtUnlessThere(openPage, startView);
    await use(openPage);
    await openPage.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(openPage.getByRole('dialog')).toHaveCount(0);
  },
});
