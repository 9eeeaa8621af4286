// Tests of the HTTP calls that read parcels.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages, refusals } from '../../contract/messages.ts';
import { countyOutlines, noExtras, parcel, parcelSearchAnswer } from '../../contract/parcel.ts';
import {
  type AppUnderTest,
  FIRST_LOT,
  LOT_DEGREES,
  lotCenter,
  ODD_PINS,
  openAppUnderTest,
  PLAIN_PIN,
  testParcels,
} from '../../test/app-under-test.ts';
import { filledParcelFields } from '../../test/example-parcel.ts';
import { testSource } from '../../test/test-source.ts';

let under: AppUnderTest;
let headers: Record<string, string>;

beforeAll(async () => {
  under = await openAppUnderTest();
  headers = { authorization: `Bearer ${await under.signIn()}` };
});
afterAll(() => under.close());

const get = (url: string) => under.app.inject({ url, headers });

describe('a parcel by its PIN', () => {
  test('[P1] [S11] answers the parcel, with the PIN that was asked for', async () => {
    const answer = await get(`/api/parcels/${PLAIN_PIN}`);
    expect(answer.statusCode).toBe(200);
    const found = parcel.parse(answer.json());
    expect(found).toMatchObject({
      pin: PLAIN_PIN,
      name: "O'Malley & Söhne <LLC>",
      owner: "O'Malley & Söhne <LLC>",
      taxacres: 2.5,
      township: null,
      sale_date: '2019-06-30',
      sales_price: 250_000,
    });
    expect(found.centroid.lng).toBeCloseTo(lotCenter(0).lng, 6);
  });

  test('[P7] carries exactly the fields of the table, taxacres and sales_price as numbers', async () => {
    const answer = await get(`/api/parcels/${PLAIN_PIN}`);
    const { centroid, ...fields } = answer.json();
    expect(fields).toEqual({
      // Fields that are not listed below.
      ...filledParcelFields,
      pin: PLAIN_PIN,
      name: "O'Malley & Söhne <LLC>",
      owner: "O'Malley & Söhne <LLC>",
      add1: '100 Kestrel Ln',
      add2: null,
      city: 'Harrow',
      state: 'NC',
      zip: '28000',
      site_address: '100 Kestrel Ln',
      taxacres: 2.5,
      township: null,
      zoning: 'R-40',
      sale_date: '2019-06-30',
      sales_price: 250_000,
      ...noExtras,
      origin: { name: testSource.name, title: testSource.title, date: testSource.dataDate },
    });
    expect(centroid).toEqual({ lng: expect.any(Number), lat: expect.any(Number) });
  });

  test.each(ODD_PINS)('[P1] finds the PIN %j', async (pin) => {
    const answer = await get(`/api/parcels/${encodeURIComponent(pin)}`);
    expect(answer.json()).toMatchObject({ pin });
  });

  test('[P1] answers 404 for an unknown PIN', async () => {
    const answer = await get('/api/parcels/0000-00-0000');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: messages.parcelNotFound });
  });
});

test('[IMP-7] the outline of each county is answered', async () => {
  const { counties } = countyOutlines.parse((await get('/api/counties')).json());
  expect(counties.map(({ name }) => name)).toEqual([testSource.name]);
  const { lng, lat } = lotCenter(0);
  const near = counties[0]!.outline.flat().map(([x, y]) => Math.hypot(x - lng, y - lat));
  expect(Math.min(...near)).toBeLessThan(0.01);
});

describe('search', () => {
  test('[P2] finds by PIN without its dashes, by owner and by address, with a place to fly to', async () => {
    for (const [q, match] of [
      ['463112', 'pin'],
      ['malley', 'owner'],
      ['100 kestrel', 'address'],
    ]) {
      const answer = await get(`/api/parcels/search?q=${encodeURIComponent(q!)}`);
      expect(answer.statusCode).toBe(200);
      const [first] = parcelSearchAnswer.parse(answer.json()).parcels;
      expect(first).toMatchObject({ pin: PLAIN_PIN, match });
      expect(first!.centroid.lat).toBeCloseTo(lotCenter(0).lat, 6);
    }
  });

  test('[P2] answers no more than was asked for', async () => {
    const answer = await get('/api/parcels/search?q=kestrel&limit=3');
    expect(answer.json().parcels).toHaveLength(3);
  });

  test('[P2] answers at most 20 parcels where no limit is given, though more match', async () => {
    const records = Array.from({ length: 30 }, (_, index) => ({
      ...testParcels[index % testParcels.length]!,
      pin: `7000-${String(index).padStart(2, '0')}`,
      name: 'Ptarmigan Holdings',
    }));
    const crowded = await openAppUnderTest({ records, parcelAccess: 'public' });
    try {
      const answer = await crowded.app.inject({ url: '/api/parcels/search?q=ptarmigan' });
      expect(parcelSearchAnswer.parse(answer.json()).parcels).toHaveLength(20);
    } finally {
      await crowded.close();
    }
  });

  test('[P2] finding nothing is an empty list', async () => {
    const answer = await get('/api/parcels/search?q=xylophone-quartz');
    expect(answer.json()).toEqual({ parcels: [] });
  });
});

describe('the parcel at a point', () => {
  test('[P3] answers the one that contains it', async () => {
    const { lng, lat } = lotCenter(2);
    const answer = await get(`/api/parcels/at?lng=${lng}&lat=${lat}`);
    expect(answer.json()).toMatchObject({ pin: testParcels[2]!.pin });
  });

  test('[P3] answers 404 where there is no parcel', async () => {
    const answer = await get(`/api/parcels/at?lng=${FIRST_LOT.lng + 1.5 * LOT_DEGREES}&lat=${FIRST_LOT.lat}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: refusals.noParcelHere });
  });
});

describe('the shape of a parcel', () => {
  test.each([PLAIN_PIN, 'a/b'])('[P4] is a GeoJSON Feature of the whole parcel %j', async (pin) => {
    const answer = await get(`/api/parcels/feature/${encodeURIComponent(pin)}`);
    expect(answer.headers['content-type']).toMatch('application/geo+json');
    expect(answer.json()).toEqual({
      type: 'Feature',
      id: pin,
      properties: { pin },
      geometry: testParcels.find((record) => record.pin === pin)!.geometry,
    });
  });

  test('[P4] answers 404 for an unknown PIN', async () => {
    const answer = await get('/api/parcels/feature/0000');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: messages.parcelNotFound });
  });
});
