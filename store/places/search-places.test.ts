// Tests the place search: queries as people type them, and the place that should come first.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALDERBROOK, smallGazetteer } from '../../test/small-gazetteer.ts';
import type { FoundPlace, PlaceQuery, PlaceStore } from '../place-store.ts';
import { PlaceFileStore } from '../sqlite/place-file-store.ts';

let folder: string;
let places: PlaceStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-places-'));
  places = await PlaceFileStore.open(folder);
  await places.replaceAll(smallGazetteer);
});
afterAll(async () => {
  await places.close();
  await rm(folder, { recursive: true });
});

function search(text: string, options: Partial<PlaceQuery> = {}): Promise<FoundPlace[]> {
  return places.search({
    text,
    types: undefined,
    near: ALDERBROOK,
    bounds: undefined,
    limit: 5,
    isBeingTyped: true,
    forgivesErrors: true,
    ...options,
  });
}

/** A short address: '412 Maple Street, Alderbrook'. */
function inWords({ houseNumber, name, within }: FoundPlace): string {
  const [narrowest] = within;
  return [[houseNumber, name].filter(Boolean).join(' '), narrowest?.name].filter(Boolean).join(', ');
}

describe('[G5] the first answer to', () => {
  test.each([
    // House addresses, typed in full and in part.
    ['412 Maple Street', '412 Maple Street, Alderbrook'],
    ['412 maple st', '412 Maple Street, Alderbrook'],
    ['412 MAPLE', '412 Maple Street, Alderbrook'],
    ['412 map', '412 Maple Street, Alderbrook'],
    ['412 m', '412 Maple Street, Alderbrook'],
    ['412 maple, alderbrook', '412 Maple Street, Alderbrook'],
    ['412 maple alderbrook', '412 Maple Street, Alderbrook'],
    ['412 maple penhallow', '412 Maple Street, Penhallow'],
    ['412 maple st, penhallow, nc 28177', '412 Maple Street, Penhallow'],
    ['412 maple 28177', '412 Maple Street, Penhallow'],
    ['412 Maple Street, Alderbrook, North Carolina 28176, United States', '412 Maple Street, Alderbrook'],
    ['maple street 412', '412 Maple Street, Alderbrook'],
    ['412 oak', '412 Oak Avenue, Alderbrook'],
    ['305 main st', '305A Main Street, Alderbrook'],
    ['305b main st', '305B Main Street, Alderbrook'],
    ['999 main st', '999 Main Street, Penhallow'],
    ['12 n main', '12 North Main Street, Alderbrook'],
    ['12 north main street', '12 North Main Street, Alderbrook'],
    ['2210 nc 214', '2210 NC 214 Highway, Alderbrook'],
    ['2210 nc 214 hwy', '2210 NC 214 Highway, Alderbrook'],
    ['500 5th ave', '500 5th Avenue, Alderbrook'],
    ['500 fifth avenue', '500 5th Avenue, Alderbrook'],
    ['33 saint johns rd', '33 St Johns Road, Alderbrook'],
    ['33 st. johns road', '33 St Johns Road, Alderbrook'],
    ['1776 mt vernon pkwy', '1776 Mount Vernon Parkway, Alderbrook'],
    ['1 north st', '1 North Street, Alderbrook'],
    ['8 hook & ladder', '8 Hook and Ladder Road, Alderbrook'],
    ['6 senor pena trl', '6 Señor Peña Trail, Tarrow Mills'],
    ['3 zinnia ct', '3 Zinnia Court, Alderbrook'],
    // House numbers that do not exist.
    ['404 maple st', '404 Maple Street, Alderbrook'],
    ['9999 maple st', 'Maple Street, Alderbrook'],
    // Streets.
    ['main', 'Main Street, Alderbrook'],
    ['main street', 'Main Street, Alderbrook'],
    ['main st tarrow mills', 'Main Street, Tarrow Mills'],
    ['north main', 'North Main Street, Alderbrook'],
    ['white oak', 'White Oak Avenue, Alderbrook'],
    ['oak av', 'Oak Avenue, Alderbrook'],
    ['maple grove', 'Maple Grove Lane, Alderbrook'],
    ['alderbrook hwy', 'Alderbrook Highway, Alderbrook'],
    ['peña', 'Señor Peña Trail, Tarrow Mills'],
    // Crossings.
    ['main and oak', 'Main Street and Oak Avenue, Alderbrook'],
    ['main & oak', 'Main Street and Oak Avenue, Alderbrook'],
    ['Main St @ Oak Ave', 'Main Street and Oak Avenue, Alderbrook'],
    ['oak ave at main st', 'Oak Avenue and Main Street, Alderbrook'],
    ['main & o', 'Main Street and Oak Avenue, Alderbrook'],
    ['n main and oak', 'North Main Street and Oak Avenue, Alderbrook'],
    ['main st and st johns', 'Main Street and St Johns Road, Alderbrook'],
    ['main and shuttle, tarrow mills', 'Main Street and Shuttle Street, Tarrow Mills'],
    ['corner of main and oak', 'Main Street and Oak Avenue, Alderbrook'],
    ['mian and oak', 'Main Street and Oak Avenue, Alderbrook'],
    ['5th ave / main st', '5th Avenue and Main Street, Alderbrook'],
    ['5th and main', '5th Avenue and Main Street, Alderbrook'],
    ['Fifth Av. & Main St.', '5th Avenue and Main Street, Alderbrook'],
    ['5th @ main', '5th Avenue and Main Street, Alderbrook'],
    ['main/fifth', 'Main Street and 5th Avenue, Alderbrook'],
    ['the corner of 5th and main', '5th Avenue and Main Street, Alderbrook'],
    ['intersection of 5th and main', '5th Avenue and Main Street, Alderbrook'],
    ['n main / oak', 'North Main Street and Oak Avenue, Alderbrook'],
    ['5th & main, penhallow', '5th Avenue and Main Street, Penhallow'],
    // With a wrong suffix.
    ['5th st and main ave', '5th Avenue and Main Street, Alderbrook'],
    ['main st & oak st', 'Main Street and Oak Avenue, Alderbrook'],
    // Towns, ZIP codes, cities and states.
    ['alderbrook', 'Alderbrook, Alder County'],
    ['alder', 'Alderbrook, Alder County'],
    ['alder county', 'Alder County, North Carolina'],
    ['tarrow', 'Tarrow Mills, Alder County'],
    ['28177', '28177, Penhallow'],
    ['2817', '28176, Alderbrook'],
    ['charlotte', 'Charlotte, North Carolina'],
    ['charlotte mi', 'Charlotte, Michigan'],
    ['charlotte, michigan', 'Charlotte, Michigan'],
    ['st augustine', 'Saint Augustine, Florida'],
    ['hartford ct', 'Hartford, Connecticut'],
    ['portland, me', 'Portland, Maine'],
    ['north carolina', 'North Carolina, United States'],
    ['NC', 'North Carolina, United States'],
    ['n.c.', 'North Carolina, United States'],
    ['usa', 'United States'],
    ['heron ridge', 'Heron Ridge, Alderbrook'],
    ['rumple park', 'Rumple Park, Alderbrook'],
    // One typing error in a word.
    ['412 mapel st', '412 Maple Street, Alderbrook'],
    ['412 maplle st', '412 Maple Street, Alderbrook'],
    ['412 mpale', '412 Maple Street, Alderbrook'],
    ['412 maple aldrebrook', '412 Maple Street, Alderbrook'],
    ['alderbok', 'Alderbrook, Alder County'],
    ['penhalow', 'Penhallow, Alder County'],
    ['chalotte', 'Charlotte, North Carolina'],
    ['zinia', 'Zinnia Court, Alderbrook'],
    // Words written as they sound, begun and abbreviated.
    ['Thorobred Feild Ave', 'Thoroughbred Field Avenue, Penhallow'],
    ['thorobred', 'Thoroughbred Field Avenue, Penhallow'],
    ['214 thorobred', '214 Thoroughbred Field Avenue, Penhallow'],
    ['744 mass ave', '744 Massachusetts Avenue, Alderbrook'],
    ['mass ave', 'Massachusetts Avenue, Alderbrook'],
  ])('%s is %s', async (text, expected) => {
    const [first] = await search(text);
    expect(first && inWords(first)).toBe(expected);
  });
});

describe('the relevance of an answer', () => {
  test('[G5] is 1 if all words match, and less with a corrected error', async () => {
    expect((await search('412 maple st'))[0]).toMatchObject({ relevance: 1, accuracy: 'parcel' });
    const [forgiven] = await search('412 mapel st');
    expect(forgiven!.relevance).toBeLessThan(1);
    expect(forgiven!.relevance).toBeGreaterThan(0.8);
  });

  test('[G5] an unknown number between two houses is interpolated, and ranks below any real house', async () => {
    const [between] = await search('404 maple st');
    expect(between).toMatchObject({ houseNumber: '404', accuracy: 'interpolated' });
    const [lower] = await search('400 maple st');
    const [higher] = await search('408 maple st');
    expect(between!.at.lng).toBeCloseTo((lower!.at.lng + higher!.at.lng) / 2, 9);
    expect(between!.relevance).toBeLessThan(lower!.relevance);
  });

  test('[G5] a house with several numbers is known by the first, and the others are not words of their own', async () => {
    const found = await search('1-3 rockingham pl');
    expect(found.map(inWords)).toEqual(['1 Rockingham Place, Alderbrook']);
    expect(found[0]!.relevance).toBe(1);
  });

  test('[G5] a number past the end of a street leads to the street', async () => {
    const [street] = await search('9999 maple st');
    expect(street).toMatchObject({ name: 'Maple Street', accuracy: 'street' });
    expect(street!.houseNumber).toBeUndefined();
  });

  test('[G5] a crossing has the accuracy of an intersection', async () => {
    expect((await search('main & oak'))[0]).toMatchObject({ accuracy: 'intersection', relevance: 1 });
  });

  test.each(['qqqq', 'qqqq street', 'street of qqqq wwww', '!!!', '412', 'qqqq and wwww', '98-2817'])(
    '[G5] nothing is found for %s',
    async (text) => {
      expect(await search(text)).toEqual([]);
    },
  );
});

describe('a crossing', () => {
  const crossings = async (text: string) =>
    (await search(text)).filter(({ accuracy }) => accuracy === 'intersection').map(inWords);

  test('[G5] that may be in several towns is listed for each, the nearest first', async () => {
    expect(await crossings('5th and main')).toEqual([
      '5th Avenue and Main Street, Alderbrook',
      '5th Avenue and Main Street, Penhallow',
    ]);
  });

  test('[G5] of streets that do not meet is not made up', async () => {
    expect(await crossings('maple and oak')).toEqual([]);
  });

  test('[G5] comes before the streets themselves', async () => {
    expect((await search('5th/main')).map(inWords).slice(0, 2)).toEqual(await crossings('5th/main'));
  });
});

describe('places elsewhere', () => {
  test('[G5] come after all of the loaded land, however important', async () => {
    const found = await search('main', { near: undefined });
    expect(found.map(inWords)).toEqual([...found.slice(0, -1).map(inWords), 'Main, Florida']);
    expect(found).toHaveLength(5);
  });

  test('[G5] that are named in full are found, though the answers are full without them', async () => {
    expect((await search('main', { limit: 2 })).map(inWords)).toEqual([
      'Main Street, Alderbrook',
      'Main, Florida',
    ]);
    expect((await search('main', { limit: 1 })).map(inWords)).toEqual(['Main Street, Alderbrook']);
    expect((await search('main, fl'))[0]).toMatchObject({ name: 'Main', relevance: 1 });
  });

  test('[G5] only begun leave the answers to the loaded land', async () => {
    expect((await search('mai', { limit: 2 })).map(inWords)).not.toContain('Main, Florida');
  });
});

describe('the options of a query', () => {
  test('[G6] of equal matches the nearest comes first', async () => {
    const near = { lng: -80.66, lat: 35.62 };
    expect(inWords((await search('main street', { near }))[0]!)).toBe('Main Street, Tarrow Mills');
    expect(inWords((await search('main street'))[0]!)).toBe('Main Street, Alderbrook');
  });

  test('[G5] a better match far away comes before a worse one nearby', async () => {
    const near = { lng: -80.66, lat: 35.62 };
    expect(inWords((await search('999 main street', { near }))[0]!)).toBe('999 Main Street, Penhallow');
  });

  test('[G5] without a proximity point, the more important place comes first', async () => {
    const found = await search('charlotte', { near: undefined });
    expect(found.map(inWords)).toEqual(['Charlotte, North Carolina', 'Charlotte, Michigan']);
  });

  test('[G5] only the types asked for', async () => {
    for (const [types, expected] of [
      [['place'], 'Alderbrook, Alder County'],
      [['address'], 'Alderbrook Highway, Alderbrook'],
      [['district', 'region'], 'Alder County, North Carolina'],
    ] as const) {
      expect(inWords((await search('alder', { types }))[0]!)).toBe(expected);
    }
    expect(await search('main and oak', { types: ['place'] })).toEqual([]);
  });

  test('[G5] only what lies in the box', async () => {
    const bounds = { west: -80.7, south: 35.5, east: -80.6, north: 35.7 };
    const found = await search('main', { bounds });
    expect(found.map(inWords)).toEqual(['Main Street, Tarrow Mills']);
    expect(await search('main and oak', { bounds })).toEqual([]);
    expect(await search('412 maple', { bounds })).toEqual([]);
  });

  test('[G5] no more than the limit', async () => {
    expect(await search('main', { limit: 2 })).toHaveLength(2);
  });

  test('[G5] a word prefix matches only while the query is being typed', async () => {
    expect(await search('alderbro', { isBeingTyped: false, forgivesErrors: false })).toEqual([]);
    expect(await search('maple', { isBeingTyped: false })).not.toEqual([]);
  });

  test('[G5] errors are corrected only with that option, and never in a number', async () => {
    expect(await search('mapel', { forgivesErrors: false })).toEqual([]);
    expect(await search('28999')).toEqual([]);
  });
});

test('every answer lists its parents, the narrowest first', async () => {
  const [house] = await search('412 maple st alderbrook');
  expect(house!.within.map(({ type, name }) => [type, name])).toEqual([
    ['place', 'Alderbrook'],
    ['postcode', '28176'],
    ['district', 'Alder County'],
    ['region', 'North Carolina'],
    ['country', 'United States'],
  ]);
});
