// Parcels by PIN and at a point, over real connections: the quick way answers what the route would answer, and nothing else.
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppUnderTest,
  lotCenter,
  ODD_PINS,
  openAppUnderTest,
  PLAIN_PIN,
} from '../../test/app-under-test.ts';
import { openSdkClient } from '../../test/sdk-client.ts';

/** Every answer has its own. */
const REQUEST_ID = expect.stringMatching(/^[0-9a-f]{20}$/);

let under: AppUnderTest;
let port: number;
let cookie: string;

beforeAll(async () => {
  under = await openAppUnderTest();
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = under.app.server.address() as AddressInfo);
  const sdk = await openSdkClient(under.app);
  const session = await sdk.signIn('ada@example.org');
  cookie = `session_jwt=${session.session_jwt}`;
  // From now on the session is known.
  await get(byPin, { cookie });
});
afterAll(() => under.close());

type Answer = Pick<IncomingMessage, 'statusCode' | 'headers' | 'rawHeaders'> & { body: string };

function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, headers: { connection: 'keep-alive', ...headers } },
      async (answer) => {
        const { statusCode, headers, rawHeaders } = answer;
        const body = Buffer.concat(await answer.toArray()).toString();
        resolve({ statusCode, headers, rawHeaders, body });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

/** Only the quick way writes header names with capitals. */
const isQuick = ({ rawHeaders }: Answer) => rawHeaders.includes('Cache-Control');

const { lng, lat } = lotCenter(0);
const other = lotCenter(1);
const byPin = `/api/parcels/${PLAIN_PIN}`;
const atPoint = `/api/parcels/at?lng=${lng}&lat=${lat}`;

// The first one's owner is no plain ASCII.
test.each([
  [byPin, 'Söhne'],
  [atPoint, 'Söhne'],
  [`/api/parcels/at?lat=${lat}&lng=${lng}`, 'Söhne'],
  [`/api/parcels/at?lat=${other.lat}&lng=${other.lng}`, 'Owner 1'],
])('[P1] [P3] %s has the same headers and bytes as from the route', async (path, owner) => {
  const slow = await under.app.inject({ url: path, headers: { cookie } });
  const quick = await get(path, { cookie });
  expect(isQuick(quick)).toBe(true);
  expect(quick.statusCode).toBe(200);
  expect(quick.body).toBe(slow.body);
  expect(quick.body).toContain(owner);
  const { date: _, 'x-request-id': slowId, ...slowHeaders } = slow.headers;
  const { date, 'x-request-id': quickId, ...quickHeaders } = quick.headers;
  expect([slowId, quickId]).toEqual([REQUEST_ID, REQUEST_ID]);
  expect(quickId).not.toBe(slowId);
  expect(quickHeaders).toEqual(slowHeaders);
  expect(Math.abs(Date.parse(date!) - Date.now())).toBeLessThan(5000);
});

test('[P1] is refused without a session', async () => {
  for (const path of [byPin, atPoint]) expect((await get(path)).statusCode).toBe(401);
});

const others = [
  ...ODD_PINS.map((pin) => `/api/parcels/${encodeURIComponent(pin)}`),
  '/api/parcels/nobody',
  '/api/parcels/at',
  '/api/parcels/at?lng=0&lat=0',
  '/api/parcels/at?lng=0&lng=0',
  '/api/parcels/at?lng=500&lat=0',
  '/api/parcels/at?lng=1e1&lat=0',
  `${atPoint}&more=1`,
  `${byPin}?more=1`,
  `/api/parcels/${'9'.repeat(500)}`,
  '/api/parcels/search?q=kestrel',
  `/api/parcels/feature/${PLAIN_PIN}`,
];
test.each(others)('[P1] [P3] %s is answered by its route', async (path) => {
  const slow = await under.app.inject({ url: path, headers: { cookie } });
  const answer = await get(path, { cookie });
  expect(isQuick(answer)).toBe(false);
  expect([answer.statusCode, answer.body]).toEqual([slow.statusCode, slow.body]);
});

test('a word of small letters may be another call, and is never looked up as a PIN before the routes', async () => {
  const lookUp = vi.spyOn(under.parcels, 'jsonByPinNow');
  for (const word of ['search', 'at', 'recent']) await get(`/api/parcels/${word}`, { cookie });
  expect(lookUp).not.toHaveBeenCalled();
  lookUp.mockRestore();
});

test('[P1] [P3] a read that fails is tried again by its route, and ends no process', async () => {
  const fail = () => {
    throw new Error('disk I/O error');
  };
  const broken = [
    vi.spyOn(under.parcels, 'jsonByPinNow').mockImplementation(fail),
    vi.spyOn(under.parcels, 'jsonAtNow').mockImplementation(fail),
  ];
  try {
    for (const path of [byPin, atPoint]) {
      const answer = await get(path, { cookie });
      expect([answer.statusCode, isQuick(answer)]).toEqual([200, false]);
    }
    expect(broken.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  } finally {
    for (const spy of broken) spy.mockRestore();
  }
});

test('both kinds of answers are counted', async () => {
  const counted = async (route: string) => {
    const { body } = await under.app.inject('/metrics');
    const line = body.split('\n').find((line) => line.includes(`route="${route}",status="200"`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  for (const [path, route] of [
    [byPin, '/api/parcels/:pin'],
    [atPoint, '/api/parcels/at'],
  ] as const) {
    const before = await counted(route);
    await get(path, { cookie });
    await under.app.inject({ url: path, headers: { cookie } });
    expect(await counted(route)).toBe(before + 2);
  }
});
