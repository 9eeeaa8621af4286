import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppUnderTest, FIRST_LOT, openAppUnderTest, PLAIN_PIN } from '../../test/app-under-test.ts';

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

test('a parcel comes as a PDF', async () => {
  const { statusCode, headers, rawPayload } = await post(asked);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(rawPayload.toString('latin1', rawPayload.length - 6)).toBe('%%EOF\n');
});

test.each([
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
