// Layers of the county's own files with the command line: what it says, what is stored, and that a failure changes nothing.
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Geometry } from 'geojson';
import { describe, expect, test } from 'vitest';
import { layersFolderOf, readLayers } from '../store/layer-folder.ts';
import { tryToLock } from '../store/sqlite/with-load-lock.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { CORNER, countyText, rowsOf } from '../test/county-text.ts';
import { testFolder } from '../test/test-folder.ts';
import { AUDIT_LOG_FILE } from './audit-log.ts';

const folder = testFolder();

const layersOf = (data: string) => layersFolderOf({ dataDir: join(folder, data) });
const platbook = (data: string, ...args: string[]) =>
  callPlatbook(['layers', ...args], { DATA_DIR: join(folder, data) });

/** Everything that a server reads of them: the manifest and its files, not the lock and downloads. */
async function stored(data: string) {
  const names = (await readdir(layersOf(data))).filter((name) =>
    /\.(json|pmtiles)$|-[0-9a-f]{8}\.db$/.test(name),
  );
  return Promise.all(
    names.sort().map(async (name) => [name, (await readFile(join(layersOf(data), name))).toString('base64')]),
  );
}

type Row = Record<string, string | number | null>;

async function geoJson(name: string, rows: Row[], geometryOf: (at: number) => Geometry): Promise<string> {
  const path = join(folder, name);
  const features = rows.map((properties, at) => ({ type: 'Feature', properties, geometry: geometryOf(at) }));
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }));
  return path;
}

const { lng, lat } = CORNER;
const line = (at: number): Geometry => ({
  type: 'LineString',
  coordinates: [
    [lng, lat - at / 1000],
    [lng + 0.01, lat - at / 1000],
  ],
});
const square = (at: number): Geometry => {
  const [west, south] = [lng + (at % 100) / 1000, lat - Math.floor(at / 100) / 1000];
  const corners = [
    [west, south],
    [west + 0.001, south],
    [west + 0.001, south + 0.001],
    [west, south + 0.001],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
};
const streets = (name: string, titles: string[]) =>
  geoJson(
    name,
    titles.map((STREET) => ({ STREET })),
    line,
  );

test('[LAY-1] add guesses the kind and says why, layers lists it, refresh reads the file again, remove takes it away; all is logged', async () => {
  expect((await platbook('life')).stdout).toMatch(/No layers were added\. .*platbook layers add SOURCE/);
  const path = await streets('centerlines.geojson', ['Main St', 'Oak Ave']);
  const added = await platbook('life', 'add', path, '--title', 'Our streets', '--attribution', 'Polk County');
  expect(added).toMatchObject({ code: 0 });
  expect(added.stdout).toMatch(
    /Taken as roads, because its name has "centerline"; --as KIND says otherwise\./,
  );
  expect(added.stdout).toContain('name from STREET');
  expect(added.stdout).toMatch(/Added centerlines \(roads\), 2 shapes, .* within seconds\./);

  const { stdout } = await platbook('life');
  for (const row of [
    /^centerlines: Our streets$/m,
    /^ {2}kind +roads$/m,
    /^ {2}size +2 shapes, \d KB$/m,
    /^ {2}added +\d{4}-\d\d-\d\d \d\d:\d\d UTC, data of \d{4}-/m,
    /^ {2}bounds +.*41\.6/m,
    /^ {2}credit +Polk County$/m,
  ]) {
    expect(stdout).toMatch(row);
  }
  expect(stdout).toContain(`from      ${path}`);
  const before = await readLayers(layersOf('life'));

  await streets('centerlines.geojson', ['Main St', 'Oak Ave', 'Elm St']);
  // For cron, which mails whatever is printed.
  expect(await platbook('life', 'refresh', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  const [after] = await readLayers(layersOf('life'));
  expect(after).toMatchObject({ name: 'centerlines', title: 'Our streets', count: 3 });
  // Under another name, so that a server which reads the file before is not disturbed.
  expect(after!.files.tiles).not.toBe(before[0]!.files.tiles);
  expect((await readdir(layersOf('life'))).filter((name) => name.endsWith('.pmtiles'))).toEqual([
    after!.files.tiles,
  ]);

  expect(await platbook('life', 'remove', 'center')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no layer named center; there are: centerlines.'),
  });
  expect((await platbook('life', 'remove', 'centerlines')).stdout).toBe(
    'The layer centerlines was removed.\n',
  );
  expect(await readLayers(layersOf('life'))).toEqual([]);
  expect((await readdir(layersOf('life'))).filter((name) => name.endsWith('.pmtiles'))).toEqual([]);
  const log = (await readFile(join(folder, 'life', AUDIT_LOG_FILE), 'utf8')).trimEnd().split('\n');
  expect(log.map((text) => JSON.parse(text))).toMatchObject([
    { event: 'layer-added', source: 'centerlines', count: 2 },
    { event: 'layer-added', source: 'centerlines', count: 3 },
    { event: 'layer-removed', source: 'centerlines' },
  ]);
});

test('[LAY-1] an overlay is colored, lettered and indexed as it was asked for', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => ({ ZONE: at % 2 ? 'R-1' : 'B', CODE: `C${at}` }));
  const path = await geoJson('zoning.geojson', rows, square);
  const options = ['--label', 'CODE', '--colors', 'R-1=#123456'];
  const { code, stdout } = await platbook('overlay', 'add', path, ...options);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Taken as overlay.*Colored by ZONE, labeled with CODE\.\n.*#123456 {2}R-1/s);
  const [layer] = await readLayers(layersOf('overlay'));
  expect(layer).toMatchObject({
    kind: 'overlay',
    title: 'Zoning',
    count: 6,
    files: {
      tiles: expect.stringMatching(/^zoning-.*pmtiles$/),
      shapes: expect.stringMatching(/^zoning-.*db$/),
    },
    look: { property: 'class', labelProperty: 'label' },
  });
  expect(layer!.look!.legend).toContainEqual({ label: 'R-1', color: '#123456', values: ['R-1'] });
  const { tiles, shapes } = layer!.files;
  const sizes = [tiles!, shapes!].map(async (file) => (await stat(join(layersOf('overlay'), file))).size);
  expect(layer!.bytes).toBe((await Promise.all(sizes)).reduce((sum, size) => sum + size));
});

test('[LAY-1] a dry run says what it would do, and changes nothing', async () => {
  const path = await streets('dry-roads.geojson', ['Main St']);
  await platbook('dry', 'add', path);
  const before = await stored('dry');
  const zoning = await geoJson('dry-zoning.geojson', [{ ZONE: 'A' }, { ZONE: 'B' }, { ZONE: 'A' }], square);
  for (const args of [['add', path], ['add', zoning], ['refresh']]) {
    const { code, stdout } = await platbook('dry', ...args, '--dry-run');
    expect([args, code, stdout]).toEqual([
      args,
      0,
      expect.stringMatching(/A dry run: nothing was changed\.\n$/),
    ]);
  }
  expect(await stored('dry')).toEqual(before);
});

test('[LAY-1] a guessed name that is taken replaces nothing; a given one replaces its layer, in its place', async () => {
  await mkdir(join(folder, 'elsewhere'), { recursive: true });
  const [one, two, other] = [
    await streets('taken-roads.geojson', ['Main St']),
    await streets('elsewhere/taken-roads.geojson', ['Oak Ave', 'Elm St']),
    await streets('other-roads.geojson', ['Low Rd']),
  ];
  for (const path of [one, other]) expect(await platbook('taken', 'add', path)).toMatchObject({ code: 0 });
  const before = await stored('taken');
  expect(await platbook('taken', 'add', two)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `platbook: A layer named taken-roads is there already, from ${one}: choose a name with --name, the same one to replace it.`,
    ),
  });
  expect(await stored('taken')).toEqual(before);
  expect(await platbook('taken', 'add', two, '--name', 'taken-roads')).toMatchObject({ code: 0 });
  // The same source again is an update.
  expect(await platbook('taken', 'add', other)).toMatchObject({ code: 0 });
  expect((await readLayers(layersOf('taken'))).map(({ name, source }) => [name, source])).toEqual([
    ['taken-roads', two],
    ['other-roads', other],
  ]);
});

describe('[LAY-bad] what cannot become a layer is one sentence', () => {
  test.each<[string, (path: string) => string[], RegExp]>([
    [
      'a kind that does not exist',
      (path) => ['add', path, '--as', 'river'],
      /--as is "river": the kinds are basemap, /,
    ],
    [
      'shapes as pictures',
      (path) => ['add', path, '--as', 'imagery'],
      /bad-roads\.geojson has shapes, which cannot become imagery: the kinds for shapes are roads, /,
    ],
    [
      'a name that is not one',
      (path) => ['add', path, '--name', 'Our Roads'],
      /"Our Roads" cannot name a layer/,
    ],
    [
      'a name that the map has already',
      (path) => ['add', path, '--name', 'basemap'],
      /"basemap" cannot name a layer/,
    ],
    ['no source', () => ['add'], /SOURCE is missing/],
    [
      'files of different kinds',
      (path) => ['add', path, join(folder, 'bad-rivers.geojson')],
      /bad-roads\.geojson looks like roads, and bad-rivers\.geojson like water: add them one after the other, or say/,
    ],
    [
      'a file that is not there',
      (path) => ['add', `${path}.zip`],
      /There is no file or folder \S+\.zip\. Check the path\./,
    ],
    [
      'a field that is not there',
      (path) => ['add', path, '--as', 'overlay', '--color-by', 'ZONE'],
      /There is no field ZONE for --color-by: do you mean STREET\?/,
    ],
    [
      'lines as parks',
      (path) => ['add', path, '--as', 'parks', '--title', 'Greens'],
      /Greens cannot be drawn as parks: not an area \(1\)\./,
    ],
    [
      'an unknown action',
      () => ['ad', 'x'],
      /platbook layers has no ad: the actions are list, add, remove, refresh, find\./,
    ],
    ['a refresh of nothing', () => ['refresh'], /No layers were added yet: platbook layers add SOURCE\./],
    ['a catalog and a file at once', (path) => ['add', 'tiger', path], /are added one after the other/],
    [
      'one name for several layers',
      () => ['add', 'tiger', '--name', 'census'],
      /tiger becomes several layers/,
    ],
  ])('%s', async (_, args, sentence) => {
    const path = await streets('bad-roads.geojson', ['Main St']);
    await streets('bad-rivers.geojson', ['Low River']);
    const { code, stderr } = await platbook('bad', ...args(path));
    expect(code).toBe(1);
    const said = stderr.split('\n').filter((text) => text.startsWith('platbook:'));
    expect(said).toEqual([expect.stringMatching(sentence)]);
    expect(await readLayers(layersOf('bad'))).toEqual([]);
  });

  test('an overlay with 5,000 different values is drawn, and its legend stays readable', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => ({ OWNER: `Owner ${at}` }));
    const path = await geoJson('owners.geojson', rows, square);
    const { code, stdout } = await platbook('many', 'add', path, '--color-by', 'OWNER');
    expect([code, stdout]).toEqual([0, expect.stringContaining('OWNER has 5,000 values; the most frequent')]);
    const [layer] = await readLayers(layersOf('many'));
    expect(layer).toMatchObject({ kind: 'overlay', count: 5000 });
    expect(layer!.look!.legend!.length).toBeLessThanOrEqual(12);
    expect(layer!.look!.legend!.at(-1)).toMatchObject({ label: 'Other' });
  });

  test('markup and control characters in values stay text, on the terminal and in the legend', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const path = await geoJson(
      'markup.geojson',
      [{ ZONE: markup }, { ZONE: 'A\u001b[2J' }, { ZONE: markup }],
      square,
    );
    const credit = '<b>County</b>';
    const { code, stdout } = await platbook(
      'markup',
      'add',
      path,
      '--color-by',
      'ZONE',
      '--attribution',
      credit,
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001b');
    const [layer] = await readLayers(layersOf('markup'));
    expect(layer!.credit).toBe(credit);
    expect(layer!.look!.legend!.map(({ label }) => label)).toContain(markup);
    // Archives hold their credit as HTML.
    const { PMTiles } = await import('pmtiles');
    const { fileSource } = await import('../test/pmtiles-file-source.ts');
    const archive = new PMTiles(fileSource(join(layersOf('markup'), layer!.files.tiles!)));
    expect(await archive.getMetadata()).toMatchObject({ attribution: '&lt;b&gt;County&lt;/b&gt;' });
  });
});

test('[LAY-bad] shapes far from all loaded counties are added, and the operator is told', async () => {
  const lots = await geoJson('lots.geojson', [{ PIN: 'A1' }], square);
  expect(
    await callPlatbook(['import', lots, '--as', 'polk'], { DATA_DIR: join(folder, 'far') }),
  ).toMatchObject({ code: 0 });
  const note = 'Note: it lies outside the loaded counties';
  const far = await geoJson('far.geojson', [{ ZONE: 'R-1' }], () => ({
    type: 'Point',
    coordinates: [-118, 34],
  }));
  expect((await platbook('far', 'add', far)).stdout).toContain(note);
  const near = await geoJson('near.geojson', [{ ZONE: 'R-1' }], square);
  expect((await platbook('far', 'add', near)).stdout).not.toContain(note);
});

describe('[LAY-1] the ground stays as it was', () => {
  async function loaded(data: string): Promise<string> {
    const path = await geoJson(`${data}.geojson`, [{ ZONE: 'A' }, { ZONE: 'B' }, { ZONE: 'A' }], square);
    expect(await platbook(data, 'add', path, '--name', 'zoning', '--as', 'overlay')).toMatchObject({
      code: 0,
    });
    return path;
  }

  test('when a source is gone at a refresh, and the others are refreshed all the same', async () => {
    const path = await loaded('gone');
    const roads = await streets('gone-roads.geojson', ['Main St']);
    await platbook('gone', 'add', roads, '--name', 'roads');
    const [before] = await readLayers(layersOf('gone'));
    await rm(path);
    await streets('gone-roads.geojson', ['Main St', 'Oak Ave']);
    const { code, stderr } = await platbook('gone', 'refresh', '--quiet');
    expect([code, stderr]).toEqual([
      1,
      `platbook: zoning: There is no file or folder ${path}. Check the path.\n`,
    ]);
    const [zoning, refreshed] = await readLayers(layersOf('gone'));
    expect(zoning).toEqual(before);
    expect(refreshed).toMatchObject({ name: 'roads', count: 2 });
    const names = await readdir(layersOf('gone'));
    expect(names).toEqual(expect.arrayContaining([zoning!.files.tiles, zoning!.files.shapes]));
  });

  test('when reading breaks off after thousands of rows, and nothing of the attempt remains', async () => {
    const path = await loaded('broken');
    const before = await stored('broken');
    const rows = Array.from({ length: 3000 }, (_, at) => ({ ZONE: at % 2 ? 'A' : 'B' }));
    await geoJson('broken.geojson', rows, square);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, text.length * 0.9));
    const { code, stderr } = await platbook('broken', 'refresh', 'zoning');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^platbook: zoning: .+\.$/m);
    expect(await stored('broken')).toEqual(before);
  });

  test('when the new one is complete and cannot be published', async () => {
    await loaded('unpublished');
    const before = await stored('unpublished');
    const obstacle = join(layersOf('unpublished'), 'layers.json.unfinished');
    await mkdir(obstacle);
    await expect(platbook('unpublished', 'refresh')).rejects.toThrow('EISDIR');
    // The files of the new one are gone: a full disk has no room for them.
    expect(await stored('unpublished')).toEqual(before);
    await rm(obstacle, { recursive: true });
    expect(await platbook('unpublished', 'refresh')).toMatchObject({ code: 0 });
    expect(await stored('unpublished')).not.toEqual(before);
  });

  test('when it is stopped by Ctrl-C', async () => {
    const path = await loaded('stopped');
    const before = await stored('stopped');
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ ZONE: at % 2 ? 'A' : 'B' }));
    await geoJson('stopped.geojson', rows, square);
    const stop = setInterval(() => process.emit('SIGINT'), 1);
    try {
      const { code, stderr } = await platbook('stopped', 'add', path, '--name', 'zoning', '--as', 'overlay');
      expect([code, stderr]).toEqual([
        130,
        expect.stringContaining('platbook: Stopped before zoning was changed.'),
      ]);
    } finally {
      clearInterval(stop);
    }
    expect(await stored('stopped')).toEqual(before);
  });

  test('when another process is changing layers: the second waits some seconds, and says so', async () => {
    const path = await loaded('locked');
    const before = await stored('locked');
    const unlock = tryToLock(join(layersOf('locked'), 'lock.db'))!;
    const waiting = 'platbook: Waiting for another process that is changing layers.\n';
    // Looking needs no lock.
    expect((await platbook('locked')).stdout).toMatch(/^zoning: /);
    const { code, stderr } = await platbook('locked', 'add', path);
    const sentence = 'platbook: Layers are being changed by another process: wait for it to end.\n';
    expect([code, stderr]).toEqual([1, waiting + sentence]);
    expect(await stored('locked')).toEqual(before);
    setTimeout(unlock, 700);
    expect(await platbook('locked', 'remove', 'zoning')).toMatchObject({ code: 0, stderr: waiting });
  });

  test('when layers.json is damaged or names a file elsewhere: each command says so, and overwrites nothing', async () => {
    const path = await loaded('damaged');
    const manifest = join(layersOf('damaged'), 'layers.json');
    const text = await readFile(manifest, 'utf8');
    for (const damaged of [text.slice(0, 99), text.replace(/zoning-\w+\.db/, '../../accounts.db')]) {
      await writeFile(manifest, damaged);
      const before = await stored('damaged');
      for (const args of [[], ['add', path, '--name', 'other'], ['refresh'], ['remove', 'zoning']]) {
        const { code, stderr } = await platbook('damaged', ...args);
        expect([args, code, stderr]).toEqual([
          args,
          1,
          `platbook: ${manifest} is damaged, or of another version of Platbook: move it away, and add the layers again (platbook layers add).\n`,
        ]);
      }
      expect(await stored('damaged')).toEqual(before);
    }
    // Parcels need no layers.
    await writeFile(path, countyText(rowsOf('POLK')));
    const settings = { DATA_DIR: join(folder, 'damaged') };
    expect(await callPlatbook(['import', path, '--as', 'polk'], settings)).toMatchObject({ code: 0 });
  });
});

test('[LAY-1] the next command removes what a killed one has left, but no download that goes on where it stopped', async () => {
  const path = await streets('left-roads.geojson', ['Main St']);
  expect(await platbook('left', 'add', path, '--name', 'roads')).toMatchObject({ code: 0 });
  const own = await readdir(layersOf('left'));
  const at = (...names: string[]) => join(layersOf('left'), ...names);
  const id = '7f4df0f1-92a1-4b5c-8f3e-5f2a3c1d0b9e';
  const leftovers = [
    'roads-00000001.pmtiles',
    `roads-00000001.pmtiles.${id}.new`,
    `a-b-0000000a.db.${id}.loading`,
    `a-b-0000000a.db.${id}.loading-journal`,
  ];
  for (const name of leftovers) await writeFile(at(name), 'left');
  for (const name of ['roads', 'osm', 'given-up']) {
    await mkdir(at('work', name, 'downloads'), { recursive: true });
    await writeFile(at('work', name, 'downloads', 'county.zip.part'), 'half');
  }
  const weekAgo = Date.now() / 1000 - 8 * 24 * 3600;
  await utimes(at('work', 'given-up'), weekAgo, weekAgo);

  expect(await platbook('left', 'add', path, '--name', 'roads', '--dry-run')).toMatchObject({ code: 0 });
  expect(await readdir(at('work'))).toEqual(['osm', 'roads']);
  expect((await readdir(layersOf('left'))).sort()).toEqual([...own, 'work'].sort());
  expect(await platbook('left', 'add', path, '--name', 'other', '--dry-run')).toMatchObject({ code: 0 });
  expect(await readdir(at('work'))).toEqual(['osm', 'roads']);
  expect(await platbook('left', 'refresh')).toMatchObject({ code: 0 });
  expect(await readdir(at('work'))).toEqual(['osm']);
  await mkdir(at('work', 'roads'));
  await rm(at('work', 'osm'), { recursive: true });
  expect(await platbook('left', 'remove', 'roads')).toMatchObject({ code: 0 });
  expect((await readdir(layersOf('left'))).sort()).toEqual(['layers.json', 'lock.db']);
});
