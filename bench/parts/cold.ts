// Tiles that nobody has asked for yet, and what others feel while tiles are served at full load: look-ups by PIN, and
// the event loop.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import {
  boundsOf,
  type Platbook,
  sampleParcels,
  startPlatbook,
  versionOf,
} from '../inputs/running-platbook.ts';
import { shuffledTiles, tilePath } from '../inputs/tile-list.ts';
import { ask } from '../measure/http.ts';
import { quantile } from '../measure/statistics.ts';
import { runWrk, writeRequests } from '../measure/wrk.ts';
import type { Part, PartContext } from '../part.ts';
import { findPeer } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const groups = [
  { name: 'zoom 10 and 11', zooms: [10, 11], p50Max: 50, p99Max: 50 },
  { name: 'zoom 12 to 16', zooms: [12, 13, 14, 15, 16], p50Max: 1.5, p99Max: 15 },
  { name: 'zoom 17 and 18', zooms: [17, 18], p50Max: 1.5, p99Max: 15 },
];
/** Tiles that only warm up the server's code; they are not measured. */
const WARM_UP_TILES = 40;
const loopDelayFile = join(scratch, 'loop-delay.json');

const start = (county: string) =>
  startPlatbook({
    name: 'cold',
    copyOf: county,
    settings: {
      PARCEL_ACCESS: 'public',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../measure/loop-delay-probe.mjs')}`,
      LOOP_DELAY_FILE: loopDelayFile,
    },
  });

/** How long the event loop was held up since the last call. */
async function loopDelays({ pid }: Platbook): Promise<{ p50: number; p99: number; max: number }> {
  rmSync(loopDelayFile, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(loopDelayFile) || readFileSync(loopDelayFile, 'utf8') === '') {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return JSON.parse(readFileSync(loopDelayFile, 'utf8'));
}

/** One after the other over one connection, in ms. Empty tiles do not count. */
async function askCold(platbook: Platbook, tilesPerZoom: number): Promise<Map<number, number[]>> {
  const [bounds, version] = [await boundsOf(platbook), await versionOf(platbook)];
  for (const tile of shuffledTiles(bounds, 16).slice(-WARM_UP_TILES))
    await ask(platbook.port, { path: tilePath(tile, version) });
  for (const tile of shuffledTiles(bounds, 17).slice(-WARM_UP_TILES))
    await ask(platbook.port, { path: tilePath(tile, version) });
  const times = new Map<number, number[]>();
  for (const z of groups.flatMap(({ zooms }) => zooms)) {
    const taken: number[] = [];
    const tiles = shuffledTiles(bounds, z).slice(0, tilesPerZoom * 2);
    for (const tile of tiles) {
      const { status, ms } = await ask(platbook.port, { path: tilePath(tile, version) });
      if (status === 200) taken.push(ms);
      if (taken.length === tilesPerZoom) break;
    }
    times.set(z, taken);
  }
  return times;
}

async function measureCold(county: string, { size, say }: PartContext): Promise<Figure[]> {
  const starts = size === 'quick' ? 1 : 5;
  const tilesPerZoom = size === 'quick' ? 150 : 400;
  const times = new Map<number, number[]>();
  say(`tiles never asked for, after ${starts === 1 ? 'a start' : `each of ${starts} starts`}`);
  for (let at = 0; at < starts; at++) {
    const platbook = await start(county);
    try {
      for (const [z, taken] of await askCold(platbook, tilesPerZoom)) {
        times.set(z, [...(times.get(z) ?? []), ...taken]);
      }
    } finally {
      await platbook.stop();
    }
  }
  return groups.flatMap(({ name, zooms, p50Max, p99Max }): Figure[] => {
    const taken = zooms.flatMap((z) => times.get(z)!);
    return [
      {
        name: `cold tile, ${name}, p50`,
        unit: 'ms',
        value: quantile(taken, 0.5),
        goal: { of: 'value', atMost: p50Max },
      },
      {
        name: `cold tile, ${name}, p99 of ${taken.length}`,
        unit: 'ms',
        value: quantile(taken, 0.99),
        goal: { of: 'value', atMost: p99Max },
      },
    ];
  });
}

/** A look-up by PIN again and again over one connection, while 16 others ask for tiles, half of them not yet drawn. */
async function measureUnderLoad(county: string, { size, say }: PartContext): Promise<Figure[]> {
  const seconds = size === 'quick' ? 5 : 15;
  const platbook = await start(county);
  try {
    const [bounds, version] = [await boundsOf(platbook), await versionOf(platbook)];
    const tiles = [10, 11, 12, 13, 14, 15, 16, 17, 18].flatMap((z) =>
      shuffledTiles(bounds, z).slice(0, z > 16 ? 3000 : 1000),
    );
    const tilesFile = join(scratch, 'requests.bin');
    writeRequests(
      tilesFile,
      platbook.port,
      tiles.map((tile) => ({ path: tilePath(tile, version) })),
    );
    const pinsFile = join(scratch, 'requests-by-pin.bin');
    const sample = await sampleParcels(platbook, { count: 200 });
    const pins = sample.map(({ parcel }) => ({ path: `/api/parcels/${encodeURIComponent(parcel.pin)}` }));
    writeRequests(pinsFile, platbook.port, pins);
    say('look-ups by PIN while tiles are asked for at full load');
    const load = { port: platbook.port, threads: 1 };
    const alone = await runWrk({ ...load, requestsFile: pinsFile, connections: 1, seconds: 2 });
    await loopDelays(platbook);
    const [, probe] = await Promise.all([
      runWrk({ ...load, requestsFile: tilesFile, connections: 16, seconds, niceness: 10 }),
      runWrk({ ...load, requestsFile: pinsFile, connections: 1, seconds }),
    ]);
    const delays = await loopDelays(platbook);
    return [
      { name: 'by PIN, nothing else, p99', unit: 'ms', value: alone.latencyMs.p99 },
      { name: 'by PIN under full tile load, p50', unit: 'ms', value: probe.latencyMs.p50 },
      {
        name: 'by PIN under full tile load, p99',
        unit: 'ms',
        value: probe.latencyMs.p99,
        goal: { of: 'value', atMost: 10 },
      },
      { name: 'event loop held up, p99', unit: 'ms', value: delays.p99 },
      {
        name: 'event loop held up, longest',
        unit: 'ms',
        value: delays.max,
        goal: { of: 'value', atMost: 20 },
      },
    ];
  } finally {
    await platbook.stop();
  }
}

export const cold: Part = {
  name: 'cold',
  title: 'Cold tiles, and others meanwhile',
  async run(context) {
    const county = makeTestCounty();
    const { missing } = findPeer('wrk');
    const tiles = await measureCold(county, context);
    const load: Figure[] =
      missing === undefined
        ? await measureUnderLoad(county, context)
        : [{ name: 'by PIN under full tile load', unit: 'ms', missing }];
    return {
      about:
        'The demo county, latency as a client sees it. Cold: one request at a time, each for a tile with parcels that nobody has asked this server for; its code is warm, and the files are in the cache of the operating system. Under load: 16 connections ask for 9,000 and more tiles of zoom 10 to 18 in random order, as fast as they are answered, while one asks for parcels by PIN; server and load share all cores. The event loop is watched from inside the server.',
      figures: [...tiles, ...load],
      plots: [
        {
          name: 'cold',
          title: 'Latency of cold tiles, and of others meanwhile',
          unit: 'ms',
          isLogarithmic: true,
          bars: barsOf([...tiles, ...load]),
        },
      ],
    };
  },
};
