import { describe, expect, test } from 'vitest';
import { polygonsOf } from '../../geo/geometry.ts';
import {
  areaOf,
  at,
  box,
  clean,
  cornersOf,
  defectsOf,
  degrees,
  type Points,
  polygons,
  repaired,
  ring,
  rings,
  SQUARE,
  signedArea,
  turned,
} from '../../test/geo/grid-areas.ts';
import type { Projection } from '../coordinates/projection.ts';
import type { RawGeometry } from '../layer.ts';
import { cleanArea } from './clean-area.ts';
import { REFUSALS, REPAIRS } from './clean-words.ts';
import { findContacts } from './find-contacts.ts';

describe('a valid polygon', () => {
  test('keeps its corners, its first corner and its straight-through corners', () => {
    const points = at('10,20 500,20 900,20 900,700 300,900');
    const { geometry, repairs } = repaired(polygons([points]));
    expect(cornersOf(geometry)).toEqual([[points]]);
    expect(repairs).toEqual([]);
    expect(geometry.type).toBe('Polygon');
  });

  test('keeps its first corner when its winding is turned', () => {
    const { geometry, repairs } = repaired(rings(turned(SQUARE)));
    expect(cornersOf(geometry)).toEqual([[at('0,1000 0,0 1000,0 1000,1000')]]);
    expect(repairs).toEqual([]);
  });

  test('is not changed by a second cleaning', () => {
    const { geometry } = repaired(polygons([SQUARE, turned(box(100, 100, 200))], [box(2000, 0, 500)]));
    const again = repaired({
      kind: 'polygons',
      polygons: polygonsOf(geometry).map((polygon) =>
        polygon.map((positions) => Float64Array.from(positions.flat())),
      ),
    });
    expect(again).toEqual({ geometry, repairs: [] });
  });

  test('may have a hole that touches its outer ring in one corner', () => {
    const hole = at('0,0 300,500 500,300');
    const { geometry, repairs } = repaired(polygons([SQUARE, hole]));
    expect(cornersOf(geometry)[0]).toHaveLength(2);
    expect(repairs).toEqual([]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('may have parts that touch in several corners', () => {
    const left = at('0,0 500,0 300,500 500,1000 0,1000');
    const right = at('500,0 1000,0 1000,1000 500,1000 700,500');
    const { geometry, repairs } = repaired(polygons([left], [right]));
    expect(cornersOf(geometry)).toEqual([[left], [right]]);
    expect(repairs).toEqual([]);
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
    const { geometry, repairs } = repaired(rings(...all));
    expect(repairs).toEqual([]);
    expect(areaOf(geometry)).toBe(1000 * 1000 - 500 * 500 + 100 * 100);
    expect(
      cornersOf(geometry)
        .map((polygon) => polygon.length)
        .sort(),
    ).toEqual([1, 2]);
    expect(defectsOf(geometry)).toEqual([]);
  });
});

describe('what is repaired', () => {
  test('an unclosed ring is closed', () => {
    const { geometry, repairs } = repaired({ kind: 'polygons', polygons: [[ring(SQUARE)]] });
    expect(cornersOf(geometry)).toEqual([[SQUARE]]);
    expect(repairs).toEqual([REPAIRS.closed]);
  });

  test('doubled points go without a word', () => {
    const { geometry, repairs } = repaired(polygons([SQUARE.flatMap((point) => [point, point, point])]));
    expect(cornersOf(geometry)).toEqual([[SQUARE]]);
    expect(repairs).toEqual([]);
  });

  test.each<[string, Points]>([
    ['in the middle', at('0,0 1000,0 1000,500 1700,700 1000,500 1000,1000 0,1000')],
    ['at the first corner', at('-500,-500 0,0 1000,0 1000,1000 0,1000 0,0')],
    ['at the last corner', at('0,0 1000,0 1000,1000 0,1000 0,0 -300,-900')],
    ['along an edge', at('0,0 1500,0 1000,0 1000,1000 0,1000')],
    ['of several corners', at('0,0 1000,0 1400,100 1800,50 1400,100 1000,0 1000,1000 0,1000')],
  ])('a spike %s is cut off', (_, points) => {
    const { geometry, repairs } = repaired(polygons([points]));
    expect(areaOf(geometry)).toBe(1e6);
    expect(repairs).toEqual([REPAIRS.spike]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('a ring without area is dropped, the rest stays', () => {
    const line = at('5000,0 6000,0 7000,0');
    const { geometry, repairs } = repaired(rings(SQUARE, line));
    expect(cornersOf(geometry)).toEqual([[SQUARE]]);
    expect(repairs).toContain(REPAIRS.noAreaRing);
  });

  test('a bow tie becomes its two halves', () => {
    const { geometry, repairs } = repaired(polygons([at('0,0 1000,1000 1000,0 0,1000')]));
    expect(geometry.type).toBe('MultiPolygon');
    expect(areaOf(geometry)).toBe(500 * 1000);
    expect(repairs).toEqual([REPAIRS.crossing]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('a ring that runs around a hole and back becomes a polygon with a hole', () => {
    const keyhole = at('0,0 1000,0 1000,1000 0,1000 0,0 200,600 600,200');
    const { geometry } = repaired(polygons([keyhole]));
    expect(cornersOf(geometry).map((polygon) => polygon.length)).toEqual([2]);
    expect(areaOf(geometry)).toBe(1e6 - Math.abs(signedArea(keyhole.slice(4))));
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('polygons that overlap are joined, those that share an edge too', () => {
    const { geometry, repairs } = repaired(polygons([SQUARE], [box(500, 500, 1000)], [box(-400, 0, 400)]));
    expect(areaOf(geometry)).toBe(2e6 - 250000 + 160000);
    expect(geometry.type).toBe('Polygon');
    expect(repairs).toEqual([REPAIRS.overlapping]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('the same ring twice counts once', () => {
    expect(areaOf(repaired(rings(SQUARE, SQUARE)).geometry)).toBe(1e6);
    expect(areaOf(repaired(polygons([SQUARE], [SQUARE])).geometry)).toBe(1e6);
    expect(areaOf(repaired(polygons([[...SQUARE, ...SQUARE]])).geometry)).toBe(1e6);
  });

  test('a hole that reaches out of its polygon cuts off what it covers', () => {
    const { geometry } = repaired(polygons([SQUARE, turned(box(800, 400, 400))]));
    expect(areaOf(geometry)).toBe(1e6 - 200 * 400);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('a hole that cuts a polygon in two leaves two polygons', () => {
    const hole = at('0,500 500,400 1000,500 500,600');
    const { geometry } = repaired(polygons([SQUARE, hole]));
    expect(cornersOf(geometry).map((polygon) => polygon.length)).toEqual([1, 1]);
    expect(defectsOf(geometry)).toEqual([]);
  });

  test('islands on both sides of the 180th meridian stay beside each other', () => {
    const east = Float64Array.from([179.5, 51, 179.9, 51, 179.9, 51.2, 179.5, 51]);
    const west = Float64Array.from([-179.8, 51, -179.5, 51, -179.5, 51.2, -179.8, 51]);
    const { geometry, repairs } = repaired({ kind: 'rings', rings: [east, west] });
    const lngs = polygonsOf(geometry)
      .flat(2)
      .map(([lng]) => lng);
    expect(Math.min(...lngs)).toBe(-180.5);
    expect(Math.max(...lngs)).toBe(-179.5);
    expect(repairs).toEqual([REPAIRS.antimeridian]);
  });

  test('longitudes above 180 are brought home', () => {
    const { geometry } = repaired({
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
    ['a point', { kind: 'points', points: Float64Array.of(1, 2) }, REFUSALS.notAnArea],
    ['a line', { kind: 'lines', lines: [Float64Array.of(1, 2, 3, 4)] }, REFUSALS.notAnArea],
    ['lines and points', { kind: 'other', type: 'GeometryCollection' }, REFUSALS.notAnArea],
    [
      'what the reader could not read',
      { kind: 'unreadable', reason: 'is cut off' },
      'a geometry that is cut off',
    ],
    ['one point as a ring', { kind: 'rings', rings: [ring([[0, 0]])] }, REFUSALS.noArea],
    ['a line there and back', rings(at('0,0 500,300 1000,600')), REFUSALS.noArea],
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

describe('very large rings', () => {
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
    const points = Array.from(
      { length: 5000 },
      (_, i) => [(i * 7919) % 1e6, (i * i * 104_729) % 1e6] as const,
    );
    expect(clean(polygons([points]))).toEqual({ refusal: REFUSALS.tangled });
  });

  test('a ring made to be compared without end is refused instead', () => {
    const comb: number[] = [];
    for (let i = 0; i < 50_000; i++) comb.push(i % 2 === 0 ? 0 : 40_000_000, i * 3);
    comb.push(-10, 150_000, -10, 0);
    expect(['too many', 'apart']).toContain(findContacts([comb]));
  });
});
