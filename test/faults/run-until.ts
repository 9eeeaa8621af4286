// Runs a TypeScript file in its own process and kills it (SIGKILL) at a certain line of its output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

type Run = {
  file: URL;
  args: readonly string[];
  /** Returns whether to kill the process now. */
  onLine: (line: string) => boolean | Promise<boolean>;
};

/** Resolves when the process is gone; rejects where it ended by itself. */
export async function runUntil({ file, args, onLine }: Run): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', file.pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  createInterface(child.stdout).on('line', async (line) => {
    if (await onLine(line)) child.kill('SIGKILL');
  });
  const [, signal] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`${file.pathname} ended before it could be killed.`);
}
