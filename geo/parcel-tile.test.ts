import { describe, expect, test } from 'vitest';
import { decodedFeatures, decodeTile } from '../test/geo/decode-tile.ts';
import { jitteredTiling } from '../test/geo/jittered-tiling.ts';
import { polygonFaults, polygonsContain } from '../test/geo/polygon-faults.ts';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import { areaSquareMeters } from './area.ts';
import { boundsOf } from './bounds-of.ts';
import { type AreaGeometry, GRID_PER_DEGREE, type TileAddress } from './geometry.ts';
import { insidePoint } from './inside-point.ts';
import { encodeParcelTile, type TileParcel } from './parcel-tile.ts';
import { bufferedTileBounds, tileAt } from './tile-address.ts';

const BYTES_MAX = 500_000;
const CENTER = { lng: -80.86, lat: 35.62 };

function parcelOf(geometry: AreaGeometry, number: number): TileParcel {
  return {
    properties: {
      PIN: String(4_600_000_000 + number),
      Name: `OWNER ${number} AND FAMILY`,
      ADD1: `${number} OAK ST`,
      CITY: number % 10 === 0 ? null : 'DAVIDSON',
      TaxAcres: areaSquareMeters(geometry) / 4047,
    },
    ...insidePoint(geometry),
    geometry,
  };
}

/** Blocks of the same size around the middle of a tile. */
function parcelsInMiddle(
  address: TileAddress,
  { blocks, blockUnits }: { blocks: number; blockUnits: number },
) {
  const { west, south, east, north } = tileBounds(address);
  const step = ((east - west) / 4096) * blockUnits * GRID_PER_DEGREE;
  return jitteredTiling({
    seed: 7,
    columns: blocks,
    rows: blocks,
    west: ((west + east) / 2) * GRID_PER_DEGREE - (step * blocks) / 2,
    south: ((south + north) / 2) * GRID_PER_DEGREE - (step * blocks) / 2,
    step,
    cornersPerSide: 1,
    islandEvery: 50,
  }).map(parcelOf);
}

/** As many blocks as fit into a tile and its buffer. */
function parcelsOver(address: TileAddress, count: number): TileParcel[] {
  const blocks = Math.ceil(Math.sqrt(count));
  return parcelsInMiddle(address, { blocks, blockUnits: 4224 / blocks });
}

describe("the parcels' vector tile", () => {
  test('[P5] from z13 up it has one layer, parcels, with all properties that the map shows', () => {
    for (const z of [13, 18]) {
      const address = tileAt(CENTER, z);
      const parcels = parcelsOver(address, 30);
      const [layer, ...others] = decodeTile(encodeParcelTile({ address, parcels, bytesMax: BYTES_MAX })!);
      expect(others).toEqual([]);
      expect(layer).toMatchObject({ name: 'parcels', version: 2, extent: 4096 });
      for (const { properties } of layer!.features) {
        const parcel = parcels.find((parcel) => parcel.properties.PIN === properties.PIN)!;
        const known = Object.entries(parcel.properties).filter(([, value]) => value !== null);
        expect({ ...properties, Label: undefined }).toEqual(Object.fromEntries(known));
      }
    }
  });

  test('[P5] a parcel in several tiles has its label flag only in the one that contains its point', () => {
    const address = tileAt(CENTER, 14);
    const parcels = parcelsInMiddle(address, { blocks: 12, blockUnits: 900 });
    const labels = new Map<unknown, number>();
    for (let x = address.x - 2; x <= address.x + 2; x++) {
      for (let y = address.y - 2; y <= address.y + 2; y++) {
        const tile = encodeParcelTile({ address: { z: 14, x, y }, parcels, bytesMax: BYTES_MAX });
        for (const { properties } of decodedFeatures(tile)) {
          const labeled = labels.get(properties.PIN) ?? 0;
          labels.set(properties.PIN, labeled + (properties.Label === true ? 1 : 0));
        }
      }
    }
    expect(labels.size).toBe(parcels.length);
    expect([...labels.values()].every((count) => count === 1)).toBe(true);
  });

  test('[P5] below z13 a parcel carries its PIN and nothing else', () => {
    const address = tileAt(CENTER, 12);
    const parcels = parcelsOver(address, 30);
    for (const { properties } of decodedFeatures(
      encodeParcelTile({ address, parcels, bytesMax: BYTES_MAX }),
    )) {
      expect(Object.keys(properties)).toEqual(['PIN']);
    }
  });

  test('of 10,000 parcels in one tile the largest are shown, as many as stay under the limit', () => {
    const address = tileAt(CENTER, 10);
    const tile = tileBounds(address);
    const bytesMax = 50_000;
    const parcels = parcelsOver(address, 12_500).filter(({ geometry }) => {
      const { west, south, east, north } = boundsOf(geometry);
      return west > tile.west && east < tile.east && south > tile.south && north < tile.north;
    });
    expect(parcels.length).toBeGreaterThan(9500);
    const bytes = encodeParcelTile({ address, parcels, bytesMax })!;
    expect(bytes.length).toBeLessThanOrEqual(bytesMax);
    expect(bytes.length).toBeGreaterThan(bytesMax * 0.99);
    const shown = new Set(decodedFeatures(bytes).map(({ properties }) => properties.PIN));
    expect(shown.size).toBeGreaterThan(1000);
    // Parcels with a hole aside: the tile goes by the outer ring.
    const isPlain = ({ geometry }: TileParcel) =>
      geometry.type === 'Polygon' && geometry.coordinates.length === 1;
    const acres = (parcel: TileParcel) => Number(parcel.properties.TaxAcres);
    const isShown = (parcel: TileParcel) => shown.has(parcel.properties.PIN);
    const smallestShown = Math.min(...parcels.filter((p) => isPlain(p) && isShown(p)).map(acres));
    const missing = parcels.filter((parcel) => isPlain(parcel) && !isShown(parcel)).map(acres);
    const largestMissing = missing.reduce((most, next) => Math.max(most, next));
    // Compared in square degrees, which shrink by a hundredth from one end of such a tile to the other.
    expect(largestMissing).toBeLessThan(smallestShown * 1.02);
  });

  test('the limit holds at every zoom', () => {
    for (let z = 10; z <= 18; z++) {
      const address = tileAt(CENTER, z);
      const bytes = encodeParcelTile({ address, parcels: parcelsOver(address, 400), bytesMax: 10_000 })!;
      expect(bytes.length).toBeLessThanOrEqual(10_000);
      expect(bytes.length).toBeGreaterThan(9_000);
    }
  });

  test('a parcel too large for the byte limit does not push out the others', () => {
    const address = tileAt(CENTER, 16);
    const parcels = parcelsOver(address, 9);
    const { west, south, east, north } = bufferedTileBounds(address);
    const teeth = Array.from({ length: 1000 }, (_, i): [number, number] => [
      west + ((east - west) * i) / 1000,
      i % 2 === 0 ? south : north,
    ]);
    const monster = parcelOf(
      { type: 'Polygon', coordinates: [[...teeth, [east, south - 1], teeth[0]!]] },
      999,
    );
    // Not the bytes: the order of values in a tile depends on all parcels that it might have held.
    const withMonster = decodedFeatures(
      encodeParcelTile({ address, parcels: [monster, ...parcels], bytesMax: 3000 }),
    );
    expect(withMonster.length).toBeGreaterThan(5);
    expect(withMonster).toEqual(decodedFeatures(encodeParcelTile({ address, parcels, bytesMax: 3000 })));
  });

  test.each([10, 11, 12, 13, 14])('at z%i neighbors meet without gaps, small ones vanish', (z) => {
    const address = tileAt(CENTER, z);
    // The smallest are hardly larger than the cells of the coarse zooms.
    const parcels = parcelsInMiddle(address, { blocks: 20, blockUnits: 6 });
    const features = decodedFeatures(encodeParcelTile({ address, parcels, bytesMax: BYTES_MAX }));
    for (const { polygons } of features) expect(polygonFaults(polygons)).toEqual([]);
    let wrong = 0;
    let samples = 0;
    for (let x = 2048 - 45.3; x < 2048 + 45; x += 5) {
      for (let y = 2048 - 45.3; y < 2048 + 45; y += 5) {
        samples++;
        if (features.filter(({ polygons }) => polygonsContain(polygons, [x, y])).length !== 1) wrong++;
      }
    }
    expect(wrong / samples).toBeLessThan(0.01);
  });

  test('a tile without parcels is undefined', () => {
    expect(
      encodeParcelTile({ address: tileAt(CENTER, 14), parcels: [], bytesMax: BYTES_MAX }),
    ).toBeUndefined();
  });
});
