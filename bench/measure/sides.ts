// Sides that are loaded in turn: the CPU time that each server needs for a request.
import { join } from 'node:path';
import { withHeaders } from '../inputs/running-platbook.ts';
import type { Size } from '../part.ts';
import { scratch } from '../scratch.ts';
import { askAll } from './http.ts';
import { coresForSides } from './machine.ts';
import { cpuSecondsOf } from './proc-files.ts';
import { roundOrder } from './statistics.ts';
import { type HttpRequest, runWrk, writeRequests } from './wrk.ts';

const CONNECTIONS = 16;

/** One kind of request to one server. */
export type Side = {
  name: string;
  server: { port: number; pid: number };
  /** Of every answer: errors are quick, too. */
  status: number;
  requests: readonly HttpRequest[];
  /** Credentials, which must be renewed from time to time. */
  credentials?: () => Promise<Record<string, string>>;
};

/** CPU time for each request in µs, one value a round, by the name of the side. */
export type Rounds = Map<string, number[]>;

export const amountsOf = (size: Size) =>
  size === 'quick' ? { rounds: 2, seconds: 1, warmUps: 1 } : { rounds: 5, seconds: 2, warmUps: 2 };

export async function measureSides(
  sides: readonly Side[],
  { rounds, seconds, warmUps }: { rounds: number; seconds: number; warmUps: number },
): Promise<Rounds> {
  const measured: Rounds = new Map(sides.map(({ name }) => [name, []]));
  // Compiled code, filled caches and open files are what is measured.
  for (const side of sides) {
    await askAll(side.server.port, { requests: await requestsOf(side), status: side.status });
    for (let warmUp = 0; warmUp < warmUps; warmUp++) await microsecondsEach(side, 1);
  }
  for (let round = 0; round < rounds; round++) {
    for (const side of roundOrder(sides, round)) {
      measured.get(side.name)!.push(await microsecondsEach(side, seconds));
    }
  }
  return measured;
}

async function requestsOf({ requests, credentials }: Side): Promise<readonly HttpRequest[]> {
  return credentials ? withHeaders(requests, await credentials()) : requests;
}

async function microsecondsEach(side: Side, seconds: number): Promise<number> {
  const { port, pid } = side.server;
  const requestsFile = join(scratch, 'requests.bin');
  const requests = await requestsOf(side);
  writeRequests(requestsFile, port, requests);
  // New credentials are verified and looked up once, some milliseconds in every few minutes. Then they are known.
  if (side.credentials) await askAll(port, { requests: requests.slice(0, 1), status: side.status });
  const cores = coresForSides();
  const before = cpuSecondsOf(pid);
  const load = await runWrk({
    port,
    requestsFile,
    seconds,
    connections: CONNECTIONS,
    threads: 1,
    cores: cores && [cores.load],
  });
  if (load.failures > 0) {
    throw new Error(`${side.name}: ${load.failures} of ${load.requests} requests failed.`);
  }
  return ((cpuSecondsOf(pid) - before) / load.requests) * 1e6;
}
