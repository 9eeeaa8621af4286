// A child process that reads files which nobody vouches for. The parent ends it where it takes too much memory or gives no sign
// of life; the child ends with its parent, however busy it is.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

const POLL_MS = 250;
const BEAT_MS = 2000;
/** A single feature, or one statement on a slow disk, may take long without anything being wrong. */
const SILENCE_MS = 60_000;

/** For the child's side. Also for one that has no guard, and must not outlive the process that it works for. */
export function endWithParent(): void {
  // A thread of its own: the main one may be busy for ever, and hear nothing.
  const code = `const { workerData: parent } = require('node:worker_threads');
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), ${POLL_MS});`;
  new Worker(code, { eval: true, workerData: process.ppid }).unref();
}

let isGuarded = false;

/** For the child's side: a watchdog's heartbeat. */
export function giveSignsOfLife(): void {
  isGuarded = true;
  endWithParent();
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  setInterval(() => process.connected && process.send!('alive'), BEAT_MS).unref();
  process.channel?.unref();
}

/** For the child's side. Nothing where it runs without a guard. */
export function tellGuard(message: object): void {
  if (isGuarded && process.connected) process.send!(message);
}

export type Guard = {
  /** Ends the child and the processes that it has started, at once. */
  end(reason: string): void;
  /** Why it was ended; undefined if it ended by itself. */
  reason(): 'memory' | 'silence' | string | undefined;
};

/** For the parent's side, until the child has ended. */
export function guardProcess(
  child: ChildProcess,
  { memoryMax, silenceMs = SILENCE_MS }: { memoryMax: number; silenceMs?: number },
): Guard {
  let reason: string | undefined;
  let family = [child.pid!];
  // Polls, not time: a machine that sleeps polls nothing.
  let silentPolls = 0;
  child.on('message', () => {
    silentPolls = 0;
  });
  const end = (why: string) => {
    reason ??= why;
    for (const pid of family) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
  };
  let isPolling = false;
  const timer = setInterval(async () => {
    if (isPolling) return;
    isPolling = true;
    const members = await familyOf(child.pid!);
    isPolling = false;
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (members.length > 0) family = members.map(({ pid }) => pid);
    if (members.reduce((sum, { bytes }) => sum + bytes, 0) > memoryMax) end('memory');
    else if (++silentPolls * POLL_MS > silenceMs) end('silence');
  }, POLL_MS);
  child.once('exit', () => clearInterval(timer));
  return { end, reason: () => reason };
}

type Member = { pid: number; bytes: number };

/** A process and those that it has started; empty where the system does not tell. */
async function familyOf(pid: number): Promise<Member[]> {
  const family: Member[] = [];
  const rows = process.platform === 'linux' ? undefined : await listProcesses();
  for (let pids = [pid]; pids.length > 0; ) {
    const next = pids.pop()!;
    const found = rows ? rows.find((row) => row.pid === next) : await memberOf(next);
    if (!found) continue;
    family.push(found);
    pids.push(
      ...(rows ? rows.filter(({ parent }) => parent === next).map((row) => row.pid) : await childrenOf(next)),
    );
  }
  return family;
}

/** Without files that are mapped into its memory, such as the parcels loaded before: the system takes those back. */
async function memberOf(pid: number): Promise<Member | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return status === ''
    ? undefined
    : { pid, bytes: 1024 * (kilobytes('RssAnon') + kilobytes('RssShmem') + kilobytes('VmSwap')) };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function listProcesses(): Promise<(Member & { parent: number })[]> {
  let text = '';
  const ps = spawn('ps', ['-axo', 'pid=,ppid=,rss='], { stdio: ['ignore', 'pipe', 'ignore'] });
  ps.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => ps.once('close', resolve).once('error', resolve));
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.map(([pid, parent, kilobytes]) => ({ pid: pid!, parent: parent!, bytes: 1024 * kilobytes! }));
}
