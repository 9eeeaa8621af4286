// What a person waits for in the browser: the first visit until a parcel is drawn, panning, hovering, and details. Beside
// a bare MapLibre page with the same style and the same tiles, in turn, in the machine's own Chromium.
import { type Browser, type CDPSession, chromium, type Page, type ViewportSize } from '@playwright/test';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { chromiumPath, softwareDrawing } from '../../test/chromium.ts';
import { lookAt, mapIsIdle } from '../../test/e2e/map-page.ts';
import { spotsOnParcels } from '../../test/e2e/parcel-spots.ts';
import { freePort } from '../../test/run-platbook.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { signIn, startPlatbook } from '../data/running-platbook.ts';
import { median, medianRatio, quantile } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { type Line, startFront } from '../peers/front-server.ts';
import { missingPart } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';

const PATIENCE_MS = 90_000;
const HOVER_MOVES = 60;
const PAN_STEPS = 30;
const DETAILS = 12;
/** What Lighthouse calls slow 4G. */
const slowLine: Line = { name: 'slow line', bytesPerSecond: 200_000, latencyMs: 150 };

const sides = [
  { name: 'bare MapLibre', path: '/bare/', isPeer: true },
  { name: 'Platbook', path: '/', isPeer: false },
];

type Watched = typeof window & { drawnAtMs?: number; longTasksMs?: number; tookMs?: Promise<number> };

/** Runs in the page before its own code: notes when parcels are first on the screen, and adds up long tasks. */
function watchPage(): void {
  const page = window as Watched;
  page.longTasksMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.longTasksMs! += duration;
  }).observe({ type: 'longtask', buffered: true });
  const watch = new MutationObserver(() => {
    const element = document.querySelector<MapElement>('[data-map-state="idle"]');
    if (!element?.map?.getLayer('parcel-outlines')) return;
    if (element.map.queryRenderedFeatures({ layers: ['parcel-outlines'] }).length === 0) return;
    watch.disconnect();
    page.drawnAtMs = performance.now();
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
}

/** A first visit: signed in, but the browser has nothing of the page yet. */
async function openPage(
  browser: Browser,
  { url, viewport, cookies }: { url: string; viewport: ViewportSize; cookies: Record<string, string> },
): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: new URL(url).origin })),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(watchPage);
  await page.goto(url);
  await page.waitForFunction(() => (window as Watched).drawnAtMs !== undefined);
  return page;
}

const mainThreadMs = async (devtools: CDPSession) => {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
};

/** CPU time of the page's main thread, and its tasks above 50 ms, which delay whatever the person does next. */
async function workOf(page: Page, run: () => Promise<void>): Promise<{ cpuMs: number; longTasksMs: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const longTasks = () => page.evaluate(() => (window as Watched).longTasksMs!);
  const before = { cpuMs: await mainThreadMs(devtools), longTasksMs: await longTasks() };
  await run();
  const after = { cpuMs: await mainThreadMs(devtools), longTasksMs: await longTasks() };
  await devtools.detach();
  return { cpuMs: after.cpuMs - before.cpuMs, longTasksMs: after.longTasksMs - before.longTasksMs };
}

/** Away and back again, so that both draw the same tiles every time. */
async function pan(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (const direction of [-1, 1]) {
    await page.mouse.move(width / 2, height * 0.6);
    await page.mouse.down();
    await page.mouse.move(width / 2 + direction * width * 0.25, height * 0.6, { steps: PAN_STEPS });
    await page.mouse.up();
    await mapIsIdle(page);
  }
}

/** Along a line over the whole map, so that nearly every move reaches another parcel. */
async function hover(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (let move = 0; move < HOVER_MOVES; move++) {
    await page.mouse.move(width * (0.1 + (0.8 * move) / HOVER_MOVES), height * 0.6);
  }
  await mapIsIdle(page);
}

/** From the click, as the browser dates it, until the details stand in the page. */
async function clickToDetails(page: Page, [x, y]: readonly [number, number]): Promise<number> {
  await page.evaluate(() => {
    let clickedAt = 0;
    const note = ({ timeStamp }: MouseEvent) => {
      clickedAt = timeStamp;
    };
    window.addEventListener('click', note, { capture: true, once: true });
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

async function measureDetails(page: Page): Promise<Figure[]> {
  await lookAt(page, { zoom: 16 });
  const spots = await spotsOnParcels(page, DETAILS + 1);
  // The first one loads the panel itself.
  await clickToDetails(page, spots[0]!.at);
  const figures: Figure[] = [];
  for (const name of ['new to the page', 'known to the page']) {
    const times: number[] = [];
    for (const { at } of spots.slice(1)) times.push(await clickToDetails(page, at));
    figures.push(
      { name: `click to details, ${name}`, unit: 'ms', value: median(times) },
      { name: `click to details, ${name}, slowest`, unit: 'ms', value: quantile(times, 1) },
    );
  }
  return figures;
}

/** One value a round, by the name of the figure and then of the side. */
type Rounds = Map<string, Map<string, number[]>>;

function note(
  rounds: Rounds,
  { figure, side, value }: { figure: string; side: string; value: number },
): void {
  if (!rounds.has(figure)) rounds.set(figure, new Map(sides.map(({ name }) => [name, []])));
  rounds.get(figure)!.get(side)!.push(value);
}

const units: Record<string, Figure['unit']> = {
  'first visit': 'kB',
  'first visit, drawn after': 'ms',
  'first visit, long tasks': 'ms',
  'first visit on a slow line, drawn after': 'ms',
  'panning, main thread': 'ms',
  'panning, long tasks': 'ms',
  'hovering, main thread': 'ms',
  'hovering, long tasks': 'ms',
};

function figuresOf(rounds: Rounds): Figure[] {
  return [...rounds].flatMap(([figure, bySide]): Figure[] => {
    const unit = units[figure]!;
    const [peer, ours] = sides.map(({ name }) => bySide.get(name)!) as [number[], number[]];
    // Nothing beside nothing is no ratio; a frame is 16 ms.
    const isComparable = median(peer) > 0;
    return [
      { name: `bare MapLibre: ${figure}`, unit, value: median(peer), isPeer: true },
      {
        name: figure,
        unit,
        value: median(ours),
        goal: { of: 'ratio', atMost: 1.3 },
        ...(isComparable
          ? { ratio: medianRatio(ours, peer), beside: 'bare MapLibre' }
          : median(ours) === 0 && { ratio: 1, beside: 'bare MapLibre' }),
      },
    ];
  });
}

export const browsing: Part = {
  name: 'browser',
  title: 'In the browser',
  missing: () => missingPart('Chromium'),
  async run({ size, say }) {
    const isQuick = size === 'quick';
    const visits = isQuick ? 1 : 5;
    // Without a graphics card every pixel takes its time.
    const viewport = isQuick ? { width: 640, height: 400 } : { width: 1280, height: 720 };
    const frontPort = await freePort();
    const origin = `http://localhost:${frontPort}`;
    const platbook = await startPlatbook({
      name: 'browser',
      copyOf: makeTestCounty(),
      settings: { PUBLIC_URL: origin },
    });
    const front = await startFront({ port: frontPort, behind: platbook.port });
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: softwareDrawing });
    try {
      const person = await signIn(platbook);
      const rounds: Rounds = new Map();
      let details: Figure[] = [];
      const visit = async (path: string) => {
        const { cookies } = await person.renew();
        front.takeBytes();
        const page = await openPage(browser, { url: origin + path, viewport, cookies });
        const ms = await page.evaluate(() => (window as Watched).drawnAtMs!);
        return { page, ms, kilobytes: front.takeBytes() / 1000 };
      };
      // The server draws its first tiles and compiles its code; the browser starts its processes.
      if (!isQuick) for (const { path } of sides) await (await visit(path)).page.context().close();
      for (let round = 0; round < visits; round++) {
        say(`round ${round + 1} of ${visits}`);
        for (const { name: side, path } of sides) {
          const { page, ms, kilobytes } = await visit(path);
          note(rounds, { figure: 'first visit', side, value: kilobytes });
          note(rounds, { figure: 'first visit, drawn after', side, value: ms });
          const longTasksMs = await page.evaluate(() => (window as Watched).longTasksMs!);
          note(rounds, { figure: 'first visit, long tasks', side, value: longTasksMs });
          await lookAt(page, { zoom: 16 });
          if (!isQuick) {
            // Panning loads tiles the first time; from then on both only draw.
            await pan(page);
            const panned = await workOf(page, () => pan(page));
            note(rounds, { figure: 'panning, main thread', side, value: panned.cpuMs });
            note(rounds, { figure: 'panning, long tasks', side, value: panned.longTasksMs });
          }
          const hovered = await workOf(page, () => hover(page));
          note(rounds, { figure: 'hovering, main thread', side, value: hovered.cpuMs });
          note(rounds, { figure: 'hovering, long tasks', side, value: hovered.longTasksMs });
          if (path === '/' && round === visits - 1 && !isQuick) details = await measureDetails(page);
          await page.context().close();
        }
        if (isQuick) continue;
        front.setLine(slowLine);
        for (const { name: side, path } of sides) {
          const { page, ms } = await visit(path);
          note(rounds, { figure: 'first visit on a slow line, drawn after', side, value: ms });
          await page.context().close();
        }
        front.setLine(undefined);
      }
      const figures = [...figuresOf(rounds), ...details];
      if (isQuick)
        figures.push({ name: 'panning, and details', unit: 'ms', missing: 'left out of the quick form' });
      return {
        about:
          'The demo county, signed in, in Chromium without a graphics card. The bare page has MapLibre, the same style, the same tiles, outlines, names and a highlight under the pointer, and nothing else. Drawn: the map is idle and parcels are on the screen. Bytes: everything that the visit took, compressed. Main thread: CPU time of the page for the same two drags of the map or 60 moves of the pointer. Slow line: 1.6 Mbit/s, 150 ms.',
        figures,
        plots: [
          {
            name: 'browser',
            title: 'In the browser, beside a bare MapLibre page',
            unit: 'ms',
            isLogarithmic: true,
            bars: barsOf(figures.filter(({ unit }) => unit === 'ms')),
          },
          {
            name: 'browser-bytes',
            title: 'Bytes of a first visit',
            unit: 'kB',
            bars: barsOf(figures.filter(({ unit }) => unit === 'kB')),
          },
        ],
      };
    } finally {
      await browser.close();
      front.close();
      await platbook.stop();
    }
  },
};
