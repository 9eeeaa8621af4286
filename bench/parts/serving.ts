// Answers of a warm server: CPU time for each request, beside nginx and bare Fastify in the same rounds.
import { join } from 'node:path';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import { freePort } from '../../test/run-platbook.ts';
import { collectQuestions, type Questions, searchKinds } from '../data/questions.ts';
import { type Platbook, signIn, startPlatbook, withHeaders } from '../data/running-platbook.ts';
import { askAll, untilAnswered } from '../measure/http.ts';
import { coresForSides } from '../measure/machine.ts';
import { cpuSecondsOf, processTree } from '../measure/proc-files.ts';
import { type Program, startProgram } from '../measure/processes.ts';
import { mean, median, medianRatio, roundOrder } from '../measure/statistics.ts';
import { type HttpRequest, runWrk, writeRequests } from '../measure/wrk.ts';
import type { Part, PartContext } from '../part.ts';
import { startNginx } from '../peers/nginx.ts';
import { findPeer } from '../peers/programs.ts';
import { barsOf, type Figure, type Goal } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const CONNECTIONS = 16;
const amounts = {
  quick: { rounds: 2, seconds: 1, warmUps: 1 },
  normal: { rounds: 7, seconds: 3, warmUps: 3 },
};

/** One kind of request to one server. */
type Side = {
  name: string;
  server: Program & { port: number };
  status: number;
  requests: readonly HttpRequest[];
  /** Credentials that must be renewed from time to time. */
  credentials?: () => Promise<Record<string, string>>;
  beside?: string;
  goal?: Goal;
  isPeer?: boolean;
  /** CPU time of the server for each request, µs, one value a round. */
  cpuMicroseconds: number[];
};

const FASTIFY_TILE = 'bare Fastify, tile from memory';
const FASTIFY_304 = 'bare Fastify, 304';
const FASTIFY_JSON = 'bare Fastify, parcel as JSON';
const NGINX_TILE = 'nginx, gzip file';
const NGINX_304 = 'nginx, 304';

const atMost = (limit: number): Goal => ({ of: 'ratio', atMost: limit });

type Servers = {
  open: Platbook;
  closed: Platbook;
  fastify: Program & { port: number };
  nginx: (Program & { port: number }) | undefined;
};

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

async function sidesOf(servers: Servers, questions: Questions): Promise<Side[]> {
  const { open, closed, fastify, nginx } = servers;
  const { tiles, tileEtags, byPin, atPoint, search } = questions;
  const session = await signIn(closed);
  const cookie = async () => (await session.renew()).cookie;
  const bearer = async () => (await session.renew()).bearer;
  const tileRequests = tiles.map(({ path }) => ({ path }));
  const known = (etags: readonly string[]) =>
    tileRequests.map(({ path }, at) => ({ path, headers: { 'If-None-Match': etags[at]! } }));
  const side = (more: Omit<Side, 'cpuMicroseconds'>): Side => ({ ...more, cpuMicroseconds: [] });

  const sides = [
    side({ name: FASTIFY_TILE, server: fastify, status: 200, requests: tileRequests, isPeer: true }),
    side({
      name: FASTIFY_304,
      server: fastify,
      status: 304,
      requests: known(tiles.map(() => '"a-tile"')),
      isPeer: true,
    }),
    side({ name: FASTIFY_JSON, server: fastify, status: 200, requests: byPin, isPeer: true }),
    side({
      name: 'tile, public',
      server: open,
      status: 200,
      requests: tileRequests,
      beside: FASTIFY_TILE,
      goal: atMost(1),
    }),
    side({
      name: 'tile, signed in',
      server: closed,
      status: 200,
      requests: tileRequests,
      credentials: cookie,
      beside: FASTIFY_TILE,
      goal: atMost(1),
    }),
    side({
      name: '304, public',
      server: open,
      status: 304,
      requests: known(tileEtags),
      beside: FASTIFY_304,
      goal: atMost(0.8),
    }),
    side({
      name: '304, signed in',
      server: closed,
      status: 304,
      requests: known(await etagsOf(closed, withHeaders(tileRequests, await cookie()))),
      credentials: cookie,
      beside: FASTIFY_304,
      goal: atMost(0.8),
    }),
    side({
      name: 'by PIN, public',
      server: open,
      status: 200,
      requests: byPin,
      beside: FASTIFY_JSON,
      goal: atMost(1.5),
    }),
    side({
      name: 'by PIN, signed in',
      server: closed,
      status: 200,
      requests: byPin,
      credentials: bearer,
      beside: FASTIFY_JSON,
      goal: atMost(1.5),
    }),
    side({
      name: 'at a point, public',
      server: open,
      status: 200,
      requests: atPoint,
      beside: FASTIFY_JSON,
      goal: atMost(1.5),
    }),
    ...searchKinds.map((kind) =>
      side({
        name: `search: ${kind}`,
        server: open,
        status: 200,
        requests: search[kind],
        beside: FASTIFY_JSON,
        goal: atMost(4),
      }),
    ),
  ];
  if (!nginx) return sides;
  const nginxEtags = await etagsOf(nginx, tileRequests);
  return [
    side({
      name: NGINX_TILE,
      server: nginx,
      status: 200,
      requests: tileRequests,
      beside: FASTIFY_TILE,
      isPeer: true,
    }),
    side({
      name: NGINX_304,
      server: nginx,
      status: 304,
      requests: known(nginxEtags),
      beside: FASTIFY_304,
      isPeer: true,
    }),
    ...sides,
  ];
}

async function etagsOf({ port }: { port: number }, requests: readonly HttpRequest[]): Promise<string[]> {
  return (await askAll(port, { requests, status: 200 })).map(({ headers }) => headers.etag!);
}

async function measureSide(side: Side, seconds: number, cores: readonly number[] | undefined): Promise<void> {
  const { name, server, status, credentials } = side;
  const requests = credentials ? withHeaders(side.requests, await credentials()) : side.requests;
  // Errors are quick, too.
  if (side.cpuMicroseconds.length === 0) await askAll(server.port, { requests, status });
  const requestsFile = join(scratch, 'requests.bin');
  writeRequests(requestsFile, server.port, requests);
  const before = cpuSecondsOf(server.pid);
  const load = await runWrk({
    port: server.port,
    requestsFile,
    seconds,
    connections: CONNECTIONS,
    threads: 1,
    cores,
  });
  if (load.failures > 0) throw new Error(`${name}: ${load.failures} of ${load.requests} requests failed.`);
  side.cpuMicroseconds.push(((cpuSecondsOf(server.pid) - before) / load.requests) * 1e6);
}

function figureOf(side: Side, sides: readonly Side[]): Figure {
  const { name, beside, goal, isPeer, cpuMicroseconds } = side;
  const peer = sides.find((other) => other.name === beside);
  return {
    name,
    unit: 'µs',
    value: median(cpuMicroseconds),
    ...(peer && { ratio: medianRatio(cpuMicroseconds, peer.cpuMicroseconds), beside: peer.name }),
    ...(goal && { goal }),
    ...(isPeer && { isPeer }),
  };
}

async function measureRounds(sides: readonly Side[], { size, say }: PartContext): Promise<Figure[]> {
  const { rounds, seconds, warmUps } = size === 'quick' ? amounts.quick : amounts.normal;
  const cores = coresForSides();
  const loadCores = cores && [cores.load];
  say(`${sides.length} sides, ${rounds} rounds of ${seconds} s each, in turn`);
  // Compiled code, filled caches and open files are what is measured.
  for (const side of sides) {
    for (let warmUp = 0; warmUp < warmUps; warmUp++) await measureSide(side, 1, loadCores);
    side.cpuMicroseconds.length = 0;
  }
  for (let round = 0; round < rounds; round++) {
    for (const side of roundOrder(sides, round)) await measureSide(side, seconds, loadCores);
  }
  return sides.map((side) => figureOf(side, sides));
}

/** Both servers with two processes on all cores, which the load shares with them. */
async function measureThroughput(
  { county, questions }: { county: string; questions: Questions },
  { size, say }: PartContext,
): Promise<Figure[]> {
  const { rounds, seconds } = size === 'quick' ? amounts.quick : amounts.normal;
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
          connections: 4 * CONNECTIONS,
          threads: 2,
        });
        if (load.failures > 0) throw new Error(`${name}: ${load.failures} requests failed.`);
        if (round >= 0) perSecond[name].push(load.requests / load.seconds);
      }
    }
    const processes = processTree(platbook.pid).length;
    const ours = {
      name: processes > 1 ? 'tiles, two processes' : 'tiles (this build knows no PROCESSES=2)',
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
  async run(context) {
    const { say } = context;
    const load = findPeer('wrk');
    if (load.missing !== undefined) throw new Error(`Nothing can be measured without wrk: ${load.missing}`);
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
      figures = await measureRounds(
        await sidesOf({ open, closed, fastify, nginx: nginx || undefined }, questions),
        context,
      );
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
          title: 'Tiles a second, two processes',
          unit: 'requests/s',
          bars: barsOf(throughput),
        },
      ],
    };
  },
};
