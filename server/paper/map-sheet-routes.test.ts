import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  layoutOf,
  type Paper,
  papers,
  SHEET_JSON_BYTES_MAX,
  SHEET_PICTURE_BYTES_MAX,
  SHEET_PICTURE_PIXELS_MAX,
} from '../../contract/map-sheet.ts';
import { refusals } from '../../contract/messages.ts';
import { noClusterBus } from '../../runtime/cluster-bus.ts';
import { loadSharp } from '../../runtime/load-sharp.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { type AppUnderTest, FIRST_LOT, openAppUnderTest, PLAIN_PIN } from '../../test/app-under-test.ts';
import { eventually } from '../../test/eventually.ts';
import { pdfTexts } from '../../test/pdf-texts.ts';
import { createAnswerHeaders } from '../answer-headers.ts';
import { replyFailure } from '../failure.ts';
import { createHttpServer } from '../http-server.ts';
import { createEventLog } from '../monitoring/event-log.ts';
import { STALLED_MS } from '../stalled-connections.ts';
import { mapSheetRoutes } from './map-sheet-routes.ts';

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

const bounds = {
  west: FIRST_LOT.lng,
  south: FIRST_LOT.lat,
  east: FIRST_LOT.lng + 0.01,
  north: FIRST_LOT.lat + 0.01,
};

/** As a browser writes a form. */
async function postForm(parts: Record<string, string | Buffer>) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts))
    form.append(name, typeof part === 'string' ? part : new Blob([new Uint8Array(part)]));
  const written = new Response(form);
  return under.app.inject({
    method: 'POST',
    url: '/api/map-sheet',
    headers: { authorization: `Bearer ${token}`, 'content-type': written.headers.get('content-type')! },
    payload: Buffer.from(await written.arrayBuffer()),
  });
}
const postPicture = (picture: Buffer) =>
  postForm({ sheet: JSON.stringify({ ...asked, picture: { bounds } }), picture });

const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

/** Transparent, with `unpacked` bytes of pixels, and only as many bytes as those need packed. */
function pngOf(width: number, height: number, unpacked = 10): Buffer {
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
  ]);
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

const noPicture = expect.stringMatching(/^picture must be a JPEG or a PNG of at most 12,000,000 pixels\.$/);

/** A picture of 16 × 16 pixels whose header says 60,000 × 60,000. */
async function lyingJpeg(): Promise<Buffer> {
  const sharp = await loadSharp();
  const jpeg = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0));
  jpeg.writeUInt16BE(60_000, frame + 5);
  jpeg.writeUInt16BE(60_000, frame + 7);
  return jpeg;
}

test.each<[string, () => Buffer | Promise<Buffer>, number, unknown]>([
  ['that is none', () => Buffer.from('<svg>'), 400, noPicture],
  ['that is broken', () => jpegHead, 400, noPicture],
  ['small, of many pixels', () => pngOf(20_000, 20_000), 400, noPicture],
  ['small, of many pixels, as JPEG', lyingJpeg, 400, noPicture],
  [
    'of more bytes than 300 dots an inch of A3 need',
    () => Buffer.concat([jpegHead, Buffer.alloc(SHEET_PICTURE_BYTES_MAX)]),
    413,
    'The picture of the map is too large.',
  ],
])('a picture %s is refused in a sentence', async (_, picture, status, message) => {
  const answer = await postPicture(await picture());
  expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
});

test.each(Object.keys(papers) as Paper[])(
  '300 dots an inch of %s have room, also as a JPEG of noise',
  (paper) => {
    for (const isAcross of [false, true]) {
      const { width, height } = layoutOf({ paper, isAcross }).map;
      // In Mercator up to a hundredth more.
      const pixels = 1.01 * width * height * 300 ** 2;
      expect(pixels).toBeLessThan(SHEET_PICTURE_PIXELS_MAX);
      expect(0.9 * pixels).toBeLessThan(SHEET_PICTURE_BYTES_MAX);
    }
  },
);

test.each<[string, Record<string, string | Buffer>]>([
  ['no picture', { sheet: JSON.stringify({ ...asked, picture: { bounds } }) }],
  ['no sheet', { picture: jpegHead }],
  ['no bounds', { sheet: JSON.stringify(asked), picture: jpegHead }],
  ['the picture first', { picture: jpegHead, sheet: JSON.stringify({ ...asked, picture: { bounds } }) }],
])('a form with %s is refused in a sentence', async (_, parts) => {
  const answer = await postForm(parts);
  expect([answer.statusCode, answer.json().message]).toEqual([400, refusals.sheetParts]);
});

test.each([
  ['without a boundary', 'multipart/form-data', '--x\r\n'],
  [
    'that is cut off',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="sheet"\r\n\r\n{',
  ],
  [
    'of many small parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(100_000),
  ],
  ['that is empty', 'multipart/form-data; boundary=x', ''],
])('a form %s is refused in a sentence', async (_, contentType, payload) => {
  const answer = await under.app.inject({
    method: 'POST',
    url: '/api/map-sheet',
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
    payload,
  });
  expect([answer.statusCode, answer.json().message]).toEqual([400, refusals.sheetParts]);
});

test('JSON is not parsed beyond what drawings and a filter need', async () => {
  const sheet = `${' '.repeat(SHEET_JSON_BYTES_MAX)}{`;
  const alone = await under.app.inject({
    method: 'POST',
    url: '/api/map-sheet',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: sheet,
  });
  expect([alone.statusCode, alone.json().message]).toEqual([413, refusals.bodyTooLarge]);
  expect((await postForm({ sheet, picture: jpegHead })).statusCode).toBe(413);
});

test('a PNG is not unpacked in memory, however much is packed in it: the paper has a JPEG', async () => {
  const { statusCode, rawPayload } = await postPicture(pngOf(4, 4, 100_000_000));
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

const payload = JSON.stringify(asked);

/** A request whose body does not begin before it is sent. */
function beginAt(app: FastifyInstance, headers: Record<string, string> = {}) {
  const sent = request({
    port: (app.server.address() as AddressInfo).port,
    method: 'POST',
    path: '/api/map-sheet',
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': payload.length, ...headers },
  });
  sent.flushHeaders();
  onTestFinished(() => void sent.destroy());
  const answered = once(sent, 'response').then(async ([answer]: IncomingMessage[]) => ({
    status: answer!.statusCode,
    retryAfter: answer!.headers['retry-after'],
    message: answer!.headers['content-type']?.includes('json')
      ? ((await json(answer!)) as { message: string }).message
      : answer!.resume() && undefined,
  }));
  answered.catch(() => {});
  return { sent, answered, send: () => sent.end(payload) };
}

/** The real server on a port. */
async function listening(options: Parameters<typeof openAppUnderTest>[0]) {
  const { app, close, signIn } = await openAppUnderTest(options);
  onTestFinished(close);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => sockets.push(socket));
  const begin = (headers: Record<string, string>) => beginAt(app, headers);
  return { sockets, begin, person: async () => ({ authorization: `Bearer ${await signIn()}` }) };
}

/** Requests that have a place are those whose bodies the server waits for. */
const waitingFor = (sockets: Socket[]) =>
  sockets.filter(({ timeout, destroyed }) => timeout === STALLED_MS && !destroyed);

test('one sheet of a person and three in all are let in before their bodies, others are refused in words', async () => {
  const { sockets, begin, person } = await listening({});
  const people = [await person(), await person(), await person()];
  const first = people.map(begin);
  await eventually(() => expect(waitingFor(sockets)).toHaveLength(3));
  expect(await begin(people[0]!).answered).toEqual({
    status: 429,
    retryAfter: '10',
    message: refusals.sheetRunning,
  });
  const another = await person();
  expect(await begin(another).answered).toEqual({
    status: 503,
    retryAfter: '10',
    message: refusals.sheetsBusy,
  });
  // Who goes away in the middle gives up the place, and who is served.
  first[0]!.sent.destroy();
  first[1]!.send();
  expect((await first[1]!.answered).status).toBe(200);
  await eventually(async () => {
    const next = begin(another);
    next.send();
    expect((await next.answered).status).toBe(200);
  });
  const again = begin(people[1]!);
  again.send();
  expect((await again.answered).status).toBe(200);
});

test('strangers together have one place, and leave the others to those who are signed in', async () => {
  const { sockets, begin, person } = await listening({ parcelAccess: 'public', trustProxy: ['127.0.0.1'] });
  begin({ 'x-forwarded-for': '10.1.0.1' });
  await eventually(() => expect(waitingFor(sockets)).toHaveLength(1));
  const other = begin({ 'x-forwarded-for': '10.2.0.1' });
  expect(await other.answered).toMatchObject({ status: 503, message: refusals.sheetsBusy });
  const signedIn = begin(await person());
  signedIn.send();
  expect((await signedIn.answered).status).toBe(200);
});

test('a body that stops to arrive is answered 408, and loses its place', async () => {
  const { sockets, begin, person } = await listening({});
  const ann = await person();
  const stalled = begin(ann);
  stalled.sent.write('{"filter":');
  await eventually(() => expect(waitingFor(sockets)).toHaveLength(1));
  // As if the time had passed.
  sockets[0]!.setTimeout(1);
  expect(await stalled.answered).toMatchObject({ status: 408, message: refusals.requestTooSlow });
  await eventually(async () => {
    const next = begin(ann);
    next.send();
    expect((await next.answered).status).toBe(200);
  });
});

test('a place is free when the work has ended, not when its caller has gone', async () => {
  const app = createHttpServer({
    trustProxy: [],
    log: createEventLog({ write: () => {} }),
    headers: createAnswerHeaders({ publicUrl: 'http://localhost' }),
    replyUnrouted: replyFailure,
  });
  const ending: (() => void)[] = [];
  const select = () =>
    new Promise<never>((_, reject) => {
      ending.push(() => reject(new Error('stopped')));
    });
  mapSheetRoutes(app, {
    parcels: { queries: { select } } as unknown as ParcelStore,
    requireReader: () => {},
    clientOf: async () => ({ name: 'ann', isStranger: false }),
    inQueryTurn: (_reply, answer) => answer(new AbortController().signal),
    clusterBus: noClusterBus,
    parcelCredit: () => null,
    now: Date.now,
  });
  let isClosed = false;
  app.addHook('onRequest', async (_request, { raw }) => {
    raw.once('close', () => {
      isClosed = true;
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const gone = beginAt(app);
  gone.send();
  await eventually(() => expect(ending).toHaveLength(1));
  gone.sent.destroy();
  await eventually(() => expect(isClosed).toBe(true));
  expect((await beginAt(app).answered).status).toBe(429);
  ending[0]!();
  await eventually(async () => {
    const next = beginAt(app);
    next.send();
    await Promise.race([next.answered, eventually(() => expect(ending).toHaveLength(2))]);
    expect(ending).toHaveLength(2);
  });
  ending[1]!();
});
