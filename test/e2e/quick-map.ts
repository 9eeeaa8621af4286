// Tests whose map is quick to draw: the real style documents, without the basemap they would draw.
//
// Software draws a full basemap at a frame or two a second. Tests that are about something else than the basemap need
// its name, its fonts and its background; basemaps.test.ts looks at the rest.
import { type BrowserContext, test as base } from '@playwright/test';

export async function leaveOutBasemap(context: BrowserContext): Promise<void> {
  await context.route('**/styles/v1/platbook/*', async (route) => {
    const response = await route.fetch();
    const style = await response.json();
    const layers = style.layers.filter(({ type }: { type: string }) => type === 'background');
    await route.fulfill({ response, json: { ...style, sources: {}, layers } });
  });
}

/** Requests that can be intercepted bypass the browser's cache: tests of caching take the whole basemap. */
export const test = base.extend<{ basemap: 'whole' | 'left out' }>({
  basemap: ['left out', { option: true }],
  context: async ({ context, basemap }, use) => {
    if (basemap === 'left out') await leaveOutBasemap(context);
    await use(context);
    // A page may go while its style is still on the way.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
