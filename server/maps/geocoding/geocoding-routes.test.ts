// Geocoding over HTTP: the answers that Mapbox's client reads, permissions, and bad input.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GeocodingAnswer, geocodingAnswer } from '../../../contract/geocoding.ts';
import { messages, refusals } from '../../../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest } from '../../../test/app-under-test.ts';
import { smallGazetteer } from '../../../test/small-gazetteer.ts';

let under: AppUnderTest;
let token: string;
beforeAll(async () => {
  under = await openAppUnderTest();
  await under.places.replaceAll(smallGazetteer);
  token = await under.signIn();
});
afterAll(() => under.close());
afterEach(() => {
  expect(under.logged()).toBe('');
});

function ask(path: string, headers: Record<string, string> = { cookie: `session_token=${token}` }) {
  return under.app.inject({ url: `/geocoding/v5/${path}`, headers });
}

async function find(query: string, fields = ''): Promise<GeocodingAnswer> {
  const answer = await ask(`mapbox.places/${encodeURIComponent(query)}.json?access_token=pk.x.y&${fields}`);
  expect(answer.statusCode).toBe(200);
  return geocodingAnswer.parse(answer.json());
}

const names = ({ features }: GeocodingAnswer) => features.map(({ place_name }) => place_name);

describe('forward', () => {
  test('[G5] a house has all the fields that the client shows or sends on', async () => {
    const { type, query, features, attribution } = await find('412 Maple St, Alderbrook');
    expect({ type, query, attribution }).toEqual({
      type: 'FeatureCollection',
      query: ['412', 'maple', 'st', 'alderbrook'],
      attribution: 'Written by hand.',
    });
    const [house] = features;
    expect(house).toMatchObject({
      type: 'Feature',
      place_type: ['address'],
      relevance: 1,
      text: 'Maple Street',
      address: '412',
      place_name: '412 Maple Street, Alderbrook, North Carolina 28176, United States',
      properties: { accuracy: 'parcel' },
    });
    expect(house!.geometry).toEqual({ type: 'Point', coordinates: house!.center });
    expect(house!.context!.map(({ id, ...rest }) => [id.split('.')[0], rest])).toEqual([
      ['place', { text: 'Alderbrook' }],
      ['postcode', { text: '28176' }],
      ['district', { text: 'Alder County' }],
      ['region', { text: 'North Carolina', short_code: 'US-NC' }],
      ['country', { text: 'United States', short_code: 'us' }],
    ]);
  });

  test.each([
    ['oak ave', 'Oak Avenue, Alderbrook, North Carolina 28176, United States', true],
    ['main & oak', 'Main Street and Oak Avenue, Alderbrook, North Carolina 28176, United States', false],
    ['28177', 'Penhallow, North Carolina 28177, United States', true],
    ['rumple park', 'Rumple Park, Alderbrook, North Carolina 28176, United States', true],
    ['412 maple st, alderbrook', '412 Maple Street, Alderbrook, North Carolina 28176, United States', false],
    ['tarrow mills', 'Tarrow Mills, North Carolina, United States', true],
    ['alder county', 'Alder County, North Carolina, United States', true],
    ['florida', 'Florida, United States', true],
    ['united states', 'United States', false],
    ['heron ridge', 'Heron Ridge, Alderbrook, North Carolina 28176, United States', false],
  ])(
    '[G2] [G5] %s is called as a letter is addressed, and has its bounds where it has an extent: %s',
    async (query, name, hasBounds) => {
      const { features } = await find(query);
      expect(features[0]!.place_name).toBe(name);
      expect(features[0]!.bbox !== undefined).toBe(hasBounds);
    },
  );

  test('[G5] a ground of the map says what it is, and where it begins and ends', async () => {
    const [park] = (await find('rumple park')).features;
    expect(park).toMatchObject({ place_type: ['poi'], properties: { category: 'park' } });
    const around = [-80.873, 35.607, -80.867, 35.613];
    expect(park!.bbox).toEqual(around.map((side) => expect.closeTo(side, 9)));
  });

  test('[G5] five results, unless the request sets another limit', async () => {
    expect((await find('main')).features.length).toBeLessThanOrEqual(5);
    expect((await find('street', 'types=address')).features).toHaveLength(5);
    expect((await find('street', 'types=address&limit=2')).features).toHaveLength(2);
  });

  test('[G5] [G6] country, proximity, types, bbox, autocomplete and fuzzyMatch are heeded', async () => {
    expect(names(await find('main', 'country=ca,fr'))).toEqual([]);
    expect(names(await find('main', 'country=ca,US'))).not.toEqual([]);
    expect(names(await find('main street', 'proximity=-80.66,35.62'))[0]).toMatch(/Tarrow Mills/);
    expect(names(await find('alder', 'types=district'))).toEqual([
      'Alder County, North Carolina, United States',
    ]);
    expect(names(await find('main', 'bbox=-80.7,35.5,-80.6,35.7'))).toEqual([
      'Main Street, Tarrow Mills, North Carolina 28178, United States',
    ]);
    expect(names(await find('penhal', 'autocomplete=false&fuzzyMatch=false'))).toEqual([]);
    expect(names(await find('penhalow', 'fuzzyMatch=false'))).toEqual([]);
  });

  test('[G5] every requested language gets its fields, all in English', async () => {
    const { features } = await find('penhallow', 'language=en,fr');
    const name = 'Penhallow, North Carolina, United States';
    expect(features[0]).toMatchObject({
      text_fr: 'Penhallow',
      place_name_fr: name,
      language_fr: 'en',
      text_en: 'Penhallow',
    });
  });

  test('[G5] routing, worldview, a session token and unknown fields change nothing', async () => {
    const fields = 'routing=true&worldview=us&session_token=0e1&depth=3&limit=&country=&types=';
    expect(await find('penhallow', fields)).toEqual(await find('penhallow'));
  });

  test('[G5] the permanent mode answers the same', async () => {
    const answer = await ask('mapbox.places-permanent/penhallow.json');
    expect(answer.json()).toEqual(await find('penhallow'));
    expect(answer.headers['content-type']).toMatch(/geo\+json/);
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    "' DROP TABLE place --",
    '" OR ""',
    '%%',
    '日本',
    '..',
    'a.json',
  ])('[G5] %s is only words', async (query) => {
    expect((await find(query)).type).toBe('FeatureCollection');
  });
});

describe('reverse', () => {
  test('[G6] one feature of each type, the house first', async () => {
    const house = (await find('412 maple st alderbrook')).features[0]!;
    const { query, features } = await find(house.center.join(','));
    expect(query).toEqual(house.center);
    expect(features.map(({ place_type, text }) => [place_type[0], text])).toEqual([
      ['address', 'Maple Street'],
      ['place', 'Alderbrook'],
      ['postcode', '28176'],
      ['district', 'Alder County'],
      ['region', 'North Carolina'],
      ['country', 'United States'],
    ]);
    expect(features[0]).toMatchObject({ id: house.id, address: '412', relevance: 1 });
  });

  test('[G6] away from any house, what the point lies in', async () => {
    const { features } = await find('-80.55, 35.74');
    expect(features.map(({ place_type }) => place_type[0])).toEqual([
      'place',
      'district',
      'region',
      'country',
    ]);
    expect((await find('-150,10')).features).toEqual([]);
  });

  test('[G6] several of a single type, the nearest first', async () => {
    const { center } = (await find('103 main st alderbrook')).features[0]!;
    const { features } = await find(center.join(','), 'types=address&limit=3');
    expect(features.map(({ address, text }) => `${address} ${text}`)[0]).toBe('103 Main Street');
    expect(features).toHaveLength(3);
  });

  test('[G6] a pair that is not two numbers is searched as text', async () => {
    expect(names(await find('maple, 28177'))[0]).toMatch(/Penhallow/);
  });
});

describe('who may ask', () => {
  let open: AppUnderTest;
  beforeAll(async () => {
    open = await openAppUnderTest({ parcelAccess: 'public' });
  });
  afterAll(() => open.close());

  test('nobody without a session, where parcels are for signed-in people', async () => {
    const answer = await ask('mapbox.places/penhallow.json?access_token=pk.x.y', {});
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ message: messages.authenticationRequired });
  });

  test.each(['penhallow', '-80.86,35.62'])(
    'everybody, where parcels are public; before places are loaded there is nothing to find: %s',
    async (query) => {
      const answer = await open.app.inject({ url: `/geocoding/v5/mapbox.places/${query}.json` });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().features).toEqual([]);
    },
  );
});

describe('what cannot be asked', () => {
  const places = 'mapbox.places';
  const word = `${places}/main.json`;
  const cases: [path: string, status: number, message: string | RegExp][] = [
    [`${places}/${'a'.repeat(257)}.json`, 422, /257 of 256 characters/],
    [`${places}/${'a%20'.repeat(20)}a.json`, 422, /21 of 20 words/],
    [`${places}/.json`, 422, /empty/],
    [`${places}/%20%20.json`, 422, /empty/],
    [`${places}/main%3Boak.json`, 422, /semicolons/],
    [`${places}/main;oak.json`, 422, /semicolons/],
    [`${places}/a%00b.json`, 422, /control characters/],
    [`${places}/a%0Ab.json`, 422, /control characters/],
    [`${places}/%.json`, 400, refusals.badAddress],
    [`${places}/%ff.json`, 400, refusals.badAddress],
    [`${places}/main`, 404, refusals.notFound],
    [`${places}/main.xml`, 404, refusals.notFound],
    [`${places}/main/oak.json`, 404, refusals.notFound],
    ['mapbox.elsewhere/main.json', 404, refusals.notFound],
    [`${places}/181,0.json`, 422, /longitude must lie between -180 and 180/],
    [`${places}/0,90.5.json`, 422, /latitude must lie between -90 and 90/],
    [`${places}/0,0.json?limit=2`, 422, /single type/],
    [`${places}/0,0.json?limit=2&types=place,address`, 422, /single type/],
    [`${places}/0,0.json?limit=6&types=place`, 422, /limit must lie between 1 and 5/],
    [`${word}?limit=0`, 422, /limit must lie between 1 and 10/],
    [`${word}?limit=11`, 422, /limit must lie between 1 and 10/],
    [`${word}?limit=many`, 422, /limit must be a whole number/],
    [`${word}?limit=-1`, 422, /limit must be a whole number/],
    [`${word}?limit=2&limit=3`, 422, /limit is given twice/],
    [`${word}?types=castle`, 422, /types may name only country, region/],
    [`${word}?types=place,`, 422, /types may name only/],
    [`${word}?country=usa`, 422, /country must be codes of two letters/],
    [`${word}?country=u%00`, 422, /country must be codes of two letters/],
    [`${word}?proximity=1`, 422, /proximity must be a longitude and a latitude/],
    [`${word}?proximity=1,2,3`, 422, /proximity must be/],
    [`${word}?proximity=200,0`, 422, /proximity must be/],
    [`${word}?proximity=,`, 422, /proximity must be/],
    [`${word}?proximity=1e400,0`, 422, /proximity must be/],
    [`${word}?bbox=1,2,3`, 422, /bbox must be west, south, east and north/],
    [`${word}?bbox=a,b,c,d`, 422, /bbox must be west/],
    [`${word}?bbox=-181,0,0,1`, 422, /bbox must be west/],
    [`${word}?bbox=2,0,1,1`, 422, /from west to east/],
    [`${word}?bbox=0,2,1,1`, 422, /from south to north/],
    [`${word}?autocomplete=maybe`, 422, /autocomplete must be true or false/],
    [`${word}?fuzzyMatch=1`, 422, /fuzzyMatch must be true or false/],
    [`${word}?routing=yes`, 422, /routing must be true or false/],
    [`${word}?language=english!`, 422, /language must be tags/],
    [`${word}?language=${Array(21).fill('en').join(',')}`, 422, /at most 20 languages/],
    [`${word}?worldview=earth`, 422, /worldview must be codes/],
  ];
  test.each(cases.map(([path, ...rest]) => [path.slice(0, 80), path, ...rest] as const))(
    '[G5] %s',
    async (_title, path, status, message) => {
      const answer = await ask(path);
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toEqual({
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
    },
  );
});
