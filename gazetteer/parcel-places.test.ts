import { describe, expect, test } from 'vitest';
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
