// What GDAL must not do with a file that was made to do harm. The formats that it reads are in gdal.long.test.ts.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { countyText, rowsOf } from '../../test/county-text.ts';
import { testFolder } from '../../test/test-folder.ts';
import { openWithGdal } from './gdal.ts';
import { unpackForGdal } from './gdal-archive.ts';
import { startGdal } from './gdal-child.ts';

const folder = testFolder();

test('[SEC-12] a file that names others by GDAL’s own means is refused, whatever it is called', async () => {
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const neighbor = join(inbox, 'neighbor.geojson');
  await writeFile(neighbor, countyText(rowsOf('SECRET')));
  for (const [name, source, isRelative] of [
    ['relative.gml', 'neighbor.geojson', 1],
    ['absolute.kml', neighbor, 0],
  ] as const) {
    const path = join(inbox, name);
    await writeFile(
      path,
      `<OGRVRTDataSource><OGRVRTLayer name="neighbor"><SrcDataSource relativeToVRT="${isRelative}">${source}</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`,
    );
    await expect(openWithGdal({ path, workFolder: join(folder, 'work') })).rejects.toThrow(
      /in a format that Platbook does not read/,
    );
  }
});

test('[SEC-12] GDAL sees the file and those that belong to it, not its neighbors', async () => {
  const county = join(folder, 'county');
  const made = join(folder, 'made');
  await Promise.all([mkdir(county), mkdir(made)]);
  for (const name of ['roads.tab', 'Roads.MAP', 'roads.dat', 'roads2.dat', 'secret.txt', 'roads']) {
    await writeFile(join(county, name), name);
  }
  const path = await unpackForGdal({ path: join(county, 'roads.tab'), folder: made, workFolder: folder });
  expect(path).toBe(join(made, 'alone', 'roads.tab'));
  expect((await readdir(join(made, 'alone'))).sort()).toEqual(['Roads.MAP', 'roads.dat', 'roads.tab']);
});

test('GDAL is ended where it counts a view without an end, and moves no bytes meanwhile', async () => {
  const path = join(folder, 'endless.sqlite');
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE geometry_columns (f_table_name VARCHAR, f_geometry_column VARCHAR, geometry_type INTEGER, coord_dimension INTEGER, srid INTEGER, geometry_format VARCHAR);
    CREATE TABLE spatial_ref_sys (srid INTEGER, auth_name TEXT, auth_srid INTEGER, srtext TEXT);
    CREATE VIEW lots AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS ogc_fid, NULL AS shape FROM n;
    INSERT INTO geometry_columns VALUES ('lots', 'shape', 3, 2, 4326, 'WKB')`);
  database.close();
  const gdal = startGdal();
  await gdal.call('start', { folder });
  await expect(gdal.call('open', { path }, 2000)).rejects.toMatchObject({
    message: 'it made no progress for a minute',
    hasCrashed: true,
  });
  await gdal.kill();
});
