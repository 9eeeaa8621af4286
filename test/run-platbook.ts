// Runs the command line as a real process, from the build if it is fresh, else from the bundle of the tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { commandLine } from '../scripts/build-stamp.mjs';

const root = join(import.meta.dirname, '..');
const entry = commandLine(root);

export type Settings = Record<string, string>;

export function runPlatbook(args: readonly string[], settings: Settings) {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  return { child, output };
}

export async function finishPlatbook(args: readonly string[], settings: Settings) {
  const { child, output } = runPlatbook(args, settings);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** Starts a server and waits until it is ready. The caller kills the child. */
export async function startPlatbook(
  settings: Settings,
): Promise<{ child: ChildProcess; url: string; block: string; output: { stderr: string } }> {
  const port = await freePort();
  const { child, output } = runPlatbook(['start'], { PORT: String(port), ...settings });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.stdout.includes('Ctrl-C') && resolve());
    child.once('close', () => reject(new Error(output.stderr)));
  });
  return { child, url: `http://localhost:${port}`, block: output.stdout, output };
}

export async function occupyPort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

export async function freePort(): Promise<number> {
  const { server, port } = await occupyPort();
  server.close();
  await once(server, 'close');
  return port;
}
