// A Playwright `test` whose map renders quickly: the real style documents, without the basemap's sources and layers.
//
// Software rendering draws a full basemap at one or two frames a second. Most tests need only the style's name, fonts
// and background. basemaps.test.ts and whole-basemaps.test.ts test the rest.
import { type BrowserContext, test as base } from '@playwright/test';

/** Filters style documents inside the page. A Playwright route would be slower and disable the browser's cache. */
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
