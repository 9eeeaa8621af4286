// Answers of a warm server: CPU time for each request, beside nginx and bare Fastify in the same rounds.
import { join } from 'node:path';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { freePort } from '../../test/run-platbook.ts';
import { collectQuestions, type Questions, searchKinds } from '../data/questions.ts';
import { signIn, startPlatbook, withHeaders } from '../data/running-platbook.ts';
import { askAll, untilAnswered } from '../measure/http.ts';
import { coresForSides } from '../measure/machine.ts';
import { processTree } from '../measure/proc-files.ts';
import { type Program, startProgram } from '../measure/processes.ts';
import { amountsOf, measureSides, type Rounds } from '../measure/sides.ts';
import { mean, median, medianRatio, roundOrder } from '../measure/statistics.ts';
import { runWrk, writeRequests } from '../measure/wrk.ts';
import type { Part, PartContext } from '../part.ts';
import { startNginx } from '../peers/nginx.ts';
import { findPeer } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';
import { type Compared, NGINX_TILE, servingSides } from './serving-sides.ts';

async function startFastify({ tiles, parcelJson }: Questions, cores: number[] | undefined) {
  const port = await freePort();
  const bytes = Math.round(mean(tiles.map(({ gzip }) => gzip.length)));
  const program = startProgram({
    program: process.execPath,
    args: [join(import.meta.dirname, '../peers/bare-fastify.mjs'), `${port}`, `${bytes}`, parcelJson],
    cores,
  });
  await untilAnswered(port, '/api/parcels/1');
  return { ...program, port };
}

function figuresOf(sides: readonly Compared[], rounds: Rounds): Figure[] {
  return sides.map(({ name, beside, goal, isPeer }) => {
    const own = rounds.get(name)!;
    const peer = beside === undefined ? undefined : rounds.get(beside);
    return {
      name,
      unit: 'µs',
      value: median(own),
      ...(peer && { ratio: medianRatio(own, peer), beside: beside! }),
      ...(goal && { goal }),
      ...(isPeer && { isPeer }),
    };
  });
}

/** Both servers with two processes on all cores, which the load shares with them. */
async function measureThroughput(
  { county, questions }: { county: string; questions: Questions },
  { size, say }: PartContext,
): Promise<Figure[]> {
  const { rounds, seconds } = amountsOf(size);
  const { program, missing } = findPeer('nginx');
  const platbook = await startPlatbook({
    name: 'serving-two',
    copyOf: county,
    settings: { PARCEL_ACCESS: 'signed-in', PROCESSES: '2' },
  });
  const nginx = program
    ? await startNginx({
        program,
        folder: join(scratch, 'nginx-two'),
        files: questions.tiles,
        workers: 2,
        cores: undefined,
      })
    : undefined;
  try {
    const session = await signIn(platbook);
    const requests = questions.tiles.map(({ path }) => ({ path }));
    const perSecond = { platbook: [] as number[], nginx: [] as number[] };
    const sides = [
      { name: 'platbook' as const, server: platbook, headers: async () => (await session.renew()).cookie },
      ...(nginx ? [{ name: 'nginx' as const, server: nginx, headers: async () => ({}) }] : []),
    ];
    say('throughput with two processes on all cores');
    // The first round only warms up.
    for (let round = -1; round < rounds; round++) {
      for (const { name, server, headers } of roundOrder(sides, round + 1)) {
        const requestsFile = join(scratch, 'requests.bin');
        const asked = withHeaders(requests, await headers());
        if (round < 0) await askAll(server.port, { requests: asked, status: 200 });
        writeRequests(requestsFile, server.port, asked);
        const load = await runWrk({
          port: server.port,
          requestsFile,
          seconds,
          connections: 64,
          threads: 2,
        });
        if (load.failures > 0) throw new Error(`${name}: ${load.failures} requests failed.`);
        if (round >= 0) perSecond[name].push(load.requests / load.seconds);
      }
    }
    const processes = processTree(platbook.pid).length;
    const ours = {
      name: processes > 1 ? 'tiles, two processes' : 'tiles, one process (no PROCESSES=2 yet)',
      unit: 'requests/s',
      value: median(perSecond.platbook),
      goal: { of: 'ratio', atLeast: 0.5 },
    } as const;
    const peer = { name: 'nginx, two workers', unit: 'requests/s', isPeer: true } as const;
    if (!nginx) return [ours, { ...peer, missing: missing! }];
    return [
      { ...peer, value: median(perSecond.nginx) },
      { ...ours, ratio: medianRatio(perSecond.platbook, perSecond.nginx), beside: peer.name },
    ];
  } finally {
    await platbook.stop();
    await nginx?.stop();
  }
}

export const serving: Part = {
  name: 'serving',
  title: 'Serving a warm map',
  missing: () => findPeer('wrk').missing,
  async run(context) {
    const { say } = context;
    const county = makeTestCounty();
    const cores = coresForSides();
    const serverCores = cores && [cores.server];
    const { program, missing } = findPeer('nginx');
    const stops: (() => Promise<void>)[] = [];
    const started = <Server extends Program>(server: Server): Server => {
      stops.push(server.stop);
      return server;
    };
    const start = async (name: string, access: 'public' | 'signed-in') =>
      started(
        await startPlatbook({
          name,
          copyOf: county,
          cores: serverCores,
          settings: { PARCEL_ACCESS: access },
        }),
      );
    let figures: Figure[];
    let questions: Questions;
    try {
      say('starting the servers');
      const open = await start('serving-public', 'public');
      const closed = await start('serving-signed-in', 'signed-in');
      questions = await collectQuestions(open);
      const fastify = started(await startFastify(questions, serverCores));
      const folder = join(scratch, 'nginx');
      const nginx =
        program &&
        started(
          await startNginx({ program, folder, files: questions.tiles, workers: 1, cores: serverCores }),
        );
      const sides = await servingSides({
        servers: { open, closed, fastify, nginx: nginx || undefined },
        questions,
        kinds: context.size === 'quick' ? ['owner', 'mistyped owner'] : searchKinds,
      });
      const amounts = amountsOf(context.size);
      say(`${sides.length} sides, ${amounts.rounds} rounds of ${amounts.seconds} s each, in turn`);
      figures = figuresOf(sides, await measureSides(sides, amounts));
    } finally {
      for (const stop of stops) await stop();
    }
    if (missing !== undefined) figures.push({ name: NGINX_TILE, unit: 'µs', isPeer: true, missing });
    const throughput = await measureThroughput({ county, questions }, context);
    const bytes = Math.round(mean(questions.tiles.map(({ gzip }) => gzip.length)));
    return {
      about:
        `The demo county: ${questions.tiles.length} tiles of zoom 12 to 17 (${(bytes / 1000).toFixed(1)} kB on average), ` +
        `${questions.byPin.length} parcels, in random order. ` +
        (cores
          ? 'Each server runs on one core, the load (wrk, 16 connections) on another. '
          : 'Servers and load share all cores: taskset or a second core is missing. ') +
        'Counted is the CPU time of the server process, user and system, all threads, for each request; ratios are medians of the ratios of each round. Throughput: two processes each, servers and load share all cores.',
      figures: [...figures, ...throughput],
      plots: [
        {
          name: 'serving',
          title: 'CPU time of the server for each request',
          unit: 'µs',
          isLogarithmic: true,
          bars: barsOf(figures),
        },
        {
          name: 'throughput',
          title: 'Tiles a second, signed in, two processes',
          unit: 'requests/s',
          bars: barsOf(throughput),
        },
      ],
    };
  },
};
