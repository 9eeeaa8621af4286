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
import { basename, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AUDIT_LOG_FILE, openAuditLog } from '../../cli/audit-log.ts';
import { explainFailure } from '../../cli/explain-failure.ts';
import { refusals } from '../../contract/messages.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { openWithGdal } from '../../import/readers/gdal.ts';
import { startGdal } from '../../import/readers/gdal-child.ts';
import { isDiskFull } from '../../runtime/disk-full.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openPictureCache } from '../../server/maps/picture-cache.ts';
import { checkAccountFile } from '../../store/account-file.ts';
import type { RestoredAccounts } from '../../store/restored-accounts.ts';
import { backUpSqliteAccounts } from '../../store/sqlite/back-up-accounts.ts';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { restoreSqliteAccounts } from '../../store/sqlite/restore-accounts.ts';
import { type AppUnderTest, lotCenter, openAppUnderTest, PLAIN_PIN } from '../app-under-test.ts';
import { callPlatbook } from '../call-platbook.ts';
import { type County, smallCounty } from '../county-files.ts';
import { writeGeoJson } from '../county-files-more.ts';
import { openSdkClient, type SdkClient } from '../sdk-client.ts';
import { closeStores } from '../store-places.ts';

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
    expect([refused?.statusCode, refused?.json()]).toEqual([507, { message: refusals.diskFull }]);
    expect(refused!.headers['cache-control']).toBe('no-store');
    const mail = await sdk.askForLink('eve@example.org');
    expect([mail.statusCode, mail.json().error_message]).toEqual([507, refusals.diskFull]);
    const logged = under.logged();
    expect(logged).toContain(`"requestId":"${refused!.headers['x-request-id']}"`);
    expect(logged).toMatch(/"event":"failure".*"status":507/);

    if (acknowledged !== '') expect(await readNotes()).toBe(acknowledged);
    const { x, y } = tileAt(lotCenter(0), 17);
    const urls = [`/api/parcels/${PLAIN_PIN}`, '/api/parcels/search?q=kestrel', `/tiles/17/${x}/${y}.pbf`];
    for (const url of urls) expect((await ask({ url })).statusCode, url).toBe(200);
    expect((await under.app.inject('/healthz')).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), { timeout: 10_000 });
    expect((await ready()).body.message).toContain(refusals.diskHasNoRoom);
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

  test('[SEC-13] ends every session all the same, again and again, and says why an account cannot be deleted', async () => {
    const email = 'bob@example.org';
    const bobsParcel = {
      parcel_pin: '1',
      parcel_owner_name: '',
      parcel_address: '',
      parcel_centroid_lat: null,
      parcel_centroid_lon: null,
      notes: null,
    };
    const [one, two, three] = [await sdk.signIn(email), await sdk.signIn(email), await sdk.signIn(email)];
    const { accounts } = under;
    const userId = (await accounts.people.find(email))!.userId;
    const ids = Array.from({ length: 200 }, (_, i) => `session-${i}`);
    const times = { startedAtMs: Date.now(), lastAccessedAtMs: Date.now(), expiresAtMs: Date.now() + 60_000 };
    for (const sessionId of ids) {
      await accounts.addSession({ sessionId, userId, kind: 'magic_links', tokenHash: sessionId, ...times });
    }
    const call = (method: 'GET' | 'DELETE', url: string, by: typeof one, payload?: object) =>
      under.app.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${by.session_jwt}` },
        ...(payload && { payload }),
      });
    const isIn = async (by: typeof one) => (await call('GET', '/saved-parcels', by)).statusCode === 200;
    const { id } = (await accounts.saveParcel({ userId, parcel: bobsParcel, nowMs: 1 }))!;
    /** A few writes may fit into what the log has left. */
    const isFull = async () => {
      let error: unknown;
      for (let i = 0; i < 500 && !error; i++) {
        await accounts.editSavedParcel({ userId, id, edit: { notes: `full ${i}` } }).catch((thrown) => {
          error = thrown;
        });
      }
      expect(isDiskFull(error)).toBe(true);
    };
    // Its log is empty: one that had been long would be written anew from its start, without room on the disk.
    const other = new DatabaseSync(join(dataDir, 'accounts.db'));
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    fillDisk();
    await isFull();
    const deleted = await call('DELETE', '/account', one, { confirm: email });
    expect([deleted.statusCode, deleted.json()]).toEqual([507, { message: refusals.diskFull }]);
    // More than the reserve alone has room for.
    for (const sessionId of ids) {
      expect(await accounts.people.endSession({ userId, sessionId })).toBe(true);
      if (sessionId.endsWith('0')) await isFull();
    }
    const logOut = await sdk.call('/sessions/revoke', { sessionToken: one.session_token, body: {} });
    expect(logOut.statusCode).toBe(200);
    await isFull();
    expect((await call('DELETE', '/account/sessions', two)).json()).toEqual({ ended: 1 });
    expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([false, true, false]);
    await isFull();
    const banned = await callPlatbook(['users', 'ban', email], { DATA_DIR: dataDir });
    expect(banned).toMatchObject({ code: 0, stderr: '' });
    await vi.waitFor(async () => expect(await isIn(two)).toBe(false), { timeout: 10_000 });
    rmSync(ballast());
    expect((await writeNotes('room again')).statusCode).toBe(200);
  });

  test('[SEC-13] is the reason that a start gives', async () => {
    const folder = join(disk!, 'new');
    await closeStores(await openSqliteStores({ dataDir: folder }));
    const reasons: string[] = [];
    // With room for the index of the log, but not for the log, it is the transaction that fails.
    for (let pages = 6; pages <= 12; pages++) {
      for (const end of ['-wal', '-shm']) rmSync(join(folder, `accounts.db${end}`), { force: true });
      fillDisk();
      truncateSync(ballast(), statSync(ballast()).size - pages * 4096);
      await openSqliteStores({ dataDir: folder }).then(closeStores, ({ message }) => reasons.push(message));
    }
    rmSync(ballast());
    expect(reasons).toContain(`The data folder ${folder} cannot be used: database or disk is full.`);
    expect(reasons.join()).not.toContain('rollback');
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

  test('is what an import says of a FlatGeobuf file that GDAL has no room to convert, and not that the file is bad', async () => {
    const folder = join(disk!, 'flat');
    mkdirSync(folder);
    const county: County = {
      ...smallCounty,
      features: Array.from({ length: 50 }, () => smallCounty.features).flat(),
    };
    const path = await writeGeoJson({ folder, county });
    const gdal = startGdal();
    await gdal.call('start', { folder });
    await gdal.call('open', { path });
    await gdal.call('convert', { options: ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO'], name: 'flat' });
    await gdal.kill();
    const reasons = new Set<unknown>();
    for (const pages of [8, 16, 32, 64]) {
      fillDisk();
      truncateSync(ballast(), statSync(ballast()).size - pages * 4096);
      const reading = async () => {
        const source = await openWithGdal({
          path: join(folder, 'flat.fgb'),
          workFolder: join(disk!, 'work'),
        });
        try {
          for await (const _ of source.layers[0]!.read());
        } finally {
          await source.close();
        }
      };
      await reading().catch((error) =>
        reasons.add(explainFailure(error, { dataDir: disk!, databaseUrl: undefined })),
      );
      rmSync(ballast());
    }
    expect(reasons.size).toBeGreaterThan(0);
    for (const reason of reasons) {
      expect(reason).toBeInstanceOf(OperatorError);
      expect((reason as Error).message).toMatch(
        new RegExp(`^The disk of ${disk} is full \\(.*\\): make room, and repeat the command\\.$`),
      );
    }
  });

  // The last: the file that was replaced takes its room until the garbage is collected.
  test('[SEC-11] a restore for which there is no room loses nothing and leaves nothing', async () => {
    const folder = join(disk!, 'restored');
    const stores = await openSqliteStores({ dataDir: folder });
    await stores.accounts.findOrCreateUser({ email: 'ada@example.org', nowMs: 1 });
    const { path: file } = await backUpSqliteAccounts({ dataDir: folder, path: join(disk!, 'kept.backup') });
    await stores.accounts.findOrCreateUser({ email: 'later@example.org', nowMs: 2 });
    await closeStores(stores);
    const accountsFile = join(folder, 'accounts.db');
    const refusals: string[] = [];
    let restored: RestoredAccounts | undefined;
    for (let pages = 0; !restored; pages += 8) {
      fillDisk();
      truncateSync(ballast(), statSync(ballast()).size - pages * 4096);
      const attempt = restoreSqliteAccounts({ dataDir: folder, file });
      restored = await attempt.catch(({ message }) => void refusals.push(message));
      // Looking needs room, too.
      rmSync(ballast());
      expect(checkAccountFile(accountsFile).people).toBe(restored ? 1 : 2);
      expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
      const kept = restored ? [basename(restored.aside!)] : [];
      expect(existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : []).toEqual(kept);
    }
    expect(refusals[0]).toMatch(/kept\.backup is too large: .* no room/);
    expect(new Set(refusals).size).toBeGreaterThan(1);
    expect(checkAccountFile(restored.aside!).people).toBe(2);
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
