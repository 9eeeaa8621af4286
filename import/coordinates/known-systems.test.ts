import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSystem, systemsOfShape } from './find-system.ts';
import { KNOWN_SYSTEMS } from './known-systems.ts';
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

/** The table's own system without its shift to WGS 84: PROJ was asked for the same. */
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

const SAID = /State ?Plane|zone|\(ft|UTM|Lambert|Albers/;

describe('coordinate systems by code', () => {
  test('every system agrees with PROJ to a centimeter at two points of its area', () => {
    const far = Object.keys(answers)
      .map((code) => ({ code, name: findSystem(Number(code))?.name, meters: worstGap(code) }))
      .filter(({ meters }) => !(meters < 0.01));
    expect(far).toEqual([]);
    expect(Object.keys(answers).length).toBeGreaterThan(1600);
  });
});
void SAID;
void KNOWN_SYSTEMS;
void systemsOfShape;
