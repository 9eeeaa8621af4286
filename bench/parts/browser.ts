// What a person waits for in the browser: the first visit until a parcel is drawn, panning, hovering, and details. Beside
// a bare MapLibre page with the same style and the same tiles, in turn, in the machine's own Chromium.
import { chromium, type Page } from '@playwright/test';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { chromiumPath, softwareDrawing } from '../../test/chromium.ts';
import { lookAt } from '../../test/e2e/map-page.ts';
import { spotsOnParcels } from '../../test/e2e/parcel-spots.ts';
import { freePort } from '../../test/run-platbook.ts';
import { signIn, startPlatbook } from '../inputs/running-platbook.ts';
import { mean, median, medianRatio, quantile, roundOrder } from '../measure/statistics.ts';
import { clickToDetails, hover, openPage, pan, type Watched, workOf } from '../measure/watched-page.ts';
import type { Part } from '../part.ts';
import { type Line, startFront } from '../peers/front-server.ts';
import { missingPart } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';

const DETAILS = 12;
/** What Lighthouse calls slow 4G. */
const slowLine: Line = { bytesPerSecond: 200_000, latencyMs: 150 };

const sides = [
  { name: 'bare MapLibre', path: '/bare/' },
  { name: 'Platbook', path: '/' },
];

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
  'first visit, main thread': 'ms',
  'first visit, long tasks': 'ms',
  'first visit on a slow line, drawn after': 'ms',
  'panning, main thread': 'ms',
  'panning, long tasks': 'ms',
  'hovering, main thread': 'ms',
  'hovering, long tasks': 'ms',
};

/** Tasks shorter than this are not long, by the definition of the browsers. */
const LONG_TASK_MS = 50;
const RATIO_MAX = 1.3;

function figuresOf(rounds: Rounds): Figure[] {
  return [...rounds].flatMap(([name, bySide]): Figure[] => {
    const unit = units[name]!;
    const [peer, ours] = sides.map((side) => bySide.get(side.name)!) as [number[], number[]];
    const beside = 'bare MapLibre';
    const peerFigure = { name: `${beside}: ${name}`, unit, isPeer: true };
    if (!name.endsWith('long tasks')) {
      const goal = { of: 'ratio', atMost: RATIO_MAX } as const;
      return [
        { ...peerFigure, value: median(peer) },
        { name, unit, value: median(ours), ratio: medianRatio(ours, peer), beside, goal },
      ];
    }
    // Often there is none, and nothing has no ratio: a single one is allowed.
    const atMost = Math.max(LONG_TASK_MS, RATIO_MAX * mean(peer));
    return [
      { ...peerFigure, value: mean(peer) },
      {
        name,
        unit,
        value: mean(ours),
        goal: { of: 'value', atMost },
        ...(mean(peer) > 0 && { ratio: mean(ours) / mean(peer), beside }),
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
    const visits = isQuick ? 1 : 3;
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
        const { page, cpuMs } = await openPage(browser, { url: origin + path, viewport, cookies });
        const ms = await page.evaluate(() => (window as Watched).drawnAtMs!);
        return { page, ms, cpuMs, kilobytes: front.takeBytes() / 1000 };
      };
      // The server draws its first tiles and compiles its code; the browser starts its processes.
      if (!isQuick) for (const { path } of sides) await (await visit(path)).page.context().close();
      for (let round = 0; round < visits; round++) {
        say(`round ${round + 1} of ${visits}`);
        for (const { name: side, path } of roundOrder(sides, round)) {
          const { page, ms, cpuMs, kilobytes } = await visit(path);
          note(rounds, { figure: 'first visit', side, value: kilobytes });
          note(rounds, { figure: 'first visit, drawn after', side, value: ms });
          note(rounds, { figure: 'first visit, main thread', side, value: cpuMs });
          const longTasksMs = await page.evaluate(() => (window as Watched).longTasksMs!);
          note(rounds, { figure: 'first visit, long tasks', side, value: longTasksMs });
          await lookAt(page, { zoom: 16 });
          if (isQuick) {
            // With the first move of the pointer Platbook loads the code of its panels, once.
            await hover(page);
          } else {
            // Panning loads tiles the first time, too; from then on both only draw.
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
        for (const { name: side, path } of roundOrder(sides, round)) {
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
          'The demo county, signed in, in Chromium without a graphics card. The bare page has MapLibre, the same style, the same tiles, outlines, names (of small lots, too, which Platbook leaves out) and a highlight under the pointer, and nothing else. Drawn: the map is idle and parcels are on the screen. Bytes: everything that the visit took, compressed. Main thread: CPU time of the page until then, for the same two drags of the map, or for 60 moves of the pointer. Long tasks are counted by the clock, so a busy machine lengthens them. Slow line: 1.6 Mbit/s, 150 ms.',
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
