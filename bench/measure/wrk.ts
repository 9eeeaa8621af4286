// Load by wrk: requests from a list, in random order, for some seconds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './processes.ts';

export type HttpRequest = { path: string; headers?: Record<string, string> };

export type Load = {
  requests: number;
  seconds: number;
  bytes: number;
  /** Answers that were neither 2xx nor 3xx, and connections that broke. */
  failures: number;
  latencyMs: { p50: number; p99: number; max: number };
};

const timeUnitsMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const byteUnits: Record<string, number> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };

function timeMs(text: string | undefined): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s|m|h)$/.exec(text ?? '') ?? [];
  return number === undefined ? Number.NaN : Number(number) * timeUnitsMs[unit!]!;
}

/** Reads what `wrk --latency` prints. */
export function parseWrk(text: string): Load {
  const summary = /([\d]+) requests in ([\d.]+\w+), ([\d.]+)(B|KB|MB|GB|TB) read/.exec(text);
  if (!summary) throw new Error(`wrk printed something else than expected:\n${text}`);
  const latency = (share: number) => timeMs(new RegExp(`^ +${share}% +(\\S+)$`, 'm').exec(text)?.[1]);
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text) ?? [];
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? '0';
  return {
    requests: Number(summary[1]),
    seconds: timeMs(summary[2]) / 1000,
    bytes: Number(summary[3]) * byteUnits[summary[4]!]!,
    failures: Number(refused) + errors.slice(1).reduce((sum, count) => sum + Number(count), 0),
    latencyMs: {
      p50: latency(50),
      p99: latency(99),
      // avg, stdev, max, +/- stdev.
      max: timeMs(/^ +Latency +\S+ +\S+ +(\S+)/m.exec(text)?.[1]),
    },
  };
}

/** A list of requests as wrk sends them: whole, because composing them would cost the load generator more. */
export function writeRequests(file: string, port: number, requests: readonly HttpRequest[]): void {
  const texts = requests.map(({ path, headers }) => {
    const lines = Object.entries({ Host: `localhost:${port}`, 'Accept-Encoding': 'gzip', ...headers });
    return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  });
  writeFileSync(file, texts.join('\0'), 'latin1');
}

const script = join(import.meta.dirname, 'random-requests.lua');

type Run = {
  port: number;
  requestsFile: string;
  seconds: number;
  connections: number;
  threads: number;
  cores?: readonly number[] | undefined;
  /** Steps back behind other programs, so that it does not slow the one that is watched. */
  niceness?: number;
};

export async function runWrk(run: Run): Promise<Load> {
  const { port, requestsFile, seconds, connections, threads, cores, niceness = 0 } = run;
  const wrk = [
    ...['wrk', '--latency', '-t', `${threads}`, '-c', `${connections}`, '-d', `${seconds}s`, '-s', script],
    ...[`http://127.0.0.1:${port}/`, '--', requestsFile],
  ];
  return parseWrk(await runProgram({ program: 'nice', args: ['-n', `${niceness}`, ...wrk], cores }));
}
