// Tests that areas survive the round trip to PostGIS.
import { expect, test } from 'vitest';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { fromWkb, toEwkbHex } from './well-known-binary.ts';

/** Without the coordinate system, as ST_AsBinary answers. */
function wkbOf(geometry: AreaGeometry): Buffer {
  const extended = Buffer.from(toEwkbHex(geometry), 'hex');
  const plain = Buffer.concat([extended.subarray(0, 5), extended.subarray(9)]);
  plain.writeUInt32LE(extended.readUInt32LE(1) - 0x20000000, 1);
  return plain;
}

test('a square is written as PostGIS writes it', () => {
  const square: AreaGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  };
  // SELECT 'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))'::geometry
  expect(toEwkbHex(square).toUpperCase()).toBe(
    '0103000020E61000000100000004000000' +
      '00000000000000000000000000000000000000000000F03F0000000000000000' +
      '000000000000F03F000000000000F03F00000000000000000000000000000000',
  );
});

test('every type of area survives the round trip exactly', () => {
  const kinds = new Set<string>();
  for (const { geometry } of syntheticParcels({ columns: 20, rows: 2 })) {
    kinds.add(`${geometry.type} ${geometry.coordinates.length}`);
    expect(fromWkb(wkbOf(geometry))).toEqual(geometry);
  }
  expect([...kinds].sort()).toEqual(['MultiPolygon 2', 'Polygon 1', 'Polygon 2']);
});
