// Tests whose map is quick to draw: the real style documents, without the layers of the basemap.
//
// Software rendering draws a full basemap at a frame or two a second. Tests about something else need the style's name,
// fonts and background only; basemaps.test.ts and whole-basemaps.test.ts look at the rest.
import { type BrowserContext, test as base } from '@playwright/test';

/** Filters style documents inside the page. Routing would send every request through the test, and bypass the cache. */
export async function leaveOutBasemap(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, options) => {
      const response = await fetch(input, options);
      if (!response.ok || !/\/styles\/v1\/platbook\/[^/]+$/.test(String(input))) return response;
      const style = await response.json();
      const layers = style.layers.filter(({ type }: { type: string }) => type === 'background');
      return Response.json({ ...style, sources: {}, layers });
    };
  });
}

export const test = base.extend<{ basemap: 'whole' | 'left out' }>({
  basemap: ['left out', { option: true }],
  context: async ({ context, basemap }, use) => {
    if (basemap === 'left out') await leaveOutBasemap(context);
    await use(context);
  },
});
