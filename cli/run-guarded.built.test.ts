// Files made to do harm, read by the real commands: how those end, and what they leave behind.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countyText, rowsOf } from '../test/county-text.ts';
import { eventually } from '../test/eventually.ts';
import * as hostile from '../test/hostile-files.ts';
import { isRunning } from '../test/is-running.ts';
import { finishPlatbook, runPlatbook, type Settings } from '../test/run-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();
const path = (name: string) => join(folder, name);

let runs = 0;
/** A data folder and a folder for scratch files of its own. */
async function freshSettings(more: Settings = {}) {
  const root = path(`run-${runs++}`);
  await mkdir(join(root, 'tmp'), { recursive: true });
  return { DATA_DIR: join(root, 'data'), TMPDIR: join(root, 'tmp'), ...more };
}

/** Locks, logs, reports and the folder of a county's imports are meant to stay. */
async function leftBehind({ DATA_DIR, TMPDIR }: { DATA_DIR: string; TMPDIR: string }): Promise<string[]> {
  const isMeant = /^(audit\..*|.*lock(\.db)?(-journal)?|imports|imports\/x|imports\/x\/reports.*|layers)$/;
  const names = await readdir(DATA_DIR, { recursive: true });
  return [...names.filter((name) => !isMeant.test(name)), ...(await readdir(TMPDIR))];
}

const importOf = (name: string) => ['import', path(name), '--as', 'x'];
const layerOf = (name: string) => ['layers', 'add', path(name), '--name', 'x'];

/** The last line on standard error: nothing may stand behind it, such as a stack trace. */
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

test.each<[what: string, make: () => Promise<void> | void, args: string[], sentence: RegExp]>([
  [
    'a GeoTIFF whose directories are a loop',
    () => hostile.writeLoopTiff(path('loop.tif')),
    layerOf('loop.tif'),
    /list of pictures has no end/,
  ],
  [
    'a GeoTIFF of 6 MB that unpacks to 6 GB',
    () => hostile.writeBombTiff(path('bomb.tif'), 6),
    layerOf('bomb.tif'),
    /bomb\.tif cannot be read as a GeoTIFF/,
  ],
  [
    'a PMTiles archive of 11,000 pointers to one leaf',
    () => writeFile(path('leaf.pmtiles'), hostile.oneLeafArchive(11_000)),
    layerOf('leaf.pmtiles'),
    /leaf\.pmtiles is damaged/,
  ],
  [
    'a PMTiles archive with a picture that unpacks to 4 GB',
    () => writeFile(path('picture.pmtiles'), hostile.bombPictureArchive(4)),
    layerOf('picture.pmtiles'),
    /picture of the archive .* more than 67 MB/,
  ],
  [
    'GeoJSON of two million brackets',
    () => writeFile(path('deep.geojson'), hostile.nestedProperties(2_000_000)),
    importOf('deep.geojson'),
    /a million lists in each other/,
  ],
  [
    'KML of 7 MB of ends without a beginning',
    () => writeFile(path('ends.kml'), hostile.endsWithoutBeginning(600_000)),
    importOf('ends.kml'),
    /ends\.kml has no Placemark/,
  ],
  [
    'KML of 7 MB of beginnings in one another',
    () => writeFile(path('begins.kml'), hostile.beginningsInTags(640_000)),
    importOf('begins.kml'),
    /begins\.kml has no Placemark/,
  ],
  [
    'zips in zips',
    () => writeFile(path('nested.zip'), hostile.nestedZip(30)),
    importOf('nested.zip'),
    /deep inside archives/,
  ],
  [
    'CSV of one line of 2 GB',
    () => hostile.writeLongLine(path('line.csv'), 2e9),
    importOf('line.csv'),
    /line\.csv is not text/,
  ],
  [
    'a DBF of rows of 0 bytes',
    () => writeFile(path('rows.dbf'), hostile.emptyRowsDbf()),
    importOf('rows.dbf'),
    /rows\.dbf is not a DBF/,
  ],
  [
    'a Shapefile of lying lengths',
    () => writeFile(path('lying.shp'), hostile.lyingShapefile()),
    importOf('lying.shp'),
    /lying\.shp is cut off/,
  ],
  [
    'a gzip file that unpacks to 4 GB',
    () => writeFile(path('bomb.csv.gz'), hostile.gzipBomb(4)),
    importOf('bomb.csv.gz'),
    /far more than parcels need/,
  ],
])('%s ends with a sentence, under the ceiling, and leaves nothing', async (_, make, args, sentence) => {
  await make();
  const settings = await freshSettings({ IMPORT_MEMORY: '1500MB' });
  const { code, stderr } = await finishPlatbook(args, settings);
  expect([code, lastLine(stderr)]).toEqual([1, expect.stringMatching(sentence)]);
  expect(lastLine(stderr)).not.toContain('IMPORT_MEMORY');
  expect(await leftBehind(settings)).toEqual([]);
});

test('a Parquet page that says it has two thousand million rows is ended at the ceiling, with a sentence, and leaves nothing', async () => {
  await writeFile(path('lying.parquet'), hostile.lyingParquet());
  const settings = await freshSettings({ IMPORT_MEMORY: '500MB' });
  const { code, stderr } = await finishPlatbook(importOf('lying.parquet'), settings);
  expect(code).toBe(1);
  expect(lastLine(stderr)).toMatch(
    /^platbook: x: Reading it needed more than 0\.5 GB of memory.*IMPORT_MEMORY=1GB allows more\.$/,
  );
  expect(await leftBehind(settings)).toEqual([]);
});

/** The process that reads for this one, once it has been busy for some seconds: then it hears nothing. */
async function busyChildOf(pid: number): Promise<number> {
  const rows = () =>
    execFileSync('ps', ['-axo', 'pid=,ppid=,time='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
  const seconds = (time: string) => time.split(/[:.-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  let busy: number | undefined;
  await expect
    .poll(
      () => {
        const row = rows().find(([, parent, time]) => Number(parent) === pid && seconds(time!) >= 3);
        busy = row && Number(row[0]);
        return busy;
      },
      { timeout: 120_000 },
    )
    .toBeDefined();
  return busy!;
}

test('Ctrl-C ends a read that hears nothing: a GeoPackage whose view joins with itself', async () => {
  hostile.writeJoiningView(path('view.gpkg'));
  const settings = await freshSettings();
  const { child, output } = runPlatbook(importOf('view.gpkg'), settings);
  const ended = once(child, 'close');
  const busy = await busyChildOf(child.pid!);
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(lastLine(output.stderr)).toBe('platbook: Stopped. What was not complete is removed.');
  expect(isRunning(busy)).toBe(false);
  expect(await leftBehind(settings)).toEqual([]);
  expect(await readFile(join(settings.DATA_DIR, 'audit.jsonl'), 'utf8')).toMatch(
    /"import-failed".*"stopped"/,
  );
});

test('Ctrl-C ends a restore with a sentence, and no copy of the accounts is left', async () => {
  await writeFile(path('large.db'), '');
  await truncate(path('large.db'), 500_000_000);
  const settings = await freshSettings();
  await mkdir(settings.DATA_DIR);
  const { child, output } = runPlatbook(['restore', '--foreign', path('large.db')], settings);
  const ended = once(child, 'close');
  const copies = async () => (await readdir(settings.DATA_DIR)).filter((name) => name.endsWith('.copy'));
  await expect.poll(copies, { interval: 10, timeout: 30_000 }).toHaveLength(1);
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(output.stderr).toBe('platbook: Stopped. What was not complete is removed.\n');
  expect(await leftBehind(settings)).toEqual([]);
});

test('a command that is killed leaves no reader behind, however busy', async () => {
  hostile.writeJoiningView(path('killed.gpkg'));
  const { child } = runPlatbook(importOf('killed.gpkg'), await freshSettings());
  const ended = once(child, 'close');
  const busy = await busyChildOf(child.pid!);
  child.kill('SIGKILL');
  await ended;
  await eventually(() => expect(isRunning(busy)).toBe(false));
});

test('a county whose file has gone bad does not keep the others from being refreshed', async () => {
  const settings = await freshSettings({ IMPORT_MEMORY: '500MB' });
  for (const name of ['bad', 'good']) {
    await writeFile(path(`${name}.geojson`), countyText(rowsOf('OLD', 3)));
    expect(await finishPlatbook(['import', path(`${name}.geojson`), '--as', name], settings)).toMatchObject({
      code: 0,
    });
  }
  await writeFile(path('bad.geojson'), hostile.lyingParquet());
  await writeFile(path('good.geojson'), countyText(rowsOf('NEW', 4)));
  const { code, stdout, stderr } = await finishPlatbook(['refresh'], settings);
  expect(code).toBe(1);
  expect(stderr).toContain('platbook: bad: Reading it needed more than 0.5 GB of memory');
  expect(stdout).toContain('Imported as good.');
  expect((await finishPlatbook(['sources'], settings)).stdout).toMatch(/parcels +3\n[\s\S]*parcels +4\n/);
});
