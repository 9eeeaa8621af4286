// What the demo county promises: its land, its tax roll and its maps, as `platbook demo` has loaded and drawn them.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { areMapsDrawn } from '../basemap/drawn-maps.ts';
import { MAP_CENTER } from '../contract/limits.ts';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../geo/area.ts';
import { areaContains } from '../geo/area-contains.ts';
import { boundsOf } from '../geo/bounds-of.ts';
import { decodeElevation, heightAt } from '../geo/elevation-grid.ts';
import { type Bounds, type LngLat, polygonsOf } from '../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../geo/mercator.ts';
import { tileAt } from '../geo/tile-address.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import { layersFolderOf, readLayers } from '../store/layer-folder.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';
import { demoFolder, demoLayers, demoMap, demoParcels } from '../test/demo-county.ts';
import type { DecodedFeature } from '../test/geo/decode-tile.ts';
import { polygonFaults } from '../test/geo/polygon-faults.ts';
import { BOOKS_CLOSED_ON } from './county/people/books/courthouse-calendar.ts';
import { PIN_FORM } from './county/people/books/pin.ts';
import { zoningDistricts } from './county/people/books/zoning.ts';
import { DEMO_SOURCE } from './map/county-map.ts';

let parcels: ParcelRecord[];
let bounds: Bounds;
beforeAll(async () => {
  parcels = await demoParcels();
  bounds = JSON.parse(await readFile(join(mapsFolderOf({ dataDir: demoFolder() }), 'maps.json'), 'utf8'))
    .county.bounds;
}, 600_000);

const share = (is: (parcel: ParcelRecord) => boolean) => parcels.filter(is).length / parcels.length;

describe('the land', () => {
  test('has 40,000 parcels or more in a county of 20 km, some with holes, some in parts', () => {
    expect(parcels.length).toBeGreaterThanOrEqual(40_000);
    expect((bounds.west + bounds.east) / 2).toBeCloseTo(-80.86, 1);
    expect((bounds.south + bounds.north) / 2).toBeCloseTo(35.62, 1);
    expect(Math.abs((bounds.north - bounds.south) * 111 - 20)).toBeLessThan(2);
    const withHoles = parcels.filter(({ geometry }) => polygonsOf(geometry).some(({ length }) => length > 1));
    expect(withHoles.length).toBeGreaterThanOrEqual(20);
    expect(parcels.filter(({ geometry }) => geometry.type === 'MultiPolygon').length).toBeGreaterThan(100);
  });

  test('[LAY-5] has flood zones and zoning districts, and says that they are made up', async () => {
    const layers = await readLayers(layersFolderOf({ dataDir: demoFolder() }));
    expect(layers.map(({ name, kind, credit }) => ({ name, kind, credit }))).toEqual([
      { name: 'flood-zones', kind: 'overlay', credit: DEMO_SOURCE },
      { name: 'zoning-districts', kind: 'overlay', credit: DEMO_SOURCE },
    ]);
    const legends = layers.map(({ look }) => look!.legend!.map(({ label }) => label.split(',')[0]));
    expect(legends[0]!.toSorted()).toEqual(['A', 'AE', 'X']);
    expect(legends[1]).toContain('R-8');
  });

  test('comes in by the door of real counties as it is: no row was refused or changed', async () => {
    expect(await readdir(join(demoFolder(), 'imports', 'demo'))).not.toContain('reports');
  });

  test('no border belongs to two parcels in the same direction: they share it, or overlap', () => {
    const seen = new Set<string>();
    const repeated: string[] = [];
    for (const { geometry } of parcels) {
      for (const ring of polygonsOf(geometry).flat()) {
        for (let i = 1; i < ring.length; i++) {
          const edge = `${ring[i - 1]} ${ring[i]}`;
          if (seen.has(edge)) repeated.push(edge);
          seen.add(edge);
        }
      }
    }
    expect(repeated).toEqual([]);
  });

  test('a point lies in one parcel or, in water and on roads, in none; the map starts in one', () => {
    const CELL = 0.005;
    const cells = new Map<string, ParcelRecord[]>();
    for (const parcel of parcels) {
      const { west, south, east, north } = boundsOf(parcel.geometry);
      for (let x = Math.floor(west / CELL); x <= east / CELL; x++) {
        for (let y = Math.floor(south / CELL); y <= north / CELL; y++) {
          const cell = cells.get(`${x} ${y}`);
          if (cell) cell.push(parcel);
          else cells.set(`${x} ${y}`, [parcel]);
        }
      }
    }
    const owners = (point: LngLat) =>
      (cells.get(`${Math.floor(point.lng / CELL)} ${Math.floor(point.lat / CELL)}`) ?? []).filter(
        ({ geometry }) => areaContains(geometry, point),
      ).length;
    const SIDE = 150;
    const counts = Array.from({ length: SIDE * SIDE }, (_, i) =>
      owners({
        lng: bounds.west + ((bounds.east - bounds.west) * ((i % SIDE) + 0.5)) / SIDE,
        lat: bounds.south + ((bounds.north - bounds.south) * (Math.floor(i / SIDE) + 0.5)) / SIDE,
      }),
    );
    expect(counts.filter((count) => count > 1)).toEqual([]);
    const owned = counts.filter((count) => count === 1).length / counts.length;
    // The rest is the lake and the rights-of-way: gaps of half a percent, 2 square kilometers, would show.
    expect(Math.abs(owned - 0.852)).toBeLessThan(0.005);
    expect(owners({ lng: -80.86, lat: 35.62 })).toBe(1);
    expect(parcels.filter(({ geometry, centroid }) => !areaContains(geometry, centroid))).toEqual([]);
  });
});

describe('the tax roll', () => {
  test('has a PIN of its own for each parcel', () => {
    expect(new Set(parcels.map(({ pin }) => pin)).size).toBe(parcels.length);
    expect(parcels.filter(({ pin }) => !PIN_FORM.test(pin))).toEqual([]);
  });

  test('has owners of every kind, also those that break careless software; most own one parcel, some many', () => {
    const held = new Map<string, number>();
    for (const { name } of parcels) held.set(name, (held.get(name) ?? 0) + 1);
    const names = [...held.keys()];
    for (const kind of [/'/, /[áéíñóú]/, / & /, / LLC$/, /Church/, /^County of /, /Board of Education$/]) {
      expect(
        names.some((name) => kind.test(name)),
        String(kind),
      ).toBe(true);
    }
    expect(parcels.filter(({ name }) => /[<>]/.test(name))).toHaveLength(1);
    expect([...held.values()].filter((count) => count === 1).length / held.size).toBeGreaterThan(0.7);
    expect([...held.values()].filter((count) => count >= 8).length).toBeGreaterThan(50);
  });

  test('has mailing addresses that are complete or missing, most of them where the owner lives', () => {
    const isOdd = ({ add1, city, state, zip }: ParcelRecord) =>
      add1 === null
        ? city !== null || state !== null || zip !== null
        : !/^[A-Z][\w .'-]+, [A-Z]{2} \d{5}$/.test(`${city}, ${state} ${zip}`);
    expect(parcels.filter(isOdd)).toEqual([]);
    expect(share(({ add1, site_address }) => add1 !== null && add1 === site_address)).toBeGreaterThan(0.5);
    expect(share(({ add1 }) => /^PO Box \d/.test(add1 ?? ''))).toBeGreaterThan(0.005);
    expect(share(({ add2 }) => /^(c\/o|Apt|Unit|Suite) /.test(add2 ?? ''))).toBeGreaterThan(0.005);
  });

  test('has acres as they are on the map, zoning from the table, and sales up to the day it was closed', () => {
    const errors = parcels.flatMap(({ taxacres, geometry }) => {
      const acres = areaSquareMeters(geometry) / SQUARE_METERS_PER_ACRE;
      return taxacres === null ? [] : Math.max(0, Math.abs(taxacres - acres) - 0.005) / acres;
    });
    expect(errors.filter((error) => error > 0.031).length / errors.length).toBeLessThan(0.03);
    const codes = new Set(parcels.flatMap(({ zoning }) => zoning ?? []));
    expect([...codes].sort()).toEqual(Object.keys(zoningDistricts).sort());
    const isOdd = ({ sale_date, sales_price }: ParcelRecord) =>
      sale_date === null
        ? sales_price !== null
        : !/^(19|20)\d\d-\d\d-\d\d$/.test(sale_date) ||
          sale_date > BOOKS_CLOSED_ON ||
          (sales_price ?? 0) % 500 > 0;
    expect(parcels.filter(isOdd)).toEqual([]);
  });

  test('lacks some values, as a real one does, but only a few', () => {
    for (const field of ['add1', 'taxacres', 'zoning', 'township', 'sale_date'] as const) {
      expect(
        share((parcel) => parcel[field] === null),
        field,
      ).toBeGreaterThan(0);
      expect(
        share((parcel) => parcel[field] === null),
        field,
      ).toBeLessThan(0.1);
    }
    expect(share(({ name }) => name === '')).toBeLessThan(0.03);
  });
});

const START = MAP_CENTER;
const values = (features: DecodedFeature[] | undefined, name: string) =>
  new Set(features?.map(({ properties }) => properties[name]));

describe('the map', () => {
  test('shows streets and houses where it starts, and names a town, the lake and creeks', async () => {
    const close = await demoLayers('county.pmtiles', START, 15);
    expect([...close.keys()]).toEqual(expect.arrayContaining(['earth', 'landuse', 'roads', 'buildings']));
    expect(values(close.get('roads'), 'name').size).toBeGreaterThan(5);
    const far = await demoLayers('county.pmtiles', START, 9);
    expect(values(far.get('places'), 'name')).toContain('Tarrow Mills');
    expect(values(far.get('water'), 'name')).toContain('Lake Tarrow');
    const between = await demoLayers('county.pmtiles', START, 12);
    expect([...values(between.get('water'), 'name')].join()).toMatch(/Creek/);
    expect(values(between.get('roads'), 'shield_text')).toContain('79');
    expect(values(between.get('roads'), 'is_bridge')).toContain(true);
    for (const features of far.values()) {
      for (const { type, polygons } of features) if (type === 3) expect(polygonFaults(polygons)).toEqual([]);
    }
  });

  test('is complete, and says that the county is fictional and whom the world comes from', async () => {
    expect(await areMapsDrawn(mapsFolderOf({ dataDir: demoFolder() }), 'county and world')).toBe(true);
    const creditOf = async (file: string) =>
      ((await demoMap(file).getMetadata()) as { attribution: string }).attribution;
    expect(await creditOf('county.pmtiles')).toBe(DEMO_SOURCE);
    expect(await creditOf('contours.pmtiles')).toBe(DEMO_SOURCE);
    const world = await creditOf('world.pmtiles');
    for (const name of ['US Census Bureau', 'Natural Earth', 'GeoNames', 'CC BY 4.0']) {
      expect(world).toContain(`>${name}</a>`);
    }
  });
});

describe('contours', () => {
  const indexed = (lines: DecodedFeature[], index: number) =>
    lines.filter(({ properties }) => properties.index === index);
  const feet = (lines: DecodedFeature[]) =>
    new Set(lines.map(({ properties }) => Math.round(Number(properties.ele) * 3.28084)));

  test('[M12] every 20 feet a line of index 6 or more, and every 100 feet one of index 5 for the height', async () => {
    const lines = (await demoLayers('contours.pmtiles', START, 13)).get('contour')!;
    expect(values(lines, 'index')).toEqual(new Set([5, 6, 10]));
    for (const height of feet(indexed(lines, 6)))
      expect([height % 20, height % 100 === 0]).toEqual([0, false]);
    for (const height of feet(indexed(lines, 10))) expect(height % 100).toBe(0);
    const shapes = (index: number) => indexed(lines, index).map(({ closedRings }) => closedRings);
    expect(feet(indexed(lines, 5))).toEqual(feet(indexed(lines, 10)));
    expect(shapes(5)).toEqual(shapes(10));
  });

  test('[M12] from zoom 15 every line has its height, not only every fifth', async () => {
    const lines = (await demoLayers('contours.pmtiles', START, 15)).get('contour')!;
    const labeled = feet(indexed(lines, 5));
    expect(labeled).toEqual(feet(lines.filter(({ properties }) => Number(properties.index) >= 6)));
    expect(labeled.size).toBeGreaterThan(2);
  });

  test('match the heights of the ground', async () => {
    const elevation = decodeElevation(
      await readFile(join(mapsFolderOf({ dataDir: demoFolder() }), 'elevation.bin')),
    )!;
    const { x, y } = tileAt(START, 14);
    for (const { properties, closedRings } of (await demoLayers('contours.pmtiles', START, 14)).get(
      'contour',
    )!) {
      for (const [pointX, pointY] of closedRings.flat()) {
        const lng = lngOfWorldX((x + pointX / 4096) / 2 ** 14);
        const lat = latOfWorldY((y + pointY / 4096) / 2 ** 14);
        // Smoothing moves a line a little on a slope.
        expect(Math.abs(heightAt(elevation, { lng, lat })! - Number(properties.ele))).toBeLessThan(4);
      }
    }
  });
});
