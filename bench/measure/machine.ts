// The machine that a benchmark ran on, and which of its cores go to whom.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { findProgram } from '../../test/find-program.ts';
import { parseNumberList } from './proc-files.ts';

export type Machine = { cpu: string; cores: number; memoryGigabytes: number; system: string; node: string };

export function machineFacts(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() || 'unknown CPU',
    cores: availableParallelism(),
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: systemName(),
    node: process.version,
  };
}

function systemName(): string {
  if (!existsSync('/etc/os-release')) return process.platform;
  const name = /^PRETTY_NAME="(.+)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  return name ?? process.platform;
}

/** The commit that was measured. */
export function commitName(): string {
  try {
    const name = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();
    const isClean =
      execFileSync('git', ['status', '--porcelain', '--', ':!bench/results', ':!docs/performance.md'], {
        encoding: 'utf8',
      }) === '';
    return isClean ? name : `${name} with changes`;
  } catch {
    return 'unknown';
  }
}

/** One core for the server, another one for the load: not its twin (hyper-thread), where there is a choice. */
export function coresForSides(): { server: number; load: number } | undefined {
  if (!findProgram(['taskset'])) return undefined;
  const allowed = parseNumberList(
    /^Cpus_allowed_list:\s+(.+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '',
  );
  const [server, ...others] = allowed;
  if (server === undefined || others.length === 0) return undefined;
  const siblings = `/sys/devices/system/cpu/cpu${server}/topology/thread_siblings_list`;
  const twins = existsSync(siblings) ? parseNumberList(readFileSync(siblings, 'utf8')) : [];
  return { server, load: others.find((core) => !twins.includes(core)) ?? others[0]! };
}
