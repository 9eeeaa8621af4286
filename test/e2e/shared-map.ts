// Tests that share one open map: a page that has drawn once costs nothing more, where each new one costs seconds.
//
// A test leaves the screen as it found it: nothing selected, nothing open, nothing saved. One that fails does not
// matter, since Playwright gives the next a new worker and so a new page.
import { test as base, expect, type Page } from '@playwright/test';
import { MAP_CENTER, MAP_ZOOM } from '../../contract/limits.ts';
import { lookAt, mapIsOpen, openServerUrl } from './map-page.ts';
import { leaveOutBasemap } from './quick-map.ts';
import { reachForSearch, searchField } from './search-box.ts';
import { signIn } from './sign-in.ts';

/** Small, because every pixel is drawn by the processor. */
export const SHARED_VIEWPORT = { width: 640, height: 480 };

/** Also what comes only when somebody reaches for it: whichever test is the first finds the page of all others. */
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
