// A page of the browser under watch: when parcels are first drawn, long tasks, and the CPU time of what a person does.
import type { Browser, CDPSession, Page, ViewportSize } from '@playwright/test';
import { mapIsIdle } from '../../test/e2e/map-page.ts';
import type { MapElement } from '../../web/map/map-state.ts';

const PATIENCE_MS = 90_000;
const HOVER_MOVES = 60;
const PAN_STEPS = 30;

export type Watched = typeof window & { drawnAtMs?: number; longTasksMs?: number; tookMs?: Promise<number> };

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
    const now = performance.now();
    // A few pixels: of the whole map the question takes longer than anything that is measured here.
    const [x, y] = [element.clientWidth / 2, element.clientHeight / 2];
    const middle: [[number, number], [number, number]] = [
      [x - 16, y - 16],
      [x + 16, y + 16],
    ];
    if (element.map.queryRenderedFeatures(middle, { layers: ['parcel-outlines'] }).length === 0) return;
    watch.disconnect();
    page.drawnAtMs = now;
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
}

async function openDevtools(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return devtools;
}

const mainThreadMs = async (devtools: CDPSession) => {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
};

/** A first visit: signed in, but the browser has nothing of the page yet. */
export async function openPage(
  browser: Browser,
  { url, viewport, cookies }: { url: string; viewport: ViewportSize; cookies: Record<string, string> },
): Promise<{ page: Page; cpuMs: number }> {
  const context = await browser.newContext({ viewport });
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: new URL(url).origin })),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(watchPage);
  const devtools = await openDevtools(page);
  await page.goto(url);
  await page.waitForFunction(() => (window as Watched).drawnAtMs !== undefined);
  const cpuMs = await mainThreadMs(devtools);
  await devtools.detach();
  return { page, cpuMs };
}

/** CPU time of the page's main thread, and its tasks above 50 ms, which delay whatever the person does next. */
export async function workOf(
  page: Page,
  run: () => Promise<void>,
): Promise<{ cpuMs: number; longTasksMs: number }> {
  const devtools = await openDevtools(page);
  const longTasks = () => page.evaluate(() => (window as Watched).longTasksMs!);
  const before = { cpuMs: await mainThreadMs(devtools), longTasksMs: await longTasks() };
  await run();
  const after = { cpuMs: await mainThreadMs(devtools), longTasksMs: await longTasks() };
  await devtools.detach();
  return { cpuMs: after.cpuMs - before.cpuMs, longTasksMs: after.longTasksMs - before.longTasksMs };
}

/** Away and back again, so that both draw the same tiles every time. */
export async function pan(page: Page): Promise<void> {
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
export async function hover(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (let move = 0; move < HOVER_MOVES; move++) {
    await page.mouse.move(width * (0.1 + (0.8 * move) / HOVER_MOVES), height * 0.6);
  }
  await mapIsIdle(page);
}

/** From the click, as the browser dates it, until the details stand in the page. */
export async function clickToDetails(page: Page, [x, y]: readonly [number, number]): Promise<number> {
  await page.evaluate(() => {
    let clickedAt = 0;
    // Without a name: to keep one, the compiler would call a function that the page does not have.
    window.addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), {
      capture: true,
      once: true,
    });
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
