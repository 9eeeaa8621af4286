// Starts a real server of the built application on a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inboxAddress } from '../inbox.ts';

const entry = join(import.meta.dirname, '../../dist/server/cli/main.js');

export type RunningServer = { url: string; stop: () => Promise<void> };

/** Tests run in processes of their own, which inherit the environment: there they find a server's inbox. */
const inboxVariable = (url: string) => `INBOX_OF_${new URL(url).port}`;

/** The inbox as the server's terminal shows it. */
export const inboxOf = (url: string): string => process.env[inboxVariable(url)]!;

/** The first address to open, as the terminal shows it. */
export const startAddressOf = (url: string): string => inboxOf(url).replace('/inbox/', '/start/');

export async function startServer(settings: {
  dataDir: string;
  access: 'signed-in' | 'public';
  /** Cookies are shared between ports, so two servers with sessions need two host names. */
  name?: 'localhost' | '127.0.0.1';
  smtpUrl?: string;
  /** Mapbox itself instead of the embedded maps. */
  mapboxToken?: string;
  /** Other settings, made when the server's address is known. */
  othersFor?: (url: string) => Promise<Record<string, string>>;
}): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://${settings.name ?? 'localhost'}:${port}`;
  const server = platbook('start', {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: settings.dataDir,
    PARCEL_ACCESS: settings.access,
    SMTP_URL: settings.smtpUrl ?? '',
    ...(settings.mapboxToken ? { MAPS_PROVIDER: 'mapbox', MAPBOX_ACCESS_TOKEN: settings.mapboxToken } : {}),
    ...(await settings.othersFor?.(url)),
  });
  const output = collectOutput(server);
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`The server did not start:\n${output()}`)));
    server.stdout!.on('data', () => {
      if (output().includes('Ctrl-C')) resolve();
    });
  });
  if (!settings.smtpUrl) process.env[inboxVariable(url)] = inboxAddress(output());
  return {
    url,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

function platbook(command: string, settings: Record<string, string>): ChildProcess {
  const env = { PATH: process.env.PATH, ...settings };
  return spawn(process.execPath, [entry, command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const append = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout!.on('data', append);
  child.stderr!.on('data', append);
  return () => text;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
