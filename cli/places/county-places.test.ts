// The demo county and the country around it, found by what people would type on the map's first day.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlaceType } from '../../contract/geocoding.ts';
import { MAP_CENTER } from '../../contract/limits.ts';
import type { County } from '../../county/county.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { LngLat } from '../../geo/geometry.ts';
import type { FoundPlace, PlaceStore } from '../../store/place-store.ts';
import { streetTitle } from '../../store/places/street-title.ts';
import { PlaceFileStore } from '../../store/sqlite/place-file-store.ts';
import { demoCounty } from '../../test/demo-county.ts';
import { loadDemoPlaces } from './load-demo-places.ts';
import { readUsSources } from './read-us-sources.ts';

let folder: string;
let county: County;
let places: PlaceStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-places-'));
  county = demoCounty();
  places = await PlaceFileStore.open(folder);
  await loadDemoPlaces({ county, places, parcelVersion: '1' });
});
afterAll(async () => {
  await places.close();
  await rm(folder, { recursive: true });
});

function search(text: string, types?: readonly PlaceType[]): Promise<FoundPlace[]> {
  const conditions = { types, near: MAP_CENTER, bounds: undefined, limit: 5 };
  return places.search({ text, ...conditions, isBeingTyped: true, forgivesErrors: true });
}

function inWords({ houseNumber, name, within }: FoundPlace): string {
  return [[houseNumber, name].filter(Boolean).join(' '), within[0]?.name].filter(Boolean).join(', ');
}

test.each([
  ['alderbrook', 'Alderbrook, Alder County'],
  ['aldrebrook', 'Alderbrook, Alder County'],
  ['tarrow mills', 'Tarrow Mills, Alder County'],
  ['main st', 'Main Street, Alderbrook'],
  ['main st penhallow', 'Main Street, Penhallow'],
  ['alder county', 'Alder County, North Carolina'],
  ['28177', '28177, Penhallow'],
  ['main & church, penhallow', 'Main Street and Church Street, Penhallow'],
  ['lake tarrow', 'Lake Tarrow, Ewing Landing'],
  ['charlotte', 'Charlotte, Mecklenburg County'],
  ['28202', '28202, Charlotte'],
  ['st. louis, mo', 'St. Louis, City of Saint Louis'],
  ['springfield il', 'Springfield, Sangamon County'],
  ['new york city', 'New York City, New York'],
  ['washington d.c.', 'Washington, District of Columbia'],
  ['texas', 'Texas, United States'],
])('[G5] %s is %s', async (text, expected) => {
  expect(inWords((await search(text))[0]!)).toBe(expected);
});

test('[G5] every house of the county is found by its address, where it stands', async () => {
  const sample = county.addresses.filter((_, at) => at % 500 === 0);
  for (const { houseNumber, street, city, zip, at } of sample) {
    const [house] = await search(`${houseNumber} ${street}, ${city}, NC ${zip}`);
    expect(house).toMatchObject({
      houseNumber: String(houseNumber),
      name: streetTitle(street),
      relevance: 1,
      accuracy: 'parcel',
    });
    expect(house!.at.lng).toBeCloseTo(at.lng, 6);
    expect(house!.at.lat).toBeCloseTo(at.lat, 6);
  }
});

test('[G6] every house is found by its spot', async () => {
  for (const { houseNumber, at } of county.addresses.filter((_, index) => index % 500 === 0)) {
    const [nearest] = await places.findAt({ point: at, types: ['address'], limit: 1 });
    expect(nearest).toMatchObject({ houseNumber: String(houseNumber) });
  }
});

test('no real town stands in the fictional county', async () => {
  const outline = county.boundaries.find(({ kind }) => kind === 'county')!.geometry;
  const isInside = ({ at }: { at: LngLat }) => areaContains(outline, at);
  const { cities, zips } = readUsSources();
  const real = [...cities, ...zips.map(({ town }) => town)].filter(isInside).map(({ name }) => name);
  expect(real).toEqual(expect.arrayContaining(['Mooresville', 'Troutman', 'Mount Mourne', 'Terrell']));
  for (const town of new Set(real)) {
    const found = await search(town, ['place']);
    expect(found.filter(isInside).map(({ name }) => name)).toEqual([]);
  }
  for (const { zip } of zips.filter(({ town }) => isInside(town))) {
    expect(await search(zip, ['postcode'])).toEqual([]);
  }
  const around = await places.findAt({
    point: MAP_CENTER,
    types: ['place', 'postcode', 'district'],
    limit: 1,
  });
  expect(around.map(({ name }) => name)).toEqual(['Alderbrook', '28176', 'Alder County']);
});

test('states have bounds that fit on a map, islands beyond the antimeridian or not', async () => {
  const [alaska] = await search('alaska');
  expect(alaska!.bounds!.east).toBeLessThan(-120);
  const [carolina] = await search('north carolina');
  expect(carolina!.bounds).toMatchObject({ west: expect.closeTo(-84.3, 0), north: expect.closeTo(36.6, 0) });
});
