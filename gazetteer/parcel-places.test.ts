import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { parcelPlaces, StreetList } from './parcel-places.ts';

/** Cambridge, Massachusetts. */
const CAMBRIDGE = { lng: -71.1056, lat: 42.3751 };
const near = (east: number, north = 0) => ({
  lng: CAMBRIDGE.lng + east / 1000,
  lat: CAMBRIDGE.lat + north / 1000,
});

function placesOf(addresses: [address: string | null, at: { lng: number; lat: number }][]) {
  const list = new StreetList();
  for (const [site_address, centroid] of addresses) list.add({ site_address, centroid });
  const { places, houses, ...rest } = parcelPlaces(list, 'City of Cambridge');
  const all = [...places];
  return { streets: all.filter(({ type }) => type === 'address'), houses: [...houses], all, ...rest };
}

describe('the places of real parcels', () => {
  test('houses of one street, however it is written, share one street', () => {
    const { streets, houses } = placesOf([
      ['12 BROADWAY ST', near(0)],
      ['14 Broadway Street', near(1)],
      ['3 ELM ST', near(2)],
      [null, near(3)],
    ]);
    expect(streets.map(({ name }) => name)).toEqual(['Broadway Street', 'Elm Street']);
    expect(houses.map(({ streetId, number }) => [streetId, number])).toEqual([
      [streets[0]!.id, 12],
      [streets[0]!.id, 14],
      [streets[1]!.id, 3],
    ]);
  });

  test('a street lies in its town, county and state', () => {
    const { streets, all } = placesOf([['12 BROADWAY', near(0)]]);
    const { place, district, region, country } = streets[0]!.within;
    const names = [place, district, region, country].map((id) => all.find((other) => other.id === id)?.name);
    expect(names).toEqual(['Cambridge', 'Middlesex County', 'Massachusetts', 'United States']);
  });

  test('a street of the same name far away is another street; one that goes on is not', () => {
    const { streets } = placesOf([
      ['1 MAIN ST', near(0)],
      ['900 MAIN ST', near(40)],
      ['5 MAIN ST', near(0, 500)],
    ]);
    expect(streets).toHaveLength(2);
    expect(streets[0]!.bounds).toEqual({
      west: near(0).lng,
      east: near(40).lng,
      south: near(0).lat,
      north: near(0).lat,
    });
  });

  test('a street without house numbers is a street all the same', () => {
    const { streets, houses } = placesOf([['0 RIVER RD', near(0)]]);
    expect(streets.map(({ name }) => name)).toEqual(['River Road']);
    expect(houses).toEqual([]);
  });

  test('land outside the United States has streets without parents', () => {
    const { streets } = placesOf([['7 HAUPTSTR', { lng: 9, lat: 48 }]]);
    expect(Object.values(streets[0]!.within).filter((id) => id !== undefined)).toEqual([]);
  });

  test('the credit names where the addresses come from', () => {
    expect(placesOf([]).attribution).toMatch(/^Addresses: City of Cambridge\. .*GeoNames/);
  });
});

describe('the title of a source', () => {
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
  let folder: string;
  let places: PlaceFileStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platbook-titles-'));
    places = await PlaceFileStore.open(folder);
    const list = new StreetList();
    for (const source of sources) list.addSource(source);
    await places.replaceAll({ ...parcelPlaces(list, 'Counties'), parcelVersion: '1' });
  });
  afterAll(async () => {
    await places.close();
    await rm(folder, { recursive: true });
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
