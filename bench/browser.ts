// Waiting times in the browser, compared in one run: first paint over a fast and a slow line, details of an uncached and
// a cached parcel, and hovering with many and with few parcels in view. Uses the built application, its demo county and
// the machine's own Chromium.
//
//   npm run build && npm run bench -- browser
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { makeTestCounty } from '../scripts/make-test-county.mjs';
import { chromiumPath, softwareDrawing } from '../test/chromium.ts';
import { lookAt, openMap, shownFeatures } from '../test/e2e/map-page.ts';
import { spotsOnParcels } from '../test/e2e/parcel-spots.ts';
import { startServer } from '../test/e2e/running-server.ts';
import { storeSignedInState } from '../test/e2e/sign-in.ts';

const VISITS = 3;
const PARCELS = 15;
const HOVER_MOVES = 40;
const PATIENCE_MS = 180_000;

type Line = { name: string; bitsPerSecond: number; roundTripMs: number };

const lines: Line[] = [
  { name: 'loopback', bitsPerSecond: 0, roundTripMs: 0 },
  // What Lighthouse calls slow 4G.
  { name: '1.6 Mbit/s, 150 ms', bitsPerSecond: 1_600_000, roundTripMs: 150 },
];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const inMs = (value: number) => `${Math.round(value)} ms`;

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, ...options });
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/** A first visit: the browser has nothing of ours yet. */
async function largestPaint(page: Page, { url, line }: { url: string; line: Line }): Promise<number> {
  if (line.bitsPerSecond > 0) {
    const devtools = await page.context().newCDPSession(page);
    const bytesPerSecond = line.bitsPerSecond / 8;
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.roundTripMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  await openMap(page, url);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

type Watched = typeof window & { tookMs?: Promise<number> };

/** From the click, as the browser dates it, until the details stand in the page. */
async function clickToDetails(page: Page, [x, y]: readonly [number, number]): Promise<number> {
  await page.evaluate(() => {
    let clickedAt = 0;
    window.addEventListener(
      'click',
      ({ timeStamp }) => {
        clickedAt = timeStamp;
      },
      { capture: true, once: true },
    );
    (window as Watched).tookMs = new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('[aria-label="Parcel details"] dl')) return;
        watch.disconnect();
        resolve(performance.now() - clickedAt);
      });
      watch.observe(document.body, { subtree: true, childList: true });
    });
  });
  await page.mouse.click(x, y);
  const took = await page.evaluate(() => (window as Watched).tookMs!);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Parcel details' }).waitFor({ state: 'detached' });
  return took;
}

type TraceEvent = { name: string; tdur?: number; args: { data?: { type?: string } } };

/** CPU time for each pointer move, from a trace: unlike wall-clock time, it does not count other work on the machine. */
async function hoverWork(page: Page): Promise<{ parcels: number; workMs: number }> {
  const shown = await shownFeatures(page, 'parcel-areas');
  const { width, height } = page.viewportSize()!;
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  // Along a line over the whole map, so that nearly every move reaches another parcel.
  for (let n = 0; n < HOVER_MOVES; n++)
    await page.mouse.move(120 + ((width - 240) * n) / HOVER_MOVES, height / 2);
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const moves = traceEvents
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'pointermove')
    .map(({ tdur }) => tdur! / 1000);
  return { parcels: new Set(shown.map(({ PIN }) => PIN)).size, workMs: median(moves) };
}

const dataDir = await mkdtemp(join(tmpdir(), 'platbook-bench-'));
await cp(makeTestCounty(), dataDir, { recursive: true });
const server = await startServer({ dataDir, access: 'signed-in' });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: softwareDrawing });
try {
  const storageState = join(dataDir, 'signed-in.json');
  await storeSignedInState({ urls: [server.url], file: storageState });

  console.log(`Largest contentful paint of a first visit to the map, median of ${VISITS}:`);
  for (const line of lines) {
    const paints: number[] = [];
    for (let visit = 0; visit < VISITS; visit++) {
      const page = await newPage(browser, { storageState });
      paints.push(await largestPaint(page, { url: server.url, line }));
      await page.context().close();
    }
    console.log(
      `  ${line.name.padEnd(20)} ${inMs(median(paints)).padStart(8)}   (${paints.map(inMs).join(', ')})`,
    );
  }

  const page = await newPage(browser, { storageState });
  await openMap(page, server.url);
  await lookAt(page, { zoom: 16 });
  const spots = await spotsOnParcels(page, PARCELS);
  // The first one loads the panel itself.
  await clickToDetails(page, spots[0]!.at);
  await page.evaluate(() => localStorage.removeItem('parcelCache'));
  console.log(`Click to details, ${PARCELS - 1} parcels, median and slowest:`);
  for (const name of ['new to the page', 'known to the page']) {
    const times: number[] = [];
    for (const { at } of spots.slice(1)) times.push(await clickToDetails(page, at));
    console.log(
      `  ${name.padEnd(20)} ${inMs(median(times)).padStart(8)} ${inMs(Math.max(...times)).padStart(8)}`,
    );
  }

  await lookAt(page, { zoom: 17 });
  const few = await hoverWork(page);
  await lookAt(page, { zoom: 13 });
  const many = await hoverWork(page);
  console.log(`CPU time of a hover, median of ${HOVER_MOVES} moves:`);
  for (const { parcels, workMs } of [few, many])
    console.log(`  ${`${parcels} parcels`.padEnd(20)} ${`${workMs.toFixed(2)} ms`.padStart(8)}`);
  console.log(
    `  ratio ${(many.workMs / few.workMs).toFixed(1)} for ${Math.round(many.parcels / few.parcels)} times the parcels`,
  );
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
