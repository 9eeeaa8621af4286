import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSystem, systemsOfShape } from './find-system.ts';
import { unprojectorOf } from './unproject.ts';

/** Of PROJ itself: x and y of two points a system. Made by scripts/list-coordinate-systems.mjs. */
const answers: Record<string, number[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/proj-answers.json'), 'utf8'),
);
/** The points, as shares of the area of use: also in scripts/list-coordinate-systems.mjs. */
const SHARES = [
  [0.3, 0.35],
  [0.85, 0.7],
] as const;

/** In meters, good enough for a few centimeters. */
function gap(one: { lng: number; lat: number }, other: { lng: number; lat: number }): number {
  const around = ((((one.lng - other.lng) % 360) + 540) % 360) - 180;
  const east = around * 111320 * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(east, (one.lat - other.lat) * 110574);
}

/** Old datums without their shift to WGS 84: PROJ was asked for places on the datum itself. */
const withoutShift = (proj4: string): string =>
  proj4.replace('+datum=NAD27', '+ellps=clrk66').replace(/ \+towgs84=\S+/, '');

function worstGap(code: string): number {
  const system = findSystem(Number(code))!;
  const ring = Float64Array.from(answers[code]!);
  unprojectorOf(withoutShift(system.proj4))(ring);
  const { west, south, east, north } = system.area;
  return Math.max(
    ...SHARES.map(([x, y], index) => {
      const asked = {
        lng: Number((west + (east - west) * x).toFixed(6)),
        lat: Number((south + (north - south) * y).toFixed(6)),
      };
      return gap(asked, { lng: ring[index * 2]!, lat: ring[index * 2 + 1]! });
    }),
  );
}

describe('coordinate systems by code', () => {
  test('all 1,550 definitions agree with PROJ to a centimeter at two points of their area', () => {
    const far = Object.keys(answers)
      .map((code) => ({ code, name: findSystem(Number(code))?.name, meters: worstGap(code) }))
      .filter(({ meters }) => !(meters < 0.01));
    expect(far).toEqual([]);
    expect(Object.keys(answers)).toHaveLength(1550);
  });

  test('State Plane zones are known in meters and both feet, on every realization of NAD83', () => {
    const names = [2264, 32119, 3404, 3358, 3632, 6543, 102719, 2992, 2256, 6783, 6498].map(
      (code) => findSystem(code)?.name,
    );
    expect(names).toEqual([
      'NAD83 / North Carolina (ftUS)',
      'NAD83 / North Carolina',
      'NAD83(HARN) / North Carolina (ftUS)',
      'NAD83(HARN) / North Carolina',
      'NAD83(NSRS2007) / North Carolina (ftUS)',
      'NAD83(2011) / North Carolina (ftUS)',
      'NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet',
      'NAD83 / Oregon GIC Lambert (ft)',
      'NAD83 / Montana (ft)',
      'NAD83(CORS96)',
      'NAD83(2011) / Michigan South',
    ]);
  });

  test('every zone of SPCS83 has its codes in meters', () => {
    // EPSG numbered them in two rows.
    const codes = [...range(26929, 26998), ...range(32100, 32158)].filter((code) => !NOT_ZONES.has(code));
    expect(codes.filter((code) => !findSystem(code))).toEqual([]);
  });

  test('UTM zones are known all over the world, on WGS 84', () => {
    expect(findSystem(32617)?.name).toBe('WGS 84 / UTM zone 17N');
    expect(findSystem(32733)).toMatchObject({
      name: 'WGS 84 / UTM zone 33S',
      proj4: '+proj=utm +zone=33 +south +ellps=WGS84',
    });
  });

  test.each([3857, 102100, 900913, 3785])('%i is Web Mercator', (code) => {
    expect(findSystem(code)).toMatchObject({ code: 3857, name: 'WGS 84 / Pseudo-Mercator' });
  });

  test.each([
    [4979, 'WGS 84'],
    [6319, 'NAD83(2011)'],
    [5498, 'NAD83'],
  ])('%i, which has heights, is %s', (code, name) => {
    expect(findSystem(code)?.name).toBe(name);
  });

  test('a zone in meters leads to the same zone in feet', () => {
    const codes = systemsOfShape(findSystem(32119)!.proj4).map(({ code }) => code);
    expect(codes.slice(0, 2)).toEqual([2264, 32119]);
  });

  test('an unknown code is not found', () => {
    expect(findSystem(1)).toBeUndefined();
    expect(findSystem(27700)).toBeUndefined();
  });
});

const NOT_ZONES: ReadonlySet<number> = new Set([26947, 32101, 32102, 32103, 32105, 32106, 32131, 32132]);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
