// Tests the calls for notices and labels with the real store.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noticesAnswer } from '../../contract/letters.ts';
import { messages, refusals } from '../../contract/messages.ts';
import type { ParcelQueries } from '../../store/parcel-queries.ts';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN, testParcels } from '../../test/app-under-test.ts';

let under: AppUnderTest;
let token: string;

/** Seven lots; the last one has three units. */
const records = testParcels.map((parcel, index) => ({
  ...parcel,
  ...[
    { name: 'SMITH JOHN & MARY', add1: '102 N MAIN ST' },
    { name: 'Smith, Mary & John', add1: 'PO BOX 5' },
    { name: '=HYPERLINK("x")', add1: '1-25', zip: '02138' },
    { name: 'JONES ANN', add1: null },
    { name: 'ACME, LLC', add1: '500 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10001-1234' },
    { name: 'ACME L.L.C.', add1: '500 Fifth Avenue', city: 'New York', state: 'NY', zip: '10001' },
    { name: 'Peña José', add1: '7 OAK RD' },
  ][index],
  ...(index === 6 && {
    units: ['A', 'B', 'C'].map((unit) => ({
      ...parcel,
      pin: `U-${unit}`,
      name: unit === 'C' ? 'OWNER A' : `OWNER ${unit}`,
      add1: unit === 'C' ? '9 Elm St' : '9 ELM STREET',
    })),
  }),
}));

beforeAll(async () => {
  under = await openAppUnderTest({ records });
  token = await under.signIn();
});
afterAll(() => under.close());

const get = (url: string) => under.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
const post = (url: string, payload: Record<string, unknown>) =>
  under.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
const notices = async (query = '') => {
  const answer = await get(`/api/notices?${query}`);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return noticesAnswer.parse(answer.json());
};

describe('[P13] notices', () => {
  test('every owner once, and who was left out and why', async () => {
    const { count, letters, left_out } = await notices();
    expect(letters.map(({ name }) => name).sort()).toEqual(
      [
        '=HYPERLINK("x")',
        'ACME, LLC',
        'OWNER A',
        'OWNER B',
        'Peña José',
        'SMITH JOHN & MARY',
        'Smith, Mary & John',
      ].sort(),
    );
    expect(count).toBe(7);
    expect(letters.find(({ name }) => name === 'OWNER A')).toEqual({
      name: 'OWNER A',
      lines: ['9 ELM STREET', 'Harrow NC  28000'],
      pins: ['U-A', 'U-C'],
    });
    expect(Object.fromEntries(left_out.map(({ reason, count: some }) => [reason, some]))).toEqual({
      'no-address': 1,
      duplicate: 2,
    });
    expect(left_out.find(({ reason }) => reason === 'no-address')).toMatchObject({
      text: 'No mailing address',
      pins: [records[3]!.pin],
    });
  });

  test('of a filter, of PINs, and of a body, alike', async () => {
    const pins = [PLAIN_PIN, records[4]!.pin, records[5]!.pin];
    const byPins = await notices(`pins=${pins.map(encodeURIComponent).join(',')}`);
    expect([byPins.parcels, byPins.count]).toEqual([3, 2]);
    const list = pins.map((pin) => `'${pin}'`).join(',');
    expect(await notices(`filter=${encodeURIComponent(`pin IN (${list})`)}`)).toEqual(byPins);
    expect((await post('/api/notices', { pins, merge: 'owner', limit: 100 })).json()).toEqual(byPins);
  });

  test('the owner of the parcel asked about is left out, and those of its units', async () => {
    const { letters, left_out } = await notices(
      `own=${encodeURIComponent(`pin IN ('${PLAIN_PIN}', 'search me') OR lot = 'search me'`)}`,
    );
    expect(letters.map(({ name }) => name).sort()).toEqual(['=HYPERLINK("x")', 'ACME, LLC']);
    expect(left_out.find(({ reason }) => reason === 'own')).toMatchObject({
      count: 6,
      text: 'Same owner as the land asked about',
    });
  });

  test('pages', async () => {
    const all = await notices();
    const second = await notices('limit=2&offset=2');
    expect([second.count, second.letters]).toEqual([7, all.letters.slice(2, 4)]);
    expect((await notices('limit=0')).letters).toEqual([]);
  });

  test('an empty set has no letters', async () => {
    expect(await notices("filter=pin = 'none of them'")).toEqual({
      parcels: 0,
      count: 0,
      letters: [],
      left_out: [],
    });
  });
});

describe('[P14] labels', () => {
  test.each([
    ["pin = 'none of them'", 'There is no parcel in this set.'],
    ["name = 'JONES ANN'", 'Nobody gets a letter about this set, so there is nothing to print.'],
  ])('of %s are one sentence, and no blank page', async (filter, message) => {
    const answer = await get(`/api/labels?format=5160&filter=${encodeURIComponent(filter)}`);
    expect([answer.statusCode, answer.json()]).toEqual([404, { message }]);
    const table = await get(`/api/labels?format=csv&filter=${encodeURIComponent(filter)}`);
    expect([table.statusCode, table.body.trim().split('\r\n').length]).toEqual([200, 1]);
  });

  test('are a PDF named after source and day, a label for each letter', async () => {
    const answer = await get('/api/labels?format=5160&re=pin');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="[\w-]+-labels-5160-\d{4}-\d\d-\d\d\.pdf"$/,
      ),
    });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
  });

  test('a HEAD request has the headers alone', async () => {
    const answer = await under.app.inject({
      method: 'HEAD',
      url: '/api/labels?format=5163',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'application/pdf',
      '',
    ]);
  });

  test('are a table for mail merge, which no spreadsheet misreads', async () => {
    const answer = await get('/api/labels?format=csv');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/-letters-\d{4}-\d\d-\d\d\.csv"$/),
    });
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = answer.body.replace(/^\ufeff/, '').split('\r\n');
    expect(rows[0]).toBe('name,address_1,address_2,city,state,zip,pins,parcels');
    expect(rows).toContain(
      `"'=HYPERLINK(""x"")",1-25\u2007,,Harrow,NC,02138\u2007,${records[2]!.pin.replace(/^(.*".*)$/, (pin) => `"${pin.replaceAll('"', '""')}"`)},1`,
    );
    expect(rows).toContain(`OWNER A,9 ELM STREET,,Harrow,NC,28000\u2007,"U-A; U-C",2`);
    expect(rows.at(-1)).toBe('');
    expect(rows).toHaveLength(9);
  });
});

test.each([
  ['/api/labels', 'format must be one of 5160, 5163, csv.'],
  ['/api/labels?format=5161', 'format must be one of 5160, 5163, csv.'],
  ['/api/labels?format=5160&format=csv', 'format must be one of 5160, 5163, csv.'],
  ['/api/labels?format=5160&start=0', 'start must lie between 1 and 30.'],
  ['/api/labels?format=5160&start=31', 'start must lie between 1 and 30.'],
  ['/api/labels?format=5163&start=11', 'start must lie between 1 and 10.'],
  ['/api/labels?format=5160&start=-1', 'start must lie between 1 and 30.'],
  ['/api/labels?format=5160&start=x', 'start must be a whole number.'],
  ['/api/labels?format=5160&merge=all', 'merge must be one of owner, mailing, none.'],
  ['/api/labels?format=5160&re=name', 're must be one of none, pin.'],
  ['/api/labels?format=5160&sort=name', 'sort: letters are in the order of PINs.'],
  ['/api/labels?format=5160&filter=pin&pins=1', 'Give either filter or pins, not both.'],
  ['/api/labels?format=5160&color=red', 'Unknown field: color.'],
  ['/api/notices?limit=1001', 'limit must lie between 0 and 1,000.'],
  ['/api/notices?offset=30001', 'offset must lie between 0 and 30,000.'],
  ["/api/notices?own=pin='nobody'", refusals.noneOwn],
  ['/api/notices?own=a%00', 'own: NUL or half a character stands at character 2.'],
  ["/api/notices?own=pin='1'&own=pin='2'", 'own must be text, and given once.'],
  ['/api/notices?format=csv', 'Unknown field: format.'],
])('%s is refused in one sentence', async (url, message) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.json()]).toEqual([400, { message }]);
});

test.each(['/api/notices', '/api/labels?format=5160', '/api/labels?format=csv'])(
  '%s needs a session',
  async (url) => {
    expect((await under.app.inject({ url })).statusCode).toBe(401);
    expect(
      (await under.app.inject({ method: 'POST', url: url.split('?')[0]!, payload: { format: '5160' } }))
        .statusCode,
    ).toBe(401);
  },
);

test('a field that no county has is named', async () => {
  const answer = await get('/api/notices?filter=nonsense = 1');
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ message: string }>().message).toContain('nonsense');
});

test.each([
  ['30,000 letters', '', refusals.tooManyLetters],
  ['30,000 parcels whose owners are left out', "&own=pin = '1'", refusals.tooManyOwn],
])('more than %s are refused before anything is drawn', async (_, own, message) => {
  let read = 0;
  const stream: ParcelQueries['stream'] = async function* () {
    for (let batch = 0; batch < 100; batch++) {
      const rows = Array.from({ length: 1000 }, () => ({
        ...records[0]!,
        name: `OWNER ${read++}`,
        source: 'test',
      }));
      yield { version: 'v1', count: 100_000, parcels: rows as never };
    }
  };
  const { app, close } = await openAppUnderTest({ parcelAccess: 'public', queries: { stream } });
  try {
    const answer = await app.inject(`/api/labels?format=5160${encodeURI(own)}`);
    expect([answer.statusCode, answer.json()]).toEqual([400, { message }]);
    expect(read).toBe(31_000);
  } finally {
    await close();
  }
});

test('without parcels it is said that there are none', async () => {
  const empty = await openAppUnderTest({ records: [], parcelAccess: 'public' });
  try {
    const answer = await empty.app.inject('/api/labels?format=5160');
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: messages.noParcelsYet }]);
  } finally {
    await empty.close();
  }
});
