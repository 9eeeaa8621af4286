// platbook users, alone and beside a running server, on SQLite. The store's own tests run on both databases.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../server/app.ts';
import { LiveMaps } from '../server/maps/live-maps.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { testConfig } from '../test/app-under-test.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { eventually } from '../test/eventually.ts';
import { openSdkClient, type SdkClient } from '../test/sdk-client.ts';
import { testFolder } from '../test/test-folder.ts';
import { openMapParts } from './open-parts.ts';

const dataDir = testFolder();

const users = async (...args: string[]) => callPlatbook(['users', ...args], { DATA_DIR: dataDir });
async function said(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await users(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd();
}
async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await users(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return stderr;
}

/** A server in this process, on the folder. */
async function withServer(
  work: (sdk: SdkClient, isSignedIn: (token: string) => Promise<boolean>) => Promise<void>,
) {
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  const places = await PlaceFileStore.open(join(dataDir, 'maps'));
  const maps = new LiveMaps(await openMapParts(testConfig));
  const log = { write: () => {} };
  const app = await buildApp({
    config: testConfig,
    parcels,
    accounts,
    places,
    maps,
    webFolder: undefined,
    log,
  });
  const isSignedIn = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.inject({ url: '/api/account', headers })).statusCode === 200;
  };
  try {
    await work(await openSdkClient(app), isSignedIn);
  } finally {
    await app.close();
    await Promise.all([parcels.close(), accounts.close(), places.close()]);
  }
}

test('without accounts it says so, and wrong calls are refused in one line', async () => {
  expect(await refusal('list')).toMatch(/There are no accounts in .* yet/);
  expect(await refusal('promote', 'ada')).toMatch(
    /Unknown: users promote\. There are list, ban, unban, sign-out/,
  );
  expect(await refusal('ban')).toMatch(/users ban needs an address or a user id/);
  expect(await refusal()).toMatch(/ACTION is missing/);
});

test('beside a running server a ban and a sign-out end sessions within a second, and a ban keeps out', () =>
  withServer(async (sdk, isSignedIn) => {
    const [ada, eve] = [await sdk.signIn('ada@example.org'), await sdk.signIn('eve@example.org')];
    for (const { session_token } of [ada, eve]) expect(await isSignedIn(session_token)).toBe(true);

    expect(await said('sign-out', 'Ada@Example.org')).toBe(
      'ada@example.org was signed out: 1 session ended.',
    );
    await eventually(async () => expect(await isSignedIn(ada.session_token)).toBe(false));
    expect(await isSignedIn(eve.session_token)).toBe(true);
    expect((await sdk.signIn('ada@example.org')).user_id).toBe(ada.user_id);

    expect(await said('ban', eve.user_id)).toMatch(/^eve@example\.org is banned: signed out everywhere/);
    await eventually(async () => expect(await isSignedIn(eve.session_token)).toBe(false));
    const before = (await sdk.mailedLink()).href;
    expect((await sdk.askForLink('eve@example.org')).statusCode).toBe(200);
    expect((await sdk.mailedLink()).href).toBe(before);

    expect(await said('unban', 'eve@example.org')).toBe('eve@example.org may sign in again.');
    expect((await sdk.signIn('eve@example.org')).user_id).toBe(eve.user_id);
  }));

test('the list is a table, or JSON', async () => {
  expect(await said('ban', 'never@example.org')).toMatch(/though nobody has signed in with this address yet/);
  const lines = (await said('list')).split('\n');
  expect(lines[0]).toMatch(/^ADDRESS +SINCE +LAST SEEN +SESSIONS +SAVED +STATE +USER ID$/);
  const at = lines[0]!.indexOf('STATE');
  expect(lines.slice(1).map((line) => [line.split(' ')[0], line.slice(at).split(' ')[0]])).toEqual([
    ['ada@example.org', ''],
    ['eve@example.org', ''],
    ['never@example.org', 'banned'],
  ]);
  expect(JSON.parse(await said('list', '--json'))).toMatchObject([
    { address: 'ada@example.org', sessions: 1, saved_parcels: 0, banned_at: null },
    { address: 'eve@example.org', address_verified: true },
    { address: 'never@example.org', address_verified: false, banned_at: expect.any(String) },
  ]);
});

test('one person’s data goes to the screen or to a private file, never over another', async () => {
  expect(JSON.parse(await said('export', 'ada@example.org'))).toMatchObject({
    account: { address: 'ada@example.org' },
    sessions: [{ signed_in_by: 'magic_links' }],
    saved_parcels: [],
  });
  const file = join(dataDir, 'ada.json');
  expect(await said('export', 'ada@example.org', '--to', file)).toBe(
    `The data of ada@example.org is in ${file}.`,
  );
  expect(JSON.parse(await readFile(file, 'utf8')).account.address).toBe('ada@example.org');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await refusal('export', 'ada@example.org', '--to', file)).toMatch(/exists already/);
});

test('deleting says what would go, and needs --yes', async () => {
  expect(await refusal('delete', 'ada@example.org')).toMatch(
    /This would delete ada@example\.org with 0 saved parcels and 1 session, for good\. Add --yes/,
  );
  expect(await said('delete', 'ada@example.org', '--yes')).toMatch(/was deleted\.$/);
  expect(await refusal('delete', 'ada@example.org', '--yes')).toMatch(
    /Nobody has the address or id ada@example\.org/,
  );
  expect(await said('delete', 'never@example.org', '--yes')).toMatch(/The ban went with it/);
  expect((await said('list')).split('\n')).toHaveLength(2);
});

test('an address that a foreign backup brought cannot hide a row of the list', async () => {
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  await accounts.findOrCreateUser({
    email: 'mallory\u001b[1A\u001b[2K@example.org\nada@example.org',
    nowMs: Date.now(),
  });
  await Promise.all([parcels.close(), accounts.close()]);
  const lines = (await said('list')).split('\n');
  expect(lines.filter((line) => line.startsWith('mallory'))).toEqual([
    expect.stringMatching(/^mallory\[1A\[2K@example\.org ada@example\.org /),
  ]);
});
