// Well-known binary: every numbering and byte order gives the same area, and nonsense gives a reason.
import { describe, expect, test } from 'vitest';
import { parseWkb, sridOfWkb } from './well-known-binary.ts';

type Writing = { littleEndian?: boolean; dimensions?: string };

/** Writes bytes as another program would: `u8`, `u32` and `f64` in the byte order asked for. */
function bytesOf(parts: readonly ['u8' | 'u32' | 'f64', number][], littleEndian = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(parts.length * 8));
  let at = 0;
  for (const [type, value] of parts) {
    if (type === 'u8') view.setUint8(at, value);
    if (type === 'u32') view.setUint32(at, value, littleEndian);
    if (type === 'f64') view.setFloat64(at, value, littleEndian);
    at += { u8: 1, u32: 4, f64: 8 }[type];
  }
  return new Uint8Array(view.buffer, 0, at);
}

const square = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 0],
] as const;

function polygonBytes({ littleEndian = true, dimensions = '' }: Writing, code: number): Uint8Array {
  return bytesOf(
    [
      ['u8', littleEndian ? 1 : 0],
      ['u32', code],
      ['u32', 1],
      ['u32', square.length],
      ...square.flatMap(([x, y]): ['f64', number][] => [
        ['f64', x],
        ['f64', y],
        ...[...dimensions].map((): ['f64', number] => ['f64', 777]),
      ]),
    ],
    littleEndian,
  );
}

const area = { kind: 'polygons', polygons: [[Float64Array.of(0, 0, 10, 0, 10, 10, 0, 0)]] };

/** One after the other, with a collection's header in front. */
function collection(code: number, members: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([
    bytesOf([
      ['u8', 1],
      ['u32', code],
      ['u32', members.length],
    ]),
    ...members,
  ]);
}

const point = bytesOf([
  ['u8', 1],
  ['u32', 1],
  ['f64', 5],
  ['f64', 6],
]);

describe('parseWkb', () => {
  test.each([
    ['plain', {}, 3],
    ['of the other byte order', { littleEndian: false }, 3],
    ['with Z as ISO numbers it', { dimensions: 'Z' }, 1003],
    ['with M as ISO numbers it', { dimensions: 'M' }, 2003],
    ['with Z and M as ISO numbers it', { dimensions: 'ZM', littleEndian: false }, 3003],
    ['with Z as PostGIS marks it', { dimensions: 'Z' }, 0x80000003],
    ['with Z and M as PostGIS marks it', { dimensions: 'ZM' }, 0xc0000003],
  ] as const)('a polygon %s is the same area', (_, writing, code) => {
    expect(parseWkb(polygonBytes(writing, code))).toEqual(area);
  });

  test('the number of the coordinate system in EWKB is stepped over, and can be asked for', () => {
    const plain = polygonBytes({}, 0x20000003);
    const bytes = Buffer.concat([plain.subarray(0, 5), bytesOf([['u32', 2264]]), plain.subarray(5)]);
    expect(parseWkb(bytes)).toEqual(area);
    expect(sridOfWkb(bytes)).toBe(2264);
    expect(sridOfWkb(polygonBytes({}, 3))).toBeUndefined();
  });

  test('bytes that begin anywhere in a larger buffer are read from there', () => {
    const padded = Buffer.concat([new Uint8Array(3), polygonBytes({}, 3)]);
    expect(parseWkb(padded.subarray(3))).toEqual(area);
  });

  test('a MultiPolygon and a GeometryCollection with a point between give all their polygons', () => {
    const ring = area.polygons[0]!;
    const one = polygonBytes({}, 3);
    expect(parseWkb(collection(6, [one, one]))).toEqual({ kind: 'polygons', polygons: [ring, ring] });
    expect(parseWkb(collection(7, [one, point, one]))).toEqual({ kind: 'polygons', polygons: [ring, ring] });
  });

  const coordinates = (...values: number[]): ['f64', number][] => values.map((value) => ['f64', value]);
  const line = (code: number, ...values: number[]) =>
    bytesOf([['u8', 1], ['u32', code], ['u32', values.length / 2], ...coordinates(...values)]);

  test('points and lines are not taken for areas; a collection of one kind is that kind', () => {
    const street = line(2, 0, 0, 3, 4);
    expect(parseWkb(point)).toEqual({ kind: 'points', points: Float64Array.of(5, 6) });
    const two = { kind: 'points', points: Float64Array.of(5, 6, 5, 6) };
    expect(parseWkb(collection(4, [point, point]))).toEqual(two);
    expect(parseWkb(collection(7, [point, collection(7, [point])]))).toEqual(two);
    expect(parseWkb(street)).toEqual({ kind: 'lines', lines: [Float64Array.of(0, 0, 3, 4)] });
    for (const code of [5, 7, 11]) {
      expect(parseWkb(collection(code, [street, street]))).toMatchObject({
        kind: 'lines',
        lines: { length: 2 },
      });
    }
    expect(parseWkb(collection(7, [street, point]))).toEqual({ kind: 'other', type: 'GeometryCollection' });
  });

  test('Z and M of points and lines are dropped', () => {
    const high = bytesOf([['u8', 1], ['u32', 3001], ...coordinates(5, 6, 777, 888)]);
    expect(parseWkb(high)).toEqual({ kind: 'points', points: Float64Array.of(5, 6) });
    const climb = bytesOf([['u8', 1], ['u32', 0x80000002], ['u32', 2], ...coordinates(0, 0, 777, 3, 4, 777)]);
    expect(parseWkb(climb)).toEqual({ kind: 'lines', lines: [Float64Array.of(0, 0, 3, 4)] });
  });

  test('curved lines become short ones on their circle, joined where they meet', () => {
    const arc = line(8, 1, 0, 0, 1, -1, 0);
    const half = parseWkb(arc);
    const joined = parseWkb(collection(9, [line(2, 1, -5, 1, 0), arc]));
    if (half?.kind !== 'lines' || joined?.kind !== 'lines') throw new Error('no lines');
    expect(half.lines[0]!.length).toBe(46 * 2);
    for (let at = 0; at < 92; at += 2) {
      expect(Math.hypot(half.lines[0]![at]!, half.lines[0]![at + 1]!)).toBeCloseTo(1, 12);
    }
    expect(joined.lines).toEqual([Float64Array.of(1, -5, ...half.lines[0]!)]);
  });

  test('cut lines and points say so, and an empty point is none', () => {
    for (const bytes of [point, line(2, 0, 0, 3, 4), line(8, 1, 0, 0, 1, -1, 0), collection(4, [point])]) {
      for (let length = 1; length < bytes.length; length++) {
        expect(parseWkb(bytes.subarray(0, length))).toEqual({ kind: 'unreadable', reason: 'is cut off' });
      }
    }
    const empty = bytesOf([['u8', 1], ['u32', 1], ...coordinates(Number.NaN, Number.NaN)]);
    expect(parseWkb(empty)).toBeNull();
    expect(parseWkb(collection(4, [empty, point]))).toEqual({
      kind: 'points',
      points: Float64Array.of(5, 6),
    });
    expect(parseWkb(line(2))).toBeNull();
  });

  test('an empty geometry is none', () => {
    expect(parseWkb(new Uint8Array())).toBeNull();
    expect(parseWkb(collection(3, []))).toBeNull();
    expect(parseWkb(collection(6, []))).toBeNull();
  });

  test('a CurvePolygon becomes short lines on its circle', () => {
    const curve = bytesOf([
      ['u8', 1],
      ['u32', 10],
      ['u32', 1],
      ['u8', 1],
      ['u32', 8],
      ['u32', 3],
      ...[1, 0, -1, 0, 1, 0].map((value): ['f64', number] => ['f64', value]),
    ]);
    const geometry = parseWkb(curve);
    if (geometry?.kind !== 'polygons') throw new Error('no polygon');
    const ring = geometry.polygons[0]![0]!;
    expect(ring.length).toBe(91 * 2);
    for (let at = 0; at < ring.length; at += 2)
      expect(Math.hypot(ring[at]!, ring[at + 1]!)).toBeCloseTo(1, 12);
    expect([...ring.slice(-2)]).toEqual([1, 0]);
  });

  test('cut anywhere, it says so and never throws', () => {
    const bytes = polygonBytes({}, 3);
    for (let length = 1; length < bytes.length; length++) {
      expect(parseWkb(bytes.subarray(0, length))).toEqual({ kind: 'unreadable', reason: 'is cut off' });
    }
  });

  test('nonsense, surfaces in space, endless nesting and absurd counts have a reason', () => {
    expect(parseWkb(Uint8Array.of(7, 1, 2, 3, 4, 5))).toMatchObject({ reason: 'is not well-known binary' });
    expect(parseWkb(collection(999, []))).toMatchObject({ reason: 'has an unknown type' });
    expect(parseWkb(collection(16, []))).toMatchObject({ reason: expect.stringContaining('TIN') });
    let nested = collection(7, [point]);
    for (let depth = 0; depth < 50; depth++) nested = collection(7, [nested]);
    expect(parseWkb(nested)).toMatchObject({ reason: 'is nested too deeply' });
    const absurd = bytesOf([
      ['u8', 1],
      ['u32', 3],
      ['u32', 1],
      ['u32', 0xffffffff],
    ]);
    expect(parseWkb(absurd)).toMatchObject({ reason: 'is cut off' });
  });
});
