// Bad input: each is refused with a message, nothing is logged as a fault, and nothing is written.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  DRAWING_CHANGES_BYTES_MAX,
  DRAWING_CHANGES_MAX,
  FOLDER_NAME_MAX,
  NOTES_MAX,
  REQUEST_BODY_BYTES_MAX,
  SAVED_TEXT_MAX,
} from '../contract/limits.ts';
import { messages, refusals } from '../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN } from '../test/app-under-test.ts';

let under: AppUnderTest;
let token: string;
let savedId: string;

const parcel = {
  parcel_pin: PLAIN_PIN,
  parcel_owner_name: 'Ada',
  parcel_address: '1 Main St',
  notes: 'kept',
};

beforeAll(async () => {
  under = await openAppUnderTest();
  token = await under.signIn();
  savedId = (await ask({ method: 'POST', url: '/api/saved-parcels', payload: parcel })).json().id;
  await under.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => under.close());

function ask({ headers, ...request }: InjectOptions) {
  return under.app.inject({ ...request, headers: { authorization: `Bearer ${token}`, ...headers } });
}

afterEach(async () => {
  const { parcels } = (await ask({ url: '/api/saved-parcels' })).json();
  expect(parcels).toMatchObject([parcel]);
  expect(parcels).toHaveLength(1);
  expect(under.logged()).toBe('');
});

const long = 'x'.repeat(10_000);
const megabyte = 'x'.repeat(1_000_000);

describe('addresses', () => {
  const cases: [url: string, status: number, message: string | RegExp][] = [
    ['/api/parcels/%00', 400, /pin .*control characters/],
    ['/api/parcels/1%00', 400, /pin .*control characters/],
    ['/api/parcels/1%0A2', 400, /pin .*control characters/],
    [`/api/parcels/${long}`, 400, /pin may have at most 64/],
    [`/api/parcels/${encodeURIComponent('ü'.repeat(65))}`, 400, /pin may have at most 64/],
    ['/api/parcels/', 400, /pin must not be empty/],
    ['/api/parcels/%', 400, refusals.badAddress],
    ['/api/parcels/%zz', 400, refusals.badAddress],
    ['/api/parcels/%ff', 400, refusals.badAddress],
    ['/api/parcels/a/b', 404, refusals.notFound],
    ['/api/parcels/a%2Fb%2Fc', 404, messages.parcelNotFound],
    [`/api/parcels/${encodeURIComponent("'; DROP TABLE parcels; --")}`, 404, messages.parcelNotFound],
    [`/api/parcels/${encodeURIComponent('"')}`, 404, messages.parcelNotFound],
    ['/api/parcels/%25', 404, messages.parcelNotFound],
    ['/api/parcels/__proto__', 404, messages.parcelNotFound],
    ['/api/export', 400, /format must be one of/],
    ['/api/export?format=exe', 400, /format must be one of/],
    ['/api/export?format=csv&filter=taxacres%20%3E', 400, /^filter: /],
    ['/api/export?format=csv&filter=pin%3D1&pins=2', 400, /either filter or pins/],
    [`/api/parcels/feature/${long}`, 400, /pin may have at most 64/],
    ['/api/parcels/feature/%00', 400, /pin .*control characters/],
    ['/api/parcels/feature/', 400, /pin must not be empty/],
    [`/api/parcels/${long}/overlays`, 400, /pin may have at most 64/],
    ['/api/parcels/%00/overlays', 400, /pin .*control characters/],
    ['/api/parcels/1%0A2/overlays', 400, /pin .*control characters/],
    ['/api/parcels//overlays', 400, /pin must not be empty/],
    ['/api/parcels/0000/overlays', 404, messages.parcelNotFound],
    ['/api/parcels/0000~nowhere/overlays', 404, refusals.countyNotLoaded],

    ['/api/parcels?filter=taxacres%20%3E', 400, 'filter: Expected a value after ">" at character 11.'],
    ['/api/parcels?filter=%00', 400, /^filter: NUL or half a character/],
    ["/api/parcels?filter=FLOORS='2'", 400, /^There is no field FLOORS/],
    [`/api/parcels?filter=${'('.repeat(1000)}`, 400, /^filter: Conditions may stand at most 100 deep/],
    [`/api/parcels?filter=${'x'.repeat(100_000)}`, 400, /^filter: Expected a comparison after "x{40}…"/],
    ['/api/parcels?filter=elsewhere&filter=elsewhere', 400, /filter must be text, and given once/],
    ['/api/parcels?filter=elsewhere&pins=1', 400, /either filter or pins/],
    ['/api/parcels?sort=,', 400, /^sort: Expected the name of a field at character 1/],
    ['/api/parcels?sort=FLOORS', 400, /^There is no field FLOORS/],
    ['/api/parcels?limit=1001', 400, /limit must lie between 0 and 1,000/],
    ['/api/parcels?limit=-1', 400, /limit must lie between 0 and 1,000/],
    ['/api/parcels?limit=9999999', 400, /limit must lie between 0 and 1,000/],
    ['/api/parcels?limit=many', 400, /limit must be a whole number/],
    ['/api/parcels?cursor=', 400, refusals.badSetCursor],
    ['/api/parcels?cursor=xyz', 400, refusals.badSetCursor],
    ['/api/parcels?order=asc', 400, /Unknown field: order/],
    ['/api/parcels/pins?limit=5', 400, /Unknown field: limit/],
    ['/api/parcels/pins?filter=%27', 400, /^filter: No ' ends the text/],
    ['/api/parcel-fields//values', 400, /field must not be empty/],
    ['/api/parcel-fields/more:/values', 400, /field must not be empty/],
    [`/api/parcel-fields/${long}/values`, 400, /field may have at most 200/],
    ['/api/parcel-fields/nothing/values', 400, /^There is no field nothing/],
    ['/api/parcel-fields/zoning/values?limit=0', 400, /limit must lie between 1 and 1,000/],
    ...['neighbors', 'holdings', 'sales'].flatMap((set): [string, number, string | RegExp][] => [
      [`/api/parcels/0000/${set}`, 404, messages.parcelNotFound],
      [`/api/parcels/0000~nowhere/${set}`, 404, refusals.countyNotLoaded],
      [`/api/parcels/%00/${set}`, 400, /pin .*control characters/],
      [`/api/parcels//${set}`, 400, /pin must not be empty/],
      [`/api/parcels/${PLAIN_PIN}/${set}?order=asc`, 400, /Unknown field: order/],
      [`/api/parcels/${PLAIN_PIN}/${set}?limit=1001`, 400, /limit must lie between 0 and 1,000/],
    ]),
    [`/api/parcels/${PLAIN_PIN}/neighbors?feet=-1`, 400, /feet must lie between 0 and 264,000/],
    [`/api/parcels/${PLAIN_PIN}/neighbors?feet=1e9`, 400, /feet must lie between 0 and 264,000/],
    [`/api/parcels/${PLAIN_PIN}/neighbors?feet=1e999`, 400, /feet must lie between 0 and 264,000/],
    [`/api/parcels/${PLAIN_PIN}/neighbors?feet=far`, 400, /feet must be a number/],
    [`/api/parcels/${PLAIN_PIN}/neighbors?feet=`, 400, /feet must be a number/],
    [`/api/parcels/${PLAIN_PIN}/neighbors?across=maybe`, 400, /across must be true or false/],
    [`/api/parcels/${PLAIN_PIN}/sales?miles=51`, 400, /miles must lie between 0 and 50/],
    [`/api/parcels/${PLAIN_PIN}/sales?miles=-1`, 400, /miles must lie between 0 and 50/],
    [`/api/parcels/${PLAIN_PIN}/sales?months=0`, 400, /months must lie between 1 and 1,200/],
    [`/api/parcels/${PLAIN_PIN}/sales?months=1.5`, 400, /months must be a whole number/],
    [`/api/parcels/${PLAIN_PIN}/sales?acres=1001`, 400, /acres must lie between 0 and 1,000/],

    ['/api/parcels/search', 400, /q is missing/],
    ['/api/parcels/search?q=', 400, messages.searchLength],
    ['/api/parcels/search?q=a', 400, messages.searchLength],
    ['/api/parcels/search?q=%20a%20', 400, messages.searchLength],
    [`/api/parcels/search?q=${'x'.repeat(201)}`, 400, messages.searchLength],
    [`/api/parcels/search?q=${megabyte}`, 400, messages.searchLength],
    ['/api/parcels/search?q=ab&q=cd', 400, /q is .*given twice/],
    ['/api/parcels/search?q=ab%00', 400, /q must not contain NUL/],
    ['/api/parcels/search?q=ab&limit=0', 400, /limit must lie between 1 and 20/],
    ['/api/parcels/search?q=ab&limit=21', 400, /limit must lie between 1 and 20/],
    ['/api/parcels/search?q=ab&limit=-1', 400, /limit must lie between 1 and 20/],
    ['/api/parcels/search?q=ab&limit=1e1', 400, /limit must be a whole number/],
    ['/api/parcels/search?q=ab&limit=', 400, /limit must be a whole number/],
    ['/api/parcels/search?q=ab&order=asc', 400, /Unknown field: order/],

    ['/api/parcels/at', 400, /lng is missing/],
    ['/api/parcels/at?lng=-80.86', 400, /lat is missing/],
    ['/api/parcels/at?lng=&lat=35', 400, /lng must be a number/],
    ['/api/parcels/at?lng=%20&lat=35', 400, /lng must be a number/],
    ['/api/parcels/at?lng=east&lat=35', 400, /lng must be a number/],
    [`/api/parcels/at?lng=${'1'.repeat(15_000)}x&lat=35`, 400, /lng must be a number/],
    ['/api/parcels/at?lng=NaN&lat=35', 400, /lng must be a number/],
    ['/api/parcels/at?lng=-80&lat=Infinity', 400, /lat must be a number/],
    ['/api/parcels/at?lng=0x10&lat=35', 400, /lng must be a number/],
    ['/api/parcels/at?lng=-80,86&lat=35', 400, /lng must be a number/],
    ['/api/parcels/at?lng=-180.0001&lat=35', 400, /lng must lie between/],
    ['/api/parcels/at?lng=181&lat=35', 400, /lng must lie between/],
    ['/api/parcels/at?lng=-80&lat=90.5', 400, /lat must lie between/],
    ['/api/parcels/at?lng=1e999&lat=35', 400, /lng must lie between/],
    ['/api/parcels/at?lng=1&lng=2&lat=35', 400, /lng is .*given twice/],
    ['/api/parcels/at?lng[]=1&lat=35', 400, /lng is missing/],
    ['/api/parcels/at?lng=1&lat=35&srid=4326', 400, /Unknown field: srid/],

    ['/tiles/99/0/0.pbf', 404, refusals.tileOutside],
    ['/tiles/9/0/0.pbf', 404, refusals.tileOutside],
    ['/tiles/14/-1/0.pbf', 404, refusals.tileOutside],
    ['/tiles/14/1e9/0.pbf', 404, refusals.tileOutside],
    ['/tiles/14/1000000000/0.pbf', 404, refusals.tileOutside],
    ['/tiles/14/0/NaN.pbf', 404, refusals.tileOutside],
    [`/tiles/14/${long}/0.pbf`, 404, refusals.tileOutside],
    ['/tiles/14/0/0', 404, refusals.notFound],
    ['/tiles/14/0/0.png', 404, refusals.notFound],
    ['/tiles/14/%ff/0.pbf', 400, refusals.badAddress],

    ['/styles/v1/platbook/nothing', 404, refusals.styleNotFound],
    ['/styles/v1/platbook/', 404, refusals.styleNotFound],
    [`/styles/v1/platbook/${long}`, 404, refusals.styleNotFound],
    ['/styles/v1/platbook/%00', 404, refusals.styleNotFound],
    ['/styles/v1/platbook/%ff', 400, refusals.badAddress],
    ['/styles/v1/mapbox/streets-v12', 404, refusals.notFound],
    ['/styles', 404, refusals.notFound],
    ['/maps', 404, refusals.notFound],
    ['/maps/world/99/0/0.mvt', 404, refusals.mapTileOutside],
    ['/maps/world/3/8/0.mvt', 404, refusals.mapTileOutside],
    ['/maps/basemap/14/-1/0.mvt', 404, refusals.mapTileOutside],
    ['/maps/basemap/14/1000000000/0.mvt', 404, refusals.mapTileOutside],
    [`/maps/contours/14/${long}/0.mvt`, 404, refusals.mapTileOutside],
    ['/maps/contours/14/0/NaN.mvt', 404, refusals.mapTileOutside],
    ['/maps/basemap/14/0/0.pbf', 404, refusals.notFound],
    ['/maps/basemap/14/%ff/0.mvt', 400, refusals.badAddress],
    ['/maps/terrain/12/-1/0.webp', 404, refusals.mapTileOutside],
    ['/maps/aerial/14/0/1e3.webp', 404, refusals.mapTileOutside],
    ['/maps/aerial/14/0/0.png', 404, refusals.notFound],
    ['/maps/fonts/nothing.woff2', 404, refusals.notFound],
    ['/maps/fonts/..%2f..%2fpackage.json', 404, refusals.notFound],
    ['/maps/fonts/constructor', 404, refusals.notFound],
    ['/maps/sprites/paper', 404, refusals.notFound],
    ['/maps/sprites/..%2fpaper.png', 404, refusals.notFound],
    ['/events/v2', 404, refusals.notFound],

    ['/api', 404, refusals.notFound],
    ['/api/', 404, refusals.notFound],
    ['/api/nothing', 404, refusals.notFound],
    ['/nothing', 404, refusals.notFound],
    ['/../../etc/passwd', 404, refusals.notFound],
    ['/%2e%2e/%2e%2e/etc/passwd', 404, refusals.notFound],
  ];
  test.each(cases.map(([url, ...rest]) => [url.slice(0, 80), url, ...rest] as const))(
    '[P1] [P2] [P3] [P4] [P5] [P8] [P9] [P10] [P11] [P12] [M10] GET %s',
    async (_title, url, status, message) => {
      const answer = await ask({ url });
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toEqual({
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
    },
  );

  test.each(['""', '" OR ""', '*', '%%', 'a* NEAR b', '( AND )', '日本', "o'malley", '\\\\', '{}[]^~'])(
    '[P2] words that a query language might take for its own are only words: %s',
    async (q) => {
      const padded = q.padEnd(2, q);
      const answer = await ask({ url: `/api/parcels/search?q=${encodeURIComponent(padded)}` });
      expect(answer.statusCode).toBe(200);
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '[P1] %s on a parcel is refused',
    async (method) => {
      const answer = await ask({ method, url: `/api/parcels/${PLAIN_PIN}` });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ message: refusals.notFound });
    },
  );
});

describe('bodies', () => {
  const json = { 'content-type': 'application/json' };
  const other = { ...parcel, parcel_pin: 'a/b' };
  const { parcel_pin: _pin, ...withoutPin } = other;
  const { parcel_owner_name: _name, ...withoutName } = other;

  const saves: [title: string, body: unknown, status: number, message: string | RegExp][] = [
    ['no body', '', 400, /body must be an object/],
    ['no JSON', '{"parcel_pin":', 400, refusals.bodyNotJson],
    ['plain words', 'hello', 400, refusals.bodyNotJson],
    ['null', 'null', 400, /body must be an object/],
    ['an array', [other], 400, /body must be an object/],
    ['a number', '3', 400, /body must be an object/],
    ['a text', '"a/b"', 400, /body must be an object/],
    ['an empty object', {}, 400, /parcel_pin is missing/],
    ['__proto__', '{"__proto__": {"admin": true}}', 400, refusals.bodyNotJson],
    ['too large', { ...other, notes: 'x'.repeat(REQUEST_BODY_BYTES_MAX) }, 413, refusals.bodyTooLarge],
    ['a megabyte', { ...other, notes: megabyte }, 413, refusals.bodyTooLarge],
    ['deeply nested', '['.repeat(8000), 400, refusals.bodyNotJson],
    ['an extra field', { ...other, user_id: '1' }, 400, /Unknown field: user_id/],
    ['an id of its own', { ...other, id: '7' }, 400, /Unknown field: id/],
    ['no PIN', withoutPin, 400, /parcel_pin is missing/],
    ['a PIN that is a number', { ...other, parcel_pin: 7 }, 400, /parcel_pin must be text/],
    ['a PIN that is null', { ...other, parcel_pin: null }, 400, /parcel_pin must be text/],
    ['an empty PIN', { ...other, parcel_pin: '' }, 400, /pin must not be empty/],
    ['a long PIN', { ...other, parcel_pin: long }, 400, /pin may have at most 64/],
    ['a PIN with NUL', { ...other, parcel_pin: 'a\0' }, 400, /pin .*control characters/],
    ['half a character as PIN', { ...other, parcel_pin: '\ud800' }, 400, messages.parcelNotFound],
    ['an unknown PIN', { ...other, parcel_pin: 'nowhere' }, 400, messages.parcelNotFound],
    ['no owner', withoutName, 400, /parcel_owner_name must be text/],
    [
      'a long owner',
      { ...other, parcel_owner_name: 'x'.repeat(SAVED_TEXT_MAX + 1) },
      400,
      /parcel_owner_name may have at most/,
    ],
    ['an address that is an object', { ...other, parcel_address: {} }, 400, /parcel_address must be text/],
    ['an address with NUL', { ...other, parcel_address: '\0' }, 400, /parcel_address .*NUL/],
    [
      'a latitude of text',
      { ...other, parcel_centroid_lat: '35' },
      400,
      /parcel_centroid_lat must be a number/,
    ],
    ['a latitude out of range', { ...other, parcel_centroid_lat: 91 }, 400, /parcel_centroid_lat must lie/],
    [
      'a longitude out of range',
      { ...other, parcel_centroid_lon: -181 },
      400,
      /parcel_centroid_lon must lie/,
    ],
    [
      'a longitude beyond numbers',
      JSON.stringify({ ...other, parcel_centroid_lon: 0 }).replace(
        '"parcel_centroid_lon":0',
        '"parcel_centroid_lon":1e999',
      ),
      400,
      /parcel_centroid_lon must/,
    ],
    ['notes too long', { ...other, notes: 'x'.repeat(NOTES_MAX + 1) }, 400, messages.notesLength],
    ['notes that are a number', { ...other, notes: 5 }, 400, /notes must be text/],
    ['notes with NUL', { ...other, notes: 'a\0b' }, 400, /notes .*NUL/],
    [
      'a folder too long',
      { ...other, folder: 'x'.repeat(FOLDER_NAME_MAX + 1) },
      400,
      /folder may have at most/,
    ],
    ['a folder with NUL', { ...other, folder: '\0' }, 400, /folder .*NUL/],
    ['a color by name', { ...other, color: 'red' }, 400, /color must be written as #rrggbb/],
    ['a color that is a number', { ...other, color: 7 }, 400, /color must be text or null/],
    ['a parcel saved already', parcel, 409, messages.alreadySaved],
  ];
  test.each(saves)('[P6] saving with %s', async (_title, body, status, message) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await ask({ method: 'POST', url: '/api/saved-parcels', headers: json, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  const sets: [title: string, body: unknown, status: number, message: string | RegExp][] = [
    ['no body', '', 400, /body must be an object/],
    ['no JSON', '{"filter":', 400, refusals.bodyNotJson],
    ['an array', [], 400, /body must be an object/],
    ['a filter that is a number', { filter: 5 }, 400, /filter must be text/],
    ['a filter of half a character', { filter: "name = '\ud800'" }, 400, /^filter: NUL or half a character/],
    ['PINs that are numbers', { pins: [1] }, 400, /pins must be text with commas, or a list of texts/],
    ['no PINs', { pins: [] }, 400, /pins must not be empty/],
    ['a limit that is null', { limit: null }, 400, /limit must be a whole number, given once/],
    ['a limit that is a fraction', { limit: 1.5 }, 400, /limit must be a whole number/],
    ['an extra field', { user_id: 1 }, 400, /Unknown field: user_id/],
    ['two megabytes', { filter: megabyte.repeat(2) }, 413, refusals.bodyTooLarge],
  ];
  test.each(sets)('[P8] a set with %s', async (_title, body, status, message) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await ask({ method: 'POST', url: '/api/parcels', headers: json, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const pond = {
    id: 'pond',
    base: 0,
    drawing: { geometry: { type: 'Point', coordinates: [-80, 35] }, properties: {} },
  };
  const one = (change: object) => ({ writer: 'w', changes: [change] });
  const shaped = (geometry: unknown) => one({ ...pond, drawing: { geometry, properties: {} } });
  const deepIn = (place: string, levels: number) =>
    JSON.stringify(one({ ...pond, drawing: { ...pond.drawing, [place]: 'DEEP' } })).replace(
      '"DEEP"',
      deep(levels),
    );

  const drawn: [title: string, body: unknown, status: number, message: string | RegExp][] = [
    ['no body', '', 400, /body must be an object/],
    ['no JSON', '{"writer":', 400, refusals.bodyNotJson],
    ['an array', [], 400, /body must be an object/],
    ['no writer', { changes: [pond] }, 400, /writer must be text/],
    ['a writer of blanks', { writer: ' ', changes: [pond] }, 400, /writer must have 1 to 64/],
    ['no changes', { writer: 'w' }, 400, /changes must be a list/],
    ['none in the list', { writer: 'w', changes: [] }, 400, /changes must not be empty/],
    [
      'too many',
      { writer: 'w', changes: Array(DRAWING_CHANGES_MAX + 1).fill(pond) },
      400,
      /changes may be at most/,
    ],
    ['an extra field', { ...one(pond), user_id: '1' }, 400, /Unknown field: user_id/],
    ['an extra field in a change', one({ ...pond, user_id: '1' }), 400, /Unknown field: user_id/],
    ['an empty id', one({ ...pond, id: '' }), 400, /id must be text of 1 to 64/],
    ['an id of 65 characters', one({ ...pond, id: 'x'.repeat(65) }), 400, /id must be text of 1 to 64/],
    ['an id with NUL', one({ ...pond, id: 'a\0' }), 400, /id must be text/],
    ['an id with half a character', one({ ...pond, id: 'a\ud800' }), 400, /id must be text/],
    ['a negative version', one({ ...pond, base: -1 }), 400, /base must be the version/],
    ['a version beyond numbers', one({ ...pond, base: 1e300 }), 400, /base must be the version/],
    [
      'a version that none could follow',
      one({ ...pond, base: Number.MAX_SAFE_INTEGER }),
      400,
      /base must be the version/,
    ],
    ['a version of text', one({ ...pond, base: '1' }), 400, /base must be the version/],
    ['nothing to draw', one({ id: 'a', base: 0 }), 400, /drawing/],
    ['no geometry', shaped(null), 400, messages.drawingGeometryNull],
    ['a circle', shaped({ type: 'Circle', coordinates: [0, 0] }), 400, 'Invalid geometry type: Circle.'],
    [
      'a place beyond the pole',
      shaped({ type: 'Point', coordinates: [0, 91] }),
      400,
      messages.drawingPosition,
    ],
    [
      'a line of one point',
      shaped({ type: 'LineString', coordinates: [[0, 0]] }),
      400,
      messages.drawingLineShort,
    ],
    [
      'an open ring',
      shaped({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [0, 1],
            [1, 1],
            [1, 0],
          ],
        ],
      }),
      400,
      messages.drawingRingShort,
    ],
    ['properties that are a list', deepIn('properties', 1), 400, /properties must be an object/],
    [
      'properties without a bottom',
      JSON.stringify(one({ ...pond, drawing: { ...pond.drawing, properties: { a: 'DEEP' } } })).replace(
        '"DEEP"',
        deep(200_000),
      ),
      400,
      /nested too deep/,
    ],
    [
      'a ring without a bottom',
      JSON.stringify(shaped({ type: 'Polygon', coordinates: ['DEEP'] })).replace(
        '"DEEP"',
        `[${deep(200_000)},1,2,3]`,
      ),
      400,
      messages.drawingPosition,
    ],
    [
      'more than it takes',
      { ...one(pond), writer: 'x'.repeat(DRAWING_CHANGES_BYTES_MAX) },
      413,
      refusals.bodyTooLarge,
    ],
  ];
  test.each(drawn)('[P19] drawings with %s', async (_title, body, status, message) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await ask({ method: 'POST', url: '/api/drawings', headers: json, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect((await ask({ url: '/api/drawings' })).json().features).toEqual([]);
  });

  const preferences: [title: string, body: unknown, status: number, message: string | RegExp][] = [
    ['no body', '', 400, /body must be an object/],
    ['no JSON', '{"theme":', 400, refusals.bodyNotJson],
    ['an array', [], 400, /body must be an object/],
    ['null', 'null', 400, /body must be an object/],
    ['a megabyte', { theme: megabyte }, 413, refusals.bodyTooLarge],
  ];
  test.each(preferences)('[P20] preferences with %s', async (_title, body, status, message) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await ask({ method: 'PUT', url: '/api/preferences', headers: json, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense', ''])(
    '[P6] saving with content type %j',
    async (type) => {
      const headers = { 'content-type': type };
      const payload = JSON.stringify(other);
      const answer = await ask({ method: 'POST', url: '/api/saved-parcels', headers, payload });
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toEqual({ message: refusals.bodyType });
    },
  );

  const edits: [title: string, body: unknown, message: string | RegExp][] = [
    ['no body', '', /body is missing|body must be/],
    ['an array', [], /body must be/],
    ['nothing to change', {}, /notes must be text/],
    ['a number', { notes: 1 }, /notes must be text/],
    ['words too long', { notes: 'x'.repeat(NOTES_MAX + 1) }, messages.notesLength],
    ['NUL', { notes: '\0' }, /notes .*NUL/],
    ['a folder that is a list', { folder: [] }, /folder must be text or null/],
    ['a color of three digits', { color: '#123' }, /color must be written as #rrggbb/],
    ['another PIN', { notes: 'x', parcel_pin: 'a/b' }, /Unknown field: parcel_pin/],
  ];
  test.each(edits)('[P6] [V10] editing notes with %s', async (_title, body, message) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await ask({ method: 'PUT', url: `/api/saved-parcels/${savedId}`, headers: json, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  test.each([
    '0',
    '-1',
    '999999999999999999999',
    '%00',
    `${'x'.repeat(500)}`,
    "'%20OR%201=1",
    '%F0%9F%98%80',
  ])('[P6] [V10] no saved parcel has the id %s', async (id) => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const payload = method === 'PUT' ? { notes: 'x' } : undefined;
      const answer = await ask({ method, url: `/api/saved-parcels/${id}`, ...(payload && { payload }) });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ message: refusals.savedParcelNotFound });
    }
  });
});

describe('on the wire', () => {
  /** Writes the bytes to a listening server and reads until it closes the connection. */
  async function send(bytes: string): Promise<{ status: number; body: unknown }> {
    const { port } = under.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.write(bytes);
    await once(socket, 'close');
    const [head, body] = text.split('\r\n\r\n');
    return { status: Number(head!.split(' ')[1]), body: JSON.parse(body!) };
  }

  const post = (headers: string, body: string) =>
    `POST /api/saved-parcels HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\n${headers}\r\n\r\n${body}`;

  const cases: [title: string, bytes: () => string, status: number, message: string][] = [
    ['no HTTP at all', () => 'hello\r\n\r\n', 400, refusals.notHttp],
    ['TLS on a plain port', () => '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400, refusals.notHttp],
    ['an unknown method', () => 'FETCH /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 400, refusals.notHttp],
    ['an unknown version', () => 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n', 400, refusals.notHttp],
    ['no host', () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, refusals.notHttp],
    ...[
      'Host: a\r\nHost: a',
      'Host: a\r\nhOST: b',
      'Host: a b',
      'Host: a/b',
      'Host: me@a',
      'Host: a:b',
      'Host: "><script>',
    ].map((hosts): [string, () => string, number, string] => [
      JSON.stringify(hosts),
      () => `GET /healthz HTTP/1.1\r\nConnection: close\r\n${hosts}\r\n\r\n`,
      400,
      refusals.notHttp,
    ]),
    [
      'a NUL in the address',
      () => 'GET /api/parcels/a\0b HTTP/1.1\r\nHost: a\r\n\r\n',
      400,
      refusals.notHttp,
    ],
    [
      'a space in the address',
      () => 'GET /api/parcels/a b HTTP/1.1\r\nHost: a\r\n\r\n',
      400,
      refusals.notHttp,
    ],
    [
      'an address of a megabyte',
      () => `GET /api/parcels/search?q=${megabyte} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      refusals.headersTooLarge,
    ],
    [
      'a header of a megabyte',
      () => `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Session-Token: ${megabyte}\r\n\r\n`,
      431,
      refusals.headersTooLarge,
    ],
  ];
  test.each(cases)('%s', async (_title, bytes, status, message) => {
    expect(await send(bytes())).toEqual({ status, body: { message } });
  });

  const saveCases: typeof cases = [
    ['a length that is not a number', () => post('Content-Length: ten', '{}'), 400, refusals.notHttp],
    [
      'two lengths that disagree',
      () => post('Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
      400,
      refusals.notHttp,
    ],
    [
      'an announced body that is too large',
      () => post('Content-Length: 1000000', megabyte),
      413,
      refusals.bodyTooLarge,
    ],
    [
      'a body whose length is not announced',
      () => post('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'),
      411,
      refusals.lengthRequired,
    ],
  ];
  test.each(saveCases)('[P6] saving with %s', async (_title, bytes, status, message) => {
    expect(await send(bytes())).toEqual({ status, body: { message } });
  });
});
