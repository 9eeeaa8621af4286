// How files and tiles travel: compressed, named, and not twice.
import { expect, type Page } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { openMap, openServerUrl } from './map-page.ts';
import { test } from './signed-in.ts';

test('[M13] a tile comes gzipped with an ETag, and is not sent again to who names it', async ({
  request,
}) => {
  const { z, x, y } = tileAt(MAP_CENTER, 14);
  const address = `${openServerUrl()}/tiles/${z}/${x}/${y}.pbf`;
  const first = await request.get(address, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(first.status()).toBe(200);
  expect(first.headers()['content-encoding']).toBe('gzip');
  const etag = first.headers().etag!;
  expect(etag).toMatch(/^"[^"]+"$/);

  const second = await request.get(address, {
    headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag },
  });
  expect(second.status()).toBe(304);
  expect(await second.body()).toHaveLength(0);
});

/** By the Resource Timing standard headers count for this, whatever their length; from a cache nothing counts. */
const HEADERS_TRANSFER_BYTES = 300;

/** The tiles that the map's workers have asked for on this page, and whether their content traveled. */
async function tilesAskedFor(page: Page): Promise<{ name: string; traveled: boolean }[]> {
  const perWorker = await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => entry as PerformanceResourceTiming)
          .filter(({ name }) => name.endsWith('.pbf'))
          .map(({ name, transferSize }) => ({ name, transferSize })),
      ),
    ),
  );
  return perWorker
    .flat()
    .map(({ name, transferSize }) => ({ name, traveled: transferSize > HEADERS_TRANSFER_BYTES }));
}

test.describe('with the browser’s own cache', () => {
  test.use({ basemap: 'whole', viewport: { width: 320, height: 320 } });

  test('[M13] a second visit draws the map without loading any tile again', async ({ page }) => {
    await openMap(page);
    const first = await tilesAskedFor(page);
    expect(first.some(({ traveled }) => traveled)).toBe(true);
    await openMap(page);
    const second = await tilesAskedFor(page);
    expect(second).toHaveLength(first.length);
    expect(second.filter(({ traveled }) => traveled)).toEqual([]);
  });
});

test('files named by their content are kept for ever, the page itself is asked about again', async ({
  page,
}) => {
  const kept = new Map<string, string | undefined>();
  page.context().on('response', (response) => {
    kept.set(new URL(response.url()).pathname, response.headers()['cache-control']);
  });
  await openMap(page);
  const assets = [...kept].filter(([path]) => path.startsWith('/assets/'));
  expect(assets.length).toBeGreaterThan(5);
  for (const [, cacheControl] of assets) expect(cacheControl).toBe('public, max-age=31536000, immutable');
  expect(kept.get('/')).toBe('no-cache');
});

test('the map library travels compressed, apart from the page’s first script', async ({ page }) => {
  const scripts = new Map<string, { encoding: string | undefined; bytes: number }>();
  page.on('response', (response) => {
    const name = /\/assets\/([a-z-]+)-[^/]*\.js$/i.exec(response.url())?.[1];
    const { 'content-encoding': encoding, 'content-length': length } = response.headers();
    if (name) scripts.set(name, { encoding, bytes: Number(length) });
  });
  await openMap(page);
  expect([...scripts.keys()]).toEqual(expect.arrayContaining(['index', 'maplibre', 'map-screen']));
  // A file that fits into one packet gains nothing.
  for (const [, { encoding, bytes }] of scripts)
    expect(encoding ?? (bytes < 1024 && 'small')).toMatch(/^(br|gzip|small)$/);
});

test('the scripts of a first visit weigh less than 450 KB, gzipped', async ({ page, request }) => {
  const scripts = new Set<string>();
  page.on('request', (asked) => {
    // The map's worker is a thread of its own, and holds up nothing.
    if (asked.resourceType() === 'script' && !asked.url().includes('-worker-')) scripts.add(asked.url());
  });
  await openMap(page);
  const answers = await Promise.all(
    [...scripts].map((url) => request.get(url, { headers: { 'Accept-Encoding': 'gzip' } })),
  );
  const bytes = answers.reduce((sum, answer) => sum + Number(answer.headers()['content-length']), 0);
  expect(bytes).toBeGreaterThan(300_000);
  expect(bytes).toBeLessThan(450_000);
});
