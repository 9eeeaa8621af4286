import { describe, expect, test } from 'vitest';
import { areaContains } from '../../geo/area-contains.ts';
import { type AreaGeometry, GRID_PER_DEGREE, polygonsOf } from '../../geo/geometry.ts';
import type { Projection } from '../coordinates/projection.ts';
import type { RawGeometry } from '../layer.ts';
import { cleanArea } from './clean-area.ts';
import { MENDS, REFUSALS } from './clean-words.ts';
import { findContacts } from './find-contacts.ts';

/** Degrees as they are. */
const degrees: Projection = { title: 'WGS 84', notes: [], toLngLat: () => undefined };
type Points = readonly (readonly [number, number])[];

/** Corners in steps of the grid, near Statesville. */
const WEST = -808600000;
const SOUTH = 356200000;
const ring = (points: Points): Float64Array =>
  Float64Array.from(
    points.flatMap(([x, y]) => [(WEST + x) / GRID_PER_DEGREE, (SOUTH + y) / GRID_PER_DEGREE]),
  );
const closed = (points: Points): Float64Array => ring([...points, points[0]!]);
const polygons = (...parts: Points[][]): RawGeometry => ({
  kind: 'polygons',
  polygons: parts.map((part) => part.map(closed)),
});
const rings = (...all: Points[]): RawGeometry => ({ kind: 'rings', rings: all.map(closed) });
const clean = (raw: RawGeometry | null) => cleanArea({ raw, projection: degrees });

function mended(raw: RawGeometry): { geometry: AreaGeometry; mends: readonly string[] } {
  const result = clean(raw);
  if ('refusal' in result) throw new Error(result.refusal);
  return result;
}

/** Back in steps of the grid, from the corner above, without the closing point. */
const cornersOf = (geometry: AreaGeometry) =>
  polygonsOf(geometry).map((polygon) =>
    polygon.map((positions) =>
      positions
        .slice(0, -1)
        .map(([lng, lat]) => [
          Math.round(lng * GRID_PER_DEGREE) - WEST,
          Math.round(lat * GRID_PER_DEGREE) - SOUTH,
        ]),
    ),
  );

function signedArea(points: readonly (readonly number[])[]): number {
  let sum = 0;
  for (const [i, [x = 0, y = 0]] of points.entries()) {
    const [nextX = 0, nextY = 0] = points[(i + 1) % points.length]!;
    sum += x * nextY - nextX * y;
  }
  return sum / 2;
}

const areaOf = (geometry: AreaGeometry): number =>
  cornersOf(geometry)
    .flat()
    .reduce((sum, corners) => sum + signedArea(corners), 0);

/** Every defect that the stores and tiles would trip over. Compares all pairs of edges. */
function defectsOf(geometry: AreaGeometry): string[] {
  const defects: string[] = [];
  const all: { a: number[]; b: number[]; ring: number; index: number; size: number }[] = [];
  let ringNumber = 0;
  for (const polygon of polygonsOf(geometry)) {
    for (const [index, positions] of polygon.entries()) {
      const [first, last] = [positions[0]!, positions.at(-1)!];
      if (first[0] !== last[0] || first[1] !== last[1]) defects.push('not closed');
      if (positions.length < 4) defects.push('too short');
      for (const [lng, lat] of positions) {
        if (Math.round(lng * GRID_PER_DEGREE) / GRID_PER_DEGREE !== lng) defects.push('off the grid');
        if (Math.round(lat * GRID_PER_DEGREE) / GRID_PER_DEGREE !== lat) defects.push('off the grid');
      }
      const corners = cornersOf({ type: 'Polygon', coordinates: [positions] })[0]![0]!;
      if (signedArea(corners) > 0 !== (index === 0)) defects.push('wound the wrong way');
      for (const [i, a] of corners.entries()) {
        const b = corners[(i + 1) % corners.length]!;
        if (a[0] === b[0] && a[1] === b[1]) defects.push('doubled point');
        all.push({ a, b, ring: ringNumber, index: i, size: corners.length });
      }
      ringNumber++;
    }
  }
  const side = (p: number[], q: number[], r: number[]) =>
    Math.sign((q[0]! - p[0]!) * (r[1]! - p[1]!) - (q[1]! - p[1]!) * (r[0]! - p[0]!));
  const within = (p: number[], q: number[], r: number[]) =>
    side(p, q, r) === 0 &&
    Math.min(p[0]!, q[0]!) <= r[0]! &&
    r[0]! <= Math.max(p[0]!, q[0]!) &&
    Math.min(p[1]!, q[1]!) <= r[1]! &&
    r[1]! <= Math.max(p[1]!, q[1]!);
  for (const [i, one] of all.entries()) {
    for (const other of all.slice(i + 1)) {
      const cuts =
        side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0 &&
        side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0;
      if (cuts) defects.push('crossing');
      const onOne = [other.a, other.b].filter((end) => within(one.a, one.b, end));
      const onOther = [one.a, one.b].filter((end) => within(other.a, other.b, end));
      const shared = new Set([...onOne, ...onOther].map(String));
      if (shared.size > 1) defects.push('overlapping edges');
      const gap = Math.abs(one.index - other.index);
      const areSuccessive = one.ring === other.ring && (gap === 1 || gap === one.size - 1);
      if (shared.size === 1 && one.ring === other.ring && !areSuccessive) defects.push('touches itself');
    }
  }
  return defects;
}

const SQUARE: Points = [
  [0, 0],
  [1000, 0],
  [1000, 1000],
  [0, 1000],
];
const box = (x: number, y: number, size: number): Points =>
  SQUARE.map(([sx, sy]) => [x + (sx / 1000) * size, y + (sy / 1000) * size]);
const turned = (points: Points): Points => points.toReversed();

describe('a valid polygon', () => {
  test('keeps its corners, its first corner and its straight-through corners', () => {
    const points: Points = [
      [10, 20],
      [500, 20],
      [900, 20],
      [900, 700],
      [300, 900],
    ];
    const { geometry, mends } = mended(polygons([points]));
    expect(cornersOf(geometry)).toEqual([[points]]);
    expect(mends).toEqual([]);
    expect(geometry.type).toBe('Polygon');
  });

  test('keeps its first corner when its winding is turned', () => {
    const { geometry, mends } = mended(rings(turned(SQUARE)));
    expect(cornersOf(geometry)).toEqual([
      [
        [
          [0, 1000],
          [0, 0],
          [1000, 0],
          [1000, 1000],
        ],
      ],
    ]);
    expect(mends).toEqual([]);
  });

  test('is not changed by a second cleaning', () => {
    const { geometry } = mended(polygons([SQUARE, turned(box(100, 100, 200))], [box(2000, 0, 500)]));
    const again = mended({
      kind: 'polygons',
      polygons: polygonsOf(geometry).map((polygon) =>
        polygon.map((positions) => Float64Array.from(positions.flat())),
      ),
    });
    expect(again).toEqual({ geometry, mends: [] });
  });

  test('may have a hole that touches its outer ring in one corner', () => {
    const hole: Points = [
      [0, 0],
      [300, 500],
      [500, 300],
    ];
    const { geometry, mends } = mended(polygons([SQUARE, hole]));
    expect(cornersOf(geometry)[0]).toHaveLength(2);
    expect(mends).toEqual([]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('may have parts that touch in several corners', () => {
    const left: Points = [
      [0, 0],
      [500, 0],
      [300, 500],
      [500, 1000],
      [0, 1000],
    ];
    const right: Points = [
      [500, 0],
      [1000, 0],
      [1000, 1000],
      [500, 1000],
      [700, 500],
    ];
    const { geometry, mends } = mended(polygons([left], [right]));
    expect(cornersOf(geometry)).toEqual([[left], [right]]);
    expect(mends).toEqual([]);
  });

  test('does not change the arrays of the source, which rows of one lot share', () => {
    const raw = polygons([SQUARE]);
    const before = structuredClone(raw);
    cleanArea({
      raw,
      projection: { ...degrees, toLngLat: (one) => one.set(one.map((value) => value / 2)) },
    });
    expect(raw).toEqual(before);
  });
});

describe('rings in one list are nested by where they lie', () => {
  const hole = box(200, 200, 500);
  const island = box(300, 300, 100);
  test.each([
    ['as Esri winds them', [turned(SQUARE), hole, turned(island)]],
    ['all wound alike', [SQUARE, hole, island]],
    ['in any order', [island, hole, SQUARE]],
  ])('%s', (_, all) => {
    const { geometry, mends } = mended(rings(...all));
    expect(mends).toEqual([]);
    expect(areaOf(geometry)).toBe(1000 * 1000 - 500 * 500 + 100 * 100);
    expect(
      cornersOf(geometry)
        .map((polygon) => polygon.length)
        .sort(),
    ).toEqual([1, 2]);
    expect(defectsOf(geometry)).toEqual([]);
  });
});

describe('what is mended', () => {
  test('an unclosed ring is closed', () => {
    const { geometry, mends } = mended({ kind: 'polygons', polygons: [[ring(SQUARE)]] });
    expect(cornersOf(geometry)).toEqual([[SQUARE]]);
    expect(mends).toEqual([MENDS.closed]);
  });

  test('doubled points go without a word', () => {
    const { geometry, mends } = mended(polygons([SQUARE.flatMap((point) => [point, point, point])]));
    expect(cornersOf(geometry)).toEqual([[SQUARE]]);
    expect(mends).toEqual([]);
  });

  test.each<[string, Points]>([
    [
      'in the middle',
      [
        [0, 0],
        [1000, 0],
        [1000, 500],
        [1700, 700],
        [1000, 500],
        [1000, 1000],
        [0, 1000],
      ],
    ],
    [
      'at the first corner',
      [
        [-500, -500],
        [0, 0],
        [1000, 0],
        [1000, 1000],
        [0, 1000],
        [0, 0],
      ],
    ],
    [
      'at the last corner',
      [
        [0, 0],
        [1000, 0],
        [1000, 1000],
        [0, 1000],
        [0, 0],
        [-300, -900],
      ],
    ],
    [
      'along an edge',
      [
        [0, 0],
        [1500, 0],
        [1000, 0],
        [1000, 1000],
        [0, 1000],
      ],
    ],
    [
      'of several corners',
      [
        [0, 0],
        [1000, 0],
        [1400, 100],
        [1800, 50],
        [1400, 100],
        [1000, 0],
        [1000, 1000],
        [0, 1000],
      ],
    ],
  ])('a spike %s is cut off', (_, points) => {
    const { geometry, mends } = mended(polygons([points]));
    expect(areaOf(geometry)).toBe(1e6);
    expect(mends).toEqual([MENDS.spike]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('a ring without area is dropped, the rest stays', () => {
    const line: Points = [
      [5000, 0],
      [6000, 0],
      [7000, 0],
    ];
    const { geometry, mends } = mended(rings(SQUARE, line));
    expect(cornersOf(geometry)).toEqual([[SQUARE]]);
    expect(mends).toContain(MENDS.noAreaRing);
  });

  test('a bow tie becomes its two halves', () => {
    const { geometry, mends } = mended(
      polygons([
        [
          [0, 0],
          [1000, 1000],
          [1000, 0],
          [0, 1000],
        ],
      ]),
    );
    expect(geometry.type).toBe('MultiPolygon');
    expect(areaOf(geometry)).toBe(500 * 1000);
    expect(mends).toEqual([MENDS.crossing]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('a ring that runs around a hole and back becomes a polygon with a hole', () => {
    const keyhole: Points = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
      [0, 0],
      [200, 600],
      [600, 200],
    ];
    const { geometry } = mended(polygons([keyhole]));
    expect(cornersOf(geometry).map((polygon) => polygon.length)).toEqual([2]);
    expect(areaOf(geometry)).toBe(1e6 - Math.abs(signedArea(keyhole.slice(4))));
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('polygons that overlap are joined, those that share an edge too', () => {
    const { geometry, mends } = mended(polygons([SQUARE], [box(500, 500, 1000)], [box(-400, 0, 400)]));
    expect(areaOf(geometry)).toBe(2e6 - 250000 + 160000);
    expect(geometry.type).toBe('Polygon');
    expect(mends).toEqual([MENDS.overlapping]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('the same ring twice counts once', () => {
    expect(areaOf(mended(rings(SQUARE, SQUARE)).geometry)).toBe(1e6);
    expect(areaOf(mended(polygons([SQUARE], [SQUARE])).geometry)).toBe(1e6);
    expect(areaOf(mended(polygons([[...SQUARE, ...SQUARE]])).geometry)).toBe(1e6);
  });

  test('a hole that reaches out of its polygon cuts off what it covers', () => {
    const { geometry } = mended(polygons([SQUARE, turned(box(800, 400, 400))]));
    expect(areaOf(geometry)).toBe(1e6 - 200 * 400);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('a hole that cuts a polygon in two leaves two polygons', () => {
    const hole: Points = [
      [0, 500],
      [500, 400],
      [1000, 500],
      [500, 600],
    ];
    const { geometry } = mended(polygons([SQUARE, hole]));
    expect(cornersOf(geometry).map((polygon) => polygon.length)).toEqual([1, 1]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('islands on both sides of the 180th meridian stay beside each other', () => {
    const east = Float64Array.from([179.5, 51, 179.9, 51, 179.9, 51.2, 179.5, 51]);
    const west = Float64Array.from([-179.8, 51, -179.5, 51, -179.5, 51.2, -179.8, 51]);
    const { geometry, mends } = mended({ kind: 'rings', rings: [east, west] });
    const lngs = polygonsOf(geometry)
      .flat(2)
      .map(([lng]) => lng);
    expect(Math.min(...lngs)).toBe(-180.5);
    expect(Math.max(...lngs)).toBe(-179.5);
    expect(mends).toEqual([MENDS.antimeridian]);
  });

  test('longitudes above 180 are brought home', () => {
    const { geometry } = mended({
      kind: 'rings',
      rings: [Float64Array.from([279, 35, 280, 35, 280, 36, 279, 35])],
    });
    expect(polygonsOf(geometry)[0]![0]![0]).toEqual([-81, 35]);
  });
});

describe('what is refused', () => {
  const triangle = (x: number, y: number): RawGeometry => ({
    kind: 'rings',
    rings: [Float64Array.from([x, y, x + 1, y, x, y + 1, x, y])],
  });
  test.each<[string, RawGeometry | null, string]>([
    ['nothing', null, REFUSALS.none],
    ['no rings', { kind: 'rings', rings: [] }, REFUSALS.empty],
    ['empty rings', { kind: 'polygons', polygons: [[new Float64Array()]] }, REFUSALS.empty],
    ['a point', { kind: 'other', type: 'Point' }, REFUSALS.notAnArea],
    [
      'what the reader could not read',
      { kind: 'unreadable', reason: 'is cut off' },
      'a geometry that is cut off',
    ],
    ['one point as a ring', { kind: 'rings', rings: [ring([[0, 0]])] }, REFUSALS.noArea],
    [
      'a line there and back',
      rings([
        [0, 0],
        [500, 300],
        [1000, 600],
      ]),
      REFUSALS.noArea,
    ],
    [
      'an area below a step of the grid',
      { kind: 'rings', rings: [Float64Array.from([-80, 35, -80 + 1e-9, 35, -80, 35 + 1e-9])] },
      REFUSALS.noArea,
    ],
    ['numbers that are none', triangle(Number.NaN, 35), REFUSALS.notNumbers],
    ['the "no value" of Esri', triangle(-1.7e308, 35), REFUSALS.notNumbers],
    ['the north pole', triangle(-80, 89), REFUSALS.outsideWorld],
    ['feet under degrees', triangle(1450000, 730000), REFUSALS.outsideWorld],
  ])('%s', (_, raw, refusal) => {
    expect(clean(raw)).toEqual({ refusal });
  });

  test('coordinates that the system has no place for', () => {
    const nowhere: Projection = { ...degrees, toLngLat: (one) => void one.fill(Number.NaN) };
    expect(cleanArea({ raw: polygons([SQUARE]), projection: nowhere })).toEqual({
      refusal: REFUSALS.outsideSystem,
    });
  });

  test('a scribble, of which nobody can say what it means', () => {
    const scribble: Points = Array.from({ length: 40 }, (_, i) => [
      Math.round(1000 * Math.sin(i * 7.1)),
      Math.round(1000 * Math.cos(i * 12.9898)),
    ]);
    expect(clean(polygons([scribble]))).toEqual({ refusal: REFUSALS.tangled });
  });
});

/** A small generator with a fixed seed (mulberry32): the same polygons in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe('random polygons', () => {
  const random = randomNumbers(11);
  const star = (x: number, y: number, radius: number, corners: number): Points =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.8 * random())) / corners;
      const reach = radius * (0.2 + 0.8 * random());
      return [Math.round(x + reach * Math.cos(angle)) + 0, Math.round(y + reach * Math.sin(angle)) + 0];
    });

  test('stars come out with the same corners', () => {
    for (let i = 0; i < 300; i++) {
      const points = star(0, 0, 2000, 5 + Math.floor(random() * 200));
      const { geometry, mends } = mended(polygons([points]));
      if (mends.length === 0)
        expect(cornersOf(geometry)).toEqual([
          [points.filter((p, j) => String(p) !== String(points.at(j - 1)))],
        ]);
      if (i % 20 === 0) expect(defectsOf(geometry)).toEqual([]);
    }
  });

  test('tangles come out valid and cover what the ring encloses, or are refused', () => {
    let refused = 0;
    for (let i = 0; i < 400; i++) {
      const points: [number, number][] = star(0, 0, 500, 6 + Math.floor(random() * 12)).map(([x, y]) => [
        x,
        y,
      ]);
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

describe('very large rings', () => {
  test('a shore of 300,000 corners is cleaned in a few seconds', () => {
    const points: [number, number][] = [];
    for (let i = 0; i < 300_000; i++) {
      const angle = (2 * Math.PI * i) / 300_000;
      const reach = 20_000_000 + 300_000 * Math.sin(angle * 900);
      points.push([Math.round(reach * Math.cos(angle)), Math.round(reach * Math.sin(angle))]);
    }
    const { geometry, mends } = mended(polygons([points]));
    expect(mends).toEqual([]);
    expect(polygonsOf(geometry)[0]![0]!.length).toBeGreaterThan(290_000);
  });

  test('one of millions of corners, which would slow the map down for everybody, is refused', () => {
    const ring = new Float64Array(2_000_000);
    expect(clean({ kind: 'rings', rings: [ring] })).toEqual({
      refusal: 'a boundary of more than 500,000 corners',
    });
    expect(clean({ kind: 'polygons', polygons: [[ring.subarray(0, 999_998)]] })).toEqual({
      refusal: REFUSALS.noArea,
    });
  });

  test('a scribble with millions of crossings is refused before they are computed', () => {
    const random = randomNumbers(7);
    const points = Array.from({ length: 5000 }, () => [1e6 * random(), 1e6 * random()] as const);
    expect(clean(polygons([points.map(([x, y]) => [Math.round(x), Math.round(y)] as const)]))).toEqual({
      refusal: REFUSALS.tangled,
    });
  });

  test('a ring made to be compared without end is refused instead', () => {
    const comb: number[] = [];
    for (let i = 0; i < 50_000; i++) comb.push(i % 2 === 0 ? 0 : 40_000_000, i * 3);
    comb.push(-10, 150_000, -10, 0);
    expect(['too many', 'apart']).toContain(findContacts([comb]));
  });
});
