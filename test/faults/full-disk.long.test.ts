// A full disk, on a real file system of its own: writes are refused with a reason, reading goes on, nothing that was
// acknowledged is lost, and when there is room again everything works as before, without a restart.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AUDIT_LOG_FILE, openAuditLog } from '../../cli/audit-log.ts';
import { messages } from '../../contract/messages.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { openPictureCache } from '../../server/maps/picture-cache.ts';
import { type AppUnderTest, lotCenter, openAppUnderTest, PLAIN_PIN } from '../app-under-test.ts';
import { openSdkClient, type SdkClient } from '../sdk-client.ts';

const DISK_BYTES = 64 * 1024 * 1024;

/** Undefined with the reason where this user may not mount one. */
function mountSmallDisk(): { disk: string | undefined; reason: string } {
  const disk = mkdtempSync(join(tmpdir(), 'platbook-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk], { stdio: 'pipe' });
    return { disk, reason: '' };
  } catch (error) {
    rmSync(disk, { recursive: true });
    return { disk: undefined, reason: (error as Error).message.trim().replaceAll('\n', ' ') };
  }
}

const { disk, reason } = mountSmallDisk();
if (disk === undefined)
  console.warn(`No small disk can be mounted here, so a full one is not tested: ${reason}`);

describe.skipIf(disk === undefined)('a full disk', () => {
  let under: AppUnderTest;
  let sdk: SdkClient;
  let bearer: { authorization: string };
  let savedId: string;
  let dataDir: string;

  beforeAll(async () => {
    vi.stubEnv('TMPDIR', disk);
    under = await openAppUnderTest({ dataDir: disk! });
    vi.unstubAllEnvs();
    dataDir = join(disk!, readdirSync(disk!).find((name) => existsSync(join(disk!, name, 'accounts.db')))!);
    sdk = await openSdkClient(under.app);
    bearer = { authorization: `Bearer ${(await sdk.signIn('ada@example.org')).session_jwt}` };
    const parcel = { parcel_pin: PLAIN_PIN, parcel_owner_name: 'Ada', parcel_address: '1 Main St' };
    savedId = (await ask({ method: 'POST', url: '/api/saved-parcels', payload: parcel })).json().id;
  });
  afterAll(async () => {
    await under?.close();
    // Lazily: files stay open until the database library's statements are collected as garbage.
    execFileSync('umount', ['--lazy', disk!]);
    rmSync(disk!, { recursive: true });
  });

  const ask = (request: InjectOptions) => under.app.inject({ ...request, headers: bearer });
  const writeNotes = (notes: string) =>
    ask({ method: 'PUT', url: `/api/saved-parcels/${savedId}`, payload: { notes } });
  const readNotes = async () => (await ask({ url: '/api/saved-parcels' })).json().parcels[0].notes;
  const ready = async () => {
    const { statusCode, body } = await under.app.inject('/readyz');
    return { status: statusCode, body: JSON.parse(body) };
  };

  const ballast = () => join(disk!, 'ballast');
  function fillDisk(): void {
    for (const size of [2 ** 20, 4096]) {
      try {
        for (;;) writeFileSync(ballast(), Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
    }
    expect(statfsSync(disk!).bavail).toBe(0);
  }

  test('refuses writes with a reason, goes on reading, and recovers when there is room', async () => {
    expect(await ready()).toMatchObject({ status: 200 });
    fillDisk();

    let acknowledged = '';
    let refused: Awaited<ReturnType<typeof writeNotes>> | undefined;
    // A few may still fit into the space that the database has reserved.
    for (let i = 0; i < 2000 && !refused; i++) {
      const answer = await writeNotes(`note ${i}`);
      if (answer.statusCode === 200) acknowledged = `note ${i}`;
      else refused = answer;
    }
    expect([refused?.statusCode, refused?.json()]).toEqual([507, { message: messages.diskFull }]);
    expect(refused!.headers['cache-control']).toBe('no-store');
    const mail = await sdk.askForLink('eve@example.org');
    expect([mail.statusCode, mail.json().error_message]).toEqual([507, messages.diskFull]);
    const logged = under.logged();
    expect(logged).toContain(`"requestId":"${refused!.headers['x-request-id']}"`);
    expect(logged).toMatch(/"event":"failure".*"status":507/);

    if (acknowledged !== '') expect(await readNotes()).toBe(acknowledged);
    const { x, y } = tileAt(lotCenter(0), 17);
    const urls = [`/api/parcels/${PLAIN_PIN}`, '/api/parcels/search?q=kestrel', `/tiles/17/${x}/${y}.pbf`];
    for (const url of urls) expect((await ask({ url })).statusCode, url).toBe(200);
    expect((await under.app.inject('/healthz')).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), { timeout: 10_000 });
    expect((await ready()).body.message).toContain(messages.diskHasNoRoom);
    expect(under.logged()).toContain('"event":"not-ready"');

    rmSync(ballast());
    expect((await writeNotes('room again')).statusCode).toBe(200);
    expect(await readNotes()).toBe('room again');
    expect((await sdk.askForLink('eve@example.org')).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 10_000 });
    expect(under.logged()).toContain('"event":"ready"');
    const accounts = new DatabaseSync(join(dataDir, 'accounts.db'), { readOnly: true });
    expect(accounts.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    accounts.close();
  });

  test('fails no picture, and keeps no piece of one', async () => {
    const warn = vi.fn();
    const folder = join(disk!, 'aerial');
    const cache = openPictureCache({ folder, version: 'v', bytesMax: 1e9, log: { warn } });
    const address = { z: 12, x: 1, y: 2 };
    const picture = Buffer.alloc(300_000, 'x');
    picture.write('RIFF', 'latin1');
    picture.writeUInt32LE(picture.length - 8, 4);
    mkdirSync(join(folder, 'v', '12', '1'), { recursive: true });
    // Room for a piece of it.
    fillDisk();
    truncateSync(ballast(), statSync(ballast()).size - 100_000);
    await cache.write(address, picture);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]![0].err).toMatchObject({ code: 'ENOSPC' });
    expect(await cache.read(address)).toBeUndefined();
    expect(readdirSync(join(folder, 'v', '12', '1'))).toEqual([]);
    rmSync(ballast());
    await cache.write(address, picture);
    expect(await cache.read(address)).toEqual(picture);
  });

  test('loses the line about an action of an operator, not the action', () => {
    const log = openAuditLog({ dataDir: disk! });
    fillDisk();
    for (let i = 0; i < 100; i++) log.event('source-removed', { source: 'wake' });
    rmSync(ballast());
    log.event('source-removed', { source: 'iredell' });
    const lines = execFileSync('tail', ['-n', '1', join(disk!, AUDIT_LOG_FILE)], { encoding: 'utf8' });
    expect(JSON.parse(lines)).toMatchObject({ event: 'source-removed', source: 'iredell' });
  });
});

// Linux has a device that is always full.
test.skipIf(!existsSync('/dev/full'))('a log on a full disk does not end the server', async () => {
  const file = join(import.meta.dirname, 'log-to-stderr.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
  });
  let said = '';
  child.stdout!.on('data', (piece) => {
    said += piece;
  });
  const [code] = await once(child, 'close');
  expect({ code, said }).toEqual({ code: 0, said: 'alive\n' });
});
