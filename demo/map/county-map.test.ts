// The maps of the demo county, drawn into a folder and read back as the server reads them.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawMaps } from '../../basemap/draw-maps.ts';
import { areMapsDrawn } from '../../basemap/drawn-maps.ts';
import { areaContains } from '../../geo/area-contains.ts';
import { encodeElevation, heightAt } from '../../geo/elevation-grid.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { tileAt, tileRange } from '../../geo/tile-address.ts';
import { demoCounty } from '../../test/demo-county.ts';
import { type DecodedFeature, decodeTile } from '../../test/geo/decode-tile.ts';
import { polygonFaults } from '../../test/geo/polygon-faults.ts';
import { fileSource } from '../../test/pmtiles-file-source.ts';
import type { County } from '../county/county.ts';
import { countyMap, DEMO_SOURCE } from './county-map.ts';

const FEET_PER_METER = 3.28084;
const START = { lng: -80.86, lat: 35.62 };
const LAKE_SHORE = { lng: -80.92, lat: 35.64 };

let folder: string;
let county: County;
const stages = new Set<string>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-maps-'));
  county = demoCounty();
  await drawMaps({ county: countyMap(county), folder, onProgress: ({ stage }) => stages.add(stage) });
});
afterAll(() => rm(folder, { recursive: true }));

const archive = (file: string) => new PMTiles(fileSource(join(folder, file)));

async function layersAt(file: string, place: LngLat, z: number): Promise<Map<string, DecodedFeature[]>> {
  const { x, y } = tileAt(place, z);
  const tile = await archive(file).getZxy(z, x, y);
  const layers = tile ? decodeTile(new Uint8Array(tile.data)) : [];
  return new Map(layers.map(({ name, features }) => [name, features]));
}

/** The turns between edges that are both at least so long, in degrees. */
function turnsOf(line: readonly (readonly number[])[], lengthMin: number): number[] {
  const edges = line.slice(1).map(([x, y], i) => [x! - line[i]![0]!, y! - line[i]![1]!] as const);
  return edges.slice(1).flatMap(([x, y], i) => {
    const [xBefore, yBefore] = edges[i]!;
    if (Math.min(Math.hypot(x, y), Math.hypot(xBefore, yBefore)) < lengthMin) return [];
    const turn = Math.atan2(xBefore * y - yBefore * x, xBefore * x + yBefore * y);
    return [Math.abs((turn * 180) / Math.PI)];
  });
}

const named = (features: DecodedFeature[] | undefined) =>
  new Set(features?.flatMap(({ properties }) => properties.name ?? []));
const kinds = (features: DecodedFeature[] | undefined) =>
  new Set(features?.map(({ properties }) => properties.kind));

describe('the county’s map', () => {
  test('shows streets, houses and everything else around the place where the map starts', async () => {
    const layers = await layersAt('county.pmtiles', START, 15);
    expect([...layers.keys()]).toEqual(expect.arrayContaining(['earth', 'landuse', 'roads', 'buildings']));
    expect(named(layers.get('roads')).size).toBeGreaterThan(5);
    expect(kinds(layers.get('buildings'))).toEqual(new Set(['building']));
    const heights = layers.get('buildings')!.flatMap(({ properties }) => properties.height ?? []);
    expect(Math.min(...heights.map(Number))).toBeGreaterThan(1);
  });

  test('names towns, the lake, creeks, parks and schools', async () => {
    const [town] = county.places;
    expect(named((await layersAt('county.pmtiles', town!.at, 9)).get('places'))).toContain(town!.name);
    expect(named((await layersAt('county.pmtiles', LAKE_SHORE, 9)).get('water'))).toContain('Lake Tarrow');
    const near = await layersAt('county.pmtiles', town!.at, 13);
    expect([...named(near.get('water'))].some((name) => String(name).endsWith('Creek'))).toBe(true);
    expect(kinds((await layersAt('county.pmtiles', town!.at, 15)).get('pois'))).toContain('park');
    expect([...kinds(near.get('roads'))]).toEqual(expect.arrayContaining(['major_road', 'minor_road']));
  });

  test('has route shields, and bridges only at zooms where styles draw them separately', async () => {
    const roads = (await layersAt('county.pmtiles', START, 11)).get('roads')!;
    const shields = new Set(roads.map(({ properties }) => `${properties.network} ${properties.shield_text}`));
    expect(shields).toContain('US:I 79');
    expect(roads.filter(({ properties }) => properties.is_bridge)).toEqual([]);
    const close = (await layersAt('county.pmtiles', START, 12)).get('roads')!;
    expect(close.some(({ properties }) => properties.is_bridge === true)).toBe(true);
  });

  test('stays small: no tile is larger than 200 KB gzipped, and the first zoom is under 2 KB', async () => {
    const map = archive('county.pmtiles');
    const largest: number[] = [];
    for (let z = 6; z <= 15; z++) {
      const { minX, maxX, minY, maxY } = tileRange(county.bounds, z);
      let most = 0;
      for (let x = minX; x <= maxX; x++) {
        for (let y = minY; y <= maxY; y++) {
          const tile = await map.getZxy(z, x, y);
          if (tile) most = Math.max(most, gzipSync(tile.data).byteLength);
        }
      }
      largest.push(most);
    }
    expect(Math.max(...largest)).toBeLessThan(200_000);
    expect(largest[0]).toBeLessThan(2000);
  });

  test('holds valid areas only', async () => {
    for (const features of (await layersAt('county.pmtiles', START, 10)).values()) {
      for (const { type, polygons } of features) if (type === 3) expect(polygonFaults(polygons)).toEqual([]);
    }
  });
});

describe('contours', () => {
  test('[M12] every 20 feet a line of index 6 or more, and every 100 feet one of index 5 for the height', async () => {
    const lines = (await layersAt('contours.pmtiles', START, 13)).get('contour')!;
    const byIndex = (index: number) => lines.filter(({ properties }) => properties.index === index);
    const feet = (features: DecodedFeature[]) =>
      new Set(features.map(({ properties }) => Math.round(Number(properties.ele) * FEET_PER_METER)));
    expect(new Set(lines.map(({ properties }) => properties.index))).toEqual(new Set([5, 6, 10]));
    for (const height of feet(byIndex(6))) expect([height % 20, height % 100 === 0]).toEqual([0, false]);
    for (const height of feet(byIndex(10))) expect(height % 100).toBe(0);
    expect(feet(byIndex(5))).toEqual(feet(byIndex(10)));
    expect(byIndex(5).map(({ closedRings }) => closedRings)).toEqual(
      byIndex(10).map(({ closedRings }) => closedRings),
    );
  });

  test('[M12] from zoom 15 every line has its height, not only every fifth', async () => {
    const lines = (await layersAt('contours.pmtiles', START, 15)).get('contour')!;
    const feet = (features: DecodedFeature[]) =>
      new Set(features.map(({ properties }) => Math.round(Number(properties.ele) * FEET_PER_METER)));
    const labeled = feet(lines.filter(({ properties }) => properties.index === 5));
    expect(labeled).toEqual(feet(lines.filter(({ properties }) => Number(properties.index) >= 6)));
    expect(labeled.size).toBeGreaterThan(2);
  });

  test('are round at zoom 19: no corner that a reader could see', async () => {
    // A unit of the last tiles is a pixel there. Between shorter edges rounding to the pixel makes any angle.
    const lines = (await layersAt('contours.pmtiles', START, 16)).get('contour')!;
    const turns = lines.flatMap(({ closedRings }) => closedRings).flatMap((line) => turnsOf(line, 10));
    expect(turns.length).toBeGreaterThan(100);
    expect(Math.max(...turns)).toBeLessThan(20);
  });

  test('match the heights of the ground, and do not cross the lake', async () => {
    const { x, y } = tileAt(START, 14);
    const lake = county.water.filter(({ kind }) => kind === 'lake');
    for (const { properties, closedRings } of (await layersAt('contours.pmtiles', START, 14)).get(
      'contour',
    )!) {
      for (const [pointX, pointY] of closedRings.flat()) {
        const place = {
          lng: lngOfWorldX((x + pointX / 4096) / 2 ** 14),
          lat: latOfWorldY((y + pointY / 4096) / 2 ** 14),
        };
        // Smoothing moves a line a little on a slope.
        expect(Math.abs(heightAt(county.elevation, place)! - Number(properties.ele))).toBeLessThan(4);
        expect(lake.some(({ geometry }) => areaContains(geometry, place))).toBe(false);
      }
    }
  });

  test('are thinned out at small zooms', async () => {
    const lines = (await layersAt('contours.pmtiles', START, 11)).get('contour')!;
    expect(new Set(lines.map(({ properties }) => properties.index))).toEqual(new Set([10]));
  });
});

test('the elevation file has the county’s heights', async () => {
  const bytes = await readFile(join(folder, 'elevation.bin'));
  expect(bytes.equals(encodeElevation(county.elevation))).toBe(true);
});

test('every map carries its credit: the county is fictional, GeoNames is CC BY 4.0', async () => {
  const creditOf = async (file: string) =>
    ((await archive(file).getMetadata()) as { attribution: string }).attribution;
  expect(await creditOf('county.pmtiles')).toBe(DEMO_SOURCE);
  expect(await creditOf('contours.pmtiles')).toBe(DEMO_SOURCE);
  const world = await creditOf('world.pmtiles');
  for (const name of ['US Census Bureau', 'Natural Earth', 'GeoNames', 'CC BY 4.0']) {
    expect(world).toContain(`>${name}</a>`);
  }
  expect(world).toContain('https://creativecommons.org/licenses/by/4.0/');
});

test('the manifest says what is in the folder, and progress is reported by stage', async () => {
  expect(JSON.parse(await readFile(join(folder, 'maps.json'), 'utf8'))).toEqual({
    version: expect.any(Number),
    county: { name: 'Alder County', bounds: county.bounds },
  });
  expect((await readdir(folder)).sort()).toEqual([
    'contours.pmtiles',
    'county.pmtiles',
    'elevation.bin',
    'maps.json',
    'world.pmtiles',
  ]);
  expect([...stages]).toEqual(['Drawing the county', 'Drawing contours', 'Drawing the world']);
  expect(await areMapsDrawn(folder, 'county and world')).toBe(true);
  expect(await areMapsDrawn(folder, 'world')).toBe(false);
});

test('the same county gives the same maps, byte for byte; without a county only the world is left', async () => {
  const files = ['county.pmtiles', 'contours.pmtiles', 'world.pmtiles'];
  const read = () => Promise.all(files.map((file) => readFile(join(folder, file))));
  const before = await read();
  await drawMaps({ county: countyMap(county), folder });
  for (const [i, bytes] of (await read()).entries()) expect(bytes.equals(before[i]!)).toBe(true);

  await drawMaps({ county: undefined, folder });
  expect((await readdir(folder)).sort()).toEqual(['maps.json', 'world.pmtiles']);
  expect(await areMapsDrawn(folder, 'world')).toBe(true);
  expect(await areMapsDrawn(folder, 'county and world')).toBe(false);
}, 240_000);
