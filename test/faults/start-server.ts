// Starts the server as a process of its own, and ends it with the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { LngLat } from '../../geo/geometry.ts';
import type { AppParts } from '../../server/app.ts';

export type ToServe = {
  /** A data folder, or the address of a PostgreSQL database. */
  where: string;
  /** Who are signed in. */
  people: number;
  /** Lots in a grid; a few, if not given. */
  lots?: { columns: number; rows: number };
  config?: Partial<AppParts['config']>;
  /** How long a list of saved parcels takes at least. */
  listPauseMs?: number;
};

export type Served = {
  port: number;
  /** Answers /healthz alone. */
  healthPort: number;
  publicToken: string;
  /** The session token of each person. */
  tokens: string[];
  pins: string[];
  owners: string[];
  centers: LngLat[];
};

export type ServerProcess = Served & {
  child: ChildProcess;
  /** The exit code, once it has ended. */
  exited: Promise<number | null>;
  log(): string;
};

export async function startServer(what: ToServe): Promise<ServerProcess> {
  const file = new URL('./serve.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(what)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => {
      throw new Error(`The server ended: ${log}`);
    }),
  ]);
  return { ...JSON.parse(line), child, exited, log: () => log };
}
