// platbook refresh after a move: from the files of a data folder to a database.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { postgresPlace } from '../test/store-places.ts';
import { testFolder } from '../test/test-folder.ts';

test('a new database gets the counties of the files as they were imported, and nothing again that was removed there', async () => {
  const folder = testFolder();
  const files = { DATA_DIR: join(folder, 'data') };
  const { databaseUrl, remove } = await postgresPlace();
  const database = { ...files, DATABASE_URL: databaseUrl };
  expect((await callPlatbook(['refresh'], database)).stderr).toContain('No county has been imported yet');
  const source = async (name: string) => {
    const path = join(folder, `${name}.geojson`);
    await writeFile(path, countyText(rowsOf(name.toUpperCase())));
    return path;
  };
  const [polk, story] = [await source('polk'), await source('story')];
  const options = [
    '--title',
    'Polk County, Iowa',
    '--attribution',
    'County of Polk',
    '--map',
    'township=ROOF',
  ];
  expect(await callPlatbook(['import', polk, ...options], files)).toMatchObject({ code: 0 });
  expect((await callPlatbook(['import', story], files)).code).toBe(0);
  const listed = async (settings: Record<string, string>) =>
    (await callPlatbook(['sources'], settings)).stdout
      .replace(/imported .* UTC/g, 'imported')
      .trimEnd()
      .split('\n\n')
      .sort();
  const before = await listed(files);

  // One that cannot be read does not stop the other, and can be named later.
  await rm(polk);
  const first = await callPlatbook(['refresh'], database);
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('platbook: polk: ') });
  expect(await listed(database)).toEqual([before.find((one) => one.startsWith('story'))]);
  await source('polk');
  const second = await callPlatbook(['refresh', 'polk'], database);
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(/township +ROOF/);
  expect(await listed(database)).toEqual(before);

  for (const name of ['polk', 'story']) {
    expect((await callPlatbook(['remove', name], database)).code).toBe(0);
  }
  expect((await callPlatbook(['refresh'], database)).stderr).toContain('No county has been imported yet');
  await remove();
});
