// Answers of a warm server: CPU time for each request, beside nginx and bare Fastify in the same rounds.
import { join } from 'node:path';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { freePort } from '../../test/run-platbook.ts';
import {
  collectQuestions,
  type Questions,
  recordedTilePaths,
  tileBytesOf,
  writeAnswers,
} from '../inputs/questions.ts';
import { startPlatbook } from '../inputs/running-platbook.ts';
import { untilAnswered } from '../measure/http.ts';
import { coresForSides } from '../measure/machine.ts';
import { residentMegabytesOf } from '../measure/proc-files.ts';
import { type Program, startProgram } from '../measure/processes.ts';
import { amountsOf, measureSides, type Rounds } from '../measure/sides.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { startBareHttp } from '../peers/bare-http.ts';
import { startNginx } from '../peers/nginx.ts';
import { findPeer } from '../peers/programs.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';
import { type Compared, NGINX_TILE, servingSides } from './serving-sides.ts';
import { measureThroughput } from './throughput.ts';

async function startFastify(answersFile: string, cores: number[] | undefined) {
  const port = await freePort();
  const program = startProgram({
    program: process.execPath,
    args: [join(import.meta.dirname, '../peers/bare-fastify.mjs'), `${port}`, answersFile],
    cores,
  });
  await untilAnswered(port, '/healthz');
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

export const serving: Part = {
  name: 'serving',
  title: 'Serving a warm map',
  missing: () => findPeer('wrk').missing,
  async run(context) {
    const { say } = context;
    const isQuick = context.size === 'quick';
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
      questions = await collectQuestions(open, await recordedTilePaths(open));
      const answersFile = join(scratch, 'answers.json');
      await writeAnswers(answersFile, open, questions);
      const fastify = started(await startFastify(answersFile, serverCores));
      const bytes = tileBytesOf(questions);
      const http = started(await startBareHttp({ bytes, processes: 1, cores: serverCores }));
      const folder = join(scratch, 'nginx');
      const nginx =
        program &&
        started(
          await startNginx({ program, folder, files: questions.tiles, workers: 1, cores: serverCores }),
        );
      const sides = await servingSides({
        servers: { open, closed, fastify, http, nginx: nginx || undefined },
        questions,
        isQuick,
      });
      const amounts = amountsOf(context.size);
      say(`${sides.length} sides, ${amounts.rounds} rounds of ${amounts.seconds} s each, in turn`);
      figures = figuresOf(sides, await measureSides(sides, amounts));
      figures.push({
        name: 'resident after that, signed in',
        unit: 'MB',
        value: residentMegabytesOf(closed.pid),
        goal: { of: 'value', atMost: 300 },
      });
    } finally {
      for (const stop of stops) await stop();
    }
    if (missing !== undefined) figures.push({ name: NGINX_TILE, unit: 'µs', isPeer: true, missing });
    const throughput: Figure[] = isQuick
      ? [{ name: 'tiles, two processes', unit: 'requests/s', missing: 'left out of the quick form' }]
      : await measureThroughput({ county, questions }, context);
    const bytes = tileBytesOf(questions);
    return {
      about:
        `The demo county: the ${questions.tiles.length} tiles that a page asked for in a session (${(bytes / 1000).toFixed(1)} kB on average), ` +
        `${questions.byPin.length} parcels, in random order; addresses, headers and cookies as Chromium sent them (bench/inputs/record-session.ts). ` +
        (cores
          ? 'Each server runs on one core, the load (wrk, 16 connections) on another. '
          : 'Servers and load share all cores: taskset or a second core is missing. ') +
        'Counted is the CPU time of the server process, user and system, all threads, for each request; ratios are medians of the ratios of each round. Bare Fastify gets the same requests and answers the same bytes from memory. Node.js http alone sends one answer made in advance and looks at nothing: no server on Node.js can cost less. Throughput: two processes each, servers and load share all cores.',
      figures: [...figures, ...throughput],
      plots: [
        {
          name: 'serving',
          title: 'CPU time of the server for each request',
          unit: 'µs',
          isLogarithmic: true,
          bars: barsOf(figures.filter(({ unit }) => unit === 'µs')),
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
