// Tests that the streets of a map are read back from its tiles.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PMTiles } from 'pmtiles';
import { expect, test } from 'vitest';
import { drawFeatures } from '../basemap/draw-features.ts';
import { roadFeatures } from '../basemap/ground/road-features.ts';
import type { Bounds, Position, TileAddress } from '../geo/geometry.ts';
import { temporaryFolder } from '../test/small-county.ts';
import { readMapNames } from './map-names.ts';

const [west, south] = [-71.1, 42.37];

async function archiveOf(roads: Parameters<typeof roadFeatures>[0][]) {
  const workFolder = await temporaryFolder();
  const path = join(workFolder, 'roads.pmtiles');
  const features = [roads.flatMap(roadFeatures)];
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
  return { zoomMax: 15, bounds, findUnpacked };
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
