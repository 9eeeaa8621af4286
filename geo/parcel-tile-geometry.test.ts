// The shapes in a parcel tile: valid polygons that cover the ground without gaps. What else a tile holds is proved in
// parcel-tile.test.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { borderDistance } from '../test/geo/border-distance.ts';
import { decodedFeatures, decodeTile } from '../test/geo/decode-tile.ts';
import { jitteredTiling } from '../test/geo/jittered-tiling.ts';
import { polygonFaults, polygonsArea } from '../test/geo/polygon-faults.ts';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import {
  type AreaGeometry,
  GRID_PER_DEGREE,
  type Position,
  polygonsOf,
  type TileAddress,
} from './geometry.ts';
import { worldX, worldY } from './mercator.ts';
import { encodeParcelTile } from './parcel-tile.ts';
import { bufferedTileBounds, tileAt } from './tile-address.ts';

const UNITS_PER_TILE = 4096;
const BUFFER = 64;

/** Each area becomes a parcel whose PIN is its index. */
function encodeAreas(areas: AreaGeometry[], address: TileAddress): Uint8Array | undefined {
  const parcels = areas.map((geometry, index) => ({
    properties: { PIN: String(index) },
    lng: 0,
    lat: 0,
    geometry,
  }));
  return encodeParcelTile({ address, parcels, bytesMax: Infinity });
}

/** Of the tile with its buffer; 1 where areas neither miss a part of it nor overlap. */
function coveredShare(areas: AreaGeometry[], address: TileAddress): number {
  const features = decodedFeatures(encodeAreas(areas, address));
  const covered = features.reduce((sum, { polygons }) => sum + polygonsArea(polygons), 0);
  return covered / (UNITS_PER_TILE + 2 * BUFFER) ** 2;
}

function tileUnits([lng, lat]: Position, { z, x, y }: TileAddress): [number, number] {
  const tiles = 2 ** z;
  return [(worldX(lng) * tiles - x) * UNITS_PER_TILE, (worldY(lat) * tiles - y) * UNITS_PER_TILE];
}

/** Blocks around a tile, wide enough to cover it with its buffer. */
function tilingOver(
  address: TileAddress,
  { seed, blocks }: { seed: number; blocks: number },
): AreaGeometry[] {
  const { west, south, east, north } = bufferedTileBounds(address);
  const step = Math.ceil((Math.max(east - west, north - south) * GRID_PER_DEGREE) / blocks);
  return jitteredTiling({
    seed,
    columns: blocks + 2,
    rows: blocks + 2,
    west: west * GRID_PER_DEGREE - step,
    south: south * GRID_PER_DEGREE - step,
    step,
    cornersPerSide: seed % 3,
    islandEvery: 4,
  });
}

const tilingAtZooms = (min: number, max: number) =>
  fc.record({
    address: fc
      .record({
        lng: fc.double({ min: -179, max: 179, noNaN: true }),
        lat: fc.double({ min: -80, max: 80, noNaN: true }),
        z: fc.integer({ min, max }),
      })
      .map(({ lng, lat, z }) => tileAt({ lng, lat }, z)),
    seed: fc.nat(),
    blocks: fc.integer({ min: 2, max: 6 }),
  });
const anyTiling = tilingAtZooms(10, 18);
/** From z14 positions are rounded to single tile units, below to larger cells. */
const fullDetailTiling = tilingAtZooms(14, 18);

describe('the polygons of a parcel tile', () => {
  test('[P5] are in MVT version 2 with extent 4096, and every ring is closed', () => {
    const address = tileAt({ lng: -80.86, lat: 35.62 }, 14);
    const [layer, ...others] = decodeTile(encodeAreas(tilingOver(address, { seed: 1, blocks: 4 }), address)!);
    expect(others).toEqual([]);
    expect(layer).toMatchObject({ name: 'parcels', version: 2, extent: 4096 });
    for (const feature of layer!.features) {
      expect(feature.type).toBe(3);
      for (const ring of feature.closedRings) expect(ring.at(-1)).toEqual(ring[0]);
    }
  });

  test('[P5] are valid: windings right, holes inside, no edges crossing', () => {
    fc.assert(
      fc.property(anyTiling, ({ address, ...options }) => {
        for (const { polygons } of decodedFeatures(encodeAreas(tilingOver(address, options), address))) {
          expect(polygonFaults(polygons)).toEqual([]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('cover the ground without gap or overlap, to the last unit, buffer included', () => {
    const address = tileAt({ lng: -80.86, lat: 35.62 }, 14);
    for (let seed = 0; seed < 20; seed++) {
      expect(coveredShare(tilingOver(address, { seed, blocks: 6 }), address)).toBe(1);
    }
  });

  test('cover the ground with an error below 1 in 10,000 where slivers had to be repaired', () => {
    fc.assert(
      fc.property(fullDetailTiling, ({ address, ...options }) => {
        const share = coveredShare(tilingOver(address, options), address);
        expect(Math.abs(share - 1)).toBeLessThan(1e-4);
      }),
      { numRuns: 50 },
    );
  });

  test('have every corner at the source corner rounded to a world unit, the same in all tiles that show it', () => {
    fc.assert(
      fc.property(fullDetailTiling, ({ address, ...options }) => {
        const areas = tilingOver(address, options);
        const { z, x, y } = address;
        const world = { z, x: 0, y: 0 };
        const sourceCorners = new Set(
          areas
            .flatMap(polygonsOf)
            .flat(2)
            .map((position) => tileUnits(position, world).map(Math.round).join()),
        );
        for (const tile of [address, { z, x: x + 1, y }, { z, x, y: y + 1 }]) {
          const isInBuffer = (value: number) => value > -BUFFER && value < UNITS_PER_TILE + BUFFER;
          const strangers = decodedFeatures(encodeAreas(areas, tile))
            .flatMap(({ polygons }) => polygons.flat(2))
            .filter((corner) => corner.every(isInBuffer))
            .map(([cornerX, cornerY]) => [
              cornerX + tile.x * UNITS_PER_TILE,
              cornerY + tile.y * UNITS_PER_TILE,
            ])
            .filter((corner) => !sourceCorners.has(corner.join()));
          expect(strangers).toEqual([]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('have every corner within half a unit of the true border, also where an edge was clipped', () => {
    fc.assert(
      fc.property(fullDetailTiling, ({ address, ...options }) => {
        const areas = tilingOver(address, options);
        const trueBorder = areas.map((area) =>
          polygonsOf(area)
            .flat()
            .map((ring) => ring.slice(1).map((position) => tileUnits(position, address))),
        );
        const isSquareCorner = (corner: readonly number[]) =>
          corner.every((value) => value === -BUFFER || value === UNITS_PER_TILE + BUFFER);
        for (const { polygons, properties } of decodedFeatures(encodeAreas(areas, address))) {
          for (const corner of polygons.flat(2)) {
            if (isSquareCorner(corner)) continue;
            const distance = borderDistance(corner, trueBorder[Number(properties.PIN)]!);
            expect(distance).toBeLessThanOrEqual(0.5 + 1e-6);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('a parcel that leaves the tile and comes back is cut into separate parts', () => {
    const address = { z: 14, x: 4511, y: 6455 };
    const { west, south, east, north } = tileBounds(address);
    const at = (x: number, y: number): Position => [west + (east - west) * x, south + (north - south) * y];
    // A comb whose back lies east of the tile: only two teeth reach in.
    const comb = [
      at(0.5, 0.2),
      at(2, 0.2),
      at(2, 0.8),
      at(0.5, 0.8),
      at(0.5, 0.7),
      at(1.5, 0.7),
      at(1.5, 0.3),
      at(0.5, 0.3),
    ];
    const geometry: AreaGeometry = { type: 'Polygon', coordinates: [[...comb, comb[0]!]] };
    const [feature] = decodedFeatures(encodeAreas([geometry], address));
    expect(feature!.polygons).toHaveLength(2);
    expect(polygonFaults(feature!.polygons)).toEqual([]);
  });

  test('a tile inside a hole, and one with nothing near, are undefined', () => {
    const address = { z: 14, x: 4511, y: 6455 };
    const { west, south, east, north } = tileBounds(address);
    const box = (margin: number): Position[] => [
      [west - margin, south - margin],
      [east + margin, south - margin],
      [east + margin, north + margin],
      [west - margin, north + margin],
      [west - margin, south - margin],
    ];
    const frame: AreaGeometry = { type: 'Polygon', coordinates: [box(2), box(1).toReversed()] };
    expect(encodeAreas([frame], address)).toBeUndefined();
    expect(encodeAreas([frame], { z: 14, x: 0, y: 0 })).toBeUndefined();
    expect(encodeAreas([], address)).toBeUndefined();
  });

  test('an area too small for the grid is left out, not drawn as a dot', () => {
    const { west, south } = tileBounds({ z: 10, x: 281, y: 403 });
    const speck: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [west + 0.1, south + 0.1],
          [west + 0.1000002, south + 0.1],
          [west + 0.1, south + 0.1000002],
          [west + 0.1, south + 0.1],
        ],
      ],
    };
    expect(encodeAreas([speck], { z: 10, x: 281, y: 403 })).toBeUndefined();
  });
});
