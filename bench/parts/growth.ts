// Past one process: two on one PostgreSQL, and a shared cache in front of them, as a CDN is.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, startPostgresCluster } from '../../test/postgres-cluster.ts';
import { collectQuestions, type Questions, randomTilePaths } from '../inputs/questions.ts';
import { type Platbook, startPlatbook } from '../inputs/running-platbook.ts';
import { countyFile, importArgs } from '../inputs/synthetic-county.ts';
import { ask, askAll } from '../measure/http.ts';
import { cpuSecondsOf } from '../measure/proc-files.ts';
import { runProgram } from '../measure/processes.ts';
import { amountsOf } from '../measure/sides.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { type HttpRequest, runWrk, writeRequests } from '../measure/wrk.ts';
import type { Part, PartContext } from '../part.ts';
import { startCache } from '../peers/nginx.ts';
import { findPeer, missingPart } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const PARCELS = 100_000;
const CONNECTIONS = 16;
/** Of public tiles, in their Cache-Control, and a little more. */
const FRESH_MS = 61_000;

type Cost = { platbook: number; postgres: number };

/** Loads all of them at once. CPU time for each request, in µs, of all Platbooks together and of the database. */
async function costOfEach(
  platbooks: readonly Platbook[],
  {
    requests,
    postgresPid,
    seconds,
  }: { requests: readonly HttpRequest[]; postgresPid: number; seconds: number },
): Promise<Cost> {
  const cpu = () => ({
    platbook: platbooks.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0),
    postgres: cpuSecondsOf(postgresPid),
  });
  const before = cpu();
  const loads = await Promise.all(
    platbooks.map(({ port }) => {
      const requestsFile = join(scratch, `requests-${port}.bin`);
      writeRequests(requestsFile, port, requests);
      const connections = CONNECTIONS / platbooks.length;
      return runWrk({ port, requestsFile, seconds, connections, threads: 1 }).finally(() =>
        rmSync(requestsFile),
      );
    }),
  );
  const after = cpu();
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed.`);
  const microseconds = 1e6 / loads.reduce((sum, load) => sum + load.requests, 0);
  return {
    platbook: (after.platbook - before.platbook) * microseconds,
    postgres: (after.postgres - before.postgres) * microseconds,
  };
}

async function measureTwo(
  [first, second]: readonly [Platbook, Platbook],
  { questions, postgresPid, context }: { questions: Questions; postgresPid: number; context: PartContext },
): Promise<Figure[]> {
  const { rounds, seconds } = amountsOf(context.size);
  const kinds: Record<string, readonly HttpRequest[]> = {
    tile: questions.tiles.map(({ path }) => ({ path })),
    'by PIN': questions.byPin,
    'at a point': questions.atPoint,
    'search for an owner': questions.search.owner!,
  };
  const figures: Figure[] = [];
  for (const [name, requests] of Object.entries(kinds)) {
    context.say(`${name}: one process and two on one PostgreSQL`);
    const load = { requests, postgresPid, seconds };
    for (const { port } of [first, second]) await askAll(port, { requests, status: 200 });
    await costOfEach([first, second], load);
    const costs = { one: [] as Cost[], two: [] as Cost[] };
    for (let round = 0; round < rounds; round++) {
      costs.one.push(await costOfEach([first], load));
      costs.two.push(await costOfEach([first, second], load));
    }
    const whole = (cost: Cost) => cost.platbook + cost.postgres;
    const one = `${name}, one process`;
    figures.push(
      { name: one, unit: 'µs', value: median(costs.one.map(whole)) },
      {
        name: `${name}, of that PostgreSQL`,
        unit: 'µs',
        value: median(costs.one.map(({ postgres }) => postgres)),
      },
      {
        name: `${name}, two processes`,
        unit: 'µs',
        value: median(costs.two.map(whole)),
        ratio: medianRatio(costs.two.map(whole), costs.one.map(whole)),
        beside: 'one process',
        goal: { of: 'ratio', atMost: 1.2 },
      },
    );
  }
  return figures;
}

/** How the cache answered: MISS (from the origin), HIT, REVALIDATED (the origin said 304). */
async function answersOf(port: number, requests: readonly HttpRequest[]): Promise<Map<unknown, number>> {
  const counts = new Map<unknown, number>();
  for (const { headers } of await askAll(port, { requests, status: 200 })) {
    counts.set(headers['x-cache'], (counts.get(headers['x-cache']) ?? 0) + 1);
  }
  return counts;
}

async function measureCache(
  origin: Platbook,
  { questions, context }: { questions: Questions; context: PartContext },
) {
  const { program, missing } = findPeer('nginx');
  if (program === undefined) return [{ name: 'tiles through a shared cache', unit: '', missing } as const];
  const cache = await startCache({ program, folder: join(scratch, 'nginx-cache'), originPort: origin.port });
  try {
    const requests = questions.tiles.map(({ path }) => ({ path }));
    context.say('tiles through a shared cache, and again after they are no longer fresh');
    const firstReader = await answersOf(cache.port, requests);
    const secondReader = await answersOf(cache.port, requests);
    await wait(FRESH_MS);
    const later = await answersOf(cache.port, requests);
    const { status } = await ask(origin.port, { path: '/readyz' });
    if (status !== 200) throw new Error('The origin has failed meanwhile.');
    const share = (counts: Map<unknown, number>, answer: string) =>
      (counts.get(answer) ?? 0) / requests.length;
    return [
      {
        name: 'shared cache: first reader, tiles sent by Platbook',
        unit: '',
        value: share(firstReader, 'MISS'),
      },
      {
        name: 'shared cache: second reader, tiles sent by the cache alone',
        unit: '',
        value: share(secondReader, 'HIT'),
        goal: { of: 'value', atLeast: 1 },
      },
      {
        name: 'shared cache: a minute later, answered by Platbook with 304',
        unit: '',
        value: share(later, 'REVALIDATED'),
        goal: { of: 'value', atLeast: 1 },
      },
    ] as const satisfies Figure[];
  } finally {
    await cache.stop();
  }
}

export const growth: Part = {
  name: 'growth',
  title: 'Past one process',
  isLeftOutOfQuick: true,
  missing: () => missingPart('PostgreSQL', 'PostGIS') ?? findPeer('wrk').missing,
  async run(context) {
    const cluster = await startPostgresCluster();
    const running: Platbook[] = [];
    try {
      const databaseUrl = await createDatabase(cluster.url, 'growth');
      const settings = { DATABASE_URL: databaseUrl, PARCEL_ACCESS: 'public' };
      const names = ['growth-first', 'growth-second'] as const;
      for (const name of names) rmSync(join(scratch, name), { recursive: true, force: true });
      const env = { ...settings, DATA_DIR: join(scratch, names[0]) };
      context.say(`${PARCELS.toLocaleString('en-US')} parcels into PostgreSQL`);
      await runProgram({ program: process.execPath, args: importArgs(await countyFile(PARCELS)), env });
      const start = async (name: string) => {
        const platbook = await startPlatbook({ name, settings });
        running.push(platbook);
        return platbook;
      };
      const pair = [await start(names[0]), await start(names[1])] as const;
      const questions = await collectQuestions(pair[0], await randomTilePaths(pair[0]));
      const figures = [
        ...(await measureTwo(pair, { questions, postgresPid: cluster.pid, context })),
        ...(await measureCache(pair[0], { questions, context })),
      ];
      return {
        about:
          'Two Platbooks with data folders of their own on one PostgreSQL with 100,000 parcels, open to all. CPU time of all Platbooks and the database for each request, under full load of one process, and of both at once; servers and load share all cores. Where two cost no more for each than one, a third and fourth machine add what they have. The shared cache is nginx, which keeps what the headers allow, in front of one of them: the share of the tiles that came from where.',
        figures,
        plots: [
          {
            name: 'growth',
            title: 'CPU time for each request, one process and two on one PostgreSQL',
            unit: 'µs',
            bars: barsOf(figures.filter(({ unit }) => unit === 'µs')),
          },
        ],
      };
    } finally {
      for (const platbook of running) await platbook.stop();
      cluster.stop();
    }
  },
};
