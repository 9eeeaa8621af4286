// Runs a command of the command line in this process, which is far quicker than a process of its own.
import { vi } from 'vitest';
import { runCommand } from '../cli/commands.ts';
import type { Settings } from './run-platbook.ts';

/** A test that timed out leaves its command running, and the next one must not share its output. */
let last: Promise<unknown> = Promise.resolve();

/** What it prints, with its progress, and its exit code. */
export function callPlatbook(args: readonly string[], settings: Settings) {
  const call = last.then(() => run(args, settings));
  last = call.catch(() => {});
  return call;
}

async function run(args: readonly string[], settings: Settings) {
  const output = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr', end: string) => (text: unknown) => {
    output[name] += `${text}${end}`;
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(into('stdout', '\n')),
    vi.spyOn(console, 'error').mockImplementation(into('stderr', '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(into('stdout', '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('stderr', '')),
  ];
  try {
    const code = await runCommand(args, settings);
    return { code, ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
