// Starts the programs that are measured, pinned to a core where that is possible, and ends them, whatever happens.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpuSecondsOf, endedChildrenCpuSeconds, residentMegabytesOf } from './proc-files.ts';

const STOP_TIMEOUT_MS = 15_000;

const running = new Set<ChildProcess>();

let isWatching = false;

/** Not before the first program is started: who only imports this keeps the handlers of its own. */
function endWithThisProcess(): void {
  if (isWatching) return;
  isWatching = true;
  process.once('exit', () => {
    // Not SIGKILL: nginx and Platbook have processes of their own to end.
    for (const child of running) child.kill('SIGTERM');
  });
  // The handler of 'exit' above, and those of others, then clean up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}

type Start = {
  program: string;
  args: readonly string[];
  /** The cores that it may run on; undefined: all. */
  cores?: readonly number[] | undefined;
  env?: Record<string, string | undefined>;
  cwd?: string;
};

export type Program = {
  pid: number;
  output(): string;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
};

export function startProgram({ program, args, cores, env, cwd }: Start): Program {
  endWithThisProcess();
  const words = cores ? ['taskset', '-c', cores.join(','), program, ...args] : [program, ...args];
  const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'] };
  if (cwd !== undefined) options.cwd = cwd;
  if (env) options.env = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  const child = spawn(words[0]!, words.slice(1), options);
  running.add(child);
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  ended.catch(() => {});
  return {
    pid: child.pid ?? 0,
    output: () => text,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await once(child, 'close');
      clearTimeout(giveUp);
    },
  };
}

/** Runs a program to its end and returns what it printed; throws where it fails. */
export async function runProgram(start: Start): Promise<string> {
  const { ended, output } = startProgram(start);
  const code = await ended;
  if (code !== 0) throw new Error(`${start.program} failed (${code}):\n${output()}`);
  return output();
}

export type Cost = { seconds: number; cpuSeconds: number; peakMegabytes: number };

const WATCH_MS = 100;

/**
 * Runs a program to its end and measures the tree of its processes. The CPU time of others that work for it, such as a
 * database server, counts too; their memory does not, because most of it is a cache of files.
 */
export async function costOf(start: Start, helpers: readonly number[] = []): Promise<Cost> {
  const cpu = () => endedChildrenCpuSeconds() + helpers.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const before = cpu();
  const begin = performance.now();
  const child = startProgram(start);
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, residentMegabytesOf(child.pid));
  }, WATCH_MS);
  const code = await child.ended.finally(() => clearInterval(watch));
  const seconds = (performance.now() - begin) / 1000;
  if (code !== 0) throw new Error(`${start.program} failed (${code}):\n${child.output()}`);
  return { seconds, cpuSeconds: cpu() - before, peakMegabytes };
}
