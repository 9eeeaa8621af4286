// What the demo county promises of its land beyond its parcels. The plan is made once, and every test looks at it.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { layOutLand } from './lay-out-land.ts';
import { areaTolerance } from './lots/plat-block.ts';
import { DEMO_SEED, makeCounty } from './make-county.ts';
import { mapLayers } from './map-layers.ts';
import { COUNTY_OUTLINE, HAMLETS, TOWNS, TOWNSHIP_NAMES } from './plan.ts';
import { intersect } from './plane/clip.ts';
import { distance, type Point } from './plane/point.ts';
import { lineLength, projectOnto } from './plane/polyline.ts';
import { ringArea, ringLength, type Shape, shapeArea, shapeContains } from './plane/ring.ts';
import { segmentGap } from './plane/segment-gap.ts';
import { SegmentIndex } from './plane/segment-index.ts';
import { HALF_WIDTH } from './roads/street.ts';
import { heightAt } from './terrain/height-grid.ts';
import { bedSamples } from './water/carve-beds.ts';

const progress: number[] = [];
const plan = layOutLand({ seed: DEMO_SEED, onProgress: ({ fraction }) => progress.push(fraction) });
const land = mapLayers(plan);

test('the same seed makes the same county, byte for byte, and progress never goes back', () => {
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  const {
    parcels,
    addresses,
    bounds: _,
    name: __,
    state: ___,
    elevation,
    ...again
  } = makeCounty({ seed: DEMO_SEED });
  const { lots, elevation: heights, ...layers } = land;
  expect(hash(again)).toBe(hash(layers));
  expect(hash(parcels.map(({ geometry }) => geometry))).toBe(hash(lots.map(({ geometry }) => geometry)));
  expect(elevation).toEqual(heights);
  expect(addresses.length).toBeGreaterThan(35_000);
  expect(progress.every((fraction, i) => i === 0 || fraction >= progress[i - 1]!)).toBe(true);
  expect(progress.length).toBeGreaterThan(50);
  expect(progress.at(-1)).toBeLessThanOrEqual(1);
});

describe('the lots', () => {
  const edges = (shapes: readonly Shape[]) =>
    shapes.flat().flatMap((ring) => ring.map((a, i) => [a, ring[(i + 1) % ring.length]!] as const));
  const key = (a: Point, b: Point) => `${a.x} ${a.y} ${b.x} ${b.y}`;
  const directed = new Set<string>();
  for (const { shapes } of plan.plats) for (const [a, b] of edges(shapes)) directed.add(key(a, b));

  test('share every border: edges without a reverse make up the outlines of the blocks, and nothing else', () => {
    const rims = plan.blocks.map(() => 0);
    for (const { shapes, block } of plan.plats) {
      for (const [a, b] of edges(shapes)) if (!directed.has(key(b, a))) rims[block]! += lineLength([a, b]);
    }
    const platted = new Set(plan.plats.map(({ block }) => block));
    const wrong = plan.blocks.filter(({ shape }, i) => {
      const outline = shape.reduce((sum, ring) => sum + ringLength(ring), 0);
      return platted.has(i) && Math.abs(rims[i]! - outline) > 0.5 + outline / 2000;
    });
    expect(wrong).toEqual([]);
  });

  test('have no border within themselves: adjoining parts of one holding are one part', () => {
    const divided = plan.lots.filter(({ shapes }) => {
      const own = new Set(edges(shapes).map(([a, b]) => key(a, b)));
      return edges(shapes).some(([a, b]) => own.has(key(b, a)));
    });
    expect(divided).toEqual([]);
  });

  test('add up to their block, and with water and rights-of-way to the county', () => {
    const platted = new Map<number, number>();
    for (const { block, area } of plan.plats) platted.set(block, (platted.get(block) ?? 0) + area);
    for (const [block, area] of platted) {
      const { shape } = plan.blocks[block]!;
      const outline = shape.reduce((sum, ring) => sum + ringLength(ring), 0);
      expect(Math.abs(area - shapeArea(shape))).toBeLessThan(areaTolerance(outline));
    }
    const county = ringArea(COUNTY_OUTLINE);
    const lots = plan.lots.reduce((sum, { area }) => sum + area, 0);
    const water = plan.lake.shapes.reduce((sum, shape) => sum + shapeArea(shape), 0);
    const streets = plan.streets.reduce(
      (sum, street) => sum + 2 * HALF_WIDTH[street.class] * lineLength(street.line),
      0,
    );
    // Crossings count twice in the streets' own sum; bulbs, corners and the ground between ramps not at all.
    expect(Math.abs(county - lots - water - streets) / county).toBeLessThan(0.01);
  });

  test('belong to a township, a post place and, in the towns, a town', () => {
    const places = new Set<string>([...TOWNS, ...HAMLETS].map(({ name }) => name));
    expect(land.lots.filter(({ postPlace }) => !places.has(postPlace))).toEqual([]);
    expect(new Set(land.lots.map(({ township }) => township))).toEqual(new Set(TOWNSHIP_NAMES));
    for (const { name } of TOWNS)
      expect(land.lots.filter(({ town }) => town === name).length).toBeGreaterThan(500);
  });
});

test('house numbers rise along their street, odd on the left and even on the right, and none is there twice', () => {
  const wrong: string[] = [];
  const last = new Map<string, number>();
  const doors = plan.lots.flatMap(({ doorplate, plat }) => (doorplate ? { ...doorplate, plat } : []));
  doors.sort((a, b) => a.metersAlong - b.metersAlong || a.houseNumber - b.houseNumber);
  for (const { street, houseNumber, plat } of doors) {
    const { isLeft } = projectOnto(plan.streets[street]!.line, plat.frontage.get(street)!.middle);
    if (isLeft !== (houseNumber % 2 === 1)) wrong.push(`${houseNumber} is on the wrong side`);
    const before = last.get(`${street} ${isLeft}`) ?? 0;
    if (houseNumber <= before) wrong.push(`${houseNumber} comes after ${before}`);
    last.set(`${street} ${isLeft}`, houseNumber);
  }
  expect(wrong).toEqual([]);
  const written = land.lots.flatMap(({ frontage, postPlace }) =>
    frontage ? `${frontage.houseNumber} ${land.roads[frontage.roadId]!.name}, ${postPlace}` : [],
  );
  expect(new Set(written).size).toBe(written.length);
});

test('no stream climbs anywhere along its course', () => {
  const climbing = plan.streams.filter(({ line }) => {
    const heights = bedSamples(line).map((point) => heightAt(plan.ground, point));
    return heights.some((height, i) => i > 0 && height > heights[i - 1]! + 1e-6);
  });
  expect(plan.streams.length).toBeGreaterThan(50);
  expect(climbing).toEqual([]);
});

describe('every building', () => {
  const area = (shapes: Shape[]) => shapes.reduce((sum, shape) => sum + shapeArea(shape), 0);

  test('stands on its own lot, and none in another', () => {
    const wrong = plan.lots.flatMap(({ shapes, buildings }) =>
      buildings.filter(
        ({ ring }, i) =>
          Math.abs(area(intersect([ring], shapes.flat())) - ringArea(ring)) > 0.1 ||
          buildings.slice(i + 1).some((other) => intersect([ring], [other.ring]).length > 0),
      ),
    );
    expect(wrong).toEqual([]);
    expect(land.buildings.length).toBeGreaterThan(30_000);
  });

  test('stands on dry ground, 9 m or more from a stream', () => {
    const streams = new SegmentIndex(100);
    for (const { line } of plan.streams) streams.addLine(line, 0);
    const waters: Shape[] = [...plan.lake.shapes, ...plan.ponds.map((ring) => [ring])];
    const shores = new SegmentIndex(100);
    for (const ring of waters.flat()) shores.addRing(ring, 0);
    const gap = (index: SegmentIndex, ring: readonly Point[]) =>
      Math.min(
        ...ring.flatMap((a, i) => {
          const wall = { a, b: ring[(i + 1) % ring.length]! };
          return [...index.near(a, distance(a, wall.b) + 10)].map((edge) => segmentGap(wall, edge));
        }),
      );
    const wet = plan.lots
      .flatMap(({ buildings }) => buildings)
      .filter(
        ({ ring }) =>
          waters.some((shape) => shapeContains(shape, ring[0]!)) ||
          gap(shores, ring) === 0 ||
          // The grid of positions moves a corner by a centimeter.
          gap(streams, ring) < 8.98,
      );
    expect(wet).toEqual([]);
  });
});
