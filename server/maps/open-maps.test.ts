// Which map files are served, and which are refused in one clear line.

import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawFeatures } from '../../basemap/draw-features.ts';
import { openPmtilesWriter } from '../../basemap/pmtiles-writer.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { layerFile, type StoredLayer, writeLayers } from '../../store/layer-folder.ts';
import { drawTestMaps, TEST_COUNTY } from '../../test/draw-test-maps.ts';
import { archiveOfMetadata, endlessDirectoryArchive } from '../../test/hostile-files.ts';
import { checkBasemapFile, openMaps } from './open-maps.ts';
import { openTileArchive } from './tile-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-files-'));
  await drawTestMaps(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Offsets in an archive's header; https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const TILE_COMPRESSION_AT = 98;
const TILE_TYPE_AT = 99;
const ZSTD = 4;
const WEBP = 4;

async function fileWith(name: string, change: (bytes: Buffer) => Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, change(await readFile(join(folder, 'county.pmtiles'))));
  return path;
}

function setByte(at: number, value: number) {
  return (bytes: Buffer) => {
    bytes[at] = value;
    return bytes;
  };
}

test('an archive has its bounds, zooms and layers, and gives its tiles packed and unpacked', async () => {
  const archive = await openTileArchive(join(folder, 'county.pmtiles'));
  if ('problem' in archive) throw new Error(archive.problem);
  expect(archive).toMatchObject({ zoomMin: 6, zoomMax: 15, bounds: TEST_COUNTY, isGzipped: true });
  expect([...archive.layers!].sort()).toEqual(['earth', 'landuse', 'places', 'roads', 'water']);
  const address = tileAt({ lng: -80.85, lat: 35.65 }, 13);
  const [packed, unpacked] = await Promise.all([archive.find(address), archive.findUnpacked(address)]);
  expect([...packed!.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(unpacked!.length).toBeGreaterThan(packed!.length / 4);
  expect(await archive.find({ z: 13, x: 0, y: 0 })).toBeUndefined();
  expect(await archive.find({ z: 16, x: 0, y: 0 })).toBeUndefined();
  await archive.close();
});

test('[LAY-bad] a tile of a few bytes that unpacks to 65 MB is not unpacked', async () => {
  const path = join(folder, 'bomb.pmtiles');
  const writer = await openPmtilesWriter({ path, type: 'mvt' });
  const address = tileAt({ lng: -80.85, lat: 35.65 }, 13);
  await writer.add({ address, bytes: new Uint8Array(65 * 1024 * 1024) });
  await writer.finish({ bounds: TEST_COUNTY, metadata: {} });
  const archive = await openTileArchive(path);
  if ('problem' in archive) throw new Error(archive.problem);
  expect((await archive.find(address))!.length).toBeLessThan(100_000);
  await expect(archive.findUnpacked(address)).rejects.toThrow('larger than');
  await archive.close();
});

test('[LAY-bad] an archive that says it has two thousand million tiles is refused, unread', async () => {
  const path = join(folder, 'endless.pmtiles');
  await writeFile(path, endlessDirectoryArchive(2e9));
  expect(await openTileArchive(path)).toEqual({ problem: 'is not a PMTiles archive', isMissing: false });
});

test('[LAY-bad] an archive whose metadata are lists too deep in each other is refused', async () => {
  const path = join(folder, 'deep.pmtiles');
  const deep = `{"vector_layers":[],"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  await writeFile(path, archiveOfMetadata(deep));
  expect(await openTileArchive(path)).toEqual({ problem: 'is not a PMTiles archive', isMissing: false });
});

test('a file that was drawn again has another version', async () => {
  const versionOf = async () => {
    const archive = await openTileArchive(join(folder, 'again.pmtiles'));
    if ('problem' in archive) throw new Error(archive.problem);
    await archive.close();
    return archive.version;
  };
  await fileWith('again.pmtiles', (bytes) => bytes);
  const before = await versionOf();
  expect(await versionOf()).toBe(before);
  await fileWith('again.pmtiles', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]));
  expect(await versionOf()).not.toBe(before);
});

function pipe(name: string): string {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

describe('BASEMAP_PMTILES is refused where the file', () => {
  test.each([
    ['does not exist', async () => join(folder, 'nowhere.pmtiles')],
    ['is not a PMTiles archive', async () => folder],
    ['is not a PMTiles archive', async () => pipe('pipe.pmtiles')],
    ['is not a PMTiles archive', () => fileWith('empty.pmtiles', () => Buffer.alloc(0))],
    ['is not a PMTiles archive', () => fileWith('words.pmtiles', () => Buffer.from('hello '.repeat(100)))],
    ['is not a PMTiles archive', () => fileWith('head.pmtiles', (bytes) => bytes.subarray(0, 100))],
    ['holds no vector tiles', () => fileWith('webp.pmtiles', setByte(TILE_TYPE_AT, WEBP))],
    ['is packed in a way', () => fileWith('zstd.pmtiles', setByte(TILE_COMPRESSION_AT, ZSTD))],
    ['is cut off', () => fileWith('short.pmtiles', (bytes) => bytes.subarray(0, bytes.length - 1))],
  ])('%s', async (reason, make) => {
    const path = await make();
    const refusal = await checkBasemapFile(path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    const { message } = refusal as OperatorError;
    expect(message).toContain(`BASEMAP_PMTILES is "${path}", which ${reason}`);
    expect(message).not.toContain('\n');
    await expect(openMaps({ folder, basemapFile: path })).rejects.toThrow(message);
  });
});

test('a whole extract is not refused, and neither is none', async () => {
  await expect(checkBasemapFile(join(folder, 'county.pmtiles'))).resolves.toBeUndefined();
  await expect(checkBasemapFile(undefined)).resolves.toBeUndefined();
});

test('[LAY-4] beside BASEMAP_PMTILES, parcels that it does not cover keep their ground', async () => {
  const other = await mkdtemp(join(tmpdir(), 'platbook-files-'));
  await drawFeatures({
    path: join(other, 'ground.pmtiles'),
    workFolder: other,
    name: 'Ground',
    attribution: '',
    maxZoom: 15,
    features: [
      [
        {
          layer: 'places',
          geometry: { type: 'Point', coordinates: [-71.1, 42.4] },
          minZoom: 6,
          properties: {},
        },
      ],
    ],
  });
  const maps = await openMaps({ folder: other, basemapFile: join(folder, 'county.pmtiles') });
  expect(await maps.archives.get('basemap')!.find(tileAt({ lng: -71.1, lat: 42.4 }, 13))).toBeDefined();
  expect(await maps.archives.get('basemap')!.find(tileAt({ lng: -80.85, lat: 35.65 }, 13))).toBeDefined();
  await maps.close();
  await rm(other, { recursive: true });
});

describe('the credit of a street map', () => {
  const OSM = '<a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';
  /** Of an archive with these metadata, as BASEMAP_PMTILES, or as a layer that was added with a credit. */
  async function creditOf(metadata: Record<string, unknown>, credit?: string): Promise<string> {
    const file = layerFile('a', 'pmtiles');
    const path = join(folder, file);
    const writer = await openPmtilesWriter({ path, type: 'mvt' });
    await writer.add({ address: { z: 6, x: 17, y: 25 }, bytes: new Uint8Array([0x1a, 0]) });
    await writer.finish({ bounds: TEST_COUNTY, metadata });
    const layer = {
      name: 'a',
      kind: 'basemap',
      title: 'A',
      source: path,
      recipe: '{}',
      addedAt: '',
    } as const;
    const facts = {
      dataDate: null,
      count: 1,
      bytes: 1,
      bounds: TEST_COUNTY,
      files: { tiles: file },
    };
    if (credit !== undefined) await writeLayers(folder, [{ ...layer, ...facts, credit }]);
    const maps = await openMaps({
      folder: join(folder, 'nowhere'),
      layersFolder: credit === undefined ? undefined : folder,
      basemapFile: credit === undefined ? path : undefined,
    });
    await maps.close();
    return maps.archives.get('basemap')!.attribution;
  }

  test('[LAY-2] is what the archive says, or what the operator has named', async () => {
    expect(await creditOf({ attribution: 'City of Springfield' })).toBe('City of Springfield');
    expect(await creditOf({ attribution: 'City' }, 'Maps & more')).toBe('Maps &amp; more');
    expect(await creditOf({ attribution: `© ${OSM}` })).toBe(`© ${OSM}`);
  });

  test('[LAY-2] names OpenStreetMap where the metadata do, and where nothing else is said', async () => {
    expect(await creditOf({})).toContain(OSM);
    expect(await creditOf({}, '© OpenStreetMap contributors')).toBe(`© ${OSM} contributors`);
    expect(await creditOf({ name: 'Protomaps Basemap', attribution: 'Us' })).toMatch(/^Us .*OpenStreetMap/);
    expect(await creditOf({ 'planetiler:osm:osmosisreplicationseq': '1' }, 'Us')).toMatch(
      /^Us .*OpenStreetMap/,
    );
  });
});

test('maps that have not been drawn are simply not there', async () => {
  const maps = await openMaps({ folder: join(folder, 'nowhere'), basemapFile: undefined });
  expect(maps).toMatchObject({ archives: new Map(), terrain: undefined });
  await maps.close();
});

test('a damaged map is refused by name, with the way to repair it', async () => {
  const other = await mkdtemp(join(tmpdir(), 'platbook-files-'));
  const path = join(other, 'world.pmtiles');
  await writeFile(path, 'not a map');
  const opening = openMaps({ folder: other, basemapFile: undefined });
  await expect(opening).rejects.toThrow(`${path} is not a PMTiles archive: remove it`);
  await rm(other, { recursive: true });
});

test.each([
  ['empty', () => Buffer.alloc(0)],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
])('hills whose file is %s are refused in one line, and never silently left out', async (_, damage) => {
  const other = await mkdtemp(join(tmpdir(), 'platbook-files-'));
  const path = join(other, 'elevation.bin');
  await writeFile(path, damage(await readFile(join(folder, 'elevation.bin'))));
  const refusal = await openMaps({ folder: other, basemapFile: undefined }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OperatorError);
  expect((refusal as OperatorError).message).toBe(
    `${path} is not an elevation grid: remove it, and it is drawn again.`,
  );
  await rm(other, { recursive: true });
});

/** Files in the folder that this process has open. */
async function openIn(other: string): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  const paths = await Promise.all(handles.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(other));
}

test('[LAY-bad] a layers.json that is damaged is one warning, and costs the layers alone', async () => {
  const layersFolder = join(folder, 'damaged-layers');
  await mkdir(layersFolder);
  await writeFile(join(layersFolder, 'layers.json'), '{"format":1,"layers":[{');
  const warnings: string[] = [];
  const onWarning = (line: string) => void warnings.push(line);
  const maps = await openMaps({ folder, layersFolder, basemapFile: undefined, onWarning });
  expect(maps.layers).toEqual([]);
  expect(maps.archives.has('basemap')).toBe(true);
  expect(warnings).toEqual([
    expect.stringMatching(
      /damaged-layers\/layers\.json is damaged, .*: move it away, and add the layers again/,
    ),
  ]);
  await maps.close();
});

test.runIf(process.platform === 'linux')(
  'whatever was opened is closed: by close, or by a failure',
  async () => {
    const other = await mkdtemp(join(tmpdir(), 'platbook-files-'));
    const layersFolder = join(other, 'layers');
    await mkdir(layersFolder);
    await copyFile(join(folder, 'contours.pmtiles'), join(layersFolder, 'hills-00000001.pmtiles'));
    // Its tiles are lost.
    const files = { tiles: 'hills-00000002.pmtiles', contours: 'hills-00000001.pmtiles' };
    const about = {
      name: 'hills',
      kind: 'terrain',
      title: '',
      source: '',
      recipe: '{}',
      addedAt: '',
      dataDate: null,
    };
    const layer = { ...about, count: 1, bytes: 1, bounds: TEST_COUNTY, credit: null, files } as StoredLayer;
    await writeLayers(layersFolder, [layer]);
    const places = { folder: other, layersFolder, basemapFile: undefined };
    const maps = await openMaps(places);
    expect(maps.archives.has('contours')).toBe(false);
    await maps.close();
    expect(await openIn(other)).toEqual([]);
    await writeFile(join(other, 'ground.pmtiles'), 'not a map');
    await expect(openMaps(places)).rejects.toThrow('is not a PMTiles archive');
    expect(await openIn(other)).toEqual([]);
    await rm(other, { recursive: true });
  },
);
