import { describe, expect, test } from 'vitest';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { RawFeature } from '../layer.ts';
import { inspectCoordinates } from './inspect-coordinates.ts';
import { openProjection, parseCrs } from './projection.ts';

/** Small squares around a place, in the units of the system. */
function parcels(x: number, y: number, step: number): RawFeature[] {
  return Array.from({ length: 20 }, (_, index) => {
    const left = x + (index % 5) * step;
    const bottom = y + Math.floor(index / 5) * step;
    const ring = [left, bottom, left + step, bottom, left + step, bottom + step, left, bottom];
    return { row: index + 1, properties: {}, geometry: { kind: 'rings', rings: [Float64Array.from(ring)] } };
  });
}

const inspect = async (crs: string, sample: RawFeature[]) =>
  inspectCoordinates({ sample, projection: await openProjection(parseCrs(crs)) });

/** In Iredell County, North Carolina. */
const FEET = parcels(1450000, 730000, 100);
const METERS = parcels(441960, 222504, 30);
const DEGREES = parcels(-80.85, 35.74, 0.0003);
const WEB_MERCATOR = parcels(-9000000, 4265000, 30);

describe('coordinates that are where they belong', () => {
  test.each([
    ['EPSG:2264', FEET],
    ['EPSG:32119', METERS],
    ['EPSG:4326', DEGREES],
    ['EPSG:4269', DEGREES],
    ['EPSG:3857', WEB_MERCATOR],
  ])('%s passes without a word', async (crs, sample) => {
    const { projection, notes } = await inspect(crs, sample);
    expect(notes).toEqual([]);
    expect(projection).toBe((await inspectCoordinates({ sample, projection })).projection);
  });

  test('a sample without areas says nothing', async () => {
    const sample: RawFeature[] = [{ row: 1, properties: {}, geometry: null }];
    expect((await inspect('EPSG:2264', sample)).notes).toEqual([]);
  });

  test('single parcels astray do not matter', async () => {
    const astray = parcels(0, 0, 1).slice(0, 1);
    expect((await inspect('EPSG:2264', [...FEET, ...astray])).notes).toEqual([]);
  });

  test('[IMP-6] one of three parcels astray is not a county abroad, nor a reason not to swap its axes', async () => {
    const few = [...parcels(-80, 35, 0.001).slice(0, 2), ...parcels(2.35, 48.85, 0.001).slice(0, 1)];
    expect((await inspect('EPSG:4326', few)).notes).toEqual([]);
    const swapped = [...parcels(35, -80, 0.001).slice(0, 4), ...parcels(0, 0, 0.001).slice(0, 1)];
    expect((await inspect('EPSG:4326', swapped)).notes).toEqual([
      'The file has latitude before longitude: the two were swapped.',
    ]);
  });

  test('parcels abroad are fine, and said', async () => {
    const { notes } = await inspect('EPSG:4326', parcels(2.35, 48.85, 0.001));
    expect(notes).toEqual([
      'The parcels lie around latitude 48.85, longitude 2.35, outside the United States.',
    ]);
  });

  test('the Aleutians beyond the 180th meridian are in the United States', async () => {
    expect((await inspect('EPSG:3338', parcels(-1974269, 655757, 100))).notes).toEqual([]);
    expect((await inspect('EPSG:4269', parcels(178.5, 51.4, 0.001))).notes).toEqual([]);
  });
});

describe('the ends of the map', () => {
  test.each([
    ['EPSG:4326', parcels(10, 88.9, 0.001), 'latitude 88.90, longitude 10.00'],
    ['EPSG:4326', parcels(22.57, 88.36, 0.001), 'latitude 88.36'],
    ['EPSG:4326', parcels(-170, -89.5, 0.001), 'latitude -89.50, longitude -170.00'],
    ['+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +datum=WGS84', parcels(1000, 1000, 50), 'latitude 89.9'],
  ])('%s at a pole is refused in plain words %#', async (crs, sample, place) => {
    await expect(inspect(crs, sample)).rejects.toThrow(OperatorError);
    await expect(inspect(crs, sample)).rejects.toThrow(/would lie at a pole.*where the map ends.*--crs/);
    await expect(inspect(crs, sample)).rejects.toThrow(place);
  });

  test('parcels across the antimeridian lie where they are, not at Greenwich', async () => {
    const across = (lat: number): RawFeature[] =>
      Array.from({ length: 5 }, (_, at) => {
        const south = lat + at / 1000;
        const ring = [179.999, south, -179.999, south, -179.999, south + 0.001, 179.999, south];
        return { row: at, properties: {}, geometry: { kind: 'rings', rings: [Float64Array.from(ring)] } };
      });
    expect((await inspect('EPSG:4326', across(51.5))).notes).toEqual([]);
    expect((await inspect('EPSG:4326', across(-17))).notes.join()).toMatch(/longitude -?180\.00, outside/);
  });

  test('longitudes that are counted up to 360 are understood', async () => {
    expect((await inspect('EPSG:4326', parcels(360 - 80.85, 35.74, 0.0003))).notes).toEqual([]);
    const { notes } = await inspect('EPSG:4326', parcels(190, -17, 0.001));
    expect(notes.join()).toContain('longitude -170.00, outside the United States');
  });
});

describe('swapped axes are put right, and said', () => {
  const swapped = (sample: RawFeature[]): RawFeature[] =>
    sample.map((feature) => {
      const geometry = feature.geometry as { kind: 'rings'; rings: Float64Array[] };
      return {
        ...feature,
        geometry: { ...geometry, rings: geometry.rings.map((ring) => ring.map((_, i) => ring[i ^ 1]!)) },
      };
    });

  test.each([
    ['EPSG:4326', DEGREES, 'latitude before longitude', [-80.85, 35.74]],
    ['EPSG:4326', parcels(-149.9, 61.2, 0.001), 'latitude before longitude', [-149.9, 61.2]],
    ['EPSG:2264', FEET, 'northing before easting', [-80.85354, 35.74167]],
  ])('%s %#', async (crs, sample, words, place) => {
    const turned = swapped(sample);
    const { projection, notes } = await inspect(crs, turned);
    expect(notes.join()).toContain(words);
    const ring = (turned[0]!.geometry as { rings: Float64Array[] }).rings[0]!.slice(0, 2);
    projection.toLngLat(ring);
    expect(ring[0]).toBeCloseTo(place[0]!, 4);
    expect(ring[1]).toBeCloseTo(place[1]!, 4);
  });
});

describe('coordinates of another system are refused with the one to name', () => {
  test.each([
    ['feet called meters', 'EPSG:32119', FEET, '--crs EPSG:2264'],
    ['meters called feet', 'EPSG:2225', parcels(1950000, 700000, 30), '--crs EPSG:26941'],
    ['degrees called feet', 'EPSG:2264', DEGREES, '--crs EPSG:4326'],
    ['degrees called Web Mercator', 'EPSG:3857', DEGREES, '--crs EPSG:4326'],
    ['Web Mercator called degrees', 'EPSG:4326', WEB_MERCATOR, '--crs EPSG:3857'],
    ['feet called degrees', 'EPSG:4326', FEET, '--crs'],
    ['all zero', 'EPSG:4326', parcels(0, 0, 0), 'lost in an export'],
    ['no numbers', 'EPSG:2264', parcels(Number.NaN, Number.NaN, 1), 'lost in an export'],
  ])('%s', async (_, crs, sample, words) => {
    await expect(inspect(crs, sample)).rejects.toThrow(OperatorError);
    await expect(inspect(crs, sample)).rejects.toThrow(words);
  });

  test('feet under the .prj of the zone in meters', async () => {
    const prj =
      'PROJCS["NAD_1983_StatePlane_North_Carolina_FIPS_3200",GEOGCS["GCS_North_American_1983",' +
      'DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],' +
      'UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],' +
      'PARAMETER["False_Easting",609601.22],PARAMETER["False_Northing",0.0],' +
      'PARAMETER["Central_Meridian",-79.0],PARAMETER["Standard_Parallel_1",34.33333333333334],' +
      'PARAMETER["Standard_Parallel_2",36.16666666666666],PARAMETER["Latitude_Of_Origin",33.75],UNIT["Meter",1.0]]';
    await expect(inspect(prj, FEET)).rejects.toThrow('--crs EPSG:2264');
  });

  test('meters called feet that still lie in the zone are said', async () => {
    const { notes } = await inspect('EPSG:2264', METERS);
    expect(notes.join()).toContain('give --crs EPSG:32119');
    const lots = parcels(1450000, 730000, 10);
    expect((await inspect('EPSG:2264', lots)).notes).toEqual([]);
  });

  test('a zone far from its area that fits no other unit is only said', async () => {
    const { notes } = await inspect('EPSG:26917', parcels(-900000, 4200000, 100));
    expect(notes.join()).toMatch(/outside the area where NAD83 \/ UTM zone 17N, EPSG:26917 is used/);
  });
});
