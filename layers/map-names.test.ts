// Tests that the streets of a map are read back from its tiles.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PMTiles } from 'pmtiles';
import { expect, test } from 'vitest';
import { drawFeatures } from '../basemap/draw-features.ts';
import { landuseFeature, landuseLabel } from '../basemap/ground/landuse-features.ts';
import { placeFeature } from '../basemap/ground/place-features.ts';
import { roadFeatures } from '../basemap/ground/road-features.ts';
import { waterAreaFeature, waterLineFeature } from '../basemap/ground/water-features.ts';
import { WaterLabels } from '../basemap/ground/water-labels.ts';
import type { ZoomedFeature } from '../basemap/zoomed-feature.ts';
import { GroundList } from '../gazetteer/named-grounds.ts';
import { boundsOf, ringOfBounds } from '../geo/bounds-of.ts';
import type { Bounds, PolygonGeometry, Position, TileAddress } from '../geo/geometry.ts';
import { tilesTouching } from '../geo/tile-address.ts';
import { temporaryFolder } from '../test/small-county.ts';
import { type NamedArchive, readMapNames } from './map-names.ts';

const [west, south] = [-71.1, 42.37];

const archiveOf = (roads: Parameters<typeof roadFeatures>[0][]) => archiveWith(roads.flatMap(roadFeatures));

async function archiveWith(drawn: ZoomedFeature[]) {
  const workFolder = await temporaryFolder();
  const path = join(workFolder, 'roads.pmtiles');
  const features = [drawn];
  const { bounds } = await drawFeatures({
    path,
    workFolder,
    name: 'Roads',
    attribution: '',
    maxZoom: 15,
    features,
  });
  const bytes = await readFile(path);
  const tiles = new PMTiles(
    {
      getKey: () => path,
      getBytes: async (offset, length) => ({
        data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
      }),
    },
    undefined,
    async (packed, compression) =>
      compression === 2 ? new Uint8Array(gunzipSync(new Uint8Array(packed))).buffer : packed,
  );
  const findUnpacked = async ({ z, x, y }: TileAddress) => {
    const tile = await tiles.getZxy(z, x, y);
    return tile && new Uint8Array(tile.data);
  };
  return { bytes: bytes.length, zoomMax: 15, bounds, findUnpacked };
}

const road = (name: string | null, line: Position[], ref: string | null = null) =>
  ({
    class: 'residential',
    name,
    ref,
    geometry: { type: 'LineString', coordinates: line },
    oneway: false,
    level: 'ground',
  }) as const;

test('[LAY-3] streets are read back from the tiles of a street map, to half a meter', async () => {
  const archive = await archiveOf([
    road('MAIN ST', [
      [west, south],
      [west + 0.03, south],
    ]),
    road(null, [
      [west, south],
      [west, south + 0.01],
    ]),
    road(
      null,
      [
        [west, south + 0.005],
        [west + 0.01, south + 0.005],
      ],
      'NC 214',
    ),
  ]);
  const lines = await linesOn([archive.bounds]);
  // Each once, although two counties share the land.
  expect(await linesOn([archive.bounds, archive.bounds])).toEqual(lines);

  async function linesOn(land: Bounds[]) {
    const found = [];
    for await (const batch of readMapNames(archive, land)) found.push(...batch.lines);
    return found;
  }
  expect(new Set(lines.map(({ name }) => name))).toEqual(new Set(['MAIN ST', 'NC 214']));
  const main = lines.flatMap(({ name, line }) => (name === 'MAIN ST' ? line : []));
  expect(Math.min(...main.map(([lng]) => lng))).toBeCloseTo(west, 5);
  expect(Math.max(...main.map(([lng]) => lng))).toBeCloseTo(west + 0.03, 5);
  expect(Math.max(...main.map(([, lat]) => Math.abs(lat - south)))).toBeLessThan(5e-6);
});

const square = (west: number, south: number, degrees: number): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [ringOfBounds({ west, south, east: west + degrees, north: south + degrees })],
});

test('[G2] [LAY-3] parks, waters and neighborhoods are read with their extent, over the edges of tiles', async () => {
  // A tile of zoom 15 is 0.011 degrees wide.
  const park = square(west, south, 0.03);
  const lake = square(west + 0.04, south, 0.025);
  const labels = new WaterLabels();
  labels.add('Long Lake', lake);
  const archive = await archiveWith([
    landuseFeature('park', park),
    // Of the same kind, but apart.
    landuseFeature('park', square(west, south + 0.04, 0.005)),
    landuseLabel('park', { name: 'Great Park', geometry: park }),
    waterAreaFeature('lake', lake),
    ...labels.features(),
    waterLineFeature('stream', {
      name: 'Sandy Creek',
      geometry: {
        type: 'LineString',
        coordinates: [
          [west, south - 0.01],
          [west + 0.05, south - 0.01],
        ],
      },
    }),
    placeFeature({ name: 'Eastside', kind: 'neighbourhood', population: 0, at: { lng: west, lat: south } }),
  ]);
  const list = new GroundList();
  for await (const { grounds } of readMapNames(archive, [archive.bounds]))
    for (const ground of grounds) list.add(ground);
  const found = new Map([...list.list()].map((ground) => [ground.name, ground]));
  expect([...found.values()].map(({ name, kind }) => `${name}: ${kind}`).sort()).toEqual([
    'Eastside: neighborhood',
    'Great Park: park',
    'Long Lake: lake',
    'Sandy Creek: stream',
  ]);
  const box = (name: string) => Object.values(found.get(name)!.bounds!).map((side) => side.toFixed(4));
  expect(box('Great Park')).toEqual(Object.values(boundsOf(park)).map((side) => side.toFixed(4)));
  expect(box('Long Lake')).toEqual(Object.values(boundsOf(lake)).map((side) => side.toFixed(4)));
  expect(found.get('Sandy Creek')!.bounds!.east).toBeCloseTo(west + 0.05, 4);
});

test('[LAY-3] nothing is read outside the bounds', async () => {
  const archive = await archiveOf([
    road('MAIN ST', [
      [west, south],
      [west + 0.001, south],
    ]),
  ]);
  const elsewhere = { west: 10, south: 10, east: 11, north: 11 };
  const batches = [];
  for await (const batch of readMapNames(archive, [elsewhere])) batches.push(batch);
  expect(batches).toEqual([]);
});

test('[LAY-bad] a tile that cannot be read has no names, those of the others are read, and it is said', async () => {
  const archive = await archiveOf([
    road('MAIN ST', [
      [west, south],
      [west + 0.03, south],
    ]),
  ]);
  const all = await streetsIn(archive);
  expect(all.isWhole).toBe(true);
  let asked = 0;
  const some = await streetsIn({
    ...archive,
    findUnpacked: async (address) => {
      if (asked++ === 0) throw new Error('larger than');
      return asked === 2 ? new Uint8Array([0xff, 0xff]) : await archive.findUnpacked(address);
    },
  });
  expect(some.isWhole).toBe(false);
  expect(some.count).toBeGreaterThan(0);
  expect(some.count).toBeLessThan(all.count);
  const gone = join(await temporaryFolder(), 'gone');
  const failing = { ...archive, findUnpacked: () => readFile(gone) };
  await expect(streetsIn(failing)).rejects.toThrow('ENOENT');
});

test('[LAY-bad] one heavy tile in place of every other, or a zoom without end, stops before memory and hours are gone', async () => {
  const archive = await archiveOf(
    Array.from({ length: 4000 }, (_, at) =>
      road(`STREET ${at}`, [
        [west, south],
        [west + 0.001, south],
      ]),
    ),
  );
  const [heavy] = (await Promise.all([...tilesTouching([archive.bounds], 15)].map(archive.findUnpacked)))
    .filter((tile) => tile !== undefined)
    .sort((a, b) => b.length - a.length);
  let served = 0;
  const everywhere = async () => {
    served += heavy!.length;
    return heavy;
  };
  const bounds = { west: -72, south: 42, east: -70, north: 43 };
  expect((await streetsIn({ ...archive, bounds, findUnpacked: everywhere })).isWhole).toBe(false);
  expect(served).toBeLessThan(40e6);
  const endless = { ...archive, bounds, zoomMax: 26, findUnpacked: async () => undefined };
  expect(await streetsIn(endless)).toEqual({ count: 0, isWhole: false });
}, 60_000);

async function streetsIn(archive: NamedArchive) {
  const names = readMapNames(archive, [archive.bounds]);
  for (let count = 0; ; ) {
    const { done, value } = await names.next();
    if (done) return { count, isWhole: value };
    count += value.lines.length;
  }
}
