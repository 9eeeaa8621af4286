// Whether a process runs. One that has ended, and that nobody has asked about yet (a zombie), does not.
import { spawnSync } from 'node:child_process';

export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}
