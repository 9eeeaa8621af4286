import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bounds, LngLat } from '../geo/geometry.ts';
import { kilometersBetween } from '../geo/kilometers-between.ts';
import type { HouseRecord, PlaceRecord } from '../store/place-store.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { parcelPlaces, StreetList } from './parcel-places.ts';

const names = vi.hoisted(() => ({ split: 0 }));
vi.mock('../store/place-words.ts', async (original) => {
  const real = await original<typeof import('../store/place-words.ts')>();
  const nameWords = (name: string) => {
    names.split++;
    return real.nameWords(name);
  };
  return { ...real, nameWords };
});

/** Cambridge, Massachusetts. */
const CAMBRIDGE = { lng: -71.1056, lat: 42.3751 };
const near = (east: number, north = 0) => ({
  lng: CAMBRIDGE.lng + east / 1000,
  lat: CAMBRIDGE.lat + north / 1000,
});

/** Far from each other, so that every test has a town of its own. */
const addresses: [address: string | null, at: { lng: number; lat: number }][] = [
  ['12 BROADWAY ST', near(0)],
  ['14 Broadway Street', near(1)],
  ['3 ELM ST', near(2)],
  [null, near(3)],
  ['1 MAIN ST', near(0)],
  ['900 MAIN ST', near(40)],
  ['5 MAIN ST', near(0, 500)],
  ['0 RIVER RD', near(0)],
  ['7 HAUPTSTR', { lng: 9, lat: 48 }],
];

const around = (center: { lng: number; lat: number }) => ({
  center,
  bounds: {
    west: center.lng - 0.1,
    south: center.lat - 0.1,
    east: center.lng + 0.1,
    north: center.lat + 0.1,
  },
});
const sources = [
  { title: 'City of Cambridge, Massachusetts', ...around(CAMBRIDGE) },
  { title: 'Far County', ...around({ lng: -120, lat: 45 }) },
  { title: 'Orange County, Florida', ...around({ lng: -81.35, lat: 28.5 }) },
  { title: 'Natick, Massachusetts', ...around({ lng: -71.35, lat: 42.28 }) },
];

const cornersOf = ({ west, south, east, north }: Bounds): [LngLat, LngLat] => [
  { lng: west, lat: south },
  { lng: east, lat: north },
];

let all: PlaceRecord[];
let houses: HouseRecord[];
let attribution: string;
let folder: string;
let places: PlaceFileStore;
beforeAll(async () => {
  const list = new StreetList();
  for (const [site_address, centroid] of addresses) list.add({ site_address, centroid });
  const [lng, lat] = [CAMBRIDGE.lng, CAMBRIDGE.lat + 0.2];
  list.addLine({
    name: 'MT AUBURN ST',
    aliases: ['MA 16'],
    line: [
      [lng, lat],
      [lng + 0.01, lat],
    ],
  });
  // Ends 2 m before the other.
  list.addLine({
    name: 'Brattle St',
    line: [
      [lng + 0.004, lat + 0.01],
      [lng + 0.004, lat + 0.000018],
    ],
  });
  list.addLine({
    name: 'Far St',
    line: [
      [lng + 0.006, lat + 0.01],
      [lng + 0.006, lat + 0.0005],
    ],
  });
  list.addLine({
    name: 'BROADWAY ST',
    line: [
      [near(0).lng, near(0, 1).lat],
      [near(3).lng, near(0, 1).lat],
    ],
  });
  const park = { name: 'ELM PARK', kind: 'park', at: near(2, 2) };
  const boxAt = ({ lng, lat }: { lng: number; lat: number }) => ({
    west: lng - 0.001,
    south: lat - 0.001,
    east: lng + 0.001,
    north: lat + 0.001,
  });
  list.addGround({ ...park, bounds: boxAt(near(2, 2)) });
  // Another part of the river in the next tile, and one of the same name in another county.
  list.addGround({ name: 'Mill River', kind: 'lake', at: near(5), bounds: boxAt(near(5)) });
  list.addGround({ name: 'Mill River', kind: 'river', at: near(7), bounds: boxAt(near(7)) });
  list.addGround({ name: 'Mill River', kind: 'river', at: near(5, 300), bounds: boxAt(near(5, 300)) });
  list.addGround({ name: 'Mill River Heights', kind: 'neighborhood', at: near(6) });
  list.addGround({ name: 'Cambridge', kind: 'town', at: near(0) });
  for (let at = 0; at < 30; at++) {
    const home = `${at + 1} Pine Street`;
    list.add({ site_address: home, add1: home, zip: '02139-1234', centroid: near(at / 10, at / 10) });
  }
  for (const source of sources) list.addSource(source);
  const made = parcelPlaces(list, 'City of Cambridge');
  all = [...made.places];
  houses = [...made.houses];
  attribution = made.attribution;
  folder = await mkdtemp(join(tmpdir(), 'platbook-titles-'));
  places = await PlaceFileStore.open(folder);
  await places.replaceAll({ ...made, places: all, houses, parcelVersion: '1' });
});
afterAll(async () => {
  await places.close();
  await rm(folder, { recursive: true });
});

const streets = (name: string) => all.filter((place) => place.type === 'address' && place.name === name);

describe('the places of real parcels', () => {
  test('houses of one street, however it is written, share one street', () => {
    const [broadway, ...others] = streets('Broadway Street');
    expect(others).toEqual([]);
    const numbers = houses.flatMap(({ streetId, number }) => (streetId === broadway!.id ? number : []));
    expect(numbers).toEqual([12, 14]);
    expect(houses.filter(({ streetId }) => streetId === streets('Elm Street')[0]!.id)).toHaveLength(1);
  });

  test('a street lies in its town, county and state', () => {
    const { place, district, region, country } = streets('Broadway Street')[0]!.within;
    const names = [place, district, region, country].map((id) => all.find((other) => other.id === id)?.name);
    expect(names).toEqual(['Cambridge', 'Middlesex County', 'Massachusetts', 'United States']);
  });

  test('a street of the same name far away is another street; one that goes on is not', () => {
    const main = streets('Main Street');
    expect(main).toHaveLength(2);
    expect(main[0]!.bounds).toEqual({
      west: near(0).lng,
      east: near(40).lng,
      south: near(0).lat,
      north: near(0).lat,
    });
  });

  test('a street without house numbers is a street all the same', () => {
    const [river] = streets('River Road');
    expect(houses.filter(({ streetId }) => streetId === river!.id)).toEqual([]);
  });

  test('land outside the United States has streets without parents', () => {
    const [street] = all.filter(({ name, type }) => type === 'address' && name.startsWith('Hauptstr'));
    expect(Object.values(street!.within).filter((id) => id !== undefined)).toEqual([]);
  });

  test('the credit names where the addresses come from', () => {
    expect(attribution).toMatch(/^Addresses: City of Cambridge\. .*GeoNames/);
  });
});

const search = (text: string) =>
  places.search({
    text,
    types: undefined,
    near: undefined,
    bounds: undefined,
    limit: 5,
    isBeingTyped: true,
    forgivesErrors: true,
  });

describe('the lines of a street map', () => {
  test('[LAY-3] a street without addresses is found by its name, and its other name', async () => {
    for (const text of ['mount auburn st', 'MA 16']) {
      expect((await search(text))[0]).toMatchObject({ type: 'address', name: 'Mt Auburn Street' });
    }
  });

  test('[LAY-3] a street with addresses gets its middle and its bounds from its line', () => {
    const [broadway, ...others] = streets('Broadway Street');
    expect(others).toEqual([]);
    expect(broadway!.at.lat).toBeCloseTo(near(0, 1).lat, 9);
    expect(broadway!.bounds!.east).toBe(near(3).lng);
  });

  test('[LAY-3] a crossing is found where two lines meet, within 3 m', async () => {
    for (const text of ['Mt Auburn St and Brattle St', 'brattle & mount auburn']) {
      const [first] = await search(text);
      expect(first).toMatchObject({ accuracy: 'intersection' });
      expect(first!.at.lng).toBeCloseTo(CAMBRIDGE.lng + 0.004, 4);
      expect(first!.at.lat).toBeCloseTo(CAMBRIDGE.lat + 0.2, 4);
    }
    const apart = await search('Mt Auburn St and Far St');
    expect(apart.filter(({ accuracy }) => accuracy === 'intersection')).toEqual([]);
  });
});

describe('the grounds of a map', () => {
  test('[G2] [LAY-3] a park is found by its name, says what it is, and has its extent', async () => {
    const [park] = await search('elm park');
    expect(park).toMatchObject({ type: 'poi', name: 'ELM PARK', category: 'park' });
    expect(park!.bounds!.east).toBeCloseTo(near(3).lng, 9);
  });

  test('[LAY-3] parts of a river are one, and a river far away is another', async () => {
    const rivers = (await search('mill river')).filter(({ category }) => category === 'river');
    expect(rivers).toHaveLength(2);
    const long = rivers.find(({ bounds }) => bounds!.east - bounds!.west > 0.003)!;
    expect(long.bounds).toMatchObject({
      west: expect.closeTo(near(4).lng, 9),
      east: expect.closeTo(near(8).lng, 9),
    });
  });

  test('[LAY-3] a neighborhood is a place; a town of the gazetteer is not listed again', async () => {
    expect((await search('mill river heights'))[0]).toMatchObject({ type: 'neighborhood' });
    expect(all.filter(({ type, name }) => type === 'locality' && name === 'Cambridge')).toEqual([]);
  });
});

test('[LAY-3] neighborhoods are not each compared with all towns and streets', () => {
  const list = new StreetList();
  const count = 30;
  for (let at = 0; at < count; at++) {
    list.addGround({ name: `Quarter ${at}`, kind: 'neighborhood', at: near(at) });
  }
  names.split = 0;
  const places = [...parcelPlaces(list, 'nobody').places];
  expect(places.filter(({ type }) => type === 'neighborhood')).toHaveLength(count);
  expect(names.split).toBeLessThan(2 * places.length);
});

describe('how far a place reaches', () => {
  const named = (type: string, name: string) =>
    all.find((place) => place.type === type && place.name === name && place.isLocal);

  test('[G2] a ZIP code as far as those who get mail at home, without the odd one', () => {
    expect(named('postcode', '02139')!.bounds).toEqual({
      west: near(0).lng,
      south: near(0).lat,
      east: near(2.9).lng,
      north: near(0, 2.9).lat,
    });
  });

  test('[G2] a ZIP code elsewhere about as far as the next one, and a city as far as its ZIP codes', () => {
    const zip = all.find(({ type, name }) => type === 'postcode' && name === '80202')!;
    const city = all.find(({ id }) => id === zip.within.place)!;
    expect(city.name).toBe('Denver');
    expect(kilometersBetween(...cornersOf(zip.bounds!))).toBeLessThan(10);
    expect(kilometersBetween(...cornersOf(city.bounds!))).toBeGreaterThan(20);
  });

  test('places on the loaded land, and what it lies in, are local; others are not', () => {
    const isLocal = (type: string, name: string) => named(type, name) !== undefined;
    expect(isLocal('country', 'United States')).toBe(true);
    expect(isLocal('region', 'Massachusetts')).toBe(true);
    expect(isLocal('district', 'Middlesex County')).toBe(true);
    expect(isLocal('region', 'Colorado')).toBe(false);
    expect(isLocal('place', 'Denver')).toBe(false);
    expect(streets('Elm Street')[0]!.isLocal).toBe(true);
  });
});

describe('the title of a source', () => {
  test.each([
    ['far county', 'Far County'],
    ['far', 'Far County'],
    ['City of Cambridge, Massachusetts', 'City of Cambridge, Massachusetts'],
    ['city of cam', 'City of Cambridge, Massachusetts'],
  ])(
    'is found as a place with its bounds, before places elsewhere that share a word: %s',
    async (text, title) => {
      const [first] = await search(text);
      const { center, bounds } = sources.find((source) => source.title === title)!;
      expect(first).toMatchObject({ name: title, at: center, bounds, within: [] });
    },
  );

  test('that is the name of a county or town brings that one to the front, and is not listed twice', async () => {
    const orange = await search('orange');
    expect(orange[0]).toMatchObject({ type: 'district', name: 'Orange County' });
    expect(orange[0]!.within[0]!.name).toBe('Florida');
    const natick = await search('natick');
    expect(natick.filter(({ name }) => name.startsWith('Natick'))).toMatchObject([
      { type: 'place', name: 'Natick', bounds: sources[3]!.bounds },
    ]);
    expect((await search('massachusetts'))[0]).toMatchObject({ type: 'region', name: 'Massachusetts' });
  });

  test('is not the answer to what lies at a point', async () => {
    const found = await places.findAt({ point: CAMBRIDGE, types: ['district'], limit: 5 });
    expect(found.map(({ name }) => name)).toEqual(['Middlesex County']);
  });
});
