// Tests that share one open map per worker: opening and drawing a new page takes seconds.
//
// A test must leave the screen as it found it: nothing selected, opened or saved. After a failed test Playwright starts
// a new worker, and so a new page.
import { test as base, expect, type Page } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';
import { lookAt, mapIsOpen, openServerUrl } from './map-page.ts';
import { leaveOutBasemap } from './quick-map.ts';
import { reachForSearch, searchField } from './search-box.ts';
import { signIn } from './sign-in.ts';

/** Small, because every pixel is drawn in software. */
export const SHARED_VIEWPORT = { width: 640, height: 480 };

/** Also loads the lazy parts, so that the first test finds the same page as all others. */
export async function everythingIsThere(page: Page): Promise<void> {
  await mapIsOpen(page);
  await reachForSearch(page);
  await searchField(page).blur();
}

export const test = base.extend<{ map: Page }, { openPage: Page }>({
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
  map: async ({ openPage }, use) => {
    await use(openPage);
    await openPage.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(openPage.getByRole('dialog')).toHaveCount(0);
    await lookAt(openPage, { zoom: MAP_ZOOM, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
  },
});
