// The world map as `platbook demo` has drawn it: where there is land and sea, and which places have labels.
import { describe, expect, test } from 'vitest';
import { KNOWN_CITIES } from '../../gazetteer/known-cities.ts';
import type { LngLat, TileAddress } from '../../geo/geometry.ts';
import { worldX, worldY } from '../../geo/mercator.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { demoLayers, demoMap } from '../../test/demo-county.ts';
import { polygonsContain } from '../../test/geo/polygon-faults.ts';
import { worldFeatures } from './world-features.ts';

const county = { west: -80.97, south: 35.53, east: -80.75, north: 35.71 };

const features = worldFeatures(county);
const keyOf = ({ z, x, y }: TileAddress) => `${z}/${x}/${y}`;

async function covers(layer: string, place: LngLat, z: number): Promise<boolean> {
  const address = tileAt(place, z);
  const found = (await demoLayers('world.pmtiles', place, z)).get(layer) ?? [];
  const point = [
    (worldX(place.lng) * 2 ** z - address.x) * 4096,
    (worldY(place.lat) * 2 ** z - address.y) * 4096,
  ] as const;
  return found.some(({ polygons }) => polygonsContain(polygons, point));
}

describe('the world', () => {
  test.each([
    ['Kansas', -98, 38.5],
    ['the Sahara', 10, 23],
    ['Siberia', 100, 62],
    ['Chukotka, beyond the antimeridian', -175, 66.6],
    ['Chukotka, before it', 175, 67.5],
    ['Antarctica', 60, -80],
    ['Antarctica at the antimeridian', 179.9, -85],
  ])('has land in %s', async (_name, lng, lat) => {
    for (const z of [0, 2, 4]) {
      expect(await covers('earth', { lng, lat }, z)).toBe(true);
      expect(await covers('water', { lng, lat }, z)).toBe(false);
    }
  });

  test.each([
    ['the Atlantic', -40, 30],
    ['the Pacific at the antimeridian', 179.9, 0],
    ['the Pacific on its other side', -179.9, 0],
    ['the Southern Ocean', 0, -60],
    ['the Arctic Ocean', 0, 84],
    ['the Caspian Sea', 50.5, 42],
    ['Lake Michigan', -87, 43.5],
  ])('has water in %s', async (_name, lng, lat) => {
    for (const z of [1, 4]) expect(await covers('water', { lng, lat }, z)).toBe(true);
  });

  test('has no gaps: every tile of every zoom exists', async () => {
    const world = demoMap('world.pmtiles');
    for (let z = 0; z <= 4; z++) {
      for (let i = 0; i < 4 ** z; i++) {
        expect(await world.getZxy(z, i % 2 ** z, Math.floor(i / 2 ** z))).toBeDefined();
      }
    }
  });
});

describe('places', () => {
  const named = (kind: string) =>
    features.filter(({ layer, properties }) => layer === 'places' && properties.kind === kind);

  test('every well-known city is found', () => {
    const names = new Set(
      worldFeatures(undefined).flatMap(({ layer, properties }) =>
        layer === 'places' && properties.kind === 'locality' ? [properties.name] : [],
      ),
    );
    expect(KNOWN_CITIES.filter(({ name }) => !names.has(name))).toEqual([]);
  });

  test('all states and some two hundred countries have labels, and states have their codes', () => {
    expect(named('country').length).toBeGreaterThan(190);
    const letters = named('region').map(({ properties }) => properties.ref);
    expect(letters).toEqual(expect.arrayContaining(['NC', 'TX', 'DC']));
  });

  test('within the county’s bounds there are no real places and no real borders', () => {
    const isInside = ([lng, lat]: readonly number[]) =>
      lng! > county.west && lng! < county.east && lat! > county.south && lat! < county.north;
    const inside = features.filter(({ geometry }) => {
      if (geometry.type === 'Point') return isInside(geometry.coordinates);
      return geometry.type === 'LineString' && geometry.coordinates.some(isInside);
    });
    expect(inside).toEqual([]);
  });

  test('around a fictional county there are no real towns and counties, and farther away there are', () => {
    const near =
      (degrees: number) =>
      ([lng, lat]: readonly number[]) =>
        Math.hypot(lng! - county.west, lat! - county.south) < degrees;
    const shown = features.filter(
      ({ properties }) => properties.kind === 'locality' || properties.kind === 'county',
    );
    const within = (degrees: number) =>
      shown.filter(({ geometry }) => {
        if (geometry.type === 'Point') return near(degrees)(geometry.coordinates);
        return geometry.type === 'LineString' && geometry.coordinates.some(near(degrees));
      });
    expect(within(2.7)).toEqual([]);
    expect(within(4).length).toBeGreaterThan(20);
  });

  test('no tile is crowded with hundreds of labels', () => {
    const perTile = new Map<string, number>();
    for (const { geometry, layer } of features) {
      if (layer !== 'places' || geometry.type !== 'Point') continue;
      const [lng, lat] = geometry.coordinates;
      const key = keyOf(tileAt({ lng, lat }, 6));
      perTile.set(key, (perTile.get(key) ?? 0) + 1);
    }
    expect(Math.max(...perTile.values())).toBeLessThan(280);
  });
});
