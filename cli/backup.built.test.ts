// platbook backup and restore beside a real server, and a start on damaged files.

import { once } from 'node:events';
import { chmod, mkdtemp, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { formatFolderOf } from '../store/format-folder.ts';
import { PLAIN_PIN } from '../test/app-under-test.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { eventually } from '../test/eventually.ts';
import { type MailServer, openMailServer } from '../test/mail-server.ts';
import { writePreparedFolder } from '../test/prepared-folder.ts';
import { finishPlatbook, startPlatbook } from '../test/run-platbook.ts';
import { CHALLENGE, VERIFIER } from '../test/sdk-client.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();
let dataDir: string;
let mail: MailServer;
beforeAll(async () => {
  dataDir = join(folder, 'data');
  mail = await openMailServer();
  await writePreparedFolder(dataDir);
});
afterAll(async () => {
  await mail.close();
});

const finish = (...args: string[]) => callPlatbook(args, { DATA_DIR: dataDir });

async function startServer() {
  const server = await startPlatbook({
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    MAIL_FROM: 'platbook@example.org',
    METRICS_ACCESS: 'public',
  });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const stop = async () => {
    server.child.kill('SIGINT');
    await once(server.child, 'close');
  };
  return { ...server, stop };
}

/** By a mailed link. Answers a caller of the product's own API. */
async function signIn(url: string, email: string) {
  const settings = (await (await fetch(`${url}/config.json`)).json()) as { auth: { publicToken: string } };
  const { publicToken } = settings.auth;
  const sdk = async (path: string, body: object) => {
    const authorization = `Basic ${Buffer.from(`${publicToken}:${publicToken}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/sdk/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const before = mail.received.length;
  await sdk('/magic_links/email/login_or_create', { email, code_challenge: CHALLENGE });
  await eventually(() => expect(mail.received.length).toBeGreaterThan(before));
  const [link] = /http\S+token=\S+/.exec(mail.received.at(-1)!.mail.text!)!;
  const session = await sdk('/magic_links/authenticate', {
    token: new URL(link!).searchParams.get('token'),
    code_verifier: VERIFIER,
    session_duration_minutes: 60,
  });
  return caller(url, session.session_token!);
}

function caller(url: string, token: string) {
  const call = (path: string, method = 'GET', body?: object) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    token,
    call,
    async savedNotes(): Promise<unknown> {
      const answer = await call('/saved-parcels');
      expect(answer.status).toBe(200);
      const text = await answer.text();
      return [...text.matchAll(/"notes":("[^"]*"|null)/g)].map(([, notes]) => JSON.parse(notes!));
    },
  };
}

const parcel = {
  parcel_pin: PLAIN_PIN,
  parcel_owner_name: 'Ada',
  parcel_address: '1 Main St',
  parcel_centroid_lat: 35.6,
  parcel_centroid_lon: -80.8,
  notes: 'as in the backup',
};

test('save, back up beside the server, change, restore, sign in again: all is as in the backup', async () => {
  expect((await finish('backup', '--to', join(folder, 'none.db'))).stdout).toContain('0 people with 0 saved');
  const server = await startServer();
  const ada = await signIn(server.url, 'ada@example.org');
  const saved = await ada.call('/saved-parcels', 'POST', parcel);
  expect(saved.status).toBeLessThan(300);

  const backup = await finish('backup');
  expect(backup.stderr).toBe('');
  const [, path] = /^Backed up 1 person with 1 saved parcel \([\d.]+ [KM]B\), and verified: (.+)\n$/.exec(
    backup.stdout,
  )!;
  expect(path).toMatch(/backups.accounts-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/);
  expect((await stat(path!)).mode & 0o077).toBe(0);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const [, seconds] = /^platbook_last_backup_timestamp_seconds (\d+)/m.exec(metrics)!;
  expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
  const [, id] = /"id":"([^"]+)"/.exec(await saved.text())!;
  await ada.call(`/saved-parcels/${id}`, 'PUT', { notes: 'changed later' });
  expect(await ada.savedNotes()).toEqual(['changed later']);

  const refused = await finish('restore', path!);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^platbook: A server is running on .*: stop it, .*\n$/);
  expect(await ada.savedNotes()).toEqual(['changed later']);
  await server.stop();

  const restored = await finish('restore', path!);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toMatch(
    /^Restored 1 person with 1 saved parcel from .*\nThe accounts before are kept in /,
  );
  expect(restored.stdout).toContain('sign in again');

  const again = await startServer();
  const old = caller(again.url, ada.token);
  expect((await old.call('/saved-parcels')).status).toBe(401);
  const adaAgain = await signIn(again.url, 'ada@example.org');
  expect(await adaAgain.savedNotes()).toEqual(['as in the backup']);
  await again.stop();
});

test('a backup never overwrites a file, and takes a folder', async () => {
  const file = join(dataDir, 'accounts.db');
  const before = await stat(file);
  const refused = await finish('backup', '--to', file);
  expect(refused).toMatchObject({
    code: 1,
    stderr: `platbook: ${file} exists already: give the backup another name.\n`,
  });
  expect((await stat(file)).size).toBe(before.size);
  const target = await mkdtemp(join(folder, 'target-'));
  expect((await finish('backup', '--to', target)).code).toBe(0);
  expect(await readdir(target)).toEqual([expect.stringMatching(/^accounts-.*Z\.db$/)]);
  const missing = await finish('restore', join(folder, 'nowhere.db'));
  expect(missing.stderr).toMatch(/^platbook: .*nowhere\.db could not be read: ENOENT.*\n$/);
});

test('[SEC-11] a backup of another installation is refused, and --foreign says what it cannot know', async () => {
  const file = join(folder, 'to-others.db');
  expect((await finish('backup', '--to', file)).code).toBe(0);
  const others = { DATA_DIR: join(folder, 'others') };
  const refused = await callPlatbook(['restore', file], others);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^platbook: .*to-others\.db is not known .*backup\.key.* --foreign FILE\.\n$/,
  );
  expect(await readdir(others.DATA_DIR)).not.toContain('accounts.db');
  const taken = await callPlatbook(['restore', '--foreign', file], others);
  expect(taken).toMatchObject({ code: 0, stderr: '' });
  expect(taken.stdout).toMatch(
    /\nNot known, because .*: who wrote this file, and whether anybody .* notes in it\./,
  );
  const own = await finish('restore', file);
  expect(own.stdout).toMatch(/^Restored 1 person/);
  expect(own.stdout).not.toContain('Not known');
});

test('[SEC-13] a start closes its data folder to others, before anything else can fail', async () => {
  const open = await mkdtemp(join(folder, 'open-'));
  const marker = join(open, 'accounts.marker');
  await writeFile(marker, '');
  await chmod(open, 0o755);
  await chmod(marker, 0o644);
  expect((await finishPlatbook(['start'], { DATA_DIR: open })).stderr).toContain('accounts.db is missing');
  expect([(await stat(open)).mode & 0o777, (await stat(marker)).mode & 0o777]).toEqual([0o700, 0o600]);
});

test('a start on damaged accounts or parcels names the file and the way out, in one line each', async () => {
  const parcelsFile = (await readdir(formatFolderOf({ dataDir }))).find((name) =>
    /^parcels-test-.*\.db$/.test(name),
  )!;
  await truncate(join(formatFolderOf({ dataDir }), parcelsFile), 9000);
  const parcels = await finishPlatbook(['start'], { DATA_DIR: dataDir });
  expect(parcels.code).toBe(1);
  const lines = parcels.stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^platbook: .*parcels-test-.*\.db is damaged .* platbook refresh test /);
  expect(lines[1]).toMatch(/^platbook: All parcels are damaged \(test\).* platbook refresh/);

  // As the nightly backup of systemd does.
  const nightly = await mkdtemp(join(folder, 'nightly-'));
  expect((await finish('backup', '--to', nightly)).code).toBe(0);
  await truncate(join(dataDir, 'accounts.db'), 0);
  const accounts = await finishPlatbook(['start'], { DATA_DIR: dataDir });
  expect(accounts.code).toBe(1);
  const last = accounts.stderr.trimEnd().split('\n').at(-1);
  expect(last).toMatch(
    /^platbook: .*accounts\.db is empty, .* platbook restore FILE \(the newest here: .*accounts-/,
  );
  expect(last).toContain(`(the newest here: ${join(nightly, 'accounts-')}`);
  expect(accounts.stderr).not.toContain('    at ');
});
