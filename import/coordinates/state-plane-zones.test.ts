import { expect, test } from 'vitest';
import { STATE_PLANE_ZONES, statePlaneZonesAt } from '../../geo/state-plane-zones.ts';
import { findSystem } from './find-system.ts';
import { projectorOf } from './project.ts';

const rows = STATE_PLANE_ZONES.trim().split('\n');

test('every zone is the system of its code, with its area and unit', () => {
  expect(rows.length).toBeGreaterThan(120);
  for (const row of rows) {
    const [, name, code, box, proj4] = row.split('|');
    const { area, ...known } = findSystem(Number(code))!;
    expect({ name, proj4: known.proj4 }).toEqual({ name, proj4 });
    // EPSG gives New Jersey the system of New York's east: the same projection, elsewhere.
    if (name !== 'New Jersey') expect(box).toBe([area.west, area.south, area.east, area.north].join());
    expect(proj4).toMatch(/\+units=(us-)?ft$/);
  }
  expect(new Set(rows.map((row) => row.split('|')[1])).size).toBe(rows.length);
});

const nameAt = (lng: number, lat: number, state?: string) => statePlaneZonesAt({ lng, lat }, state)[0]?.name;

test.each([
  ['Statesville', -80.887, 35.783, 'North Carolina'],
  ['Cambridge', -71.11, 42.373, 'Massachusetts Mainland'],
  ['Los Angeles', -118.24, 34.05, 'California zone 5'],
  ['San Diego', -117.16, 32.72, 'California zone 6'],
  ['Dallas', -96.8, 32.78, 'Texas North Central'],
  ['Honolulu', -157.86, 21.31, 'Hawaii zone 3'],
  ['Juneau', -134.42, 58.3, 'Alaska zone 1'],
  ['Adak, beyond the antimeridian', 175, 52, 'Alaska zone 10'],
])('the zone of %s', (_place, lng, lat, zone) => {
  expect(nameAt(lng, lat)).toBe(zone);
});

test('the state decides where the boxes of several overlap', () => {
  // Kansas City, Kansas, is nearer to the central meridian of Missouri's west.
  expect(nameAt(-94.63, 39.11, 'Kansas')).toBe('Kansas North');
  expect(nameAt(-94.58, 39.1, 'Missouri')).toBe('Missouri West');
  expect(nameAt(-78.86, 38.45, 'Virginia')).toBe('Virginia North');
  expect(statePlaneZonesAt({ lng: 2.35, lat: 48.86 })).toEqual([]);
});

test('feet are those of the state: survey feet in North Carolina, international feet in Oregon', () => {
  const [carolina] = statePlaneZonesAt({ lng: -80.887, lat: 35.783 });
  const [oregon] = statePlaneZonesAt({ lng: -122.68, lat: 45.52 }, 'Oregon');
  expect(carolina).toMatchObject({ code: 102719, unit: 'ftUS' });
  expect(oregon).toMatchObject({ name: 'Oregon North', code: 2269, unit: 'ft' });
  expect(projectorOf(oregon!.proj4)({ lng: -120.5, lat: 43.666666666667 }).x).toBeCloseTo(8_202_099.738, 2);
});
