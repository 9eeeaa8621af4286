// Layers of several processes on one PostgreSQL: what one adds, the others have.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../server/config.ts';
import { layersFolderOf, readLayers } from '../store/layer-folder.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import { connect } from '../store/postgres/connect.ts';
import { SharedFiles } from '../store/postgres/shared-files.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { eventually } from '../test/eventually.ts';
import { postgresPlace } from '../test/store-places.ts';
import { testFolder } from '../test/test-folder.ts';
import { prepareForParcels } from './follow-parcels.ts';
import { changeLayers, currentLayers, type LayerChange } from './layer-changes.ts';

const folder = testFolder();
let databaseUrl: string;
beforeAll(async () => {
  ({ databaseUrl } = await postgresPlace());
});

const platbook = (data: string, ...args: string[]) =>
  callPlatbook(['layers', ...args], { DATA_DIR: join(folder, data), DATABASE_URL: databaseUrl });
const layersIn = (data: string) => currentLayers({ dataDir: join(folder, data), databaseUrl });
const bytesOf = (data: string, name: string) =>
  readFile(join(layersFolderOf({ dataDir: join(folder, data) }), name));
async function layerFiles(data: string): Promise<string[]> {
  const names = await readdir(layersFolderOf({ dataDir: join(folder, data) }));
  return names.filter((name) => /-[0-9a-f]{8}\.(pmtiles|db)$/.test(name)).sort();
}

test('[LAY-1] a process with a data folder of its own finds the layers of another, follows a change, and loses what is removed', async () => {
  const path = join(folder, 'lots.geojson');
  await writeFile(path, countyText(rowsOf('POLK')));
  expect(await layersIn('second')).toEqual([]);
  expect(await platbook('first', 'add', path, '--as', 'overlay', '--color-by', 'OWNER')).toMatchObject({
    code: 0,
  });

  const [added] = await layersIn('second');
  expect(added).toMatchObject({ name: 'lots', kind: 'overlay', count: 6 });
  expect(await layersIn('second')).toEqual(await layersIn('first'));
  const { tiles, shapes } = added!.files;
  expect(await layerFiles('second')).toEqual([shapes, tiles].sort());
  for (const name of [tiles!, shapes!])
    expect(await bytesOf('second', name)).toEqual(await bytesOf('first', name));

  // Either of them may change it.
  await writeFile(path, countyText(rowsOf('POLK', 7)));
  expect(await platbook('second', 'refresh')).toMatchObject({ code: 0 });
  const [refreshed] = await layersIn('first');
  expect(refreshed).toMatchObject({ name: 'lots', count: 7 });
  expect(await layerFiles('first')).toEqual([refreshed!.files.shapes, refreshed!.files.tiles].sort());

  expect(await platbook('first', 'remove', 'lots')).toMatchObject({ code: 0 });
  expect(await layersIn('second')).toEqual([]);
  expect(await layerFiles('second')).toEqual([]);
});

test('[LAY-1] layers of a folder from before the database stay, and are shared with the next change', async () => {
  const other = await postgresPlace();
  const path = join(folder, 'old.geojson');
  await writeFile(path, countyText(rowsOf('POLK')));
  const dataDir = join(folder, 'moved');
  const add = (name: string, settings: { DATABASE_URL?: string }) =>
    callPlatbook(['layers', 'add', path, '--as', 'overlay', '--name', name], {
      DATA_DIR: dataDir,
      ...settings,
    });
  expect(await add('old', {})).toMatchObject({ code: 0 });
  const names = async (data: string) =>
    (await currentLayers({ dataDir: data, databaseUrl: other.databaseUrl })).map(({ name }) => name);
  expect(await names(dataDir)).toEqual(['old']);
  expect(await add('new', { DATABASE_URL: other.databaseUrl })).toMatchObject({ code: 0 });
  expect(await names(join(folder, 'third'))).toEqual(['old', 'new']);
});

describe('[LAY-1] on a database of their own', () => {
  let url: string;
  beforeAll(async () => {
    url = (await postgresPlace()).databaseUrl;
    for (const name of ['lots', 'plats']) {
      await writeFile(join(folder, `${name}.geojson`), countyText(rowsOf('POLK')));
      expect(await call('here', 'add', join(folder, `${name}.geojson`), '--as', 'overlay')).toMatchObject({
        code: 0,
      });
    }
  });
  const storageOf = (data: string) => ({ dataDir: join(folder, data), databaseUrl: url });
  const call = (data: string, ...args: string[]) =>
    callPlatbook(['layers', ...args], { DATA_DIR: join(folder, data), DATABASE_URL: url });
  const change = <T>(data: string, run: (change: LayerChange) => Promise<T>) =>
    changeLayers({ config: storageOf(data) as Config, has: () => false }, run);
  const countsIn = async (data: string) =>
    (await currentLayers(storageOf(data))).map(({ name, count }) => [name, count]);

  test('a layer that cannot be fetched stays as it was, is said, and can be added again; the others follow', async () => {
    const before = [
      ['lots', 6],
      ['plats', 6],
    ];
    expect(await countsIn('there')).toEqual(before);
    for (const name of ['lots', 'plats']) {
      await writeFile(join(folder, `${name}.geojson`), countyText(rowsOf('POLK', 7)));
    }
    expect(await call('here', 'refresh')).toMatchObject({ code: 0 });
    const sql = connect(url, { connectionsMax: 1 });
    await sql`DELETE FROM platbook_files.shared_file WHERE kind = 'layer lots'`;
    await sql.end();
    const listed = await call('there');
    expect(listed.stderr).toBe(
      'platbook: Layers that could not be fetched from the database: lots (its files are not there: add it again).\n',
    );
    expect(listed.stdout).toMatch(/lots: .*6 shapes.*plats: .*7 shapes/s);
    // What is there is whole.
    for (const { files } of await readLayers(layersFolderOf(storageOf('there')))) {
      expect((await bytesOf('there', files.shapes!)).length).toBeGreaterThan(0);
    }
    expect(await call('there', 'refresh', 'lots')).toMatchObject({ code: 0 });
    const after = [
      ['lots', 7],
      ['plats', 7],
    ];
    expect([await countsIn('there'), await countsIn('here'), await countsIn('new')]).toEqual([
      after,
      after,
      after,
    ]);
  });

  test('a change that breaks off while its files are shared changes nothing for others', async () => {
    const publishing = change('here', async ({ layers: [lots, ...others], publish }) => {
      const replaced = { ...lots!, addedAt: new Date().toISOString() };
      const broken = { ...lots!, name: 'broken', files: { tiles: 'broken-00000000.pmtiles' } };
      await publish([replaced, ...others, broken]);
    });
    await expect(publishing).rejects.toThrow('ENOENT');
    expect(await countsIn('untouched')).toEqual(await countsIn('here'));
  });

  test('while they are changed, maps can be prepared, and another change says that it waits', async () => {
    await change('here', async () => {
      const shared = new SharedFiles(url);
      const signal = AbortSignal.timeout(3000);
      expect(await shared.inTurn(async () => 'made', { signal })).toBe('made');
      await shared.close();
      expect(await call('there', 'remove', 'lots')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /Waiting for another process.*\n.*are being changed by another process/,
        ),
      });
    });
    expect(await countsIn('there')).toHaveLength(2);
  });

  test('[LAY-bad] a layers.json here that is damaged is set aside, and fetched again', async () => {
    await writeFile(join(layersFolderOf(storageOf('there')), 'layers.json'), '{');
    const { code, stdout, stderr } = await call('there');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^platbook: .*layers\.json was damaged\. It was set aside, and .*\n$/),
    ]);
    expect(stdout).toMatch(/^lots: /);
    expect(await readdir(layersFolderOf(storageOf('there')))).toContainEqual(
      expect.stringMatching(/^layers\.json\.damaged-/),
    );
  });

  test('a server follows them over one connection, and over the next one where that has ended', async () => {
    const reloaded: boolean[] = [];
    const stop = prepareForParcels({
      config: storageOf('server') as Config,
      parcels: { current: () => undefined, onChange: () => () => {} } as unknown as ParcelStore,
      signature: undefined,
      onWarning: () => {},
      reload: async ({ places }) => void reloaded.push(places),
    });
    const sql = connect(url, { connectionsMax: 1 });
    const followed = async () =>
      (await readLayers(layersFolderOf(storageOf('server')))).map(({ name }) => name);
    // Places are prepared after that, which takes longer.
    await eventually(() => expect(reloaded[0]).toBe(false));
    expect(await followed()).toEqual(['lots', 'plats']);
    const ended = () => sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await eventually(async () => expect(await ended()).toHaveLength(1));
    expect(await call('here', 'remove', 'plats')).toMatchObject({ code: 0 });
    await eventually(async () => expect(await followed()).toEqual(['lots']));
    await Promise.all([stop(), sql.end()]);
  });
});
