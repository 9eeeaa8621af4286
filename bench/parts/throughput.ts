// Tiles a second with two processes each, beside nginx. Servers and load share all cores.
import { join } from 'node:path';
import { type Questions, tileBytesOf } from '../inputs/questions.ts';
import { recordedHeaders } from '../inputs/replay-session.ts';
import {
  type Platbook,
  resumeSession,
  type SignedIn,
  signIn,
  startPlatbook,
  withHeaders,
} from '../inputs/running-platbook.ts';
import { askAll } from '../measure/http.ts';
import { amountsOf } from '../measure/sides.ts';
import { median, medianRatio, roundOrder } from '../measure/statistics.ts';
import { runWrk, writeRequests } from '../measure/wrk.ts';
import type { PartContext } from '../part.ts';
import { startBareHttp } from '../peers/bare-http.ts';
import { startNginx } from '../peers/nginx.ts';
import { findPeer } from '../peers/programs.ts';
import type { Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const PROCESSES = 2;
const CONNECTIONS = 64;

/** Signs in at a single process first: of several, another one may hold the mail. */
async function startSeveral(county: string): Promise<{ platbook: Platbook; session: SignedIn }> {
  const name = 'throughput';
  const single = await startPlatbook({ name, copyOf: county });
  const { token } = await signIn(single).finally(() => single.stop());
  const platbook = await startPlatbook({ name, settings: { PROCESSES: `${PROCESSES}` } });
  return { platbook, session: await resumeSession(platbook, token) };
}

export async function measureThroughput(
  { county, questions }: { county: string; questions: Questions },
  { size, say }: PartContext,
): Promise<Figure[]> {
  const { rounds, seconds } = amountsOf(size);
  const { program, missing } = findPeer('nginx');
  const { platbook, session } = await startSeveral(county);
  const bare = await startBareHttp({ bytes: tileBytesOf(questions), processes: PROCESSES });
  const folder = join(scratch, 'nginx-two');
  const nginx =
    program === undefined
      ? undefined
      : await startNginx({
          program,
          folder,
          files: questions.tiles,
          workers: PROCESSES,
          cores: undefined,
        });
  try {
    const tiles = questions.tiles.map(({ path }) => ({ path }));
    const perSecond = { platbook: [] as number[], bare: [] as number[], nginx: [] as number[] };
    const sides = [
      { name: 'platbook' as const, port: platbook.port },
      { name: 'bare' as const, port: bare.port },
      ...(nginx ? [{ name: 'nginx' as const, port: nginx.port }] : []),
    ];
    const origin = `http://localhost:${platbook.port}`;
    say('throughput with two processes on all cores');
    // The first round only warms up.
    for (let round = -1; round < rounds; round++) {
      const headers = recordedHeaders('/tiles/', { origin, cookies: (await session.renew()).cookies });
      const requests = withHeaders(tiles, headers);
      for (const { name, port } of roundOrder(sides, round + 1)) {
        const requestsFile = join(scratch, 'requests.bin');
        if (round < 0) await askAll(port, { requests, status: 200 });
        writeRequests(requestsFile, port, requests);
        const load = await runWrk({ port, requestsFile, seconds, connections: CONNECTIONS, threads: 2 });
        if (load.failures > 0) throw new Error(`${name}: ${load.failures} requests failed.`);
        if (round >= 0) perSecond[name].push(load.requests / load.seconds);
      }
    }
    const ours = {
      name: 'tiles, two processes',
      unit: 'requests/s',
      value: median(perSecond.platbook),
      goal: { of: 'ratio', atLeast: 0.5 },
    } as const;
    const floor = {
      name: 'Node.js http alone, two processes',
      unit: 'requests/s',
      value: median(perSecond.bare),
      isPeer: true,
    } as const;
    const peer = { name: 'nginx, two workers', unit: 'requests/s', isPeer: true } as const;
    if (!nginx) return [{ ...peer, missing: missing! }, floor, ours];
    const beside = (own: readonly number[]) => ({
      ratio: medianRatio(own, perSecond.nginx),
      beside: peer.name,
    });
    return [
      { ...peer, value: median(perSecond.nginx) },
      { ...floor, ...beside(perSecond.bare) },
      { ...ours, ...beside(perSecond.platbook) },
    ];
  } finally {
    await platbook.stop();
    await bare.stop();
    await nginx?.stop();
  }
}
