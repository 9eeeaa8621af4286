// Well-known text: all its spellings give the same area, and nonsense gives a reason.
import { describe, expect, test } from 'vitest';
import { parseWkt, sridOfWkt } from './well-known-text.ts';

const area = { kind: 'polygons', polygons: [[Float64Array.of(0, 0, 10, 0, 10.5, 1e1, 0, 0)]] };

describe('parseWkt', () => {
  test.each([
    'POLYGON ((0 0, 10 0, 10.5 10, 0 0))',
    'polygon((0 0,10 0,10.5 10,0 0))',
    ' Polygon Z (( 0 0 7, 10 0 7, 10.5 1e1 7, 0 0 7 )) ',
    'POLYGONZM((0 0 7 8,10 0 7 8,10.5 +10 7 8,0 0e2 7 8))',
    'SRID=2264;POLYGON((0 0,10 0,10.5 10,0 0))',
    'MULTIPOLYGON (((0 0, 10 0, 10.5 10, 0 0)))',
    'MULTIPOLYGON (EMPTY, ((0 0, 10 0, 10.5 10, 0 0)))',
    'GEOMETRYCOLLECTION (POINT (1 2), POLYGON ((0 0, 10 0, 10.5 10, 0 0)), LINESTRING EMPTY)',
    'MULTISURFACE (((0 0, 10 0, 10.5 10, 0 0)))',
    'CURVEPOLYGON (COMPOUNDCURVE ((0 0, 10 0), (10 0, 10.5 10, 0 0)))',
    'POLYGON\n((0 0,\r\n10 0,\t10.5 10, 0 0))',
  ])('%s', (text) => {
    expect(parseWkt(text)).toEqual(area);
  });

  test('holes follow their outer ring, polygons follow each other', () => {
    const geometry = parseWkt(
      'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1)), ((20 0, 21 0, 21 1, 20 0)))',
    );
    if (geometry?.kind !== 'polygons') throw new Error('no polygons');
    expect(geometry.polygons.map((rings) => rings.map((ring) => ring[0]))).toEqual([[0, 1], [20]]);
  });

  test('arcs become short lines on their circle, the same ones from both sides', () => {
    const there = parseWkt('CURVEPOLYGON (COMPOUNDCURVE (CIRCULARSTRING (5 0, 0 5, -5 0), (-5 0, 5 0)))');
    const back = parseWkt('CURVEPOLYGON (COMPOUNDCURVE (CIRCULARSTRING (-5 0, 0 5, 5 0), (5 0, -5 0)))');
    if (there?.kind !== 'polygons' || back?.kind !== 'polygons') throw new Error('no polygons');
    const one = there.polygons[0]![0]!;
    const two = back.polygons[0]![0]!;
    expect(one.length).toBe(two.length);
    const points = one.length / 2 - 1;
    for (let point = 0; point < points; point++) {
      expect(Math.hypot(one[point * 2]!, one[point * 2 + 1]!)).toBeCloseTo(5, 12);
      expect(one[point * 2 + 1]!).toBeGreaterThan(-1e-9);
      expect(one[point * 2]).toBeCloseTo(two[(points - 1 - point) * 2]!, 9);
    }
  });

  test('an arc far from the origin keeps its digits', () => {
    const geometry = parseWkt(
      'CURVEPOLYGON (CIRCULARSTRING (2000005 3000000, 2000000 3000005, 1999995 3000000, 2000000 2999995, 2000005 3000000))',
    );
    if (geometry?.kind !== 'polygons') throw new Error('no polygon');
    const ring = geometry.polygons[0]![0]!;
    for (let at = 0; at < ring.length; at += 2) {
      expect(Math.hypot(ring[at]! - 2_000_000, ring[at + 1]! - 3_000_000)).toBeCloseTo(5, 8);
    }
  });

  test('three points on a line are a line', () => {
    const geometry = parseWkt(
      'CURVEPOLYGON (COMPOUNDCURVE (CIRCULARSTRING (0 0, 5 0, 10 0), (10 0, 5 5, 0 0)))',
    );
    expect(geometry).toEqual({ kind: 'polygons', polygons: [[Float64Array.of(0, 0, 10, 0, 5, 5, 0, 0)]] });
  });

  test.each([
    'MULTIPOINT (1 2, 3 4)',
    'MULTIPOINT ((1 2), EMPTY, (3 4))',
    'MULTIPOINTZM((1 2 7 8),(3 4 7 8))',
    'GEOMETRYCOLLECTION (POINT (1 2), POINT Z (3 4 7), POINT EMPTY)',
  ])('points: %s', (text) => {
    expect(parseWkt(text)).toEqual({ kind: 'points', points: Float64Array.of(1, 2, 3, 4) });
  });

  test.each([
    'MULTILINESTRING ((0 0, 1 1), EMPTY, (2 2, 3 3))',
    'MULTILINESTRING M ((0 0 7, 1 1 7), (2 2 7, 3 3 7))',
    'MULTICURVE ((0 0, 1 1), LINESTRING (2 2, 3 3))',
    'GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1), LINEARRING (2 2, 3 3))',
    'MULTICURVE (COMPOUNDCURVE ((0 0, 0.5 0.5), LINESTRING (0.5 0.5, 1 1)), CIRCULARSTRING (2 2, 2.5 2.5, 3 3))',
  ])('lines: %s', (text) => {
    const geometry = parseWkt(text);
    if (geometry?.kind !== 'lines') throw new Error('no lines');
    expect(geometry.lines.map((line) => [...line.slice(0, 2), ...line.slice(-2)])).toEqual([
      [0, 0, 1, 1],
      [2, 2, 3, 3],
    ]);
  });

  test('lines and points in one collection are neither', () => {
    expect(parseWkt('GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1))')).toEqual({
      kind: 'other',
      type: 'GeometryCollection',
    });
  });

  test('cut lines and points say why and never throw', () => {
    for (const text of [
      'POINT (1 2)',
      'MULTIPOINT ((1 2), (3 4))',
      'MULTICURVE (CIRCULARSTRING (1 0, 0 1, -1 0))',
    ]) {
      for (let length = 1; length < text.length; length++) {
        expect(parseWkt(text.slice(0, length))).toMatchObject({ kind: 'unreadable' });
      }
    }
    expect(parseWkt('POINT (nan nan)')).toMatchObject({ kind: 'unreadable' });
    expect(parseWkt('HOUSE (1 2)')).toMatchObject({ reason: 'is not well-known text' });
  });

  test('blank text and an empty geometry are none', () => {
    for (const text of ['', '  ', 'POLYGON EMPTY', 'polygon z empty', 'GEOMETRYCOLLECTION EMPTY']) {
      expect(parseWkt(text)).toBeNull();
    }
  });

  test('cut anywhere, it says why and never throws', () => {
    const text = 'MULTIPOLYGON (((0 0, 10 0, 10.5 10, 0 0)))';
    for (let length = 1; length < text.length; length++) {
      expect(parseWkt(text.slice(0, length))).toMatchObject({ kind: 'unreadable' });
    }
  });

  test('nonsense has a reason', () => {
    expect(parseWkt('12 Main Street')).toMatchObject({ reason: 'is not well-known text' });
    expect(parseWkt('POLYGON ((0 0, 1 x, 2 2, 0 0))')).toMatchObject({
      reason: 'has something else where a number should be',
    });
    expect(parseWkt('POLYGON ((0 0, 1-2 1, 2 2, 0 0))')).toMatchObject({
      reason: 'has something else where a number should be',
    });
    expect(parseWkt('POLYGON ((0 0, 1 1, 2 2, 0 0)) oops')).toMatchObject({
      reason: 'has text after its end',
    });
    expect(parseWkt('TIN (((0 0 0, 0 0 1, 0 1 0, 0 0 0)))')).toMatchObject({
      reason: expect.stringContaining('TIN'),
    });
    expect(parseWkt('GEOMETRYCOLLECTION('.repeat(5000))).toMatchObject({ reason: 'is nested too deeply' });
  });

  test('the number of the coordinate system can be asked for', () => {
    expect(sridOfWkt('SRID=2264;POLYGON EMPTY')).toBe(2264);
    expect(sridOfWkt('POLYGON EMPTY')).toBeUndefined();
  });
});
