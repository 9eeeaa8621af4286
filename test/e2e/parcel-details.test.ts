// The panel of a selected parcel: what it says, what its buttons do, how it goes away.
import { expect, type Page } from '@playwright/test';
import { CENTER_ON_PARCEL, COPY_FEEDBACK_MS, MAP_CENTER } from '../../contract/limits.ts';
import type { Parcel } from '../../contract/parcel.ts';
import { mapsLink } from '../../web/parcel/copy-link.ts';
import { formatAcres, formatPrice, formatSaleDate } from '../../web/parcel/format-parcel.ts';
import { atRest } from './at-rest.ts';
import { holdRoute } from './hold-route.ts';
import { currentView, lookAt, mapIsIdle, openServerUrl } from './map-page.ts';
import { clickAt, spotOf, withFinger } from './map-pointer.ts';
import { spotsOnParcels } from './parcel-spots.ts';
import { everythingIsThere, test } from './shared-map.ts';

const DETAILS_CALL = '**/api/parcels/*';

const panel = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

const parcelAtCenter = async (page: Page): Promise<Parcel> =>
  (await page.request.get(`${openServerUrl()}/api/parcels/at`, { params: MAP_CENTER })).json();

async function clickCenter(page: Page): Promise<void> {
  await lookAt(page, { zoom: 16, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width / 2, height / 2);
}

async function close(page: Page): Promise<void> {
  await button(page, 'Close').click();
  await expect(panel(page)).toBeHidden();
}

const forgetCache = (page: Page) => page.evaluate(() => localStorage.removeItem('parcelCache'));

test('[S6] [S12] the panel rises with Loading PIN..., then tells all there is to know', async ({ map }) => {
  await forgetCache(map);
  const parcel = await parcelAtCenter(map);
  const letGo = await holdRoute(map, DETAILS_CALL);
  await clickCenter(map);
  await expect(panel(map).getByText('Loading PIN...')).toBeVisible();
  await expect(panel(map).locator('.spinner')).toBeVisible();
  await expect(panel(map)).toHaveCSS('animation-name', 'rise');
  await expect(panel(map)).toHaveCSS('animation-duration', '0.2s');
  letGo();

  await expect(panel(map).getByRole('heading')).toHaveText(parcel.owner);
  const facts = {
    'Tax acres': formatAcres(parcel.taxacres),
    Township: parcel.township ?? 'N/A',
    Zoning: parcel.zoning ?? 'N/A',
    'Sale date': formatSaleDate(parcel.sale_date),
    'Sales price': formatPrice(parcel.sales_price),
    PIN: parcel.pin,
    'Site address': parcel.site_address ?? 'N/A',
  };
  const terms = await panel(map).getByRole('term').allTextContents();
  const definitions = await panel(map).getByRole('definition').allTextContents();
  expect(Object.fromEntries(terms.map((term, n) => [term, definitions[n]]))).toEqual(facts);
  for (const line of [parcel.add1, parcel.add2, parcel.city, parcel.state, parcel.zip]) {
    if (line) await expect(panel(map).locator('address')).toContainText(line);
  }
  await close(map);
});

test('[S6] whatever a county writes is shown as text, and the panel never takes more than 60% of the height', async ({
  map,
}) => {
  await forgetCache(map);
  const parcel = await parcelAtCenter(map);
  const owner = `<img src=x onerror="document.title='broken in'"> & ${'Müller-Lüdenscheidt'.repeat(60)}`;
  await map.route(DETAILS_CALL, (route) => route.fulfill({ json: { ...parcel, owner } }));
  const title = await map.title();
  await clickCenter(map);
  await expect(panel(map).getByRole('heading')).toHaveText(owner);
  expect(await map.title()).toBe(title);
  await expect(panel(map).locator('img')).toHaveCount(0);

  const { width, height } = map.viewportSize()!;
  await expect.poll(async () => (await panel(map).boundingBox())!.height).toBeLessThanOrEqual(height * 0.6);
  const { x, width: panelWidth } = (await panel(map).boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + panelWidth).toBeLessThanOrEqual(width);
  await panel(map).getByText('Site address').scrollIntoViewIfNeeded();
  await expect(panel(map).getByText('Site address')).toBeInViewport();
  await expect(button(map, 'Close')).toBeInViewport();
  await close(map);
  await forgetCache(map);
});

test('[S6] [S15] a parcel that cannot be loaded says why, and offers to refresh the page', async ({
  map,
}) => {
  await forgetCache(map);
  await map.route(DETAILS_CALL, (route) => route.fulfill({ status: 401, json: { message: 'no' } }));
  await clickCenter(map);
  await expect(panel(map).getByRole('alert')).toContainText('Error Loading PIN');
  await expect(panel(map).getByRole('alert')).toContainText('Authentication required.');
  await map.unrouteAll();
  await Promise.all([map.waitForEvent('load'), button(map, 'Refresh Page').click()]);
  await everythingIsThere(map);
  await expect(panel(map)).toBeHidden();
});

test('[S6] the details show even where the shape of the parcel cannot be had', async ({ map }) => {
  await forgetCache(map);
  const { owner } = await parcelAtCenter(map);
  await map.route('**/api/parcels/feature/*', (route) => route.abort());
  await clickCenter(map);
  await expect(panel(map).getByRole('heading')).toHaveText(owner);
  await close(map);
});

test('[S7] Center on parcel brings it to the middle of what the panel leaves free', async ({ map }) => {
  await clickCenter(map);
  const { centroid } = await parcelAtCenter(map);
  await button(map, 'Center on parcel').click();
  await expect.poll(async () => (await currentView(map)).zoom).toBeCloseTo(CENTER_ON_PARCEL.zoom, 6);
  await mapIsIdle(map);
  const { lng, lat } = await currentView(map);
  expect(lng).toBeCloseTo(centroid.lng, 6);
  expect(lat).toBeCloseTo(centroid.lat, 6);

  const [x, y] = await spotOf(map, [centroid.lng, centroid.lat]);
  const box = (await panel(map).boundingBox())!;
  expect(x).toBeCloseTo(map.viewportSize()!.width / 2, 0);
  expect(y).toBeLessThan(box.y);

  // When the panel goes the picture stays where it is.
  await close(map);
  const after = await spotOf(map, [centroid.lng, centroid.lat]);
  expect(after[0]).toBeCloseTo(x, 0);
  expect(after[1]).toBeCloseTo(y, 0);
});

/** In place of the clipboard, which a browser without a window does not have. */
async function standInForClipboard(page: Page): Promise<{
  text: () => Promise<string | undefined>;
  refuse: () => Promise<void>;
  goAway: () => Promise<boolean>;
}> {
  await page.evaluate(() => {
    delete document.body.dataset.clipboard;
    navigator.clipboard.writeText = async (text) => {
      if (document.body.dataset.clipboard === 'refused') throw new DOMException('no', 'NotAllowedError');
      document.body.dataset.clipboard = text;
    };
  });
  return {
    text: () => page.evaluate(() => document.body.dataset.clipboard),
    refuse: () => page.evaluate(() => document.body.setAttribute('data-clipboard', 'refused')),
    goAway: () => page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText')),
  };
}

/** Copying is spoken of for two seconds, which may be over before a slow machine has looked. */
async function holdFeedback(page: Page): Promise<{ end: () => Promise<void>; putBack: () => Promise<void> }> {
  await page.evaluate((feedbackMs) => {
    const { setTimeout } = window;
    const heldFeedback: (() => void)[] = [];
    const holdBack = (run: () => void, delayMs?: number, ...rest: unknown[]) => {
      if (delayMs !== feedbackMs) return setTimeout(run, delayMs, ...rest);
      heldFeedback.push(run);
      return 0;
    };
    Object.assign(window, { setTimeout: holdBack, ownSetTimeout: setTimeout, heldFeedback });
  }, COPY_FEEDBACK_MS);
  const endOnes = () =>
    page.evaluate(() => {
      const ended: (() => void)[] = Reflect.get(window, 'heldFeedback').splice(0);
      for (const run of ended) run();
      return ended.length;
    });
  return {
    end: () => expect.poll(endOnes).toBe(1),
    putBack: () =>
      page.evaluate(() => void Object.assign(window, { setTimeout: Reflect.get(window, 'ownSetTimeout') })),
  };
}

test('[S8] the link of the parcel is copied, said for a while, and said in red where it fails', async ({
  map,
}) => {
  const clipboard = await standInForClipboard(map);
  const feedback = await holdFeedback(map);
  await clickCenter(map);
  const { centroid } = await parcelAtCenter(map);
  const copy = button(map, 'Copy maps link');
  await expect(copy).toHaveText('Copy maps link');
  await copy.click();
  await expect(copy).toHaveText('Link copied');
  expect(await clipboard.text()).toBe(mapsLink(centroid));
  await feedback.end();
  await expect(copy).toHaveText('Copy maps link');

  await clipboard.refuse();
  await copy.click();
  await expect(copy).toHaveText('Not copied');
  const red = await map.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.className = 'text-danger';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(copy).toHaveCSS('background-color', red);
  await feedback.end();
  await expect(copy).toHaveText('Copy maps link');
  await expect(copy).not.toHaveCSS('background-color', red);
  await feedback.putBack();
  await clipboard.goAway();
  await close(map);
});

test('[S10] another parcel knows nothing of the link that was copied for the first', async ({ map }) => {
  const clipboard = await standInForClipboard(map);
  // The words stay, so that it is the other parcel that takes them away.
  const feedback = await holdFeedback(map);
  await lookAt(map, { zoom: 17 });
  const [one] = await spotsOnParcels(map, 1);
  await clickAt(map, one!.at);
  await button(map, 'Copy maps link').click();
  await expect(button(map, 'Copy maps link')).toHaveText('Link copied');
  await close(map);

  const other = (await spotsOnParcels(map, 2)).find(({ pin }) => pin !== one!.pin);
  await clickAt(map, other!.at);
  await expect(panel(map)).toContainText(other!.pin);
  await expect(button(map, 'Copy maps link')).toHaveText('Copy maps link');
  await feedback.putBack();
  await clipboard.goAway();
  await close(map);
});

test('[S6] the panel goes by Escape and by being dragged down, and the controls step up for it', async ({
  map,
}) => {
  const zoomIn = map.getByRole('button', { name: 'Zoom in' });
  const lowest = (await zoomIn.boundingBox())!.y;
  await clickCenter(map);
  await expect(panel(map)).toContainText('Tax acres');
  await expect.poll(async () => (await zoomIn.boundingBox())!.y).toBeLessThan(lowest);
  const scale = (await map.locator('.maplibregl-ctrl-scale').boundingBox())!;
  expect(scale.y + scale.height).toBeLessThanOrEqual((await panel(map).boundingBox())!.y);
  await map.keyboard.press('Escape');
  await expect(panel(map)).toBeHidden();
  await expect.poll(async () => (await zoomIn.boundingBox())!.y).toBe(lowest);

  await clickCenter(map);
  await expect(panel(map)).toContainText('Tax acres');
  await atRest(panel(map));
  const handle = (await panel(map).locator('.grab-handle').boundingBox())!;
  const grip = [handle.x + handle.width / 2, handle.y + handle.height / 2] as const;
  await map.mouse.move(...grip);
  await map.mouse.down();
  await map.mouse.move(grip[0], grip[1] + 6);
  await expect(panel(map)).toHaveCSS('translate', '0px 6px');
  await map.mouse.up();
  await atRest(panel(map));
  await expect(panel(map)).toContainText('Tax acres');

  const { height } = (await panel(map).boundingBox())!;
  await withFinger(map, async (finger) => {
    await finger.press(grip, [grip[0], grip[1] + height / 2], async () => {});
    await expect(panel(map)).toBeHidden();
  });
  await expect.poll(async () => (await zoomIn.boundingBox())!.y).toBe(lowest);
});
