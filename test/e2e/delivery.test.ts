// HTTP delivery to a browser: compression, cache headers, and no repeated downloads.
import { expect, type Page } from '@playwright/test';
import { mapIsOpen, openMap } from './map-page.ts';
import { test } from './map-test.ts';

/** Resource Timing counts this for the headers of any response from the network, and 0 for one from the cache. */
const HEADERS_TRANSFER_BYTES = 300;

/** The parcel tiles that the map's workers fetched on this page, and whether their bodies were downloaded. */
async function tilesAskedFor(page: Page): Promise<{ name: string; wasDownloaded: boolean }[]> {
  const perWorker = await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => entry as PerformanceResourceTiming)
          .filter(({ name }) => new URL(name).pathname.endsWith('.pbf'))
          .map(({ name, transferSize }) => ({ name, transferSize })),
      ),
    ),
  );
  return perWorker
    .flat()
    .map(({ name, transferSize }) => ({ name, wasDownloaded: transferSize > HEADERS_TRANSFER_BYTES }));
}

test('[M13] a first visit loads compressed, immutable files and under 450 KB of scripts; a second one downloads no tile again', async ({
  page,
  request,
}) => {
  const files = new Map<
    string,
    { cacheControl: string | undefined; encoding: string | undefined; bytes: number }
  >();
  const scripts = new Set<string>();
  page.context().on('response', (response) => {
    const {
      'content-encoding': encoding,
      'content-length': length,
      'cache-control': cacheControl,
    } = response.headers();
    files.set(new URL(response.url()).pathname, { cacheControl, encoding, bytes: Number(length) });
  });
  page.on('request', (asked) => {
    // The map's worker runs in a thread of its own and blocks nothing.
    if (asked.resourceType() === 'script' && !asked.url().includes('-worker-')) scripts.add(asked.url());
  });
  await openMap(page);

  expect(files.get('/')!.cacheControl).toBe('no-cache');
  const assets = [...files].filter(([path]) => path.startsWith('/assets/'));
  expect(assets.length).toBeGreaterThan(5);
  for (const [path, { cacheControl }] of assets)
    expect(cacheControl, path).toBe('public, max-age=31536000, immutable');

  const chunks = assets.filter(([path]) => path.endsWith('.js'));
  // The hash has eight characters, and may contain a hyphen.
  const names = chunks.map(([path]) => /\/assets\/(.+)-.{8}\.js$/.exec(path)?.[1]);
  // The map library is a chunk of its own, apart from the page's first script.
  expect(names).toEqual(expect.arrayContaining(['index', 'maplibre', 'map-screen']));
  // A file that fits into one packet gains nothing from compression.
  for (const [path, { encoding, bytes }] of chunks)
    expect(encoding ?? (bytes < 1024 && 'small'), path).toMatch(/^(br|gzip|small)$/);

  const answers = await Promise.all(
    [...scripts].map((url) => request.get(url, { headers: { 'Accept-Encoding': 'gzip' } })),
  );
  const gzippedBytes = answers.reduce((sum, answer) => sum + Number(answer.headers()['content-length']), 0);
  expect(gzippedBytes).toBeGreaterThan(300_000);
  expect(gzippedBytes).toBeLessThan(450_000);

  const first = await tilesAskedFor(page);
  expect(first.some(({ wasDownloaded }) => wasDownloaded)).toBe(true);
  await page.reload();
  await mapIsOpen(page);
  const second = await tilesAskedFor(page);
  expect(second).toHaveLength(first.length);
  expect(second.filter(({ wasDownloaded }) => wasDownloaded)).toEqual([]);
});
