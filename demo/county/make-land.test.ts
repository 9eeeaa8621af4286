// What the demo county promises of its land. The plan is made once, and every test looks at it.
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { areaContains } from '../../geo/area-contains.ts';
import { GRID_PER_DEGREE, type Position, polygonsOf, type Ring } from '../../geo/geometry.ts';
import { demoCounty } from '../../test/demo-county.ts';
import type { Land } from './county.ts';
import { layOutLand } from './lay-out-land.ts';
import { areaTolerance } from './lots/plat-block.ts';
import { DEMO_SEED } from './make-county.ts';
import { mapLayers } from './map-layers.ts';
import { COUNTY_OUTLINE, HAMLETS, TOWNS, TOWNSHIP_NAMES } from './plan.ts';
import { intersect } from './plane/clip.ts';
import { distance, nearestOnSegment, type Point, stepsEast, stepsNorth } from './plane/point.ts';
import { lineLength, projectOnto } from './plane/polyline.ts';
import {
  type Box,
  boxesMeet,
  boxOf,
  ringArea,
  ringLength,
  type Shape,
  shapeArea,
  shapeContains,
} from './plane/ring.ts';
import { segmentGap } from './plane/segment-gap.ts';
import { SegmentIndex } from './plane/segment-index.ts';
import { randomStream } from './random.ts';
import { BULB_RADIUS, HALF_WIDTH } from './roads/street.ts';
import { heightAt } from './terrain/height-grid.ts';
import { bedSamples } from './water/carve-beds.ts';

// Checking forty thousand lots takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const progress: { stage: string; fraction: number }[] = [];
const plan = layOutLand({ seed: DEMO_SEED, onProgress: (step) => progress.push(step) });
const land = mapLayers(plan);
const random = randomStream(1, 'test samples');
const ringsOf = (shapes: readonly Shape[]) => shapes.flat();

const toGrid = ([lng, lat]: Position): [number, number] => [
  Math.round(lng * GRID_PER_DEGREE),
  Math.round(lat * GRID_PER_DEGREE),
];

/** The sign of the cross product, exact because the coordinates are whole numbers. */
function turn(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return Math.sign((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!));
}

/** Whether no two edges of a ring meet, except neighbors at their common corner. */
function isSimple(ring: Ring): boolean {
  const points = ring.slice(0, -1).map(toGrid);
  const count = points.length;
  if (new Set(points.map(String)).size < count) return false;
  for (let i = 0; i < count; i++) {
    const [a, b] = [points[i]!, points[(i + 1) % count]!];
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      const [c, d] = [points[j]!, points[(j + 1) % count]!];
      if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0]))
        continue;
      if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1]))
        continue;
      if (turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) return false;
    }
  }
  return true;
}

function signedArea(ring: Ring): number {
  const points = ring.map(toGrid);
  const [x0, y0] = points[0]!;
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    sum += (a[0] - x0) * (b[1] - y0) - (a[1] - y0) * (b[0] - x0);
  }
  return sum;
}

describe('the lots', () => {
  test('are forty thousand or more, with holes and separate parts among them', () => {
    expect(land.lots.length).toBeGreaterThanOrEqual(40_000);
    const withHoles = land.lots.filter(({ geometry }) =>
      polygonsOf(geometry).some((rings) => rings.length > 1),
    );
    const inParts = land.lots.filter(({ geometry }) => geometry.type === 'MultiPolygon');
    expect(withHoles.length).toBeGreaterThanOrEqual(20);
    expect(inParts.length).toBeGreaterThanOrEqual(100);
  });

  test("share every border exactly: each directed edge belongs to one lot, and its reverse to a neighbor or the block's outline", () => {
    const vertices = new Map<number, number>();
    const vertexOf = (point: Point): number => {
      const key = (stepsEast(point.x) + 4_000_000) * 8_000_000 + stepsNorth(point.y) + 4_000_000;
      const known = vertices.get(key) ?? vertices.size;
      vertices.set(key, known);
      return known;
    };
    const edgeKey = (from: Point, to: Point): number => vertexOf(from) * 2 ** 25 + vertexOf(to);
    const directed = new Set<number>();
    const repeated: Point[] = [];
    for (const { shapes } of plan.plats) {
      for (const ring of ringsOf(shapes)) {
        ring.forEach((a, i) => {
          const key = edgeKey(a, ring[(i + 1) % ring.length]!);
          if (directed.has(key)) repeated.push(a);
          directed.add(key);
        });
      }
    }
    expect(repeated).toEqual([]);
    // Edges without a reverse make up the outlines of the blocks, and nothing else.
    const rimLength = plan.blocks.map(() => 0);
    for (const { shapes, block } of plan.plats) {
      for (const ring of ringsOf(shapes)) {
        ring.forEach((a, i) => {
          const b = ring[(i + 1) % ring.length]!;
          if (!directed.has(edgeKey(b, a))) rimLength[block]! += lineLength([a, b]);
        });
      }
    }
    const platted = new Set(plan.plats.map(({ block }) => block));
    const wrong = plan.blocks.flatMap(({ shape }, i) => {
      const outline = shape.reduce((sum, ring) => sum + lineLength([...ring, ring[0]!]), 0);
      return platted.has(i) && Math.abs(rimLength[i]! - outline) > 0.5 + outline / 2000
        ? [{ block: i, outline, rim: rimLength[i] }]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  test('have no border within themselves: pieces of one holding that adjoin are one piece', () => {
    const divided = plan.lots.flatMap(({ shapes }, lot) => {
      const key = (from: Point, to: Point) => `${from.x} ${from.y} ${to.x} ${to.y}`;
      const edges = ringsOf(shapes).flatMap((ring) =>
        ring.map((a, i) => [a, ring[(i + 1) % ring.length]!] as const),
      );
      const directed = new Set(edges.map(([a, b]) => key(a, b)));
      return edges.some(([a, b]) => directed.has(key(b, a))) ? [lot] : [];
    });
    expect(divided).toEqual([]);
  });

  test('do not overlap: no lot cuts into any lot near it', () => {
    const parts = plan.lots.flatMap(({ shapes }, lot) =>
      shapes.map((shape) => ({ lot, shape, box: boxOf(shape[0]!) })),
    );
    const cells = new Map<string, number[]>();
    const size = 500;
    const cellsOf = ({ minX, minY, maxX, maxY }: Box): string[] => {
      const keys: string[] = [];
      for (let x = Math.floor(minX / size); x <= Math.floor(maxX / size); x++) {
        for (let y = Math.floor(minY / size); y <= Math.floor(maxY / size); y++) keys.push(`${x} ${y}`);
      }
      return keys;
    };
    parts.forEach(({ box }, i) => {
      for (const key of cellsOf(box)) cells.set(key, [...(cells.get(key) ?? []), i]);
    });
    const overlapping: number[][] = [];
    for (let sample = 0; sample < 1500; sample++) {
      const part = parts[random.integer(0, parts.length - 1)]!;
      const near = new Set(cellsOf(part.box).flatMap((key) => cells.get(key)!));
      const others = [...near]
        .map((i) => parts[i]!)
        .filter((other) => other !== part && boxesMeet(other.box, part.box));
      for (const other of others) {
        const common = intersect([...part.shape], [...other.shape]).reduce(
          (sum, shape) => sum + shapeArea(shape),
          0,
        );
        if (common > 0.05) overlapping.push([part.lot, other.lot, common]);
      }
    }
    expect(overlapping).toEqual([]);
  });

  test('add up to their block, and with water and rights-of-way to the county', () => {
    const platted = plan.blocks.map(() => 0);
    for (const { block, area } of plan.plats) platted[block]! += area;
    const used = new Set(plan.plats.map(({ block }) => block));
    for (const block of used) {
      const { shape } = plan.blocks[block]!;
      const outline = shape.reduce((sum, ring) => sum + ringLength(ring), 0);
      expect(Math.abs(platted[block]! - shapeArea(shape))).toBeLessThan(areaTolerance(outline));
    }
    const lots = plan.lots.reduce((sum, { area }) => sum + area, 0);
    const water = plan.lake.shapes.reduce((sum, shape) => sum + shapeArea(shape), 0);
    const county = ringArea(COUNTY_OUTLINE);
    const streets = plan.streets.reduce(
      (sum, { class: kind, line }) => sum + 2 * HALF_WIDTH[kind] * lineLength(line),
      0,
    );
    const rightsOfWay = county - lots - water;
    expect(rightsOfWay).toBeGreaterThan(0);
    // Crossings count twice in the streets' own sum; bulbs, corners and the ground between ramps not at all.
    expect(Math.abs(rightsOfWay - streets) / county).toBeLessThan(0.01);
    expect(water / county).toBeGreaterThan(0.05);
    expect(water / county).toBeLessThan(0.08);
  });

  test('are valid: closed simple rings on the grid, outer ones counter-clockwise, holes clockwise', () => {
    const unsound: string[] = [];
    land.lots.forEach(({ geometry }, i) => {
      for (const rings of polygonsOf(geometry)) {
        rings.forEach((ring, r) => {
          if (String(ring[0]) !== String(ring.at(-1)) || ring.length < 4) unsound.push(`${i}: open`);
          if (signedArea(ring) > 0 !== (r === 0)) unsound.push(`${i}: has the wrong winding`);
          if (!isSimple(ring)) unsound.push(`${i}: crosses itself at ${ring[0]}`);
          for (const [lng, lat] of ring) {
            if (Math.round(lng * GRID_PER_DEGREE) / GRID_PER_DEGREE !== lng)
              unsound.push(`${i}: ${lng} is off the grid`);
            if (Math.round(lat * GRID_PER_DEGREE) / GRID_PER_DEGREE !== lat)
              unsound.push(`${i}: ${lat} is off the grid`);
          }
        });
      }
    });
    expect(unsound).toEqual([]);
  });

  test('contain their own inside point, and one of them the place where the map starts', () => {
    const outside = land.lots.filter(({ geometry, inside }) => !areaContains(geometry, inside));
    expect(outside).toEqual([]);
    const home = land.lots.filter(({ geometry }) => areaContains(geometry, { lng: -80.86, lat: 35.62 }));
    expect(home).toHaveLength(1);
  });

  test('belong to a township, a post place and, in the towns, a town', () => {
    const places = new Set<string>([...TOWNS, ...HAMLETS].map(({ name }) => name));
    expect(land.lots.filter(({ postPlace }) => !places.has(postPlace))).toEqual([]);
    expect(new Set(land.lots.map(({ township }) => township))).toEqual(new Set(TOWNSHIP_NAMES));
    for (const { name } of TOWNS)
      expect(land.lots.filter(({ town }) => town === name).length).toBeGreaterThan(500);
  });
});

describe('the house numbers', () => {
  test('lie on their street, odd on the left and even on the right, rising from its beginning', () => {
    const wrong: string[] = [];
    const streetSegments = new SegmentIndex(50);
    plan.streets.forEach(({ line }, number) => {
      streetSegments.addLine(line, number);
    });
    const isNearStreet = (number: number, point: Point, reach: number): boolean => {
      for (const { a, b, tag } of streetSegments.near(point, reach)) {
        if (tag === number && distance(point, nearestOnSegment(point, a, b)) <= reach) return true;
      }
      return false;
    };
    const last = new Map<string, { meters: number; number: number }>();
    const doors = plan.lots
      .filter(({ doorplate }) => doorplate)
      .toSorted(
        (a, b) =>
          a.doorplate!.metersAlong - b.doorplate!.metersAlong ||
          a.doorplate!.houseNumber - b.doorplate!.houseNumber,
      );
    for (const { doorplate, plat } of doors) {
      const { street: number, houseNumber, metersAlong } = doorplate!;
      const street = plan.streets[number]!;
      const reach = Math.max(HALF_WIDTH[street.class], BULB_RADIUS) + 1;
      const isOnStreet = ringsOf(plat.shapes).some((ring) =>
        ring.some((point) => isNearStreet(number, point, reach)),
      );
      if (!isOnStreet) wrong.push(`${houseNumber} is more than ${reach} m from its street`);
      const { isLeft } = projectOnto(street.line, plat.frontage.get(number)!.middle);
      if (isLeft !== (houseNumber % 2 === 1)) wrong.push(`${houseNumber} is on the wrong side`);
      const key = `${number} ${isLeft}`;
      const before = last.get(key);
      if (before && houseNumber <= before.number) wrong.push(`${houseNumber} comes after ${before.number}`);
      last.set(key, { meters: metersAlong, number: houseNumber });
    }
    expect(wrong).toEqual([]);
  });

  test('are unique on every street of a post place', () => {
    const seen = new Set<string>();
    const twice: string[] = [];
    for (const { frontage, postPlace } of land.lots) {
      if (!frontage) continue;
      const key = `${frontage.houseNumber} ${land.roads[frontage.roadId]!.name}, ${postPlace}`;
      if (seen.has(key)) twice.push(key);
      seen.add(key);
    }
    expect(twice).toEqual([]);
    expect(seen.size).toBeGreaterThan(35_000);
  });
});

describe('streams and buildings', () => {
  test('no stream climbs anywhere along its way', () => {
    const climbing = plan.streams.filter(({ line }) => {
      const heights = bedSamples(line).map((point) => heightAt(plan.ground, point));
      return heights.some((height, i) => i > 0 && height > heights[i - 1]! + 1e-6);
    });
    expect(plan.streams.length).toBeGreaterThan(50);
    expect(climbing).toEqual([]);
  });

  test('every building stands wholly on its own lot, and none in another', () => {
    const wrong: Point[] = [];
    for (const { shapes, buildings } of plan.lots) {
      for (const [i, { ring }] of buildings.entries()) {
        const kept = intersect([ring], [...shapes.flat()]).reduce((sum, shape) => sum + shapeArea(shape), 0);
        if (Math.abs(kept - ringArea(ring)) > 0.1) wrong.push(ring[0]!);
        for (const other of buildings.slice(i + 1))
          if (intersect([ring], [other.ring]).length > 0) wrong.push(ring[0]!);
      }
    }
    expect(wrong).toEqual([]);
    expect(land.buildings.length).toBeGreaterThan(30_000);
  });

  test('no building stands in water, nor nearer than 9 m to a stream', () => {
    const streams = new SegmentIndex(100);
    for (const { line } of plan.streams) streams.addLine(line, 0);
    const shores = new SegmentIndex(100);
    const waters: Shape[] = [...plan.lake.shapes, ...plan.ponds.map((ring) => [ring])];
    for (const ring of waters.flat()) shores.addRing(ring, 0);
    const wet: Point[] = [];
    for (const { ring } of plan.lots.flatMap(({ buildings }) => buildings)) {
      const walls = ring.map((a, i) => ({ a, b: ring[(i + 1) % ring.length]! }));
      const gapTo = (index: SegmentIndex) =>
        walls.reduce((least, wall) => {
          const reach = distance(wall.a, wall.b) + 10;
          return [...index.near(wall.a, reach)].reduce(
            (gap, edge) => Math.min(gap, segmentGap(wall, edge)),
            least,
          );
        }, Number.POSITIVE_INFINITY);
      const isInWater = waters.some((shape) => shapeContains(shape, ring[0]!));
      // The grid of positions moves a corner by a centimeter.
      if (isInWater || gapTo(shores) === 0 || gapTo(streams) < 8.98) wet.push(ring[0]!);
    }
    expect(wet).toEqual([]);
  });
});

describe('making the land', () => {
  test('reports its progress, which never goes back', () => {
    expect(progress.length).toBeGreaterThan(50);
    expect(progress.every(({ fraction }, i) => i === 0 || fraction >= progress[i - 1]!.fraction)).toBe(true);
    expect(progress.at(-1)!.fraction).toBeLessThanOrEqual(1);
  });

  test('gives the same bytes every time', () => {
    const layersOf = ({
      roads,
      water,
      streams,
      landuse,
      buildings,
      places,
      boundaries,
    }: Omit<Land, 'lots'>) => [roads, water, streams, landuse, buildings, places, boundaries];
    const digest = (made: Omit<Land, 'lots'>, lots: unknown): string =>
      createHash('sha256')
        .update(JSON.stringify([layersOf(made), lots]))
        .update(made.elevation.meters)
        .digest('hex');
    const madeBefore = demoCounty();
    const lotsBefore = madeBefore.parcels.map(({ geometry, centroid }) => [geometry, centroid]);
    const lotsNow = land.lots.map(({ geometry, inside }) => [geometry, inside]);
    expect(digest(land, lotsNow)).toBe(digest(madeBefore, lotsBefore));
  });
});
