// Searching the demo county and the country around it with what people would type, in the index of `platbook demo`.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAP_CENTER } from '../contract/limits.ts';
import type { PlaceType } from '../contract/place-types.ts';
import { areaContains } from '../geo/area-contains.ts';
import type { LngLat } from '../geo/geometry.ts';
import { mapsFolderOf } from '../store/format-folder.ts';
import type { FoundPlace } from '../store/place-store.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { demoFolder, demoParcels } from '../test/demo-county.ts';
import { readCities, readZips } from './read-sources.ts';
import { streetTitle } from './street-title.ts';

let places: PlaceFileStore;
beforeAll(async () => {
  places = await PlaceFileStore.open(mapsFolderOf({ dataDir: demoFolder() }));
});
afterAll(() => places.close());

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
  ['lake tarrow', 'Lake Tarrow, Alderbrook'],
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

/** A name alone would not tell one Springfield from another. */
function withState({ name, within }: FoundPlace): string {
  return [name, within.find(({ type }) => type === 'region')?.name].filter(Boolean).join(', ');
}

test.each([
  // A state's code is more than the beginning of a county's name, or of the town's own.
  ['concord ca', 'Concord, California'],
  ['concord, nc', 'Concord, North Carolina'],
  ['concord nh', 'Concord, New Hampshire'],
  ['aurora co', 'Aurora, Colorado'],
  ['denver co', 'Denver, Colorado'],
  ['colorado springs, co', 'Colorado Springs, Colorado'],
  ['richmond ca', 'Richmond, California'],
  ['richmond va', 'Richmond, Virginia'],
  ['oakland ca', 'Oakland, California'],
  ['carson, ca', 'Carson, California'],
  ['portland, me', 'Portland, Maine'],
  ['portland or', 'Portland, Oregon'],
  ['springfield or', 'Springfield, Oregon'],
  ['jackson mi', 'Jackson, Michigan'],
  ['jackson ms', 'Jackson, Mississippi'],
  ['midland mi', 'Midland, Michigan'],
  ['salem ma', 'Salem, Massachusetts'],
  ['lafayette la', 'Lafayette, Louisiana'],
  ['lafayette, in', 'Lafayette, Indiana'],
  ['las vegas nm', 'Las Vegas, New Mexico'],
  ['hartford ct', 'Hartford, Connecticut'],
  ['oklahoma city ok', 'Oklahoma City, Oklahoma'],
  ['ft. worth tx', 'Fort Worth, Texas'],
  ['walla walla wa', 'Walla Walla, Washington'],
  ['beverly hills ca 90210', '90210, California'],
  ['94520', '94520, California'],
  ['nc 28202', '28202, North Carolina'],
  // States by their names, which towns share.
  ['portland maine', 'Portland, Maine'],
  ['greenville, south carolina', 'Greenville, South Carolina'],
  ['charleston west virginia', 'Charleston, West Virginia'],
  ['charleston wv', 'Charleston, West Virginia'],
  ['belmont virginia', 'Belmont, Virginia'],
  ['montrose virginia', 'Montrose, Virginia'],
  ['herndon virginia', 'Herndon, Virginia'],
  ['kansas city kansas', 'Kansas City, Kansas'],
  ['kansas city, missouri', 'Kansas City, Missouri'],
  ['new york ny', 'New York City, New York'],
  ['new york, new york', 'New York City, New York'],
  ['carolina beach, north carolina', 'Carolina Beach, North Carolina'],
  // Counties, and not the towns in them.
  ['king county wa', 'King County, Washington'],
  ['orange county ca', 'Orange County, California'],
  ['orange county', 'Orange County, North Carolina'],
  ['los angeles county', 'Los Angeles County, California'],
  ['jackson county mi', 'Jackson County, Michigan'],
  ['jackson county, kansas', 'Jackson County, Kansas'],
  ['el paso county, colorado', 'El Paso County, Colorado'],
  ['adams county, washington', 'Adams County, Washington'],
  ['miami-dade county fl', 'Miami-Dade County, Florida'],
  ['st louis county mo', 'Saint Louis County, Missouri'],
  // Unfinished words.
  ['hunters', 'Huntersville, North Carolina'],
  ['concord cal', 'Concord, California'],
  ['charlotte n', 'Charlotte, North Carolina'],
  ['las vegas n', 'Las Vegas, Nevada'],
  ['milwaukee w', 'Milwaukee, Wisconsin'],
  ['houston t', 'Houston, Texas'],
])('[G5] %s is %s', async (text, expected) => {
  expect(withState((await search(text))[0]!)).toBe(expected);
});

// Streets of the county begin like these, too: Boulder Court in Alder County, Flint Avenue in Tarrow Mills.
test.each([
  ['boulder co', 'Boulder, Colorado'],
  ['flint mi', 'Flint, Michigan'],
  ['boulder county co', 'Boulder County, Colorado'],
])('[G5] after the places of the county, %s is found: %s', async (text, expected) => {
  expect((await search(text)).map(withState)).toContain(expected);
});

test.each([
  ['main st alderbrook', 'Main Street, Alderbrook'],
  ['main street, penhallow, nc', 'Main Street, Penhallow'],
  ['main st penhallow north carolina', 'Main Street, Penhallow'],
  ['main st 28177', 'Main Street, Penhallow'],
  ['main st pen', 'Main Street, Penhallow'],
  ['alderbrook nc', 'Alderbrook, Alder County'],
  ['tarrow mills, nc 28178', '28178, Tarrow Mills'],
  ['alder county nc', 'Alder County, North Carolina'],
])('[G5] in the county, %s is %s', async (text, expected) => {
  expect(inWords((await search(text))[0]!)).toBe(expected);
});

test('[G5] [G6] houses of the county are found where they stand, by address and by position', async () => {
  const homes = (await demoParcels(5000)).filter(({ add1, site_address }) => add1 && add1 === site_address);
  for (const { add1, city, zip, geometry } of homes.filter((_, at) => at % 100 === 0)) {
    const [houseNumber, ...street] = add1!.split(' ');
    const [house] = await search(`${add1}, ${city}, NC ${zip}`);
    expect(house).toMatchObject({
      houseNumber,
      name: streetTitle(street.join(' ')),
      relevance: 1,
      accuracy: 'parcel',
    });
    expect(areaContains(geometry, house!.at)).toBe(true);
    const [nearest] = await places.findAt({ point: house!.at, types: ['address'], limit: 1 });
    expect(nearest).toMatchObject({ houseNumber });
  }
});

test('no real town is found in the fictional county', async () => {
  const isInside = ({ at: { lng, lat } }: { at: LngLat }) =>
    Math.hypot(lng - MAP_CENTER.lng, lat - MAP_CENTER.lat) < 0.08;
  const zips = readZips().filter(({ city }) => isInside(city));
  const real = [...readCities().filter(isInside), ...zips.map(({ city }) => city)].map(({ name }) => name);
  expect(real).toEqual(expect.arrayContaining(['Mooresville', 'Mount Mourne']));
  for (const town of new Set(real)) {
    expect((await search(town, ['place'])).filter(isInside)).toEqual([]);
  }
  for (const { zip } of zips) expect(await search(zip, ['postcode'])).toEqual([]);
  const types: PlaceType[] = ['place', 'postcode', 'district'];
  const around = await places.findAt({ point: MAP_CENTER, types, limit: 1 });
  expect(around.map(({ name }) => name)).toEqual(['Alderbrook', '28176', 'Alder County']);
});

test('[G6] Alaska includes its islands beyond the antimeridian', async () => {
  const adak = { lng: -176.65, lat: 51.88 };
  const attu = { lng: 173.18, lat: 52.9 };
  for (const point of [adak, attu]) {
    const around = await places.findAt({ point, types: ['district', 'region', 'country'], limit: 1 });
    const names = around.map(({ name }) => name);
    expect(names).toEqual(['Aleutians West Census Area', 'Alaska', 'United States']);
  }
  expect(await places.findAt({ point: { lng: 2.35, lat: 48.86 }, types: undefined, limit: 1 })).toEqual([]);
});

test('states have bounds that fit on a map, islands beyond the antimeridian or not', async () => {
  const [alaska] = await search('alaska');
  expect(alaska!.bounds).toMatchObject({ west: expect.closeTo(-187.5, 0), east: expect.closeTo(-130, 0) });
  const [carolina] = await search('north carolina');
  expect(carolina!.bounds).toMatchObject({ west: expect.closeTo(-84.3, 0), north: expect.closeTo(36.6, 0) });
});
