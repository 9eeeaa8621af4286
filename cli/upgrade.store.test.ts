// Upgrading what an older version has left in PostgreSQL.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { PARCEL_FORMAT } from '../contract/parcel-columns.ts';
import { formatFolderOf, mapsFolderOf } from '../store/format-folder.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { drawTestWorld } from '../test/draw-test-maps.ts';
import { postgresPlace } from '../test/store-places.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();

test('counties are imported again beside the old ones, which go by --done alone', async () => {
  const { databaseUrl, makeOlder } = await postgresPlace();
  const dataDir = join(folder, 'data');
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const file = join(folder, 'orange.geojson');
  await writeFile(file, countyText(rowsOf('OAK', 12)));
  expect((await callPlatbook(['import', file, '--as', 'orange'], settings)).code).toBe(0);
  await makeOlder();
  const schemas = async () => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const rows = await sql<{ nspname: string }[]>`
      SELECT nspname FROM pg_namespace WHERE nspname ~ '^platbook_(parcels|source)' ORDER BY 1`;
    await sql.end();
    return rows.map(({ nspname }) => nspname);
  };
  const older = ['platbook_parcels', 'platbook_source_orange'];
  const current = [`platbook_parcels_${PARCEL_FORMAT}`, `platbook_source_${PARCEL_FORMAT}_orange`];
  expect(await schemas()).toEqual(older);

  await mkdir(formatFolderOf({ dataDir }), { recursive: true });
  await drawTestWorld(mapsFolderOf({ dataDir }));
  expect((await callPlatbook(['upgrade', '--check'], settings)).stdout).toContain('orange: 12 parcels');
  expect(await schemas()).toEqual(older);
  expect(await callPlatbook(['upgrade'], settings)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Done.'),
  });
  expect(await schemas()).toEqual([...older, ...current].sort());
  expect((await callPlatbook(['sources'], settings)).stdout).toMatch(/orange: .*\n +parcels +12\n/);
  expect((await callPlatbook(['upgrade'], settings)).stdout).toContain('Nothing to upgrade');
  expect((await callPlatbook(['upgrade', '--done', '--yes'], settings)).code).toBe(0);
  expect(await schemas()).toEqual(current);
});
