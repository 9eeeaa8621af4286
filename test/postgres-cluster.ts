// A PostgreSQL cluster for tests, in a temporary folder on a free loopback port. Removed at the end.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import postgres from 'postgres';

const INSTALL = 'apt-get install -y postgresql postgresql-postgis';
const DEBIAN_BINARIES = '/usr/lib/postgresql';

export type PostgresCluster = {
  /** The superuser's database. */
  url: string;
  pid: number;
  stop(): void;
  /** As in a crash or a restart of its machine: nothing answers until `resume`. */
  halt(): void;
  resume(): Promise<void>;
};

export async function startPostgresCluster(): Promise<PostgresCluster> {
  const binaries = findBinaries();
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), 'platbook-postgres-'));
  const data = join(folder, 'data');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (account) chownSync(folder, account.uid, account.gid);
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'platbook', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const port = await freePort();
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'fsync=off',
      'full_page_writes=off',
      'lc_messages=C',
    ];
    const start = () =>
      spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...account,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    let isRunning = true;
    // Synchronous, because it also runs in an exit handler.
    const halt = () => {
      if (!isRunning) return;
      isRunning = false;
      execFileSync(join(binaries, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-s', 'stop'], {
        ...account,
        cwd: folder,
      });
    };
    const stop = () => {
      halt();
      removeFolder();
    };
    const server = start();
    await ready(server);
    process.once('exit', stop);
    const url = `postgres://platbook@127.0.0.1:${port}/postgres`;
    // New databases are copies of this one: that takes a tenth of the time of adding PostGIS to each.
    await runOnce(databaseIn(url, 'template1'), 'CREATE EXTENSION postgis');
    return {
      url,
      pid: server.pid!,
      stop: () => {
        process.off('exit', stop);
        stop();
      },
      halt,
      resume: async () => {
        isRunning = true;
        await ready(start());
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Creates a database in the cluster and returns its URL. It has PostGIS, and nothing else. */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  await runOnce(clusterUrl, `CREATE DATABASE "${name}"`);
  return databaseIn(clusterUrl, name);
}

/** The same without PostGIS. */
export async function createBareDatabase(clusterUrl: string, name: string): Promise<string> {
  await runOnce(clusterUrl, `CREATE DATABASE "${name}" TEMPLATE template0`);
  return databaseIn(clusterUrl, name);
}

const databaseIn = (clusterUrl: string, name: string) => clusterUrl.replace(/[^/]*$/, name);

async function runOnce(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

function findBinaries(): string {
  const versions = existsSync(DEBIAN_BINARIES) ? readdirSync(DEBIAN_BINARIES) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...newestFirst.map((version) => join(DEBIAN_BINARIES, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (!found)
    throw new Error(`PostgreSQL with PostGIS is needed for these tests. Install it with: ${INSTALL}`);
  return found;
}

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as the user postgres, which their packages create. */
export function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('database system is ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}
