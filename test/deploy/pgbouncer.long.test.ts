// A real PgBouncer in front of the database: its session mode works, its transaction mode is refused with a sentence.
import { spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresParcels, openPostgresStores } from '../../store/postgres/open-postgres-stores.ts';
import { loadParcels, PLAIN_PIN, testParcels } from '../app-under-test.ts';
import { eventually } from '../eventually.ts';
import { findProgram } from '../find-program.ts';
import { serverAccount } from '../postgres-cluster.ts';
import { freePort } from '../run-platbook.ts';
import { closeStores, postgresPlace } from '../store-places.ts';

const pgbouncer = findProgram(['pgbouncer', '../sbin/pgbouncer']);
if (!pgbouncer) console.warn('PgBouncer is not tested: it is not installed (apt-get install pgbouncer).');

/** The address of a new database, behind PgBouncer. */
async function startPgbouncer(mode: 'session' | 'transaction'): Promise<string> {
  const { databaseUrl } = await postgresPlace();
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'platbook-pgbouncer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const listenPort = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
`,
  );
  const account = serverAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const child = spawn(pgbouncer!, [file], { ...account, stdio: ['ignore', 'ignore', 'ignore'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(listenPort, '127.0.0.1', () => {
          socket.destroy();
          resolve();
        }).once('error', reject);
      }),
  );
  return `postgres://${username}@127.0.0.1:${listenPort}${pathname}`;
}

test.skipIf(!pgbouncer)('in session mode parcels, accounts and revoked sessions work', async () => {
  const databaseUrl = await startPgbouncer('session');
  const here = await openPostgresStores({ databaseUrl });
  const there = await openPostgresStores({ databaseUrl });
  try {
    await loadParcels(here.parcels, testParcels);
    await eventually(async () =>
      expect(await there.parcels.findByPin(PLAIN_PIN)).toMatchObject({ pin: PLAIN_PIN }),
    );
    const told: (string | undefined)[] = [];
    there.accounts.onSessionChange((sessionId) => told.push(sessionId));
    await eventually(() => expect(there.accounts.receivesSessionChanges()).toBe(true));
    const { userId } = await here.accounts.findOrCreateUser({ email: 'ada@example.org', nowMs: Date.now() });
    await here.accounts.addSession({
      sessionId: 'one',
      userId,
      kind: 'oauth',
      tokenHash: 'hash',
      startedAtMs: Date.now(),
      lastAccessedAtMs: Date.now(),
      expiresAtMs: Date.now() + 60_000,
    });
    await here.accounts.revokeSession('one');
    expect(told).toContain('one');
  } finally {
    await closeStores(here);
    await closeStores(there);
  }
});

test.skipIf(!pgbouncer)('transaction mode is refused at the start, by servers and commands', async () => {
  const databaseUrl = await startPgbouncer('transaction');
  const said = /transaction mode.*pool_mode = session/;
  await expect(openPostgresStores({ databaseUrl })).rejects.toThrow(said);
  await expect(openPostgresParcels({ databaseUrl })).rejects.toThrow(said);
});
