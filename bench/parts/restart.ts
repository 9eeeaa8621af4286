// From the start of the process until it is ready, and the memory that it holds; and a second process on one PostgreSQL.
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { createDatabase, startPostgresCluster } from '../../test/postgres-cluster.ts';
import { boundsOf, type Platbook, sampleParcels, startPlatbook } from '../inputs/running-platbook.ts';
import { countyFile, importArgs, importedFolder } from '../inputs/synthetic-county.ts';
import { shuffledTiles, tilePath } from '../inputs/tile-list.ts';
import { ask } from '../measure/http.ts';
import { residentMegabytesOf } from '../measure/proc-files.ts';
import { runProgram } from '../measure/processes.ts';
import { median } from '../measure/statistics.ts';
import type { Part, PartContext } from '../part.ts';
import { missingPart } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

/** What is begun at the start and ends soon, such as a look at the files, is over by then. */
const AT_REST_MS = 3000;

type County = { name: string; folder: string; copyOf?: string; secondsMax: number; megabytesMax: number };

/** A page's worth of requests by a handful of people. */
async function aLittleLoad(platbook: Platbook): Promise<void> {
  const bounds = await boundsOf(platbook);
  for (const z of [12, 13, 14, 15, 16, 17, 18]) {
    for (const tile of shuffledTiles(bounds, z).slice(0, 60))
      await ask(platbook.port, { path: tilePath(tile) });
  }
  for (const { parcel } of await sampleParcels(platbook, { count: 100 })) {
    await ask(platbook.port, { path: `/api/parcels/${encodeURIComponent(parcel.pin)}` });
    const text = encodeURIComponent(parcel.name.slice(0, 12));
    await ask(platbook.port, { path: `/api/parcels/search?q=${text}` });
  }
}

async function measureStarts(county: County, starts: number): Promise<Figure[]> {
  const settings = { PARCEL_ACCESS: 'public' };
  const name = basename(county.folder);
  const start = () => startPlatbook({ name, settings });
  // Draws maps and prepares places, once for a new county.
  await (await startPlatbook({ name, settings, ...(county.copyOf && { copyOf: county.copyOf }) })).stop();
  const seconds: number[] = [];
  const atRest: number[] = [];
  const loaded: number[] = [];
  for (let at = 0; at < starts; at++) {
    const platbook = await start();
    try {
      seconds.push(platbook.readySeconds);
      await wait(AT_REST_MS);
      atRest.push(residentMegabytesOf(platbook.pid));
      await aLittleLoad(platbook);
      loaded.push(residentMegabytesOf(platbook.pid));
    } finally {
      await platbook.stop();
    }
  }
  return [
    {
      name: `${county.name}: ready after`,
      unit: 's',
      value: median(seconds),
      goal: { of: 'value', atMost: county.secondsMax },
    },
    {
      name: `${county.name}: memory at rest`,
      unit: 'MB',
      value: median(atRest),
      goal: { of: 'value', atMost: county.megabytesMax },
    },
    { name: `${county.name}: memory after a little load`, unit: 'MB', value: median(loaded) },
  ];
}

/** An empty data folder: the server makes the demo county before it is ready. */
async function measureFirstStart(): Promise<Figure[]> {
  const name = 'start-empty';
  rmSync(join(scratch, name), { recursive: true, force: true });
  const platbook = await startPlatbook({ name });
  try {
    await wait(AT_REST_MS);
    return [
      { name: 'demo county made at the start: ready after', unit: 's', value: platbook.readySeconds },
      {
        name: 'demo county made at the start: memory',
        unit: 'MB',
        value: residentMegabytesOf(platbook.pid),
        goal: { of: 'value', atMost: 150 },
      },
    ];
  } finally {
    await platbook.stop();
  }
}

async function measureSecondProcess(count: number): Promise<Figure[]> {
  const figure = {
    name: 'PostgreSQL: second process ready after',
    unit: 's',
    goal: { of: 'value', atMost: 3 },
  } as const;
  const missing = missingPart('PostgreSQL', 'PostGIS');
  if (missing !== undefined) return [{ ...figure, missing }];
  const cluster = await startPostgresCluster();
  const running: Platbook[] = [];
  try {
    const settings = { DATABASE_URL: await createDatabase(cluster.url, 'bench'), PARCEL_ACCESS: 'public' };
    const dataDirs = ['start-first', 'start-second'];
    for (const name of dataDirs) rmSync(join(scratch, name), { recursive: true, force: true });
    const env = { ...settings, DATA_DIR: join(scratch, dataDirs[0]!) };
    await runProgram({ program: process.execPath, args: importArgs(await countyFile(count)), env });
    for (const name of dataDirs) running.push(await startPlatbook({ name, settings }));
    return [{ ...figure, value: running[1]!.readySeconds }];
  } finally {
    for (const platbook of running) await platbook.stop();
    cluster.stop();
  }
}

async function measureAll({ size, say }: PartContext): Promise<Figure[]> {
  const counties: County[] = [
    {
      name: 'demo county',
      folder: 'start-demo',
      copyOf: makeTestCounty(),
      secondsMax: 1,
      megabytesMax: 150,
    },
  ];
  if (size !== 'quick') {
    const folder = await importedFolder(100_000);
    counties.push({ name: '100,000 parcels', folder, secondsMax: 1, megabytesMax: 150 });
  }
  if (size === 'state') {
    const folder = await importedFolder(6_000_000);
    counties.push({ name: '6,000,000 parcels', folder, secondsMax: 3, megabytesMax: 1000 });
  }
  const figures: Figure[] = [];
  for (const county of counties) {
    say(`starts with the ${county.name}`);
    figures.push(...(await measureStarts(county, size === 'quick' ? 1 : 5)));
  }
  if (size === 'quick') {
    const missing = 'left out of the quick form';
    figures.push({ name: 'PostgreSQL: second process ready after', unit: 's', missing });
    return figures;
  }
  say('a first start, which makes the demo county');
  figures.push(...(await measureFirstStart()));
  say('two processes on one PostgreSQL');
  figures.push(...(await measureSecondProcess(100_000)));
  return figures;
}

export const restarting: Part = {
  name: 'restart',
  title: 'Start and memory',
  async run(context) {
    const figures = await measureAll(context);
    return {
      about:
        'From the start of the process until /readyz answers, as a load balancer sees it; medians. Resident memory of the process, three seconds later and after 420 tiles, 100 parcels and 100 searches. Second process: 100,000 parcels in one PostgreSQL, a data folder of its own.',
      figures,
      plots: [
        {
          name: 'restart',
          title: 'From start to ready',
          unit: 's',
          isLogarithmic: true,
          bars: barsOf(figures.filter(({ unit }) => unit === 's')),
        },
        {
          name: 'memory',
          title: 'Resident memory',
          unit: 'MB',
          bars: barsOf(figures.filter(({ unit }) => unit === 'MB')),
        },
      ],
    };
  },
};
