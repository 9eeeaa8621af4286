import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jitteredTiling } from '../test/geo/jittered-tiling.ts';
import { FlatArea, flattenInto } from './flat-area.ts';
import { type AreaGeometry, GRID_PER_DEGREE, type Position, polygonsOf } from './geometry.ts';
import { decodeGeometry, decodeInto, encodeGeometry } from './geometry-code.ts';

const position = fc
  .tuple(
    fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
    fc.integer({ min: -900_000_000, max: 900_000_000 }),
  )
  .map(([x, y]): Position => [x / GRID_PER_DEGREE, y / GRID_PER_DEGREE]);
const ring = fc
  .array(position, { minLength: 3, maxLength: 8 })
  .map((positions) => [...positions, positions[0]!]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
const area: fc.Arbitrary<AreaGeometry> = fc.oneof(
  polygon.map((coordinates): AreaGeometry => ({ type: 'Polygon', coordinates })),
  fc
    .array(polygon, { minLength: 1, maxLength: 3 })
    .map((coordinates): AreaGeometry => ({ type: 'MultiPolygon', coordinates })),
);

describe('areas as bytes', () => {
  test('a decoded geometry is identical to the encoded one, anywhere on earth', () => {
    fc.assert(
      fc.property(area, (geometry) => {
        expect(decodeGeometry(encodeGeometry(geometry))).toEqual(geometry);
      }),
    );
  });

  test('a geometry is the same in flat arrays, decoded or flattened, however often those are used', () => {
    const decoded = new FlatArea();
    const flattened = new FlatArea();
    const contents = ({ points, length, ringEnds, isHole, rings }: FlatArea) => ({
      points: [...points.subarray(0, length)],
      ringEnds: ringEnds.slice(0, rings),
      isHole: isHole.slice(0, rings),
    });
    fc.assert(
      fc.property(area, (geometry) => {
        decodeInto(decoded, encodeGeometry(geometry));
        flattenInto(flattened, geometry);
        expect(contents(decoded)).toEqual(contents(flattened));
        const corners = polygonsOf(geometry).flatMap((rings) => rings.flatMap((ring) => ring.slice(0, -1)));
        expect(contents(decoded).points).toEqual(corners.flat());
      }),
    );
  });

  test('decimal degrees come back as they are written', () => {
    const corners: Position[] = [
      [-80.86, 35.62],
      [-80.8599999, 35.62],
      [-80.86, 35.6200001],
      [-80.86, 35.62],
    ];
    const geometry: AreaGeometry = { type: 'Polygon', coordinates: [corners] };
    expect(JSON.stringify(decodeGeometry(encodeGeometry(geometry)))).toBe(JSON.stringify(geometry));
  });

  test('a lot of eight corners takes less than 50 bytes', () => {
    const place = { west: -808_600_000, south: 356_200_000, step: 6000 };
    const lots = jitteredTiling({
      seed: 1,
      columns: 4,
      rows: 4,
      ...place,
      cornersPerSide: 1,
      islandEvery: 99,
    });
    for (const lot of lots) expect(encodeGeometry(lot).length).toBeLessThan(50);
  });
});

test('a code that is damaged, or ends too early, is told at once instead of read on and on', () => {
  const billions = [0xff, 0xff, 0xff, 0xff, 0x7f];
  const codes = [
    [],
    [0],
    [0, 1],
    [0, 1, 3, 2, 2],
    [0, 1, ...billions, 2, 2],
    [0, ...billions],
    billions,
    [0, 1, 0xff],
  ];
  for (const code of codes) {
    const bytes = Uint8Array.from(code);
    expect(() => decodeInto(new FlatArea(), bytes), `${code}`).toThrow(RangeError);
    expect(() => decodeGeometry(bytes), `${code}`).toThrow(RangeError);
  }
});
