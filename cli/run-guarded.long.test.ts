// Files made to do harm that take long to be found out, and GDAL's process.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as hostile from '../test/hostile-files.ts';
import { isRunning } from '../test/is-running.ts';
import { finishPlatbook, runPlatbook } from '../test/run-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();
const path = (name: string) => join(folder, name);
const settings = (name: string) => ({ DATA_DIR: path(name), IMPORT_MEMORY: '1GB' });

test('a GeoTIFF of LZW that unpacks without end is ended at the ceiling of memory', async () => {
  hostile.writeLzwTiff(path('lzw.tif'), 3);
  const args = ['layers', 'add', path('lzw.tif'), '--name', 'x'];
  const { code, stderr } = await finishPlatbook(args, settings('lzw'));
  expect([code, stderr]).toEqual([1, expect.stringMatching(/x: Reading it needed more than 1 GB .*\.\n$/)]);
});

test('a view that never gives a row is ended after a minute', async () => {
  hostile.writeJoiningView(path('view.gpkg'));
  const { code, stderr } = await finishPlatbook(['import', path('view.gpkg'), '--as', 'x'], settings('view'));
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/x: Reading it made no progress for a minute.*\.\n$/),
  ]);
});

test('GDAL, at work on a large file, ends with the command that is killed', async () => {
  const lot = (i: number) =>
    `<gml:featureMember><ogr:lot><ogr:PIN>${i}</ogr:PIN><ogr:geometryProperty><gml:Point srsName="EPSG:4326"><gml:coordinates>-81,35</gml:coordinates></gml:Point></ogr:geometryProperty></ogr:lot></gml:featureMember>`;
  const lots = Array.from({ length: 300_000 }, (_, i) => lot(i)).join('');
  await writeFile(
    path('lots.gml'),
    `<ogr:FeatureCollection xmlns:ogr="http://ogr.maptools.org/" xmlns:gml="http://www.opengis.net/gml">${lots}</ogr:FeatureCollection>`,
  );
  const { child } = runPlatbook(['import', path('lots.gml'), '--as', 'x'], settings('gdal'));
  const ended = once(child, 'close');
  const gdal = () => {
    const rows = execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    const mine = rows.find((row) => row.includes('gdal-process') && row.includes('import('));
    return Number.parseInt(mine ?? '0', 10);
  };
  let pid = 0;
  await expect
    .poll(
      () => {
        pid = gdal();
        return pid;
      },
      { timeout: 100_000 },
    )
    .toBeGreaterThan(0);
  child.kill('SIGKILL');
  await ended;
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
});
