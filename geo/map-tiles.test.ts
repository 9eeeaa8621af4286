// Map tiles, decoded by Mapbox's own library.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DecodedFeature, decodedFeatures, decodeTile } from '../test/geo/decode-tile.ts';
import { mapTile } from '../test/geo/map-tile.ts';
import { polygonFaults, polygonsContain } from '../test/geo/polygon-faults.ts';
import { areaContains } from './area-contains.ts';
import type { LngLat, MapGeometry, PolygonGeometry, Position, TileAddress } from './geometry.ts';
import { type MapFeature, mapTiles } from './map-tiles.ts';
import { latOfWorldY, lngOfWorldX, worldX, worldY } from './mercator.ts';
import { tileAt } from './tile-address.ts';

const UNITS = 4096;
const BUFFER = 64;
/** From the middle of a unit's square to its corner. */
const ROUNDING = Math.SQRT1_2 + 1e-6;

type Tile = { address: TileAddress; features: DecodedFeature[] };

function draw(geometry: MapGeometry, { z, tolerance = 0 }: { z: number; tolerance?: number }): Tile[] {
  const features: MapFeature[] = [{ layer: 'things', geometry, properties: { number: 1 } }];
  return mapTiles({ z, features, tolerance, smallestArea: 0 }).map(({ address, bytes }) => ({
    address,
    features: decodeTile(bytes).flatMap((layer) => layer.features),
  }));
}

type Point = readonly [x: number, y: number];

function unitsIn({ z, x, y }: TileAddress, [lng, lat]: Position): Point {
  const tiles = 2 ** z;
  return [(worldX(lng) * tiles - x) * UNITS, (worldY(lat) * tiles - y) * UNITS];
}

function distanceTo(line: readonly Point[], [x, y]: Point): number {
  const distances = line.slice(1).map(([toX, toY], i) => {
    const [fromX, fromY] = line[i]!;
    const along = (toX - fromX) ** 2 + (toY - fromY) ** 2;
    const share = along > 0 ? ((x - fromX) * (toX - fromX) + (y - fromY) * (toY - fromY)) / along : 0;
    const near = Math.min(1, Math.max(0, share));
    return Math.hypot(x - fromX - (toX - fromX) * near, y - fromY - (toY - fromY) * near);
  });
  return Math.min(...distances);
}

const isInTile = ([x, y]: Point) => x >= 0 && x < UNITS && y >= 0 && y < UNITS;

const anyPlace = fc.record({
  lng: fc.double({ min: -130, max: 130, noNaN: true }),
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
  z: fc.integer({ min: 3, max: 15 }),
});

/** In tile sizes, so that lines cross tile borders at every zoom; none so short that it rounds to nothing. */
const anyStep = fc
  .tuple(fc.double({ min: 0.02, max: 0.4, noNaN: true }), fc.boolean())
  .map(([length, isBack]) => (isBack ? -length : length));
const anySteps = fc.array(fc.tuple(anyStep, anyStep), { minLength: 1, maxLength: 25 });

type Walk = { start: LngLat; z: number; steps: readonly (readonly [number, number])[] };

function walkFrom({ start, z, steps }: Walk): Position[] {
  let x = worldX(start.lng);
  let y = worldY(start.lat);
  const line: Position[] = [[lngOfWorldX(x), latOfWorldY(y)]];
  for (const [right, down] of steps) {
    x = Math.min(0.999, Math.max(0.001, x + right / 2 ** z));
    y = Math.min(0.999, Math.max(0.001, y + down / 2 ** z));
    line.push([lngOfWorldX(x), latOfWorldY(y)]);
  }
  return line;
}

/** A star-shaped polygon with rays of the given lengths: simple and jagged. */
function starAround({ lng, lat }: LngLat, z: number, rays: readonly number[]): PolygonGeometry {
  const corner = (length: number, i: number): Position => {
    const angle = (2 * Math.PI * i) / rays.length;
    return [
      lngOfWorldX(worldX(lng) + (length * Math.cos(angle)) / 2 ** z),
      latOfWorldY(worldY(lat) + (length * Math.sin(angle)) / 2 ** z),
    ];
  };
  const outer = rays.map(corner);
  const hole = rays.map((length, i) => corner(length / 2, i));
  return {
    type: 'Polygon',
    coordinates: [
      [...outer, outer[0]!],
      [...hole, hole[0]!],
    ],
  };
}

describe('lines', () => {
  test('every tile shows the whole line and nothing else, to the tolerance', () => {
    fc.assert(
      fc.property(anyPlace, anySteps, fc.constantFrom(0, 4), ({ z, ...start }, steps, tolerance) => {
        const coordinates = walkFrom({ start, z, steps });
        const tiles = draw({ type: 'LineString', coordinates }, { z, tolerance });
        for (const { address, features } of tiles) {
          const truth = coordinates.map((position) => unitsIn(address, position));
          for (const corner of features.flatMap(({ closedRings }) => closedRings.flat())) {
            expect(distanceTo(truth, corner)).toBeLessThanOrEqual(tolerance + ROUNDING);
            expect(Math.min(...corner)).toBeGreaterThanOrEqual(-BUFFER);
            expect(Math.max(...corner)).toBeLessThanOrEqual(UNITS + BUFFER);
          }
        }
        for (const position of coordinates.slice(1, -1)) {
          const address = tileAt({ lng: position[0], lat: position[1] }, z);
          const corner = unitsIn(address, position);
          if (!isInTile(corner)) continue;
          const tile = tiles.find((one) => one.address.x === address.x && one.address.y === address.y);
          const lines = tile?.features.flatMap(({ closedRings }) => closedRings) ?? [];
          const nearest = Math.min(...lines.map((line) => distanceTo(line, corner)));
          expect(nearest).toBeLessThanOrEqual(tolerance + 2 * ROUNDING);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a line that leaves the tile and comes back is two lines of one feature', () => {
    const address = { z: 14, x: 4511, y: 6455 };
    const at = (x: number, y: number): Position => [
      lngOfWorldX((address.x + x) / 2 ** 14),
      latOfWorldY((address.y + y) / 2 ** 14),
    ];
    const coordinates = [at(0.5, 0.2), at(1.5, 0.2), at(1.5, 0.8), at(0.5, 0.8)];
    const [tile] = draw({ type: 'LineString', coordinates }, { z: 14 }).filter(
      (one) => one.address.x === address.x && one.address.y === address.y,
    );
    expect(tile!.features).toHaveLength(1);
    expect(tile!.features[0]).toMatchObject({ type: 2, properties: { number: 1 } });
    expect(tile!.features[0]!.closedRings).toEqual([
      [
        [2048, 819],
        [4160, 819],
      ],
      [
        [4160, 3277],
        [2048, 3277],
      ],
    ]);
  });
});

test('a point is in its own tile, and in the buffer of those it is close to', () => {
  fc.assert(
    fc.property(anyPlace, ({ z, lng, lat }) => {
      const tiles = draw({ type: 'Point', coordinates: [lng, lat] }, { z });
      const own = tileAt({ lng, lat }, z);
      expect(tiles.map(({ address }) => address)).toContainEqual(own);
      for (const { address, features } of tiles) {
        const [x, y] = unitsIn(address, [lng, lat]);
        expect(features).toHaveLength(1);
        expect(features[0]!.type).toBe(1);
        expect(features[0]!.closedRings).toEqual([[[Math.round(x) + 0, Math.round(y) + 0]]]);
      }
    }),
  );
});

describe('areas', () => {
  const rays = fc.array(fc.double({ min: 0.05, max: 0.9, noNaN: true }), { minLength: 3, maxLength: 60 });

  test('stay valid however much they are simplified', () => {
    fc.assert(
      fc.property(anyPlace, rays, fc.constantFrom(0, 4, 64), ({ z, ...at }, lengths, tolerance) => {
        for (const { features } of draw(starAround(at, z, lengths), { z, tolerance })) {
          for (const { polygons } of features) expect(polygonFaults(polygons)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('cover the same ground as the source, to the tolerance, in every tile', () => {
    const anySpot = fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(anyPlace, rays, anySpot, ({ z, ...at }, lengths, [right, down]) => {
        const tolerance = 4;
        const area = starAround(at, z, lengths);
        const spot = {
          lng: lngOfWorldX(worldX(at.lng) + right / 2 ** z),
          lat: latOfWorldY(worldY(at.lat) + down / 2 ** z),
        };
        const address = tileAt(spot, z);
        const corner = unitsIn(address, [spot.lng, spot.lat]);
        const borders = area.coordinates.map((ring) => ring.map((position) => unitsIn(address, position)));
        fc.pre(borders.every((border) => distanceTo(border, corner) > tolerance + 2));
        const tile = draw(area, { z, tolerance }).find(
          (one) => one.address.x === address.x && one.address.y === address.y,
        );
        const isDrawn = tile?.features.some(({ polygons }) => polygonsContain(polygons, corner)) ?? false;
        expect(isDrawn).toBe(areaContains(area, spot));
      }),
      { numRuns: 200 },
    );
  });

  test('too small for the zoom are left out', () => {
    const speck = starAround({ lng: 10, lat: 50 }, 12, [0.002, 0.002, 0.002, 0.002]);
    const features = [{ layer: 'things', geometry: speck, properties: {} }];
    expect(mapTiles({ z: 12, features, tolerance: 4, smallestArea: 256 })).toEqual([]);
    expect(mapTiles({ z: 12, features, tolerance: 4, smallestArea: 0 })).not.toEqual([]);
  });
});

test('several layers stand side by side, each with its features in their order', () => {
  const point = (lng: number): MapGeometry => ({ type: 'Point', coordinates: [lng, 50] });
  const features: MapFeature[] = [
    { layer: 'places', geometry: point(10.01), properties: { name: 'a' } },
    {
      layer: 'roads',
      geometry: {
        type: 'LineString',
        coordinates: [
          [10, 50],
          [10.1, 50],
        ],
      },
      properties: {},
    },
    { layer: 'places', geometry: point(10.02), properties: { name: 'b', rank: 3, none: null } },
  ];
  const [tile, ...others] = mapTiles({ z: 8, features, tolerance: 4, smallestArea: 0 });
  expect(others).toEqual([]);
  const layers = decodeTile(tile!.bytes).map(({ name, version, extent, features }) => ({
    name,
    version,
    extent,
    properties: features.map(({ properties }) => properties),
  }));
  expect(layers).toEqual([
    { name: 'places', version: 2, extent: 4096, properties: [{ name: 'a' }, { name: 'b', rank: 3 }] },
    { name: 'roads', version: 2, extent: 4096, properties: [{}] },
  ]);
});

test('properties come back as they were, null ones are left out, and repeated ones are written once', () => {
  const properties = {
    text: 'Müller & Søn <b>"O’Neill"</b> 🏡',
    empty: '',
    long: 'x'.repeat(5000),
    zero: 0,
    minus: -42,
    large: 2 ** 53 - 1,
    small: -(2 ** 31) * 1000,
    fraction: 0.1,
    yes: true,
    no: false,
    digits: '42',
  };
  const features = Array.from(
    { length: 50 },
    (): MapFeature => ({
      layer: 'things',
      geometry: starAround({ lng: -80.86, lat: 35.62 }, 14, [0.1, 0.1, 0.1, 0.1]),
      properties: { ...properties, none: null },
    }),
  );
  const bytes = mapTile(tileAt({ lng: -80.86, lat: 35.62 }, 14), features)!;
  expect(decodedFeatures(bytes).map((feature) => feature.properties)).toEqual(features.map(() => properties));
  expect(bytes.length).toBeLessThan(5000 * 2);
});
