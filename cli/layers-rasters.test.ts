// Archives, heights and imagery with the command line.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTileArchive } from '../server/maps/tile-archive.ts';
import { layersFolderOf, readLayers } from '../store/layer-folder.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { drawTestMaps, TEST_COUNTY } from '../test/draw-test-maps.ts';
import { writeGeoTiff } from '../test/geotiff-bytes.ts';
import { type RangeServer, startRangeServer } from '../test/range-server.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();
const dataDir = join(folder, 'data');
const layersFolder = layersFolderOf({ dataDir });
const platbook = (...args: string[]) => callPlatbook(['layers', ...args], { DATA_DIR: dataDir });

let server: RangeServer;
beforeAll(async () => {
  await drawTestMaps(join(folder, 'maps'));
  server = await startRangeServer(join(folder, 'maps', 'county.pmtiles'));
});
afterAll(() => server.close());

/** A slope of one degree of longitude, in meters or as a picture. */
function geoTiff(name: string, o: { bands?: number; epsg?: number | undefined } = {}): string {
  const { bands = 1, epsg = 4326 } = o;
  const path = join(folder, name);
  const size = 64;
  const values = bands === 1 ? new Float32Array(size * size) : new Uint8Array(size * size * bands);
  for (let i = 0; i < values.length; i++) values[i] = bands === 1 ? 100 + (i % size) : (i * 7) % 256;
  writeGeoTiff(path, {
    width: size,
    height: size,
    values,
    bands,
    epsg: 'epsg' in o ? o.epsg : epsg,
    west: TEST_COUNTY.west,
    north: TEST_COUNTY.north,
    pixelSize: (TEST_COUNTY.east - TEST_COUNTY.west) / size,
  });
  return path;
}

test('[LAY-2] an archive becomes the street map, from a file or by ranges of an address', async () => {
  const file = await platbook('add', join(folder, 'maps', 'county.pmtiles'), '--name', 'extract');
  expect(file).toMatchObject({ code: 0 });
  const address = await platbook('add', server.url, '--name', 'planet');
  expect(address).toMatchObject({ code: 0 });
  expect(address.stdout).toMatch(/\d+ tiles to zoom 15, \d+ KB in \d+ requests\./);
  expect(server.requests.every(({ headers }) => headers.range !== undefined)).toBe(true);
  const layers = await readLayers(layersFolder);
  expect(layers.map(({ name, kind }) => [name, kind])).toEqual([
    ['extract', 'basemap'],
    ['planet', 'basemap'],
  ]);
  expect(layers[1]!.count).toBe(layers[0]!.count);
  const archive = await openTileArchive(join(layersFolder, layers[1]!.files.tiles!));
  expect(archive).toMatchObject({ zoomMax: 15 });
  if (!('problem' in archive)) await archive.close();
});

test('[LAY-2] heights become hills with contour lines, and pictures imagery', async () => {
  const hills = await platbook('add', geoTiff('dem.tif'), '--name', 'hills', '--units', 'meters');
  expect(hills.stdout).toMatch(/heights in meters, 64 × 64 pixels/);
  const photo = await platbook('add', geoTiff('photo.tif', { bands: 3 }), '--name', 'photo');
  expect([hills.code, photo.code]).toEqual([0, 0]);
  const layers = await readLayers(layersFolder);
  const found = (name: string) => layers.find((layer) => layer.name === name)!;
  expect(found('hills')).toMatchObject({ kind: 'terrain', files: { contours: expect.any(String) } });
  expect(found('photo')).toMatchObject({ kind: 'imagery' });
  for (const name of ['hills', 'photo']) {
    const archive = await openTileArchive(join(layersFolder, found(name).files.tiles!), 'pictures');
    expect(archive).toMatchObject({ mediaType: 'image/webp' });
    if (!('problem' in archive)) await archive.close();
  }
});

test('[LAY-1] a dry run says what would be asked, and changes nothing', async () => {
  const before = await readdir(layersFolder);
  const planned = await platbook('add', server.url, '--name', 'other', '--dry-run');
  expect(planned.stdout).toMatch(/bytes \d+ to \d+[\s\S]*A dry run: nothing was changed\./);
  await platbook('add', geoTiff('again.tif'), '--dry-run');
  expect((await readdir(layersFolder)).filter((name) => name !== 'work').sort()).toEqual(
    before.filter((name) => name !== 'work').sort(),
  );
});

describe('[LAY-bad] one sentence, and the map goes on as it was:', () => {
  const text = (name: string, bytes: string) => async () => {
    await writeFile(join(folder, name), bytes);
    return [join(folder, name)];
  };
  test.each<[what: string, args: () => Promise<string[]>, sentence: RegExp]>([
    ['an empty archive', text('empty.pmtiles', ''), /empty\.pmtiles/],
    ['words for an archive', text('words.pmtiles', 'hello '.repeat(100)), /words\.pmtiles/],
    [
      'a street map as imagery',
      async () => [join(folder, 'maps', 'county.pmtiles'), '--as', 'imagery'],
      /county\.pmtiles/,
    ],
    [
      'contour tiles as the street map',
      async () => [join(folder, 'maps', 'contours.pmtiles')],
      /is in another schema than that of Protomaps \(its layers are contour;/,
    ],
    [
      'heights without a coordinate system',
      async () => [geoTiff('nowhere.tif', { epsg: undefined })],
      /nowhere\.tif .*--crs/,
    ],
    [
      'heights as imagery',
      async () => [geoTiff('dem2.tif'), '--as', 'imagery'],
      /heights, which cannot become imagery/,
    ],
    ['an empty GeoTIFF', text('empty.tif', ''), /empty\.tif/],
    [
      'an address of tiles without any parcels',
      async () => ['https://tiles.example.org/{z}/{x}/{y}.png'],
      /No parcels are loaded/,
    ],
  ])('%s', async (_, args, sentence) => {
    const before = await readLayers(layersFolder);
    const { code, stderr } = await platbook('add', ...(await args()), '--name', 'bad');
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('platbook:')),
    ).toHaveLength(1);
    expect(await readLayers(layersFolder)).toEqual(before);
  });
});
