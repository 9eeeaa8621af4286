// Upgrading the data folders of earlier releases, and what is left for the way back.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../runtime/version.ts';
import { ACCOUNT_SCHEMA_VERSION } from '../store/account-migrations.ts';
import { formatFolderOf, mapsFolderOf } from '../store/format-folder.ts';
import { accountVersionIn, openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { drawTestWorld } from '../test/draw-test-maps.ts';
import { folderOfRelease, releases } from '../test/releases/folder-of-release.ts';
import { startPlatbook } from '../test/run-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();

/** Every file by its path, with a hash of what is in it. */
async function filesIn(dataDir: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    // Whoever reads a database of SQLite makes these, empty.
    if (!entry.isFile() || /-(wal|shm)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256').update(await readFile(path));
    files.set(path.slice(dataDir.length + 1), hash.digest('hex'));
  }
  return files;
}

/** So that the test needs not draw it. */
const withWorld = async (dataDir: string) => {
  await mkdir(formatFolderOf({ dataDir }), { recursive: true });
  await drawTestWorld(mapsFolderOf({ dataDir }));
};

function savedIn(path: string): unknown[] {
  const accounts = new DatabaseSync(path, { readOnly: true });
  try {
    return accounts
      .prepare('SELECT email, parcel_pin, notes FROM saved_parcels JOIN users USING (user_id) ORDER BY 2')
      .all()
      .map((row) => ({ ...(row as object) }));
  } finally {
    accounts.close();
  }
}

describe.each(releases)('a folder of %s', (release) => {
  test('--check tells what is old and how long it takes, and changes nothing', async () => {
    const { dataDir, source } = await folderOfRelease(release, folder);
    const before = await filesIn(dataDir);
    const { code, stdout } = await callPlatbook(['upgrade', '--check'], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(stdout).toContain(`This is Platbook ${VERSION}.`);
    expect(stdout).toMatch(/Parcels +of format [45]; this version reads \d+/);
    expect(stdout).toContain(`orange: 12 parcels, about 10 s, from ${source}`);
    expect(stdout).toMatch(/Disk .* are free/);
    const version = accountVersionIn(dataDir)!;
    const isOlder = version < ACCOUNT_SCHEMA_VERSION;
    expect(stdout.includes(`Accounts  of schema ${version}`)).toBe(isOlder);
    expect(await filesIn(dataDir)).toEqual(before);
  });

  test('is upgraded beside what is there: the way back finds parcels and accounts as they were', async () => {
    const { dataDir } = await folderOfRelease(release, folder);
    const settings = { DATA_DIR: dataDir };
    const before = await filesIn(dataDir);
    const saved = savedIn(join(dataDir, 'accounts.db'));
    expect(saved).toHaveLength(2);
    const schema = accountVersionIn(dataDir)!;
    await withWorld(dataDir);

    const { code, stdout } = await callPlatbook(['upgrade'], settings);
    expect(stdout).toContain(`Done. Start Platbook ${VERSION} now`);
    expect(code).toBe(0);
    // The first start migrates the accounts.
    const { parcels, accounts } = await openSqliteStores({ dataDir });
    expect(parcels.current()).toMatchObject({ count: 12, source: 'Orange County', bareSource: 'orange' });
    const [person] = await accounts.people.list({ nowMs: Date.now() });
    expect(await accounts.listSavedParcels(person!.userId)).toHaveLength(2);
    for (const { parcel_pin } of saved as { parcel_pin: string }[])
      expect((await parcels.findByPin(parcel_pin))?.pin).toBe(parcel_pin);
    await Promise.all([parcels.close(), accounts.close()]);

    // The version before reads its own files, as it wrote them.
    const after = await filesIn(dataDir);
    for (const [path, hash] of before) {
      if (!path.startsWith('accounts')) expect([path, after.get(path)]).toEqual([path, hash]);
    }
    // Its accounts come back from a backup of its own schema, which has what they had.
    const backups = [...after.keys()].filter((path) => path.startsWith('backups/'));
    expect(backups.length > 0).toBe(schema < ACCOUNT_SCHEMA_VERSION);
    for (const path of backups) {
      expect(savedIn(join(dataDir, path))).toEqual(saved);
      const backup = new DatabaseSync(join(dataDir, path), { readOnly: true });
      expect(backup.prepare('PRAGMA user_version').get()).toEqual({ user_version: schema });
      backup.close();
    }
    expect((await callPlatbook(['upgrade'], settings)).stdout).toContain('Nothing to upgrade');
  });

  test('whose source is gone is left as it is, also by a start; given anew, it is upgraded', async () => {
    const { dataDir, source } = await folderOfRelease(release, folder);
    const settings = { DATA_DIR: dataDir };
    const elsewhere = `${source}.moved.geojson`;
    await rename(source, elsewhere);
    const before = await filesIn(dataDir);
    for (const words of [['upgrade'], ['start'], ['prepare']]) {
      const { code, stderr } = await callPlatbook(words, settings);
      expect(code).toBe(1);
      expect(stderr).toContain(
        words[0] === 'upgrade'
          ? `orange: ${source} is gone: platbook import FILE --as orange`
          : 'platbook upgrade',
      );
      expect(await filesIn(dataDir)).toEqual(before);
    }
    const given = await callPlatbook(['import', elsewhere, '--as', 'orange'], settings);
    expect(given.stdout).toContain('platbook upgrade shows it');
    // The fields that were found before are remembered.
    expect(given.stdout).toContain('The options of the last import of orange are reused');
    expect((await callPlatbook(['sources'], settings)).stdout).toContain(
      'not served before platbook upgrade',
    );
    await withWorld(dataDir);
    expect((await callPlatbook(['upgrade'], settings)).stdout).toContain('imported again already');
    expect((await callPlatbook(['sources'], settings)).stdout).toContain(`from      ${elsewhere}`);
  });
});

test('a start does by itself what takes under a minute, says so, and serves', async () => {
  const { dataDir } = await folderOfRelease('0.1.0-format-4', folder);
  await withWorld(dataDir);
  const { child, url, block } = await startPlatbook({ DATA_DIR: dataDir, PARCEL_ACCESS: 'public' });
  expect(block).toContain(`Platbook ${VERSION} imports the parcels of an older one again.`);
  expect(block).toContain(`Platbook ${VERSION} is running.`);
  const answer = await fetch(`${url}/config.json`);
  expect(await answer.json()).toMatchObject({ version: VERSION, parcelSource: 'Orange County' });
  child.kill('SIGTERM');
  await once(child, 'close');
});

test('a county that is left out stays in the files of the version before', async () => {
  const { dataDir, source } = await folderOfRelease('0.1.0', folder);
  await rm(source);
  const other = `${source}.other.geojson`;
  await writeFile(other, countyText(rowsOf('ELM', 3), { south: 0.1 }));
  const settings = { DATA_DIR: dataDir };
  for (const name of ['wake', 'mistake']) await callPlatbook(['import', other, '--as', name], settings);
  expect((await callPlatbook(['remove', 'mistake', '--yes'], settings)).code).toBe(0);
  const listed = (await callPlatbook(['sources'], settings)).stdout;
  expect(listed).toContain('platbook upgrade imports it again');
  expect(listed).not.toContain('mistake');
  const plan = (await callPlatbook(['upgrade', '--check', '--without', 'orange'], settings)).stdout;
  expect(plan).toMatch(/orange: left out\n.*wake: new, imported already\n/);
  await withWorld(dataDir);
  const { stdout } = await callPlatbook(['upgrade', '--without', 'orange'], { DATA_DIR: dataDir });
  expect(stdout).toContain('Done.');
  const shown = (await callPlatbook(['sources'], { DATA_DIR: dataDir })).stdout;
  expect(shown).toContain('wake');
  expect(shown).not.toContain('orange:');
  expect(existsSync(join(dataDir, 'parcels.json'))).toBe(true);
});

test('a county that cannot be read leaves all as it was, and the same command goes on', async () => {
  const { dataDir, source } = await folderOfRelease('0.1.0', folder);
  const text = await readFile(source, 'utf8');
  const withoutOwners = text.replaceAll(/"OWNER":"[^"]*",/g, '');
  expect(withoutOwners).not.toBe(text);
  for (const [spoiled, exitCode] of [
    ['no county', 1],
    [withoutOwners, 4],
  ] as const) {
    await writeFile(source, spoiled);
    const { code, stderr } = await callPlatbook(['upgrade'], { DATA_DIR: dataDir });
    expect(code).toBe(exitCode);
    expect(stderr).toContain('Nothing is shown yet: platbook upgrade goes on with what is left (orange)');
  }
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  expect([parcels.current(), parcels.outdated()?.source]).toEqual([undefined, 'Orange County']);
  await Promise.all([parcels.close(), accounts.close()]);
  await withWorld(dataDir);
  // Without owners still.
  const accepted = await callPlatbook(['upgrade', '--accept-loss'], { DATA_DIR: dataDir });
  expect(accepted.stdout).toContain('Done.');
});

test('what the version before has left goes by --done, or at a start after 30 days, and never before an upgrade', async () => {
  const { dataDir } = await folderOfRelease('0.1.0', folder);
  const settings = { DATA_DIR: dataDir };
  const isThere = () => existsSync(join(dataDir, 'parcels.json'));
  expect((await callPlatbook(['upgrade', '--done', '--yes'], settings)).stderr).toContain('is still needed');
  expect(isThere()).toBe(true);
  await withWorld(dataDir);
  await callPlatbook(['upgrade'], settings);
  // Killed while it made places: the same command makes them.
  await rm(join(mapsFolderOf({ dataDir }), 'places.db'));
  expect((await callPlatbook(['upgrade'], settings)).stdout).toContain('Nothing to upgrade');
  expect(existsSync(join(mapsFolderOf({ dataDir }), 'places.db'))).toBe(true);
  const manifest = join(formatFolderOf({ dataDir }), 'parcels.json');
  const text = await readFile(manifest, 'utf8');
  const live = (days: number) =>
    writeFile(
      manifest,
      text.replace(
        /"liveSince": "[^"]+"/,
        `"liveSince": "${new Date(Date.now() - days * 24 * 3600_000).toISOString()}"`,
      ),
    );
  // Written long before either.
  await rewriteVersion(dataDir, '1600000000000');
  await live(29);
  await callPlatbook(['prepare'], settings);
  expect(isThere()).toBe(true);
  await live(31);
  await callPlatbook(['prepare'], settings);
  expect(isThere()).toBe(false);
  expect((await readdir(dataDir)).filter((name) => /^(parcels|shared)/.test(name))).toEqual([]);
  expect((await callPlatbook(['upgrade', '--done'], settings)).stdout).toContain('nothing left');
});

test('what was imported after going back is upgraded anew, from where it came then', async () => {
  const { dataDir, source } = await folderOfRelease('0.1.0', folder);
  const settings = { DATA_DIR: dataDir };
  await withWorld(dataDir);
  await callPlatbook(['upgrade'], settings);
  await writeFile(source, countyText(rowsOf('OAK', 20)));
  await utimes(source, new Date(), new Date());
  await rewriteVersion(dataDir, `${Date.now()}`);
  expect((await callPlatbook(['prepare'], settings)).stderr).toContain('has loaded parcels since');
  expect((await callPlatbook(['upgrade'], settings)).stdout).toContain('Done.');
  expect((await callPlatbook(['sources'], settings)).stdout).toMatch(/parcels +20\n/);
});

/** As a later or an earlier import by the version before would have left it. */
async function rewriteVersion(dataDir: string, version: string): Promise<void> {
  const path = join(dataDir, 'parcels.json');
  const { sources, ...set } = JSON.parse(await readFile(path, 'utf8'));
  const loadedAt = new Date(Number(version)).toISOString();
  const changed = sources.map((source: object) => ({ ...source, loadedAt }));
  await writeFile(path, JSON.stringify({ ...set, version, sources: changed }));
}

test('a folder without anything of an older version says so; --version names this one', async () => {
  const dataDir = join(folder, 'new');
  const { code, stdout } = await callPlatbook(['upgrade'], { DATA_DIR: dataDir });
  expect([code, stdout]).toEqual([
    0,
    `Nothing to upgrade: all parcels and accounts in ${dataDir} are of this version, ${VERSION}.\n`,
  ]);
  expect(await callPlatbook(['--version'], {})).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
});
