// The ground under parcels on a plane and on a cone, whose heights and slopes are known.
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import { beforeAll, expect, test } from 'vitest';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { PolygonGeometry } from '../../geo/geometry.ts';
import { openProjection } from '../../import/coordinates/projection.ts';
import { createTerrain } from '../../server/maps/terrain-tiles.ts';
import { writeGeoTiff } from '../../test/geotiff-bytes.ts';
import { fileSource } from '../../test/pmtiles-file-source.ts';
import { testFolder } from '../../test/test-folder.ts';
import { groundUnder, type TerrainArchive } from './ground-under.ts';
import { makeTerrain } from './make-terrain.ts';

const folder = testFolder();
const UTM = 26_917;
const [WEST, NORTH, SIDE] = [500_000, 3_950_000, 400];
const FEET = 3.28084;

type CountedArchive = TerrainArchive & { found: number };
type Height = (x: number, y: number) => number;
const plane: Height = (x) => 100 + (x - WEST) * 0.1;
/** 12 percent steep on all sides. */
const cone: Height = (x, y) => 300 - 0.12 * Math.hypot(x - WEST - 1000, y - NORTH + 1000);

async function archiveOf(name: string, height: Height): Promise<CountedArchive> {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    height(WEST + ((i % SIDE) + 0.5) * 5, NORTH - (Math.floor(i / SIDE) + 0.5) * 5),
  );
  const source = join(folder, `${name}.tif`);
  writeGeoTiff(source, {
    values,
    width: SIDE,
    height: SIDE,
    epsg: UTM,
    west: WEST,
    north: NORTH,
    pixelSize: 5,
  });
  const path = join(folder, `${name}.pmtiles`);
  const contoursPath = join(folder, `${name}-contours.pmtiles`);
  const { zoomMin, zoomMax } = await makeTerrain({
    sources: [source],
    path,
    contoursPath,
    workFolder: folder,
  });
  const tiles = new PMTiles(fileSource(path));
  const archive: CountedArchive = {
    zoomMin,
    zoomMax,
    found: 0,
    async find({ z, x, y }) {
      archive.found++;
      const tile = await tiles.getZxy(z, x, y);
      return tile && new Uint8Array(tile.data);
    },
  };
  return archive;
}

/** A square parcel, by the meters of its north-western corner from that of the file. */
async function parcel(east: number, south: number, side: number): Promise<PolygonGeometry> {
  const { toLngLat } = await openProjection({ kind: 'epsg', code: UTM });
  const corners: [number, number][] = [
    [east, south + side],
    [east + side, south + side],
    [east + side, south],
    [east, south],
  ];
  const ring = corners.map(([x, y]): [number, number] => {
    const pair = Float64Array.from([WEST + x, NORTH - y]);
    toLngLat(pair);
    return [pair[0]!, pair[1]!];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

let onPlane: CountedArchive;
let onCone: CountedArchive;
beforeAll(async () => {
  onPlane = await archiveOf('plane', plane);
  onCone = await archiveOf('cone', cone);
}, 60_000);

test('[LAY-2] on a plane all four figures are exact', async () => {
  const ground = (await groundUnder(onPlane, await parcel(600, 700, 100)))!;
  expect(Math.abs(ground.lowestFeet - 160 * FEET)).toBeLessThan(0.1);
  expect(Math.abs(ground.highestFeet - 170 * FEET)).toBeLessThan(0.1);
  expect(Math.abs(ground.meanFeet - 165 * FEET)).toBeLessThan(0.1);
  expect(Math.abs(ground.slopePercent - 10)).toBeLessThan(0.1);
});

test('[LAY-2] on a cone they are right to the decimeter', async () => {
  const ground = (await groundUnder(onCone, await parcel(900, 900, 200)))!;
  expect(Math.abs(ground.highestFeet - 300 * FEET)).toBeLessThan(1.5);
  expect(Math.abs(ground.lowestFeet - (300 - 0.12 * Math.hypot(100, 100)) * FEET)).toBeLessThan(0.3);
  // The mean distance from the middle of a square is 0.3826 of its side.
  expect(Math.abs(ground.meanFeet - (300 - 0.12 * 0.3826 * 200) * FEET)).toBeLessThan(0.3);
  expect(Math.abs(ground.slopePercent - 12)).toBeLessThan(0.3);
});

test('[LAY-2] a parcel smaller than a pixel has an answer', async () => {
  const ground = (await groundUnder(onPlane, await parcel(1000, 1000, 0.5)))!;
  expect(Math.abs(ground.meanFeet - plane(WEST + 1000.25, 0) * FEET)).toBeLessThan(0.1);
  expect(ground.highestFeet - ground.lowestFeet).toBeLessThan(0.3);
});

test('[LAY-2] where there is no terrain there is no answer, beside the file as far away', async () => {
  expect(await groundUnder(onPlane, await parcel(-300, 700, 100))).toBeUndefined();
  const far = ringOfBounds({ west: -100, south: 40, east: -99.99, north: 40.01 });
  expect(await groundUnder(onPlane, { type: 'Polygon', coordinates: [far] })).toBeUndefined();
});

test('[LAY-2] a huge parcel reads few tiles', async () => {
  onPlane.found = 0;
  const state = ringOfBounds({ west: -84, south: 33, east: -76, north: 37 });
  await groundUnder(onPlane, { type: 'Polygon', coordinates: [state] });
  expect(onPlane.found).toBeGreaterThan(0);
  expect(onPlane.found).toBeLessThanOrEqual(9);
});

test('parcels asked for together share the tiles they lie on, and a tile that failed is read again', async () => {
  let found = 0;
  let isBroken = true;
  const archive: TerrainArchive = {
    ...onPlane,
    find: async (address) => {
      found++;
      if (isBroken) throw new Error('The file is away.');
      return onPlane.find(address);
    },
  };
  const lot = await parcel(600, 700, 10);
  await expect(groundUnder(archive, lot)).rejects.toThrow('away');
  isBroken = false;
  found = 0;
  const [one, other] = await Promise.all([groundUnder(archive, lot), groundUnder(archive, lot)]);
  expect(one).toBeDefined();
  expect(other).toEqual(one);
  const together = found;
  expect(together).toBeGreaterThan(0);
  found = 0;
  await groundUnder({ ...archive }, lot);
  expect(together).toBe(found);
});

test('[LAY-2] the grid of the demo county answers as well, but not beyond its edge', async () => {
  const bounds = { west: -81, south: 35.6, east: -80.9, north: 35.7 };
  const side = 101;
  // 100 m at the western edge, 200 m at the eastern.
  const meters = Float32Array.from({ length: side * side }, (_, i) => 100 + (i % side));
  const grid = createTerrain({ grid: { bounds, columns: side, rows: side, meters }, version: 'a' });
  const square = (west: number): PolygonGeometry => ({
    type: 'Polygon',
    coordinates: [ringOfBounds({ west, south: 35.65, east: west + 0.01, north: 35.66 })],
  });
  const ground = (await groundUnder(grid, square(-80.96)))!;
  expect(ground.lowestFeet / FEET).toBeCloseTo(140, 0);
  expect(ground.highestFeet / FEET).toBeCloseTo(150, 0);
  expect(ground.meanFeet / FEET).toBeCloseTo(145, 0);
  // 10 m over a hundredth of a degree, which is 905 m wide here.
  expect(ground.slopePercent).toBeCloseTo(1.1, 1);
  expect(await groundUnder(grid, square(-80.895))).toBeUndefined();
});
