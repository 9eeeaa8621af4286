// What the finished demo county promises: its parcels, owners, sales and addresses.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { areaContains } from '../../geo/area-contains.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { runImport } from '../../import/run-import.ts';
import { demoCounty } from '../../test/demo-county.ts';
import { countyLayer } from '../county-layer.ts';

const county = demoCounty();
const { parcels, addresses } = county;

test('it has 40,000 parcels or more, each with a PIN of its own', () => {
  expect(parcels.length).toBeGreaterThanOrEqual(40_000);
  expect(new Set(parcels.map(({ pin }) => pin)).size).toBe(parcels.length);
  expect(parcels.filter(({ pin }) => !/^\d{4}-\d{2}-\d{4}$/.test(pin))).toEqual([]);
});

test('it is about 20 km across, around the place where the map starts', () => {
  const { west, south, east, north } = county.bounds;
  expect((west + east) / 2).toBeCloseTo(-80.86, 1);
  expect((south + north) / 2).toBeCloseTo(35.62, 1);
  expect((north - south) * 111).toBeGreaterThan(18);
  expect((north - south) * 111).toBeLessThan(22);
});

test('exactly one parcel lies where the map starts', () => {
  const start = { lng: -80.86, lat: 35.62 };
  expect(parcels.filter(({ geometry }) => areaContains(geometry, start))).toHaveLength(1);
});

test('every parcel lies inside the county, and its centroid inside the parcel', () => {
  const { west, south, east, north } = county.bounds;
  const astray = parcels.filter(({ geometry, centroid }) => {
    const box = boundsOf(geometry);
    const outside = box.west < west || box.east > east || box.south < south || box.north > north;
    return outside || !areaContains(geometry, centroid);
  });
  expect(astray).toEqual([]);
});

test('every address lies on its parcel, and no two are the same', () => {
  const byPin = new Map(parcels.map((parcel) => [parcel.pin, parcel]));
  const astray = addresses.filter(({ pin, at }) => !areaContains(byPin.get(pin)!.geometry, at));
  expect(astray).toEqual([]);
  const written = addresses.map(({ houseNumber, street, city }) => `${houseNumber} ${street}, ${city}`);
  expect(new Set(written).size).toBe(written.length);
});

test('it comes in by the door of real counties as it is: no row is mended, refused or joined to another', async () => {
  const workFolder = await mkdtemp(join(tmpdir(), 'platbook-demo-'));
  onTestFinished(() => rm(workFolder, { recursive: true }));
  const { report } = await runImport({
    source: { layers: [countyLayer(county)], close: async () => {} },
    join: undefined,
    options: {},
    about: { name: 'demo', title: county.name, attribution: null, kind: 'demo', dataDate: null },
    recipeOf: () => null,
    store: { current: () => undefined, readSource: vi.fn(), replaceSource: vi.fn() },
    workFolder,
    dryRun: true,
    say: () => {},
  });
  expect(report).toMatchObject({ read: parcels.length, parcels: parcels.length, units: 0 });
  expect([...report!.mended, ...report!.refused]).toEqual([]);
});

test('a sale has a date and a price, or neither', () => {
  expect(
    parcels.filter(({ sale_date, sales_price }) => (sale_date === null) !== (sales_price === null)),
  ).toEqual([]);
});

test('owner names include an apostrophe, accents, an ampersand, and exactly one with markup', () => {
  const names = parcels.map(({ name }) => name);
  for (const odd of [/'/, /[áéíñóú]/, /&/]) expect(names.some((name) => odd.test(name))).toBe(true);
  expect(new Set(names.filter((name) => /[<>]/.test(name))).size).toBe(1);
});

test('some values are missing, as in a real roll, but only a few', () => {
  for (const missing of [
    parcels.filter(({ name }) => name === ''),
    parcels.filter(({ add1 }) => add1 === null),
    parcels.filter(({ taxacres }) => taxacres === null),
    parcels.filter(({ zoning }) => zoning === null),
    parcels.filter(({ sale_date }) => sale_date === null),
  ]) {
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.length).toBeLessThan(parcels.length / 10);
  }
});
