// The shortcut for tiles in memory, over real connections: it answers what the route would answer, and nothing else.
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedSessions, replaySession } from '../../bench/inputs/replay-session.ts';
import { tileAt } from '../../geo/tile-address.ts';
import {
  type AppUnderTest,
  loadParcels,
  lotCenter,
  openAppUnderTest,
  testParcels,
} from '../../test/app-under-test.ts';
import { openSdkClient } from '../../test/sdk-client.ts';

const { x, y } = tileAt(lotCenter(0), 14);
const TILE = `/tiles/14/${x}/${y}.pbf`;
const EMPTY = '/tiles/14/0/0.pbf';

/** Every answer has its own. */
const REQUEST_ID = expect.stringMatching(/^[0-9a-f]{20}$/);

let under: AppUnderTest;
let port: number;
let session: { session_token: string; session_jwt: string };
let cookie: string;
let nowMs = Date.now();
/** One connection for all, because the server remembers who was on it. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  under = await openAppUnderTest({ now: () => nowMs });
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = under.app.server.address() as AddressInfo);
  const sdk = await openSdkClient(under.app);
  session = await sdk.signIn('ada@example.org');
  cookie = `session_token=${session.session_token}; session_jwt=${session.session_jwt}`;
});
afterAll(() => {
  agent.destroy();
  return under.close();
});

type Answer = Pick<IncomingMessage, 'statusCode' | 'headers' | 'rawHeaders'> & { body: Buffer };

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      resolve({
        statusCode: answer.statusCode,
        headers: answer.headers,
        rawHeaders: answer.rawHeaders,
        body,
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Only the shortcut writes the name of a header with capitals. */
const isShort = ({ rawHeaders }: Answer) => rawHeaders.includes('X-Request-Id');
const usual = () => ({ cookie, 'accept-encoding': 'gzip, deflate, br, zstd', connection: 'keep-alive' });

/** What the shortcut cannot know the first time it knows the second time. */
async function known(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  await get(path, { ...usual(), ...headers });
  return get(path, { ...usual(), ...headers });
}

test.each([TILE, EMPTY])(
  '[P5] %s has the same status, headers and bytes from memory as from the route',
  async (path) => {
    const slow = await under.app.inject({ url: path, headers: usual() });
    const quick = await known(path);
    expect(isShort(quick)).toBe(true);
    expect(quick.statusCode).toBe(slow.statusCode);
    expect(quick.body).toEqual(slow.rawPayload);
    const { date: _, 'x-request-id': slowId, ...slowHeaders } = slow.headers;
    const { date, 'x-request-id': quickId, ...quickHeaders } = quick.headers;
    expect([slowId, quickId]).toEqual([REQUEST_ID, REQUEST_ID]);
    expect(quickId).not.toBe(slowId);
    expect(quickHeaders).toEqual(slowHeaders);
    expect(Math.abs(Date.parse(date!) - Date.now())).toBeLessThan(5000);
  },
);

test('[P5] 304 from memory has the headers of the route', async () => {
  const { etag } = (await known(TILE)).headers;
  const headers = { ...usual(), 'if-none-match': etag! };
  const slow = await under.app.inject({ url: TILE, headers });
  const quick = await get(TILE, headers);
  expect(isShort(quick)).toBe(true);
  expect([quick.statusCode, slow.statusCode]).toEqual([304, 304]);
  expect(quick.body).toHaveLength(0);
  const { date: _, 'x-request-id': slowId, ...slowHeaders } = slow.headers;
  const { date: __, 'x-request-id': quickId, ...quickHeaders } = quick.headers;
  expect([slowId, quickId]).toEqual([REQUEST_ID, REQUEST_ID]);
  expect(quickId).not.toBe(slowId);
  expect(quickHeaders).toEqual(slowHeaders);
});

test('[P5] a tile in memory is still refused without a session, or with a false one', async () => {
  await known(TILE);
  for (const headers of [
    {},
    { cookie: 'session_jwt=a.b.c; session_token=d' },
    { authorization: 'Bearer x' },
  ]) {
    expect((await get(TILE, headers)).statusCode).toBe(401);
  }
});

test('[P5] a bearer token and a token header open it, too', async () => {
  await known(TILE);
  for (const headers of [
    { authorization: `Bearer ${session.session_jwt}` },
    { authorization: `Bearer ${session.session_token}` },
    { 'x-session-token': session.session_token },
  ]) {
    const answer = await get(TILE, { ...headers, 'accept-encoding': 'gzip' });
    expect([answer.statusCode, isShort(answer)]).toEqual([200, true]);
  }
});

test('[P5] a client without gzip gets the plain tile', async () => {
  const packed = await known(TILE);
  const plain = await get(TILE, { cookie, 'accept-encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toEqual(gunzipSync(packed.body));
});

test.each([
  `/tiles/014/${x}/${y}.pbf`,
  `/tiles/14/${x}/${y}/0.pbf`,
  '/tiles/9/1/1.pbf',
  `/tiles/14//${x}.pbf`,
])('[P5] %s is not a tile, however often it is asked for', async (path) => {
  expect((await known(path)).statusCode).toBe(404);
});

test('[P5] a request by HEAD is left to the route, which sends the same headers', async () => {
  const { headers } = await known(TILE);
  const head = await get(TILE, usual(), 'HEAD');
  expect([head.statusCode, head.body.length, isShort(head)]).toEqual([200, 0, false]);
  const { date: _, 'x-request-id': __, ...same } = headers;
  expect(head.headers).toMatchObject(same);
});

test.each(recordedSessions)(
  '[P5] a tile is answered from memory as the page asked for it in a session: %s',
  async (name) => {
    const { parcelVersion } = (await under.app.inject('/config.json')).json();
    const asked = replaySession(name, {
      origin: 'http://localhost',
      version: parcelVersion,
      cookies: session,
    });
    const tiles = asked.filter(({ path }) => path.startsWith('/tiles/'));
    expect(tiles.length).toBeGreaterThan(40);
    const statuses = new Set<number>();
    for (const { path, headers } of tiles) {
      const [, query] = path.split('?');
      expect(query).toBe(`v=${parcelVersion}`);
      await get(`${TILE}?${query}`, headers);
      const answer = await get(`${TILE}?${query}`, headers);
      expect(isShort(answer)).toBe(true);
      statuses.add(answer.statusCode!);
    }
    expect(statuses).toEqual(new Set([200]));
  },
);

test('[P5] whatever version an address names, the answer is the current tile, which is asked for anew each time', async () => {
  const current = await known(TILE);
  for (const query of ['?v=older', '?v=', '?', '?v=1&v=2', '?other']) {
    const answer = await known(TILE + query);
    expect(isShort(answer)).toBe(true);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers.etag).toBe(current.headers.etag);
    expect(answer.body).toEqual(current.body);
  }
});

test('[P5] a copy that is current is not sent again, also where the tile is not in memory', async () => {
  await known(TILE);
  const answer = await get(`/tiles/15/${2 * x}/${2 * y}.pbf`, { ...usual(), 'if-none-match': '*' });
  expect([answer.statusCode, isShort(answer)]).toEqual([304, true]);
});

/** Sends these bytes, and reads until the server closes the connection or `count` answers have begun. */
function speak(text: string, count: number): Promise<{ answers: string[]; isClosed: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    let heard = '';
    const answers = () => heard.split(/(?=HTTP\/1\.1 )/);
    socket.setEncoding('latin1').on('data', (chunk) => {
      heard += chunk;
      const isComplete = answers().length === count && heard.endsWith('\r\n\r\n');
      if (isComplete) socket.destroy();
    });
    socket.on('close', () => resolve({ answers: answers(), isClosed: socket.readableEnded }));
    socket.on('error', reject);
    socket.write(text);
  });
}

const lines = (path: string, ...more: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', `Cookie: ${cookie}`, 'Accept-Encoding: gzip', ...more, '', ''].join(
    '\r\n',
  );

test('requests on one connection are answered in their order, quick and slow ones mixed', async () => {
  const { etag } = (await known(TILE)).headers;
  const again = lines(TILE, `If-None-Match: ${etag}`);
  const { answers } = await speak(lines('/healthz') + again + lines('/tiles/14/1/2.pbf') + again, 4);
  const statuses = answers.map((answer) => answer.slice(9, 12));
  expect(statuses).toEqual(['200', '304', '204', '304']);
});

test('a client that asks for it has its connection closed', async () => {
  const { etag } = (await known(TILE)).headers;
  const { answers, isClosed } = await speak(lines(TILE, `If-None-Match: ${etag}`, 'Connection: close'), 9);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatch(/^HTTP\/1\.1 304 [\s\S]*connection: close/i);
  expect(isClosed).toBe(true);
});

test.each(['', 'Host: x\r\nHost: x\r\n', 'Host: x\r\nhost: y\r\n'])(
  'a request without a host or with two is refused: %j',
  async (hosts) => {
    await known(TILE);
    const { answers } = await speak(lines(TILE, 'Connection: close').replace('Host: x\r\n', hosts), 9);
    expect(answers[0]).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test('both kinds of answers are counted', async () => {
  const counted = async () => {
    const { body } = await under.app.inject('/metrics');
    return Number(
      /requests_total\{method="GET",route="\/tiles\/:z\/:x\/:y.pbf",status="200"\} (\d+)/.exec(body)?.[1],
    );
  };
  await known(TILE);
  const before = await counted();
  await get(TILE, usual());
  await get(TILE, { ...usual(), 'accept-encoding': 'identity' });
  expect(await counted()).toBe(before + 2);
});

test('[P5] [A15] a JWT that has expired opens nothing more, on the connection where it did', async () => {
  const sdk = await openSdkClient(under.app);
  const staying = await sdk.signIn('ida@example.org');
  const headers = { cookie: `session_jwt=${staying.session_jwt}`, 'accept-encoding': 'gzip' };
  await get(TILE, headers);
  expect(isShort(await get(TILE, headers))).toBe(true);
  nowMs += 6 * 60_000;
  expect((await get(TILE, headers)).statusCode).toBe(401);
  // The session itself goes on.
  const byToken = { cookie: `session_token=${staying.session_token}`, 'accept-encoding': 'gzip' };
  expect((await get(TILE, byToken)).statusCode).toBe(200);
});

test('[P5] [A15] a session that is revoked opens nothing more, at once', async () => {
  const sdk = await openSdkClient(under.app);
  const leaving = await sdk.signIn('eve@example.org');
  const headers = { cookie: `session_jwt=${leaving.session_jwt}`, 'accept-encoding': 'gzip' };
  await get(TILE, headers);
  expect(isShort(await get(TILE, headers))).toBe(true);
  await sdk.call('/sessions/revoke', { sessionToken: leaving.session_token });
  expect((await get(TILE, headers)).statusCode).toBe(401);
});

test('[P5] new parcels change the tile and its ETag at once', async () => {
  const before = await known(TILE);
  await loadParcels(under.parcels, testParcels.slice(1));
  const after = await known(TILE, { 'if-none-match': before.headers.etag! });
  // The first lot was the only one in this tile.
  expect(after.statusCode).toBe(204);
  expect(after.headers.etag).not.toBe(before.headers.etag);
}, 60_000);
