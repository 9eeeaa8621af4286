// Polygons at random, with another seed at every run, and a very large one: what comes out of the cleaning is valid.
import { beforeEach, expect, test } from 'vitest';
import { areaContains } from '../../geo/area-contains.ts';
import { GRID_PER_DEGREE, polygonsOf } from '../../geo/geometry.ts';
import {
  box,
  clean,
  cornersOf,
  defectsOf,
  type Points,
  polygons,
  repaired,
  rings,
  SOUTH,
  turned,
  WEST,
} from '../../test/geo/grid-areas.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { REFUSALS } from './clean-words.ts';

let random: () => number;
beforeEach(() => {
  ({ random } = seededRandom());
});

const star = (x: number, y: number, radius: number, corners: number): Points =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.8 * random())) / corners;
    const reach = radius * (0.2 + 0.8 * random());
    return [Math.round(x + reach * Math.cos(angle)) + 0, Math.round(y + reach * Math.sin(angle)) + 0];
  });

test('stars come out with the same corners', () => {
  for (let i = 0; i < 300; i++) {
    const points = star(0, 0, 2000, 5 + Math.floor(random() * 200));
    const { geometry, repairs } = repaired(polygons([points]));
    if (repairs.length === 0)
      expect(cornersOf(geometry)).toEqual([
        [points.filter((p, j) => String(p) !== String(points.at(j - 1)))],
      ]);
    if (i % 20 === 0) expect(defectsOf(geometry)).toEqual([]);
  }
});

test('tangles come out valid and cover what the ring encloses, or are refused', () => {
  let refused = 0;
  for (let i = 0; i < 400; i++) {
    const points: [number, number][] = star(0, 0, 500, 6 + Math.floor(random() * 12)).map(([x, y]) => [x, y]);
    // Two corners change places, as in a hand-digitized boundary.
    const at = Math.floor(random() * (points.length - 1));
    [points[at], points[at + 1]] = [points[at + 1]!, points[at]!];
    const result = clean(polygons([points]));
    if ('refusal' in result) {
      refused++;
      continue;
    }
    expect(defectsOf(result.geometry)).toEqual([]);
    for (let probe = 0; probe < 40; probe++) {
      const at = { x: Math.round(random() * 1000 - 500), y: Math.round(random() * 1000 - 500) };
      const turns = windingNumber(points, at);
      if (turns === undefined) continue;
      const place = { lng: (WEST + at.x) / GRID_PER_DEGREE, lat: (SOUTH + at.y) / GRID_PER_DEGREE };
      expect(areaContains(result.geometry, place)).toBe(turns !== 0);
    }
  }
  expect(refused).toBeLessThan(40);
});

test('rings that overlap and touch at random come out valid, however they are wound', () => {
  for (let i = 0; i < 300; i++) {
    const all = Array.from({ length: 2 + Math.floor(random() * 4) }, (): Points => {
      const points = box(
        Math.floor(random() * 8) * 100,
        Math.floor(random() * 8) * 100,
        100 + Math.floor(random() * 5) * 100,
      );
      return random() < 0.5 ? points : turned(points);
    });
    for (const raw of [rings(...all), polygons(...all.map((points) => [points]))]) {
      const result = clean(raw);
      if ('refusal' in result) expect(result.refusal).toBe(REFUSALS.noArea);
      else expect(defectsOf(result.geometry)).toEqual([]);
    }
  }
});

/** How often a ring turns around a point; undefined within a few steps of the ring itself. */
function windingNumber(points: Points, { x, y }: { x: number; y: number }): number | undefined {
  let turns = 0;
  for (const [i, [fromX, fromY]] of points.entries()) {
    const [toX, toY] = points[(i + 1) % points.length]!;
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const side = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
    const along = ((toX - fromX) * (x - fromX) + (toY - fromY) * (y - fromY)) / length;
    if (Math.abs(side) / length < 3 && along > -3 && along < length + 3) return undefined;
    if (fromY <= y && toY > y && side > 0) turns++;
    if (fromY > y && toY <= y && side < 0) turns--;
  }
  return turns;
}

test('a shore of 300,000 corners is cleaned in a few seconds', () => {
  const points: [number, number][] = [];
  for (let i = 0; i < 300_000; i++) {
    const angle = (2 * Math.PI * i) / 300_000;
    const reach = 20_000_000 + 300_000 * Math.sin(angle * 900);
    points.push([Math.round(reach * Math.cos(angle)), Math.round(reach * Math.sin(angle))]);
  }
  const { geometry, repairs } = repaired(polygons([points]));
  expect(repairs).toEqual([]);
  expect(polygonsOf(geometry)[0]![0]!.length).toBeGreaterThan(290_000);
});
