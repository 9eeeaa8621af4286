// Mapbox's own fixtures and real tiles: their polygons, encoded again by us, come back the same.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { each, type Fixture } from '@mapbox/mvt-fixtures';
import { describe, expect, test } from 'vitest';
import { type DecodedFeature, type DecodedRing, decodeTile } from '../test/geo/decode-tile.ts';
import { mapTile } from '../test/geo/map-tile.ts';
import { polygonFaults, polygonsArea } from '../test/geo/polygon-faults.ts';
import type { AreaGeometry, Position } from './geometry.ts';
import { latOfWorldY, lngOfWorldX } from './mercator.ts';

/** Fixtures have no tile address: any one will do. */
const address = { z: 14, x: 4511, y: 6455 };
const POLYGON = 3;

function onTheGround(polygons: DecodedRing[][]): AreaGeometry {
  const tiles = 2 ** address.z;
  const position = ([x, y]: readonly [number, number]): Position => [
    lngOfWorldX((address.x + x / 4096) / tiles),
    latOfWorldY((address.y + y / 4096) / tiles),
  ];
  return {
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) =>
      rings.map((ring) => [...ring, ring[0]!].map((point) => position(point))),
    ),
  };
}

function reencoded(features: DecodedFeature[], layer: string) {
  const bytes = mapTile(
    address,
    features.map(({ polygons, properties }) => ({ layer, geometry: onTheGround(polygons), properties })),
  );
  return bytes && decodeTile(bytes)[0];
}

/** A ring may begin at any of its corners. */
function fromLowestCorner(ring: DecodedRing): DecodedRing {
  const lowest = ring.reduce((best, point, i) => {
    const [bestX, bestY] = ring[best]!;
    return point[0] < bestX || (point[0] === bestX && point[1] < bestY) ? i : best;
  }, 0);
  return [...ring.slice(lowest), ...ring.slice(0, lowest)];
}

function inAnyOrder(polygons: DecodedRing[][]): string[] {
  return polygons
    .map(([outer, ...holes]) =>
      JSON.stringify([
        fromLowestCorner(outer!),
        holes
          .map(fromLowestCorner)
          .map((hole) => JSON.stringify(hole))
          .sort(),
      ]),
    )
    .sort();
}

function validPolygonFixtures(): Fixture[] {
  const found: Fixture[] = [];
  each((fixture) => {
    if (!fixture.validity.v2) return;
    const features = decodeTile(fixture.buffer).flatMap((layer) => layer.features);
    if (features.some(({ type }) => type === POLYGON)) found.push(fixture);
  });
  return found;
}

describe("polygons of Mapbox's fixtures, encoded again by us", () => {
  const fixtures = validPolygonFixtures();

  test('there are fixtures to compare with', () => {
    expect(fixtures.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['019', '022', '053', '054', '055', '056']),
    );
  });

  test.each(fixtures)('$id $description', ({ id, buffer }) => {
    for (const layer of decodeTile(buffer)) {
      const features = layer.features.filter(({ type }) => type === POLYGON);
      const again = reencoded(features, layer.name)!;
      expect(again).toMatchObject({ name: layer.name, version: 2, extent: 4096 });
      // This one reaches 200 units beyond the tile; our buffer ends at 64.
      const clipped = (value: number) => (id === '056' ? Math.min(4160, Math.max(-64, value)) : value);
      for (const [i, feature] of features.entries()) {
        const expected = feature.polygons.map((rings) =>
          rings.map((ring) => ring.map(([x, y]) => [clipped(x), clipped(y)] as const)),
        );
        expect(inAnyOrder(again.features[i]!.polygons)).toEqual(inAnyOrder(expected));
        expect(again.features[i]!.properties).toEqual(feature.properties);
      }
    }
  });
});

describe('polygons of real tiles, encoded again by us', () => {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@mapbox/mvt-fixtures'))), 'real-world');
  const isInside = (value: number) => value >= -64 && value <= 4160;

  test.each(['bangkok', 'chicago', 'sanfrancisco'])(
    '%s comes back valid, with the same area and properties',
    (city) => {
      const [file] = readdirSync(join(folder, city)).sort();
      const source = decodeTile(readFileSync(join(folder, city, file!)));
      let compared = 0;
      for (const layer of source) {
        if (layer.extent !== 4096) continue;
        for (const feature of layer.features) {
          // Collinear points and rings that touch themselves come back in another form: other tests are about those.
          const isPlain =
            feature.type === POLYGON &&
            feature.polygons.flat(3).every(isInside) &&
            feature.polygons.flat(2).length < 40 &&
            polygonFaults(feature.polygons).length === 0;
          if (!isPlain) continue;
          const again = reencoded([feature], layer.name)!.features[0]!;
          expect(polygonFaults(again.polygons)).toEqual([]);
          expect(polygonsArea(again.polygons)).toBe(polygonsArea(feature.polygons));
          expect(again.properties).toEqual(feature.properties);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(0);
    },
  );
});
