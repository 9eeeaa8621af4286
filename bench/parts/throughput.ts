// Tiles a second with two processes each, beside nginx. Servers and load share all cores.
import { join } from 'node:path';
import type { Questions } from '../inputs/questions.ts';
import {
  type Platbook,
  resumeSession,
  type SignedIn,
  signIn,
  startPlatbook,
  withHeaders,
} from '../inputs/running-platbook.ts';
import { askAll } from '../measure/http.ts';
import { processTree } from '../measure/proc-files.ts';
import { amountsOf } from '../measure/sides.ts';
import { median, medianRatio, roundOrder } from '../measure/statistics.ts';
import { runWrk, writeRequests } from '../measure/wrk.ts';
import type { PartContext } from '../part.ts';
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
    const perSecond = { platbook: [] as number[], nginx: [] as number[] };
    const sides = [
      { name: 'platbook' as const, port: platbook.port, headers: async () => (await session.renew()).cookie },
      ...(nginx ? [{ name: 'nginx' as const, port: nginx.port, headers: async () => ({}) }] : []),
    ];
    say('throughput with two processes on all cores');
    // The first round only warms up.
    for (let round = -1; round < rounds; round++) {
      for (const { name, port, headers } of roundOrder(sides, round + 1)) {
        const requestsFile = join(scratch, 'requests.bin');
        const requests = withHeaders(tiles, await headers());
        if (round < 0) await askAll(port, { requests, status: 200 });
        writeRequests(requestsFile, port, requests);
        const load = await runWrk({ port, requestsFile, seconds, connections: CONNECTIONS, threads: 2 });
        if (load.failures > 0) throw new Error(`${name}: ${load.failures} requests failed.`);
        if (round >= 0) perSecond[name].push(load.requests / load.seconds);
      }
    }
    const hasSeveral = processTree(platbook.pid).length > 1;
    const ours = {
      name: hasSeveral ? 'tiles, two processes' : 'tiles, one process (no PROCESSES=2 yet)',
      unit: 'requests/s',
      value: median(perSecond.platbook),
      goal: { of: 'ratio', atLeast: 0.5 },
    } as const;
    const peer = { name: 'nginx, two workers', unit: 'requests/s', isPeer: true } as const;
    if (!nginx) return [{ ...peer, missing: missing! }, ours];
    return [
      { ...peer, value: median(perSecond.nginx) },
      { ...ours, ratio: medianRatio(perSecond.platbook, perSecond.nginx), beside: peer.name },
    ];
  } finally {
    await platbook.stop();
    await nginx?.stop();
  }
}
