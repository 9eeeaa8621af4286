import { expect, test } from 'vitest';
import type { PolygonGeometry } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { mapTile } from '../../test/geo/map-tile.ts';
import { COVER } from './ground-features.ts';
import { WORLD_METERS } from './ground-plane.ts';
import { readVectorTile } from './read-vector-tile.ts';

const ADDRESS = { z: 15, x: 9024, y: 12_900 };

/** Edges as shares of the tile. */
function square(from: number, to: number): PolygonGeometry {
  const at = (x: number, y: number): [number, number] => [
    lngOfWorldX((ADDRESS.x + x) / 2 ** ADDRESS.z),
    latOfWorldY((ADDRESS.y + y) / 2 ** ADDRESS.z),
  ];
  return {
    type: 'Polygon',
    coordinates: [[at(from, from), at(from, to), at(to, to), at(to, from), at(from, from)]],
  };
}

const feature = (kind: string, from: number, to: number, more = {}) => ({
  geometry: square(from, to),
  properties: { kind, ...more },
});
const layerOf = (layer: string, ...features: ReturnType<typeof feature>[]) =>
  mapTile(
    ADDRESS,
    features.map((one) => ({ layer, ...one })),
  )!;

test('land, covers, water and buildings come out where they lie, in meters', () => {
  // Protocol buffers that follow each other are one: so are tiles with a layer each.
  const bytes = Buffer.concat([
    layerOf('earth', feature('earth', 0, 1)),
    layerOf('landuse', feature('farmland', 0.25, 0.5), feature('aerodrome', 0.25, 0.5)),
    layerOf('water', feature('lake', 0.5, 0.75)),
    layerOf('buildings', feature('building', 0.25, 0.375, { height: 9 })),
  ]);
  const { land, covers, water, buildings, roads, streams } = readVectorTile(bytes, ADDRESS);
  const tileMeters = WORLD_METERS / 2 ** ADDRESS.z;
  expect(land).toHaveLength(1);
  expect(covers).toHaveLength(1);
  expect(covers[0]).toMatchObject({ cover: COVER.field, key: 0 });
  expect(Math.min(...covers[0]!.rings[0]!)).toBeCloseTo((ADDRESS.x + 0.25) * tileMeters, 3);
  expect(Math.max(...covers[0]!.rings[0]!)).toBeCloseTo((ADDRESS.y + 0.5) * tileMeters, 3);
  expect(water).toHaveLength(1);
  expect(buildings).toEqual([{ heightMeters: 9, ring: expect.any(Float64Array) }]);
  expect(buildings[0]!.ring).toHaveLength(8);
  expect([...roads, ...streams]).toEqual([]);
});

test('a tile without anything has no features', () => {
  expect(readVectorTile(new Uint8Array(), ADDRESS).land).toEqual([]);
});

test('what is no tile is refused', () => {
  expect(() => readVectorTile(Uint8Array.of(0x1a, 0xff, 0x01, 0x02), ADDRESS)).toThrow();
});
