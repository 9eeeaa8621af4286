// Archives, heights and imagery with the command line.
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTileArchive } from '../server/maps/tile-archive.ts';
import { layersFolderOf, readLayers } from '../store/layer-folder.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { drawTestMaps, TEST_COUNTY, TEST_COUNTY_ATTRIBUTION } from '../test/draw-test-maps.ts';
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

/** As servers without ranges do, slowly. Returns how many were under way at the same time. */
function sendWhole(path: string): () => number {
  const bytes = readFileSync(path);
  let [now, most] = [0, 0];
  server.misbehave = ({ method }, response) => {
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      response.writeHead(200, { 'content-length': bytes.length }).end(method === 'HEAD' ? '' : bytes);
    }, 50);
    return true;
  };
  onTestFinished(() => {
    server.misbehave = () => false;
  });
  return () => most;
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

test('[LAY-1] a dry run prints every request, downloads nothing, and changes nothing', async () => {
  const before = await readdir(layersFolder);
  const planned = await platbook('add', `${server.url}?key=sesame`, '--name', 'other', '--dry-run');
  const [, requests] = / in (\d+) requests\./.exec(planned.stdout)!;
  const ranges = planned.stdout.match(/^ {2}GET http:\S+\.pmtiles, bytes \d+ to \d+$/gm);
  expect(ranges).toHaveLength(Number(requests));
  expect(planned.stdout).toMatch(/A dry run: nothing was changed\.\n$/);
  expect(planned.stdout).not.toContain('sesame');
  server.requests.length = 0;
  sendWhole(geoTiff('far.tif'));
  const address = server.url.replace('pmtiles', 'tif?key=sesame');
  const remote = await platbook('add', address, address, '--name', 'far', '--dry-run');
  expect(remote.stdout).toMatch(/(GET \S+\.tif: \d+ KB\n.*){2}2 files to download, \S+ .B\.\nA dry run/);
  expect(server.requests.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  await platbook('add', geoTiff('again.tif'), '--dry-run');
  expect((await readdir(layersFolder)).filter((name) => name !== 'work').sort()).toEqual(
    before.filter((name) => name !== 'work').sort(),
  );
});

test('[LAY-1] GeoTIFFs of addresses are downloaded one after the other', async () => {
  const mostAtOnce = sendWhole(geoTiff('far.tif'));
  const addresses = ['one', 'two'].map((name) => server.url.replace(/[^/]*$/, `${name}.tif`));
  const args = ['--name', 'far', '--units', 'meters', '--attribution', 'USGS'];
  expect(await platbook('add', ...addresses, ...args)).toMatchObject({ code: 0 });
  expect(mostAtOnce()).toBe(1);
  expect((await readLayers(layersFolder)).at(-1)).toMatchObject({ name: 'far', credit: 'USGS' });
});

test("[LAY-2] an archive's credit is the operator's, else its own", async () => {
  const credits: unknown[] = [];
  for (const args of [['--attribution', 'City of Boston'], []]) {
    await platbook('add', join(folder, 'maps', 'county.pmtiles'), '--name', 'extract', ...args);
    credits.push((await readLayers(layersFolder)).find(({ name }) => name === 'extract')!.credit);
  }
  expect(credits).toEqual(['City of Boston', TEST_COUNTY_ATTRIBUTION]);
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
      'a file of shapes with an archive',
      async () => [join(folder, 'none.geojson'), join(folder, 'maps', 'county.pmtiles')],
      /none\.geojson is a file or a layer of shapes, and \S+county\.pmtiles is an archive of tiles: add them one/,
    ],
    [
      'several archives',
      async () => [server.url, server.url],
      /Only shapes and GeoTIFFs can be joined in one layer, and \S+ is an archive of tiles: add the sources one/,
    ],
    [
      'an address of tiles without any parcels',
      async () => ['http://127.0.0.1:2/{z}/{x}/{y}.png'],
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
