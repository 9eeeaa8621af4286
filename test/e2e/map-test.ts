// The Playwright `test` of the whole-page tests: pages of a signed-in person, whose map renders quickly.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { MapElement } from '../../web/map/map-state.ts';
import {
  closedServerUrl,
  currentView,
  IN_TOWN,
  lookAt,
  mapIsIdle,
  openMap,
  openServerUrl,
} from './map-page.ts';
import { test as base } from './quiet-test.ts';
import { signedInState } from './sign-in.ts';

/**
 * A processor draws the basemap at one or two frames a second. `quick`: style documents lose their sources and layers but
 * the background, and WebGL's drawing calls do nothing; tiles, placement and queries stay real. `drawn`: for tests that
 * look at pixels. `whole`: for tests of the basemap itself.
 */
type Rendering = 'quick' | 'drawn' | 'whole';

type Canvas = Window & { isDrawn?: boolean };

/** Inside the page. A Playwright route for the styles would be slower and disable the browser's cache. */
async function setRendering(context: BrowserContext, rendering: Rendering): Promise<void> {
  if (rendering === 'whole') return;
  await context.addInitScript((isDrawn) => {
    const page: Canvas = Object.assign(window, { isDrawn });
    const { fetch } = window;
    window.fetch = async (input, options) => {
      const response = await fetch(input, options);
      if (!response.ok || !/\/styles\/v1\/platbook\/[^/]+$/.test(String(input))) return response;
      const style = await response.json();
      const layers = style.layers.filter(({ type }: { type: string }) => type === 'background');
      return Response.json({ ...style, sources: {}, layers });
    };
    const webGl = WebGL2RenderingContext.prototype as unknown as Record<
      string,
      (...given: unknown[]) => void
    >;
    for (const name of ['clear', 'drawArrays', 'drawElements']) {
      const draw = webGl[name]!;
      webGl[name] = function (...given) {
        if (page.isDrawn) draw.apply(this, given);
      };
    }
  }, rendering === 'drawn');
}

/** Moves the map only if it is elsewhere. */
async function lookAtUnlessThere(page: Page, view: typeof IN_TOWN): Promise<void> {
  const { lng, lat, zoom } = await currentView(page);
  const isThere =
    zoom === view.zoom && [lng - view.center[0], lat - view.center[1]].every((by) => Math.abs(by) < 1e-9);
  if (!isThere) await lookAt(page, view);
}

type Person = Awaited<ReturnType<typeof signedInState>>;
type Fixtures = { rendering: Rendering; startView: typeof IN_TOWN; map: Page };

export const test = base.extend<Fixtures, { person: Person; sharedPage: Page }>({
  rendering: ['quick', { option: true }],
  /** Where `map` looks when a test begins. */
  startView: [IN_TOWN, { option: true }],
  person: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs in its first argument, here nothing
    async ({}, use) => use(await signedInState([openServerUrl(), closedServerUrl()])),
    { scope: 'worker' },
  ],
  /** For `page`, which is new for every test. */
  storageState: async ({ person }, use) => use(person),
  context: async ({ context, rendering }, use) => {
    await setRendering(context, rendering);
    await use(context);
  },
  sharedPage: [
    async ({ browser, person }, use) => {
      const context = await browser.newContext({ viewport: SHARED_VIEWPORT, storageState: person });
      await setRendering(context, 'quick');
      const page = await context.newPage();
      await openMap(page);
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
  /**
   * The map of the open server, on a page that the tests of a worker share, because opening one takes seconds. A test
   * must leave it as it was: nothing selected, opened or saved. After a failed test Playwright starts a new worker.
   */
  map: async ({ sharedPage, startView, rendering }, use) => {
    await sharedPage.emulateMedia({ reducedMotion: 'reduce', colorScheme: null, media: null });
    await sharedPage.setViewportSize(SHARED_VIEWPORT);
    await lookAtUnlessThere(sharedPage, startView);
    await setDrawn(sharedPage, rendering === 'drawn');
    await use(sharedPage);
    await setDrawn(sharedPage, false);
    sharedPage.removeAllListeners();
    await sharedPage.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(sharedPage.getByRole('dialog')).toHaveCount(0);
    await expect(sharedPage.getByRole('region', { name: LEFT_OPEN })).toHaveCount(0);
  },
});

const LEFT_OPEN = /^(Parcel details|Results|Measure|Draw|Pick parcels)$/;

async function setDrawn(page: Page, isDrawn: boolean): Promise<void> {
  await page.locator('[data-map-state]').evaluate((element: MapElement, drawn) => {
    (window as Canvas).isDrawn = drawn;
    if (drawn) element.map!.triggerRepaint();
  }, isDrawn);
  await mapIsIdle(page);
}

/** Small, because every pixel is drawn by the processor. */
export const SHARED_VIEWPORT = { width: 640, height: 480 };
