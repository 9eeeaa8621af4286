// Layers of several processes on one PostgreSQL: what one adds, the others have.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { layersFolderOf } from '../store/layer-folder.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { postgresPlace } from '../test/store-places.ts';
import { testFolder } from '../test/test-folder.ts';
import { currentLayers } from './layer-changes.ts';

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
