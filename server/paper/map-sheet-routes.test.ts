import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppUnderTest, FIRST_LOT, openAppUnderTest, PLAIN_PIN } from '../../test/app-under-test.ts';
import { pdfTexts } from '../../test/pdf-texts.ts';

let under: AppUnderTest;
let token: string;
beforeAll(async () => {
  under = await openAppUnderTest();
  token = await under.signIn();
});
afterAll(() => under.close());

const asked = {
  filter: `pin = '${PLAIN_PIN}'`,
  title: 'Lot <1> (draft) \\',
  paper: 'letter',
  feetPerInch: 100,
  center: FIRST_LOT,
};
const post = (body: object) =>
  under.app.inject({
    method: 'POST',
    url: '/api/map-sheet',
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  });

const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

/** Transparent, with `unpacked` bytes of pixels, and only as many bytes as those need packed. */
function pngOf(width: number, height: number, unpacked = 10): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(unpacked))),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

test('a parcel comes as a PDF', async () => {
  const { statusCode, headers, rawPayload } = await post(asked);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(rawPayload.toString('latin1', rawPayload.length - 6)).toBe('%%EOF\n');
});

test.each(['2026-01-31', '2025-12-01'])('it has the day of the person, %s', async (date) => {
  const texts = pdfTexts((await post({ ...asked, date })).rawPayload).map(({ text }) => text);
  const [, month, day] = date.split('-').map(Number);
  expect(texts).toContain(`${month === 1 ? 'January' : 'December'} ${day}, ${date.slice(0, 4)}`);
});

test.each([
  ['a day that is none', { date: '2026-02-30' }, 400, 'date must be a day, such as 2026-11-18.'],
  ['no parcel', { filter: "pin = 'nowhere'" }, 404, 'There is no parcel in this set.'],
  ['a broken filter', { filter: 'taxacres >' }, 400, /^filter: .*character/],
  ['a paper that nobody has', { paper: 'papyrus' }, 400, 'paper must be letter, legal, tabloid, a4 or a3.'],
  ['a scale of nothing', { feetPerInch: 0 }, 400, 'feetPerInch must lie between 10 and 500000.'],
  ['a scale in words', { feetPerInch: 'big' }, 400, 'feetPerInch must be of type number.'],
  ['no title', { title: ' ' }, 400, 'title must not be empty.'],
  [
    'a picture that is none',
    { picture: { base64: 'PHN2Zz4=', bounds: { west: 0, south: 0, east: 1, north: 1 } } },
    400,
    'picture must be a JPEG or a PNG, as base64.',
  ],
  [
    'a picture that is broken',
    { picture: { base64: jpegHead.toString('base64'), bounds: { west: 0, south: 0, east: 1, north: 1 } } },
    400,
    'picture must be a JPEG or a PNG, as base64.',
  ],
  [
    'a small picture of many pixels',
    { picture: { base64: pngOf(20_000, 20_000), bounds: { west: 0, south: 0, east: 1, north: 1 } } },
    400,
    'picture must be a JPEG or a PNG, as base64.',
  ],
  [
    'a drawing of too many points',
    { drawings: [{ geometry: { type: 'Polygon', coordinates: Array(60).fill(Array(3000).fill([0, 0])) } }] },
    400,
    'drawings may have at most 100,000 points together.',
  ],
  ['an unknown member', { color: 'red' }, 400, 'Unknown field: color.'],
])('%s is refused in a sentence', async (_, change, status, message) => {
  const answer = await post({ ...asked, ...change });
  expect(answer.statusCode).toBe(status);
  expect(answer.json().message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
});

test('strangers get none', async () => {
  const { statusCode } = await under.app.inject({ method: 'POST', url: '/api/map-sheet', payload: asked });
  expect(statusCode).toBe(401);
});

test('a stranger is refused before the body is read', async () => {
  const { statusCode } = await under.app.inject({
    method: 'POST',
    url: '/api/map-sheet',
    headers: { 'content-type': 'application/json' },
    payload: '{"filter": ',
  });
  expect(statusCode).toBe(401);
});

test('a PNG is not unpacked in memory, however much is packed in it: the paper has a JPEG', async () => {
  const picture = {
    base64: pngOf(4, 4, 100_000_000),
    bounds: {
      west: FIRST_LOT.lng,
      south: FIRST_LOT.lat,
      east: FIRST_LOT.lng + 0.01,
      north: FIRST_LOT.lat + 0.01,
    },
  };
  const { statusCode, rawPayload } = await post({ ...asked, picture });
  expect(statusCode).toBe(200);
  expect(rawPayload.toString('latin1')).toContain('/Filter /DCTDecode');
});

test('drawings of each kind have their names, also where they have no points', async () => {
  const { lng, lat } = FIRST_LOT;
  const shapes = [
    { type: 'Point', coordinates: [lng, lat] },
    {
      type: 'LineString',
      coordinates: [
        [lng, lat],
        [lng + 0.001, lat],
      ],
    },
    { type: 'LineString', coordinates: [] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [lng, lat],
          [lng + 0.001, lat],
          [lng, lat + 0.001],
          [lng, lat],
        ],
      ],
    },
    { type: 'Polygon', coordinates: [[]] },
    { type: 'Polygon', coordinates: [] },
  ];
  const drawings = shapes.map((geometry) => ({ name: 'Well', geometry }));
  expect((await post({ ...asked, drawings })).statusCode).toBe(200);
});
